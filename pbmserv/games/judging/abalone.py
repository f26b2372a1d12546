"""Abalone: marbles that were pushed off, and how near to the middle the others are."""

from __future__ import annotations

from typing import cast

from pbmserv.games.abalone import WIDTH, Abalone
from pbmserv.games.boards.honeycomb import LetteredRows
from pbmserv.games.grid_game import grid_of
from pbmserv.games.judging import shares
from pbmserv.games.repetition import Remembering

_CELLS = cast(LetteredRows, grid_of(LetteredRows, WIDTH, WIDTH)).cells
_MIDDLE = _CELLS[len(_CELLS) // 2]
DISTANCE = tuple(
    max(
        abs(cell.column - _MIDDLE.column),
        abs(cell.row - _MIDDLE.row),
        abs(cell.column - cell.row - _MIDDLE.column + _MIDDLE.row),
    )
    for cell in _CELLS
)
"""How many steps each cell is from the middle; a marble at the edge can be pushed off."""
WORTH = tuple(6.0 - (0.0, 0.05, 0.15, 0.35, 0.8)[distance] for distance in DISTANCE)
"""What a marble is worth there, so that one that is lost is worth several steps of all others."""


def judge(game: Abalone, position: Remembering) -> tuple[float, float]:
    """What both seats may expect."""
    lead = sum(
        (there == "x") * worth - (there == "o") * worth for there, worth in zip(position.standing, WORTH, strict=True)
    )
    return shares(lead / 3, position.next_seat, 0.12)
