"""The form that starts a game: seats, options and times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from pbmserv.commands.accounts.bots import opponents
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Started
from pbmserv.commands.starting.challenges import Challenge
from pbmserv.commands.starting.invitations import Invited
from pbmserv.commands.starting.open_challenges import DAYS, Waiting
from pbmserv.games.base import Game, Option, word_of_option
from pbmserv.games.message import Message
from pbmserv.play.days import EVERY_DAY, WEEKDAYS
from pbmserv.web.flash_words import flash_words
from pbmserv.web.page_context import PageContext
from pbmserv.web.pages.games import game_of
from pbmserv.web.routing import page

MOST_SEATS = 12
MOST_SEEKERS = 20
TERMS_IN_SIGHT = frozenset({"forfeittime", "unrated"})
"""The terms that players choose most; the others are folded."""


@dataclass(frozen=True)
class Choice:
    """An option with its present value; `field` is its form field."""

    field: str
    option: Option
    value: str

    @property
    def kind(self) -> str:
        """The kind of form field: `tick`, `number`, `one_of`, `days` or `word`."""
        if isinstance(self.option.default, bool):
            return "tick"
        if isinstance(self.option.default, int):
            return "number"
        if self.option is DAYS:
            return "days"
        return "one_of" if self.option.choices else "word"

    @property
    def label(self) -> str:
        """What it is."""
        return Message(self.option.help)

    @property
    def days(self) -> Iterator[tuple[int, str, bool]]:
        """Each day of the week with its number and name, and whether it is in the value."""
        for number, name in enumerate(WEEKDAYS):
            yield number, Message(name), self.value[number] != "-"

    @property
    def is_in_sight(self) -> bool:
        """Whether it is chosen so often that it is not folded."""
        return bool(self.option.often) or self.option.name in TERMS_IN_SIGHT

    @property
    def is_usual(self) -> bool:
        """Whether it has its default value."""
        return self.value == word_of_option(self.option.default)


def _show(asked: PageContext) -> Response:
    game = game_of(asked)
    me = asked.me
    others = asked.given("with").split()
    return asked.page("challenge", refusal=None, **_facts(asked, game, [me.userid, *others], {}, others))


def _start(asked: PageContext) -> Response:
    game, form = game_of(asked), asked.form
    seats = [form.get(f"seat{number}", "").strip() for number in range(_most_seats(game))]
    parameters, terms = chosen_in(game.options, "game", form), chosen_in(Challenge.options, "terms", form)
    options = {each.option.name: each.value for each in (*parameters, *terms) if not each.is_usual}
    players, words = filter(None, seats), form.get("words", "")
    answer = asked.carry_out("challenge", *players, game=game.word, options=options, comment=words)
    if isinstance(answer.came_of_it, Waiting):
        return asked.go_to("/open", flash_words(answer))
    if isinstance(answer.came_of_it, Started):
        board = answer.came_of_it.board
        return asked.go_to(f"/{game.word}/{board.number}", Message("{board} has begun.", board=board.title))
    if isinstance(answer.came_of_it, Invited):
        return asked.go_to(f"/{game.word}#you", flash_words(answer))
    return asked.refused("challenge", answer, **_facts(asked, game, seats, form))


def _facts(
    asked: PageContext, game: Game[Any], seats: Sequence[str], form: Any, others: Sequence[str] = ()
) -> dict[str, Any]:
    """What the form shows; against bots alone a game that nobody has filled in yet is not rated."""

    def facts(call: Call) -> dict[str, Any]:
        bots = opponents(call, game)
        are_bots = bool(others) and {other.lower() for other in others} <= {bot.userid for bot in bots}
        terms = {"terms-unrated": "on"} if are_bots else form
        return {
            "bots": bots,
            "terms": chosen_in(Challenge.options, "terms", terms),
            "seekers": call.work.standings.seekers(game.word, MOST_SEEKERS),
            "seat_names": tuple(_seat_names(game)),
        }

    return {
        "game": game,
        "me": asked.me,
        "seats": [*seats, *[""] * _most_seats(game)][: _most_seats(game)],
        "parameters": chosen_in(game.options, "game", form),
        "words": form.get("words", ""),
        **asked.site.office.look_up(facts),
    }


def _most_seats(game: Game[Any]) -> int:
    return min(game.seats[-1], MOST_SEATS)


def _seat_names(game: Game[Any]) -> Iterator[str]:
    from pbmserv.games.chance import SEED_BYTES, Chance

    options = {option.name: option.default for option in game.options}
    most = _most_seats(game)
    position = game.start(options, most, Chance(bytes(SEED_BYTES), "start"))
    for seat in range(most):
        yield game.seat_name(position, seat)


def chosen_in(options: Sequence[Option], where: str, form: Any) -> list[Choice]:
    """The choices in a submitted form, or the defaults."""
    return [
        Choice(f"{where}-{option.name}", option, _value(option, f"{where}-{option.name}", form)) for option in options
    ]


def _value(option: Option, field: str, form: Any) -> str:
    usual = word_of_option(option.default)
    if not form:
        return usual
    if isinstance(option.default, bool):
        return "on" if form.get(field) else "off"
    if option is DAYS and form.get(field):
        return "".join(day if form.get(f"{field}-{number}") else "-" for number, day in enumerate(EVERY_DAY))
    return form.get(field, "").strip() or usual


ROUTES = [page("/{game}/challenge", _show, _start)]
