"""The command about games that are over: history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.command import Command
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.lookup import no_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.language.argument_types import Number, Userid
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import Misspelt

if TYPE_CHECKING:
    from pbmserv.commands.boards.queries import FinishedGame

GAMES_ON_A_PAGE = 50
FIRST_YEAR = 1000
"""Smaller numbers are pages."""
LAST_YEAR = 9998


@dataclass(frozen=True)
class Past:
    """Which finished games somebody wants to see."""

    userids: tuple[str, ...] = ()
    year: int | None = None
    page: int = 1


class PlayersYearPage(ArgumentType):
    """Userids, a year, and a page number, in any order."""

    noun = "userid, year or page"

    def read_all(self, texts: Sequence[str]) -> Past:
        numbers = [Number("year or page", LAST_YEAR).read(text) for text in texts if text[:1].isdigit()]
        years = [number for number in numbers if number >= FIRST_YEAR]
        pages = [number for number in numbers if number < FIRST_YEAR]
        if len(years) > 1 or len(pages) > 1:
            raise Misspelt("One year and one page can be named, for example 2024, or 2 for the second page.")
        userids = tuple(Userid().read(text) for text in texts if not text[:1].isdigit())
        return Past(userids, years[0] if years else None, pages[0] if pages else 1)


class HistoryShown(Outcome, frozen=True):
    """A page of games that are over, and whether there is another one."""

    written_by = "boards.letters:of_history"

    game: Game[Any]
    past: Past
    games: tuple[FinishedGame, ...]
    more: bool


class History(Command):
    """See the games that are over, newest first.

    Name players to see theirs, and a year to see what ended in it; a number
    below 1000 is a page, of 50 games each:

        trichet history
        trichet history alice bob 2024
        trichet history 2

    The column points says what the game was worth: 1 in most games.
    """

    words = ("history",)
    arguments = (Argument("userid|year|page", PlayersYearPage(), optional=True, repeated=True),)
    of_a_game = True
    reads_only = True
    example = "trichet history alice 2024"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        from pbmserv.commands.boards.queries import FinishedGames

        game = call.rules
        past: Past = given.get("userid|year|page") or Past()
        found = call.work.players.named(past.userids, even_left=True)
        unknown = [userid for userid in past.userids if userid.lower() not in found]
        if unknown:
            raise Refusal("\n".join(no_player(call, userid) for userid in unknown))
        games, more = FinishedGames(call.work.connection).page(
            game.word, tuple(found.values()), past.year, past.page, GAMES_ON_A_PAGE
        )
        if not games and past.page > 1:
            raise Refusal(f"This history of {game.name} has no page {past.page}.")
        return HistoryShown(game, past, tuple(games), more)
