from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbmserv.commands.preferences.actions import (
    BOARD_COLOURS,
    CONFIRMED,
    FORMATS,
    LETTERS_KEPT,
    LettersChosen,
    SettingChanged,
    SettingsTold,
)
from pbmserv.commands.preferences.vacation import VacationTold
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.list_unsubscribe import Unsubscribed
from pbmserv.commands.requests.offering_letters import Offer, to_player_offering, write_offering
from pbmserv.commands.requests.recipients import answering_as_player, only_to
from pbmserv.commands.requests.times import day_in_words, zone_of_player
from pbmserv.games.message import Message, counted
from pbmserv.letters.letter import Letter
from pbmserv.letters.times import moment
from pbmserv.locale.catalogs import languages, name_of
from pbmserv.pictures.piece_sets import CHARACTERS, MODERN_CHARACTERS, PIECE_SETS
from pbmserv.play.clock import BACK_AGAIN
from pbmserv.play.days_away import A_WHILE
from pbmserv.play.vacations import first_day, last_day
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import (
    BROADCASTS,
    COLOURS,
    CONFIRM,
    CONFIRMATIONS,
    FORMAT,
    LANGUAGE,
    PIECES,
    REPLIES,
    STRICT,
    TIMEZONE,
)

_SETTINGS = {
    BROADCASTS: "preferences/change_broadcasts",
    COLOURS: "preferences/change_colours",
    CONFIRM: "preferences/change_confirm",
    CONFIRMATIONS: "preferences/change_receipts",
    FORMAT: "preferences/change_format",
    LANGUAGE: "preferences/change_language",
    PIECES: "preferences/change_pieces",
    REPLIES: "preferences/change_replies",
    STRICT: "preferences/change_strict",
    TIMEZONE: "preferences/change_timezone",
}
"""Templates by setting."""
_CHOICES: Mapping[str, tuple[str, Sequence[str]]] = {
    COLOURS: ("change colours", BOARD_COLOURS),
    CONFIRM: ("change confirm", CONFIRMED),
    # A person is not offered letters for programs.
    FORMAT: ("change format", [each for each in FORMATS if each != "json"]),
    LANGUAGE: ("change language", languages()),
    PIECES: ("change pieces", PIECE_SETS),
}
"""The commands of settings with choices, and the choices that their letters offer."""
_SWITCHES = {
    BROADCASTS: ("change broadcasts", "Send me what goes to all", "No letters to all"),
    CONFIRMATIONS: ("change receipts", "Confirm my moves", "No confirmations"),
    REPLIES: ("change replies", "Take answers", "Take no answers"),
    STRICT: ("change strict", "Only proven letters", "Any letter of mine"),
}
"""The commands of settings that are on or off, and the labels of what switches them on and off."""
_LABELS = {
    **{each: name_of(each) for each in languages()},
    "all": "Every move",
    "turns": "When it is my turn",
    "daily": "One letter a day",
    "always": "Confirm all moves",
    "slow": "Only in slow games",
    "never": "Confirm none",
    "text": "Text only",
    "html": "Without pictures",
    "picture": "With pictures",
    "usual": "As usual",
    CHARACTERS: "With characters",
    MODERN_CHARACTERS: "Modern, with characters",
}
"""The labels of choices that are not shown as they are."""


def of_setting(changed: SettingChanged, call: Call) -> list[Letter]:
    player, value = changed.player, changed.value
    facts: dict[str, Any] = {"wanted": value}
    if changed.setting in _CHOICES:
        facts = {"chosen": value}
    elif changed.setting == TIMEZONE:
        facts = {"name": value, "now": moment(call.at, zone_of(str(value)))}
    return to_player_offering(
        call, player, _others(call, changed), _SETTINGS[changed.setting], "Your settings", **facts
    )


def _others(call: Call, changed: SettingChanged) -> list[Offer]:
    """What a setting can be changed to."""
    if switch := _SWITCHES.get(changed.setting):
        command, on, off = switch
        if changed.setting == STRICT and not (changed.value or call.setup.proves_senders):
            return []
        return [Offer(off, command, "off") if changed.value else Offer(on, command, "on")]
    command, choices = _CHOICES.get(changed.setting, ("", ()))
    return _chosen(command, [each for each in choices if each != changed.value])


