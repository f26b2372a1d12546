"""Slither: how many stones each seat needs to join its sides, and in how many ways."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import log2

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares, shares_of
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.slither import STONES, Bits, Position, Slither, beside_of, bits, chain, flooded, places, sides

A_STONE = 0.9
"""The value of needing one stone less."""
A_CHOICE = 0.5
"""The value of twice as many choices for each stone."""
CUT_OFF = 3.0
"""The value of cutting the opponent off, for the moment: stones can move away."""
A_TURN = 0.4
MOST = 24
"""The number of candidate moves; fewer let the search look deeper."""

_sides = cache(sides)


def evaluate(game: Slither, position: Position) -> tuple[float, float]:
    for seat in (0, 1):
        # A stone has moved, and another is still to be laid.
        if chain(position, seat):
            return shares_of(seat, CUT_OFF)
    upright, level = (layers(position, seat) for seat in (0, 1))
    if not upright or not level:
        return shares(CUT_OFF * (bool(upright) - bool(level)), position.next_seat, A_TURN)
    lead = A_STONE * (len(level) - len(upright)) + A_CHOICE * (_choices(upright) - _choices(level))
    return shares(lead, position.next_seat, A_TURN)


def candidates(game: Slither, position: Position) -> Sequence[str] | None:
    """Moves that touch the shortest ways of both, the narrowest parts of them first."""
    worth: dict[int, float] = {}
    for seat in (0, 1):
        for layer in layers(position, seat):
            for place in places(layer, position.width):
                worth[place] = worth.get(place, 0.0) + 1 / layer.bit_count()
    if not position.last:
        # The other may take this stone over: one beside a corner is as good for both.
        return [game.board(position).names[position.width + 1]]
    known = game.known_paths(position)
    best = sorted(known, key=lambda move: -worth.get(known[move][-1], 0.0) - (len(known[move]) == 1) * 0.01)
    return best[:MOST]


@lru_cache(maxsize=64)
def layers(position: GridPosition, seat: int) -> tuple[Bits, ...]:
    """The points for each stone of the shortest ways between a seat's sides; none if there is no way."""
    width = position.width
    own, free = bits(position, STONES[seat]), bits(position, EMPTY)
    first, last = _sides(width, seat)
    there = _reached(own, free, first, last, width)
    back = _reached(own, free, last, first, width)
    return tuple(one & other for one, other in zip(there, reversed(back), strict=True))


def _reached(own: Bits, free: Bits, first: Bits, last: Bits, width: int) -> list[Bits]:
    """The free points that so many stones reach from the first side, until they reach the last one."""
    stones = flooded(first, own, width)
    seen, found = 0, []
    points = (first | beside_of(stones, width)) & free
    while points:
        found.append(points)
        seen |= points
        stones = flooded(beside_of(points, width), own, width)
        if (points | stones) & last:
            return found
        points = beside_of(points | stones, width) & free & ~seen
    return []


def _choices(found: Sequence[Bits]) -> float:
    return sum(log2(each.bit_count()) for each in found) / len(found)
