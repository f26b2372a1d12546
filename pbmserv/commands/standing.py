"""Commands about who plays how well: standings, and the players that a list of games shows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, groupby
from typing import TYPE_CHECKING

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import Number
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import write
from pbmserv.letters.tables import table

if TYPE_CHECKING:
    from pbmserv.store.standings import Ranked

PLAYERS_ON_A_PAGE = 50
LAST_PAGE = 999

HEADINGS = {
    "ESTABLISHED": "Established",
    "PROVISIONAL": "Provisionals",
    "INACTIVE": "Inactive players",
}
"""What stands above the sections, by the names of these."""


class Standings(Command):
    """See how the players of a game stand.

    Established are those who have finished 20 rated games or more, with fewer a
    rating is provisional; inactive are those who have left, and those who take
    no challenges and play no board. The standings come in pages of 50 players:

        trichet standings
        trichet standings 2
    """

    words = ("standings", "ratings")
    arguments = (Argument("page", Number("page", LAST_PAGE), optional=True),)
    of_a_game = True
    example = "trichet standings"

    def carry_out(self, call: Call, given: Given) -> None:
        game = call.rules
        page = given.get("page") or 1
        ranked, more = call.work.standings.page(game.word, page, PLAYERS_ON_A_PAGE)
        if not ranked and page > 1:
            raise Refusal(f"The standings of {game.name} have no page {page}.")
        with_ties = any(each.standing.tied for each in ranked)
        sections = [
            (HEADINGS[section.name], _table(list(players), with_ties))
            for section, players in groupby(ranked, key=lambda each: each.section)
        ]
        call.answer(write("standings", f"{game.name} Standings", game=game, page=page, sections=sections, more=more))


def who_plays(call: Call, game: str) -> tuple[list[str], bool, list[str]]:
    """A table of those who play a game or would like to, best first, whether there are more of them, and who of those
    shown is out of reach."""
    from pbmserv.store.standings import Section

    ranked, more = call.work.standings.page(game, 1, PLAYERS_ON_A_PAGE)
    playing = [each for each in ranked if each.section is not Section.INACTIVE]
    rows = [(each.player.userid, str(each.standing.rating), _boards(each), _seeks(each)) for each in playing]
    lost = call.work.players.out_of_reach(each.player for each in playing)
    names = [each.player.userid for each in playing if each.player in lost]
    return table(("player", "rating", "boards", "seeks"), rows) if rows else [], more and playing == ranked, names


def _table(players: Sequence[Ranked], with_ties: bool) -> list[str]:
    from pbmserv.store.standings import Section

    ranked = players[0].section is not Section.INACTIVE
    titles = ["rank", "player", "rating", "won", "lost", "tied", "boards", "seeks", "Glicko-2"]
    rows = [
        [
            str(each.rank),
            each.player.userid,
            str(each.standing.rating),
            str(each.standing.won),
            str(each.standing.lost),
            str(each.standing.tied),
            _boards(each),
            _seeks(each),
            f"{each.strength.rating:.0f} ±{each.strength.deviation:.0f}",
        ]
        for each in players
    ]
    left_out = {*(() if ranked else ("rank", "boards", "seeks")), *(() if with_ties else ("tied",))}
    shown = [title not in left_out for title in titles]
    return table(list(compress(titles, shown)), [list(compress(row, shown)) for row in rows])


def _boards(ranked: Ranked) -> str:
    return str(ranked.active) if ranked.most_boards is None else f"{ranked.active}/{ranked.most_boards}"


def _seeks(ranked: Ranked) -> str:
    return str(ranked.seeking) if ranked.seeking else ""
