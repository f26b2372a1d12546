"""Positions of Triominoes that tests set up by hand."""

from __future__ import annotations

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triominoes.rules import Position
from pbmserv.games.triominoes.tiles import tile_set

TRIPLE_555 = (Placement(Cell(0, 0), "555"),)
"""A table on which only tiles with two fives fit."""


def position(
    *hands: str,
    pool: str = "",
    scores: tuple[int, ...] | None = None,
    next_seat: int = 0,
    target: int = 400,
    target_reached: bool = False,
    placements: tuple[Placement, ...] = TRIPLE_555,
) -> Position:
    """The first round after its opening; hands and pool are written `012 345`."""
    return Position(
        highest=5,
        target=target,
        hands=tuple(tuple(hand.split()) for hand in hands),
        scores=scores or (0,) * len(hands),
        round=1,
        bank=tuple(pool.split()),
        placements=placements,
        next_seat=next_seat,
        target_reached=target_reached,
    )


def placing(before: Position, tile: str) -> Placement:
    """The first way in which the seat to move can place a tile."""
    return next(
        placement
        for placement in before.placements_of(before.next_seat)
        if tile_set(before.highest).name_of(placement.marks) == tile
    )
