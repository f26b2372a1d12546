"""Commands that look at tournaments: list, show, standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.tournaments.lookup import GameName, TournamentName, known_tournament, last_begun, season_of
from pbmserv.commands.tournaments.outcomes import TablesShown, TournamentShown, TournamentsListed
from pbmserv.games.base import Refusal
from pbmserv.language.argument_types import Number
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import find
from pbmserv.play.board import Player

if TYPE_CHECKING:
    from pbmserv.storage.tournaments import Tournament

MOST_DIVISIONS = 10
"""So many divisions are shown at once: 450 games at most."""
ON_A_PAGE = 50
ENTERED_SHOWN = 100
NEWS_SHOWN = 10
MOST = 9999


class TournamentList(Command):
    """See the tournaments that you can join or watch, or those of one game.

    For each you see the game, whether it goes on season after season, how it stands, and how many have joined for
    the season that begins next.
    """

    words = ("tournament list",)
    arguments = (Argument("game", GameName(), optional=True),)
    reads_only = True
    example = "tournament list"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        typed = given.get("game")
        game = find(typed, call.catalogue, "the name of a game here", "The game") if typed is not None else None
        found = call.work.tournaments.listed(ON_A_PAGE + 1, game=game)
        others = not found and game is not None and bool(call.work.tournaments.listed(1))
        return TournamentsListed(tuple(found[:ON_A_PAGE]), len(found) > ON_A_PAGE, game or "", others)


class TournamentShow(Command):
    """See what is played in a tournament, by which terms, when it begins, and who has joined."""

    words = ("tournament show",)
    arguments = (Argument("name", TournamentName()),)
    reads_only = True
    example = "tournament show spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return shown(call, known_tournament(call, given["name"]))


class TournamentStandings(Command):
    """See the tables of a tournament: of the season that is being played, or was played last, or of another one.

    A line has a place in the table for each of the others: 1 for a game that is won, ½ for a tie, 0 for one that is
    lost, and a dot for one that is being played. Where there are many divisions, ask for the one from which to go on:

        tournament standings spring-cup 1
        tournament standings spring-cup 1 1
    """

    words = ("tournament standings",)
    arguments = (
        Argument("name", TournamentName()),
        Argument("season", Number("season", MOST), optional=True),
        Argument("division", Number("division", MOST), optional=True),
    )
    reads_only = True
    example = "tournament standings spring-cup"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        tournament = known_tournament(call, given["name"])
        number = given.get("season")
        season = season_of(call, tournament, number) if number is not None else last_begun(call, tournament)
        first = given.get("division") or 1
        found = call.work.divisions.of(season, first, MOST_DIVISIONS + 1)
        if not found:
            raise Refusal(f"Season {season.number} of {tournament.name} has no division {first} that has begun.")
        more = found[MOST_DIVISIONS].number if len(found) > MOST_DIVISIONS else None
        return TablesShown(tournament, season, tuple(found[:MOST_DIVISIONS]), more)


def shown(call: Call, tournament: Tournament, player: Player | None = None, done: str = "") -> TournamentShown:
    """A tournament as it stands, and what a player has just done about it."""
    store = call.work.tournaments
    season = season_of(call, tournament)
    return TournamentShown(
        tournament,
        season,
        tuple(store.entrants(tournament, ENTERED_SHOWN)),
        store.count_entrants(tournament),
        call.work.divisions.count(season),
        tuple(call.work.seasons.news(season, NEWS_SHOWN)),
        player,
        done,
    )