def _chosen(command: str, choices: Iterable[str]) -> list[Offer]:
    return [Offer(_LABELS.get(each, each.capitalize()), command, each) for each in choices]


def of_letters_chosen(chosen: LettersChosen, call: Call) -> list[Letter]:
    player = chosen.player
    zone = call.work.players.settings([player])[player].get(TIMEZONE, "UTC")
    others = _chosen("change letters", [each for each in LETTERS_KEPT if each != chosen.wanted])
    facts: dict[str, Any] = {"wanted": chosen.wanted, "hour": chosen.hour, "zone": zone}
    return to_player_offering(call, player, others, "preferences/change_letters", "Your settings", **facts)


def of_settings(told: SettingsTold, call: Call) -> list[Letter]:
    switched = [(CONFIRMATIONS, told.receipts), (BROADCASTS, told.broadcasts)]
    offers = [
        *_chosen("change letters", [each for each in LETTERS_KEPT if each != told.letters]),
        *_chosen("change format", [each for each in ("text", "picture") if each != told.format]),
        *(each for what, on in switched for each in _others(call, SettingChanged(told.player, what, value=on))),
        Offer("Vacation", "vacation"),
    ]
    facts = {name: getattr(told, name) for name in ("letters", "hour", "format", "receipts", "broadcasts", "zone")}
    facts["day"] = day_in_words(call.at.astimezone(zone_of_player(call, told.player)).date() + A_WHILE)
    return to_player_offering(call, told.player, offers, "preferences/settings", "Your settings", **facts)


def of_vacation(told: VacationTold, call: Call) -> list[Letter]:
    ahead = [(first_day(each, told.zone), last_day(each, told.zone)) for each in told.ahead]
    offers: list[Offer] = []
    away = 0 if told.until else min(told.left[0][1], _OFFERED_DAYS)
    if told.until:
        offers.append(Offer("I am back", "vacation", "off"))
    elif away:
        label = counted("{count} day of vacation", "{count} days of vacation", away)
        offers.append(Offer(label, "vacation", f"{away}"))
    offers += [
        Offer(Message("Not from {first}", first=first), "vacation", " ".join(["off", str(first)]))
        for first, _ in ahead[:_MOST_CANCELLED]
    ]
    facts: dict[str, Any] = {
        "until": moment(told.until, told.zone) if told.until else None,
        "back_again": BACK_AGAIN.days,
        "ahead": ahead,
        "away": away,
        "days": told.days,
        "left": told.left,
    }
    return to_player_offering(call, told.player, offers, "preferences/vacation", "Your vacation", **facts)


_OFFERED_DAYS = 14
"""The length of the vacation that a letter offers."""
_MOST_CANCELLED = 3
"""The number of vacations set ahead that a letter offers to cancel."""


def of_ended_letters(ended: Unsubscribed, call: Call) -> list[Letter]:
    """To the player, even if somebody else has answered their letter."""
    player, game = ended.player, ended.game
    facts: dict[str, Any] = {}
    if ended.daily:
        template, subject = "preferences/no_daily", "Your settings"
        offers = _chosen("change letters", ["daily", "turns"])
    elif game is None:
        template, subject, facts = _SETTINGS[BROADCASTS], "Your settings", {"wanted": False}
        offers = _others(call, SettingChanged(player, BROADCASTS, value=False))
    else:
        template, subject = "preferences/unsubscribed", "Your subscriptions"
        facts = {"game": game, "number": ended.number, "all_boards": ended.all_boards}
        facts["only_the_end"] = ended.only_the_end
        which = "" if ended.all_boards and ended.only_the_end else "all" if ended.all_boards else f"{ended.number}"
        command = "notify" if ended.only_the_end else "subscribe"
        offers = [Offer("Send them again", f"{game.word} {command}", which)]
    reader = answering_as_player(call, call.work.recipients.of([player]))[player]
    can_reply = reader.reply_to is not None
    letter = write_offering(offers, player.userid, can_reply, template, subject, **facts)
    return only_to(call, player, replace(letter, reply_to=reader.reply_to))
