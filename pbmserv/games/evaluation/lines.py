"""The lines of a board, and what stones on its free points would come to, for games that are won by a row.

What a stone comes to depends on the eleven points of a line around it, and is added up over its lines. What lies
there repeats all the time: so it is worked out once for each content of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from struct import unpack
from typing import Any

from pbmserv.games.boards.grids import EAST, EMPTY, NORTH_EAST, SOUTH, SOUTH_EAST

COLOURS = "xo"
NEAR = 5
"""How many points to each side are looked at."""
OUTSIDE = "#" * NEAR
_BITS = 30
"""Bits of each seat in a code, which tells of both."""
_SEAT = (1 << _BITS) - 1
_SLOT = 64
"""Bits for a point, where all points of a board are one number."""


def of_both(black: int, white: int) -> int:
    """The code of a point, by what is told of it for each seat, which has less than 30 bits even in sums."""
    return black | white << _BITS


def for_black(code: int) -> int:
    """What is told of a point for Black."""
    return code & _SEAT


def for_white(code: int) -> int:
    """What is told of it for White."""
    return code >> _BITS


@dataclass(frozen=True, eq=False)
class Line:
    """A line of a board: its places, and where they are in the string of all."""

    places: tuple[int, ...]
    part: slice


@cache
def lines_of(board: Any, length: int) -> tuple[Line, ...]:
    """All rows, columns and diagonals that are long enough."""
    lines = []
    for place, rays in enumerate(board.rays):
        for direction in (NORTH_EAST, EAST, SOUTH_EAST, SOUTH):
            if not rays[(direction + 4) % 8] and len(rays[direction]) + 1 >= length:
                places = (place, *rays[direction])
                step = places[1] - place
                end = places[-1] + (1 if step > 0 else -1)
                lines.append(Line(places, slice(place, None if end < 0 else end, step)))
    return tuple(lines)


def codes_of(board: Any, cells: str, length: int, code_of: Callable[[str], int]) -> Sequence[int]:
    """For each place the sum of the codes of what is around it in its lines; 0 where a stone lies, or none near."""
    total = 0
    for line in lines_of(board, length):
        stones = cells[line.part]
        if stones.strip(EMPTY):
            total += _in_line(line, stones, code_of)
    return unpack(f"<{len(cells)}Q", total.to_bytes(len(cells) * _SLOT // 8, "little"))


@lru_cache(maxsize=1 << 12)
def _in_line(line: Line, stones: str, code_of: Callable[[str], int]) -> int:
    """The codes of the points of a line, each where it belongs on the board."""
    wide, total = f"{OUTSIDE}{stones}{OUTSIDE}", 0
    for start, place in enumerate(line.places):
        if stones[start] == EMPTY:
            total |= code_of(wide[start : start + 2 * NEAR + 1]) << place * _SLOT
    return total


def best_of(codes: Sequence[int], seat: int, scores: int) -> list[int]:
    """Free points, first those of which most is made, or kept from the other seat; `scores` masks what counts."""
    own, other = (5, 4) if seat == 0 else (4, 5)
    weights = [own * (code & scores) + other * (code >> _BITS & scores) for code in codes]
    order = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)
    return [place for place in order if weights[place]]
