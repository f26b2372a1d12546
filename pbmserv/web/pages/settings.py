"""A player's settings: password, addresses, letters, vacation, and leaving."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from starlette.responses import RedirectResponse, Response

from pbmserv.commands.preferences.actions import (
    BOARD_COLOURS,
    CONFIRMED,
    FORMATS,
    LETTERS_KEPT,
    MOST_DAYS_OF_QUICK_GAMES,
    USUAL_FORMAT,
)
from pbmserv.commands.requests.context import Call
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.locale.catalogs import ENGLISH, languages, name_of
from pbmserv.pictures.piece_sets import CHARACTERS, MODERN, MODERN_CHARACTERS, PIECE_SETS
from pbmserv.pictures.samples import sample
from pbmserv.play.vacations import current, days_taken, first_day, last_day, set_ahead
from pbmserv.play.zones import zone_names, zone_of
from pbmserv.storage.players import (
    BROADCASTS,
    COLOURS,
    CONFIRM,
    CONFIRMATIONS,
    FORMAT,
    LANGUAGE,
    LETTERS,
    PIECES,
    REPLIES,
    STRICT,
    TIMEZONE,
)
from pbmserv.web.flash_words import flash_words
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.routing import page

COMMANDS: Mapping[str, str] = {
    "bot": "change bot",
    "broadcasts": "change broadcasts",
    "colours": "change colours",
    "pieces": "change pieces",
    "confirm": "change confirm",
    "format": "change format",
    "language": "change language",
    "letters": "change letters",
    "receipts": "change receipts",
    "replies": "change replies",
    "strict": "change strict",
    "timezone": "change timezone",
}
"""The commands of settings with one value, by form name."""


LETTERS_CHOICES: Mapping[str, str] = {
    "all": Message("One for every move"),
    "turns": Message("When it is my turn, with all since my last move"),
    "daily": Message("One a day with the boards that wait"),
}
FORMAT_CHOICES: Mapping[str, str] = {
    "picture": Message("Text, and HTML with pictures of boards"),
    "html": Message("Text, and HTML without pictures"),
    "text": Message("Text alone"),
    "json": Message("JSON, for a program"),
}


LANGUAGE_CHOICES: Mapping[str, str] = {each: name_of(each) for each in languages()}

COLOURS_CHOICES: Mapping[str, str] = {
    "usual": Message("As usual"),
    "wood": Message("Wood"),
    "green": Message("Green"),
    "blue": Message("Blue"),
}

PIECES_CHOICES: Mapping[str, str] = {
    PIECE_SETS[0]: Message("As usual"),
    MODERN: Message("Modern"),
    CHARACTERS: Message("With characters in Shogi, Xiangqi and Janggi"),
    MODERN_CHARACTERS: Message("Modern, with characters"),
}

CONFIRM_CHOICES: Mapping[str, str] = {
    "always": Message("Always"),
    "slow": Message("In slow games, with more than {days} days for a move", days=MOST_DAYS_OF_QUICK_GAMES),
    "never": Message("Never: what is touched is moved"),
}


_LEAVING_ASKED = Message(
    "A letter with a code has been sent to you: answer it, or type in the code below. Until then nothing changes."
)


def _show(asked: PageContext) -> Response:
    return asked.page("settings", refusal=None, **_facts(asked))


def _password(asked: PageContext) -> Response:
    # The old password is asked for although the session is good: whoever has only that must not take the account.
    return _carry_out(asked, "change password", _typed(asked, "new"), password=_typed(asked, "old"))


def _addresses(asked: PageContext) -> Response:
    what = asked.form.get("what", "")
    if what not in {"add", "change address"}:
        raise NotThere
    addresses = asked.form.get("addresses", "").replace(",", " ").split()
    return _carry_out(asked, what, *(addresses or [""]), password=_typed(asked, "password"))


def _choice(asked: PageContext) -> Response:
    command = COMMANDS.get(asked.path("what"))
    if command is None:
        raise NotThere
    value, hour = _typed(asked, "value"), _typed(asked, "hour")
    return _carry_out(asked, command, value, *([hour] if hour and value == "daily" else []))


def _block(asked: PageContext) -> Response:
    what = asked.form.get("what", "")
    if what not in {"block", "unblock"}:
        raise NotThere
    return _carry_out(asked, what, *(asked.form.get("other", "").replace(",", " ").split() or [""]))


def _vacation(asked: PageContext) -> Response:
    first, until, days = _typed(asked, "from"), _typed(asked, "until"), _typed(asked, "days")
    end = ["until", until] if until else [days] if days else []
    words = ["off", *filter(None, [_typed(asked, "day")])] if asked.form.get("what") == "off" else end
    return _carry_out(asked, "vacation", *(["from", first] if first and words is end else []), *words)


def _leave(asked: PageContext) -> Response:
    code = asked.form.get("code", "").strip()
    return _carry_out(asked, "signoff", *([code] if code else []), otherwise=_LEAVING_ASKED)


def _typed(asked: PageContext, name: str) -> str:
    """A submitted field as one word of the command, whatever it contains."""
    return asked.form.get(name, "").strip()


def _carry_out(
    asked: PageContext, command: str, *values: str, password: str | None = None, otherwise: str = ""
) -> Response:
    """Carry out a command about the player; show a refusal with the submitted values.

    `otherwise` is the message if the only letter holds a code.
    """
    me = asked.me
    answer = asked.carry_out(command, *values, claim=Claim(me.userid, password))
    if not answer.ok:
        return asked.refused("settings", answer, **_facts(asked))
    if asked.site.office.look_up(lambda call: call.work.players.account(me.userid)) is None:
        return asked.go_to("/", flash_words(answer))
    return asked.go_to("/settings", flash_words(answer) or otherwise)


def _facts(asked: PageContext) -> dict[str, Any]:
    me, typed = asked.me, asked.form

    def facts(call: Call) -> dict[str, Any]:
        chosen = call.work.players.settings([me])[me]
        zone = zone_of(chosen.get(TIMEZONE))
        letters = next(each for each, kept in LETTERS_KEPT.items() if kept == chosen.get(LETTERS))
        hour = call.work.daily_letters.hour_of(me) if letters == "daily" else None
        this_year = datetime(call.at.year, 1, 1, tzinfo=UTC)
        absences = call.work.vacations.of(me, this_year)
        watched, ends = call.work.watching.of(me), call.work.watching.of(me, only_the_end=True)
        wishes = {
            each.game: each
            for each in call.work.standings.games_of(me)
            if each.most_boards is not None or each.seeking
        }
        return {
            "now": call.at,
            "zone": zone,
            "is_bot": bool(call.work.players.bots([me])),
            "addresses": call.work.addresses.of([me])[me],
            "broadcasts": chosen.get(BROADCASTS, True),
            "colours": chosen.get(COLOURS) or BOARD_COLOURS[0],
            "pieces": chosen.get(PIECES) or PIECE_SETS[0],
            "confirm": chosen.get(CONFIRM, CONFIRMED[0]),
            "receipts": chosen.get(CONFIRMATIONS, True),
            "replies": chosen.get(REPLIES, True),
            "strict": bool(chosen.get(STRICT)),
            "can_be_strict": call.setup.proves_senders,
            "format": next((each for each, kept in FORMATS.items() if kept == chosen.get(FORMAT)), USUAL_FORMAT),
            "language": chosen.get(LANGUAGE) or ENGLISH,
            "letters": letters,
            "letters_now": _letters_now(letters, hour),
            "timezone": typed.get("value") or chosen.get(TIMEZONE) or "UTC",
            "absence": current(absences, call.at),
            "ahead": [(first_day(each, zone), last_day(each, zone)) for each in set_ahead(absences, call.at)],
            "days_left": max(call.setup.vacation_days - days_taken(absences, call.at.year), 0),
            "days": call.setup.vacation_days,
            "games": [
                (game, wishes.get(word), watched.get(word), ends.get(word))
                for word, game in asked.site.catalogue.items()
                if word in watched or word in ends or word in wishes
            ],
            "blocked": call.work.blocks.of(me),
            "sessions": call.work.sessions.all_of(me, call.at),
        }

    return {
        "me": me,
        "formats": FORMAT_CHOICES,
        "colours_choices": [(each, words, sample(each)) for each, words in COLOURS_CHOICES.items()],
        "language_choices": LANGUAGE_CHOICES,
        "pieces_choices": [(each, words, sample(f"with-{each}", each)) for each, words in PIECES_CHOICES.items()],
        "confirm_choices": CONFIRM_CHOICES.items(),
        "letters_choices": LETTERS_CHOICES.items(),
        "typed_hour": typed.get("hour", ""),
        "zones": sorted(zone_names().values()),
        "typed_other": typed.get("other", ""),
        "typed_addresses": typed.get("addresses", ""),
        "typed_from": typed.get("from", ""),
        "typed_until": typed.get("until", ""),
        "typed_days": typed.get("days", ""),
        **asked.site.office.look_up(facts),
    }


def _letters_now(letters: str, hour: int | None) -> Message:
    if hour is None:
        return Message("{what}.", what=LETTERS_CHOICES[letters])
    return Message("{what}, at {hour}:00.", what=LETTERS_CHOICES[letters], hour=f"{hour:02d}")


def _back(_asked: PageContext) -> Response:
    return RedirectResponse("/settings", 303)


ROUTES = [
    page("/settings", _show),
    page("/settings/password", _back, _password, hashes=True),
    page("/settings/addresses", _back, _addresses, hashes=True),
    page("/settings/block", _back, _block),
    page("/settings/vacation", _back, _vacation),
    page("/settings/leave", _back, _leave),
    page("/settings/choose/{what}", _back, _choice),
]
