"""Commands about who plays how well: standings, and the players that a list of games shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pbmserv.commands.call import Call
from pbmserv.commands.command import Command
from pbmserv.commands.declaring import Argument, Given
from pbmserv.commands.kinds import Number
from pbmserv.commands.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.play.board import Player

if TYPE_CHECKING:
    from pbmserv.store.standings import Ranked

PLAYERS_ON_A_PAGE = 50
LAST_PAGE = 999


@dataclass(frozen=True)
class Ranking:
    """Who plays a game, best first, whether there are more of them, and who of these is out of reach."""

    players: tuple[Ranked, ...]
    more: bool
    out_of_reach: Sequence[Player]


class StandingsShown(Outcome):
    """A page of the standings of a game, and whether there is another one."""

    game: Game[Any]
    page: int
    players: tuple[Ranked, ...]
    more: bool


class Standings(Command):
    """See how the players of a game stand.

    Players are established once they have finished 20 rated games; before that, a rating is provisional. Inactive are
    those who have left, and those who take no challenges and play no board. in time is how many of somebody's moves,
    in games that ended within a year, came before they were reminded (help open). The standings come in pages of 50
    players:

        trichet standings
        trichet standings 2
    """

    words = ("standings", "ratings")
    arguments = (Argument("page", Number("page", LAST_PAGE), optional=True),)
    of_a_game = True
    reads_only = True
    example = "trichet standings"

    def carry_out(self, call: Call, given: Given) -> Outcome:
        game = call.rules
        page = given.get("page") or 1
        ranked, more = call.work.standings.page(game.word, page, PLAYERS_ON_A_PAGE)
        if not ranked and page > 1:
            raise Refusal(f"The standings of {game.name} have no page {page}.")
        return StandingsShown(game, page, with_punctuality(call, ranked), more)


def with_punctuality(call: Call, ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    """The same, with how reliably these players answer."""
    known = call.work.punctuality.of([each.player for each in ranked], call.at)
    return tuple(
        replace(each, in_time=known[each.player].percent) if each.player in known else each for each in ranked
    )


def who_plays(call: Call, game: str) -> Ranking:
    """Those who play a game or would like to."""
    from pbmserv.store.standings import Section

    ranked, more = call.work.standings.page(game, 1, PLAYERS_ON_A_PAGE)
    playing = with_punctuality(call, [each for each in ranked if each.section is not Section.INACTIVE])
    lost = call.work.addresses.out_of_reach(each.player for each in playing)
    return Ranking(
        playing, more and len(playing) == len(ranked), [each.player for each in playing if each.player in lost]
    )
