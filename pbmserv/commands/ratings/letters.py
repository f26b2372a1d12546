from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, groupby
from typing import TYPE_CHECKING, Any

from pbmserv.commands.ratings.standings import StandingsShown
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import to_sender
from pbmserv.games.message import Message, in_context
from pbmserv.letters.bots import marked
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.tables import Table

if TYPE_CHECKING:
    from pbmserv.storage.standings import Ranked

_HEADINGS = {"ESTABLISHED": "Established", "PROVISIONAL": "Provisionals", "INACTIVE": "Inactive players"}
"""Headings of sections."""
_WON, _LOST = in_context("won", "a number of games"), in_context("lost", "a number of games")


def of_standings(shown: StandingsShown, call: Call) -> list[Letter]:
    game, with_ties = shown.game, any(each.standing.tied for each in shown.players)
    sections = [
        (_HEADINGS[section.name], _standings(list(players), with_ties))
        for section, players in groupby(shown.players, key=lambda each: each.section)
    ]
    facts: dict[str, Any] = {
        "game": game,
        "page": shown.page,
        "only_people": shown.only_people,
        "sections": sections,
        "more": shown.more,
    }
    return [to_sender(call, write("ratings/standings", Message("{game} Standings", game=game.name), **facts))]


def _standings(players: Sequence[Ranked], with_ties: bool) -> Table:
    from pbmserv.storage.standings import Section

    ranked = players[0].section is not Section.INACTIVE
    titles = ["rank", "player", "rating", _WON, _LOST, "tied", "boards", "seeks", "in time", "Glicko-2"]
    rows = [
        [
            str(each.rank),
            shown_name(each),
            str(each.standing.rating),
            str(each.standing.won),
            str(each.standing.lost),
            str(each.standing.tied),
            shown_boards(each),
            shown_seeks(each),
            shown_in_time(each),
            f"{each.strength.rating:.0f} ±{each.strength.deviation:.0f}",
        ]
        for each in players
    ]
    left_out = {*(() if ranked else ("rank", "boards", "seeks")), *(() if with_ties else ("tied",))}
    left_out |= set() if any(each.in_time is not None for each in players) else {"in time"}
    main = (*(("rank",) if ranked else ()), "player", "rating", _WON, _LOST)
    shown = [title not in left_out for title in titles]
    return Table(tuple(compress(titles, shown)), [list(compress(row, shown)) for row in rows], main)


def shown_name(ranked: Ranked) -> str:
    return marked(ranked.player.userid, ranked.bot is not None)


def shown_boards(ranked: Ranked) -> str:
    return str(ranked.active) if ranked.most_boards is None else f"{ranked.active}/{ranked.most_boards}"


def shown_seeks(ranked: Ranked) -> str:
    return str(ranked.seeking) if ranked.seeking else ""


def shown_in_time(ranked: Ranked) -> str:
    return "" if ranked.in_time is None else f"{ranked.in_time}%"
