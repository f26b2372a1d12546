"""Lines of a board and scores of empty points, for games won by a row.

A point's score depends on eleven points of each line and is cached by content.
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
"""The number of points examined on each side."""
OUTSIDE = "#" * NEAR
_BITS = 30
"""Bits for each seat in a code."""
_SEAT = (1 << _BITS) - 1
_SLOT = 64
"""Bits for each point in a combined number."""


def of_both(black: int, white: int) -> int:
    """A point's code for both seats, each below 30 bits even in sums."""
    return black | white << _BITS


def for_black(code: int) -> int:
    return code & _SEAT


def for_white(code: int) -> int:
    return code >> _BITS


@dataclass(frozen=True, eq=False)
class Line:
    places: tuple[int, ...]
    part: slice


@cache
def lines_of(board: Any, length: int) -> tuple[Line, ...]:
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
    """For each place the sum of its lines' codes; 0 for stones and isolated points."""
    total = 0
    for line in lines_of(board, length):
        stones = cells[line.part]
        if stones.strip(EMPTY):
            total += _in_line(line, stones, code_of)
    return unpack(f"<{len(cells)}Q", total.to_bytes(len(cells) * _SLOT // 8, "little"))


@lru_cache(maxsize=1 << 12)
def _in_line(line: Line, stones: str, code_of: Callable[[str], int]) -> int:
    wide, total = f"{OUTSIDE}{stones}{OUTSIDE}", 0
    for start, place in enumerate(line.places):
        if stones[start] == EMPTY:
            total |= code_of(wide[start : start + 2 * NEAR + 1]) << place * _SLOT
    return total


def best_of(codes: Sequence[int], seat: int, scores: int) -> list[int]:
    """Empty points, best first; `scores` masks the score."""
    own, other = (5, 4) if seat == 0 else (4, 5)
    weights = [own * (code & scores) + other * (code >> _BITS & scores) for code in codes]
    order = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)
    return [place for place in order if weights[place]]
