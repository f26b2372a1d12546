"""Abalone: marbles off or endangered, distance from the middle, cohesion."""

from __future__ import annotations

from typing import cast

from pbmserv.games.abalone import WIDTH, Abalone
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import LetteredRows
from pbmserv.games.evaluation import shares
from pbmserv.games.grid_game import grid_of
from pbmserv.games.repetition import Remembering

_BOARD = cast(LetteredRows, grid_of(LetteredRows, WIDTH, WIDTH))
_CELLS = _BOARD.cells
_MIDDLE = _CELLS[len(_CELLS) // 2]
DISTANCE = tuple(
    max(
        abs(cell.column - _MIDDLE.column),
        abs(cell.row - _MIDDLE.row),
        abs(cell.column - cell.row - _MIDDLE.column + _MIDDLE.row),
    )
    for cell in _CELLS
)
"""Each cell's distance from the middle."""
WORTH = tuple(6.0 - (0.0, 0.05, 0.15, 0.35, 0.8)[distance] for distance in DISTANCE)
"""A marble's value there; a lost one outweighs several steps of all others."""
A_PAIR = 0.1
"""The value of two adjacent own marbles."""
PUSHED_OFF = ("xoo", "xxooo", "oxx", "ooxxx")
"""From the edge inwards: patterns whose edge marble can be pushed off."""
TAKES, A_RISK, MOST_RISKS = 4.0, 1.0, 2
"""The value of a possible push next turn, and of threats, up to a number."""
_PAIRS = tuple((place, near) for place, around in enumerate(_BOARD.around) for near in around if near > place)
_INWARDS = tuple(
    (place, *ray[:4])
    for place, rays in enumerate(_BOARD.rays)
    for direction, ray in enumerate(rays)
    if not rays[(direction + 3) % 6]
)
"""From each edge cell inwards, as far as needed for such patterns."""
_TOGETHER = {"xx": A_PAIR, "oo": -A_PAIR}


def evaluate(game: Abalone, position: Remembering) -> tuple[float, float]:
    cells, seat = position.cells, position.next_seat
    lead = sum(
        [worth if there == "x" else -worth for there, worth in zip(cells, WORTH, strict=True) if there != EMPTY]
    )
    lead += sum([_TOGETHER.get(cells[one] + cells[other], 0.0) for one, other in _PAIRS])
    pushed = pushed_soon(cells)
    worth = (TAKES if pushed[1 - seat] else 0.0) - A_RISK * min(pushed[seat], MOST_RISKS)
    return shares((lead + (worth if seat == 0 else -worth)) / 3, seat, 0.12)


def pushed_soon(cells: str) -> tuple[int, int]:
    """The number of ways in which each seat's marbles could be pushed off."""
    lost = ""
    for line in _INWARDS:
        if cells[line[0]] != EMPTY and "".join([cells[each] for each in line]).startswith(PUSHED_OFF):
            lost += cells[line[0]]
    return lost.count("x"), lost.count("o")
