"""Positions of Trioker-Line that tests set up by hand."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.base import Played
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker_line import TriokerLine
from pbmserv.games.trioker_line.rules import FIRST_CELL, Position

GAME = TriokerLine()
CHANCE = Chance(bytes(16), "test")

FIRST = Placement(FIRST_CELL, "333")
"""The first tile alone; only tiles with two threes fit beside it."""


def position(
    *hands: str,
    bank: str = "",
    paths: int = 3,
    next_seat: int = 0,
    placements: tuple[Placement, ...] = (FIRST,),
    drawn: str | None = None,
    left: frozenset[int] = frozenset(),
) -> Position:
    """A game after its start; hands and bank are written `012 330`."""
    return Position(
        paths=paths,
        hands=tuple(tuple(hand.split()) for hand in hands),
        bank=tuple(bank.split()),
        placements=placements,
        next_seat=next_seat,
        drawn=drawn,
        left=left,
    )


def play(before: Position, text: str) -> Played[Position]:
    """A move of whoever is to move."""
    return GAME.play(before, before.next_seat, text, CHANCE)


def around_the_lower_right(*tiles: str) -> tuple[Placement, ...]:
    """333, and tiles that follow one another clockwise around its corner to the lower right."""
    pivot = FIRST_CELL.corners()[1]
    cells = pivot.cells()
    placements = [FIRST]
    for step, tile in enumerate(tiles, 1):
        cell = cells[(cells.index(FIRST_CELL) + step) % 6]
        placements.append(Placement(cell, _matching(tile, cell, placements)))
    return tuple(placements)


def _matching(tile: str, cell: Cell, placements: Sequence[Placement]) -> str:
    """The only way to lay a tile beside others."""
    marks = {
        vertex: mark
        for there, tile_marks in placements
        for vertex, mark in zip(there.corners(), tile_marks, strict=True)
    }
    pattern = "".join(marks.get(vertex, " ") for vertex in cell.corners())
    [fitting] = TILES.turns_that_fit(tile, pattern)
    return fitting
