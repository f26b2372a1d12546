"""The standings command, and players in lists of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import Number
from pbmserv.language.command_spec import Argument, ArgumentType, ParsedArgs
from pbmserv.language.words import SHORTEST_BEGINNING, Misspelt
from pbmserv.play.board import Player

if TYPE_CHECKING:
    from pbmserv.storage.standings import Ranked

PEOPLE = "people"
"""The word that leaves out bots."""

PLAYERS_ON_A_PAGE = 50
LAST_PAGE = 999


@dataclass(frozen=True)
class Ranking:
    """A game's players, best first, whether there are more, and who is out of reach."""

    players: tuple[Ranked, ...]
    more: bool
    out_of_reach: Sequence[Player]


@dataclass(frozen=True)
class Part:
    only_people: bool = False
    page: int = 1


class PeoplePage(ArgumentType):
    """`people` and a page number, in any order."""

    noun = "page, or people"
    words = (PEOPLE,)

    def read_all(self, texts: Sequence[str]) -> Part:
        people = [text for text in texts if len(text) >= SHORTEST_BEGINNING and PEOPLE.startswith(text.lower())]
        pages = [Number("page", LAST_PAGE).read(text) for text in texts if text not in people]
        if len(pages) > 1 or len(people) > 1:
            raise Misspelt("A page can be named once, and people: for example people 2.")
        return Part(bool(people), *pages)


class StandingsShown(Outcome, frozen=True):
    """A page of standings, perhaps without bots, and whether more follow."""

    written_by = "ratings.letters:of_standings"

    game: Game[Any]
    only_people: bool
    page: int
    players: tuple[Ranked, ...]
    more: bool


class Standings(Command):
    """See how the players of a game stand.

    Players are established once they have finished 20 rated games; before that, a rating is provisional. Inactive are
    those who have left, and those who take no challenges and play no board. in time is how many of somebody's moves,
    in games that ended within a year, came before they were reminded (help open). The standings come in pages of 50
    players; with people, bots are left out (help bots):

        trichet standings
        trichet standings 2
        trichet standings people
    """

    words = ("standings", "ratings")
    arguments = (Argument("people|page", PeoplePage(), optional=True, repeated=True),)
    of_a_game = True
    reads_only = True
    example = "trichet standings"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        game = call.rules
        part: Part = given.get("people|page") or Part()
        ranked, more = call.work.standings.page(game.word, part.page, PLAYERS_ON_A_PAGE, part.only_people)
        if not ranked and part.page > 1:
            raise Refusal(Message("The standings of {game} have no page {page}.", game=game.name, page=part.page))
        return StandingsShown(game, part.only_people, part.page, with_punctuality(call, ranked), more)


def with_punctuality(call: Call, ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    known = call.work.punctuality.of([each.player for each in ranked], call.at)
    return tuple(
        replace(each, in_time=known[each.player].percent) if each.player in known else each for each in ranked
    )


def who_plays(call: Call, game: str) -> Ranking:
    """The players who play a game or want to."""
    from pbmserv.storage.standings import Section

    ranked, more = call.work.standings.page(game, 1, PLAYERS_ON_A_PAGE)
    playing = with_punctuality(call, [each for each in ranked if each.section is not Section.INACTIVE])
    lost = call.work.addresses.out_of_reach(each.player for each in playing)
    return Ranking(
        playing, more and len(playing) == len(ranked), [each.player for each in playing if each.player in lost]
    )
