"""Codes of what a stone makes, by the eleven points of a line around it."""

from __future__ import annotations

from functools import lru_cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation.lines import NEAR, of_both

LENGTH = 5
SCORES = (1, 6, 30, 120, 400)
"""The value of a stone by own stones in a possible row."""
SCORE = (1 << 14) - 1
"""The bits of the score."""
CAPTURES = 15 << 14
"""Pairs captured."""
THREES = 7 << 18
"""Lines with an open three."""
FOURS = 7 << 21
"""Lines with a four that has one winning point."""
OPEN_FOURS = 7 << 24
"""Lines with a four that has several."""
ROWS = 7 << 27
"""Lines that win."""


def first(field: int) -> int:
    return field & -field


@lru_cache(maxsize=1 << 15)
def code_of(around: str) -> int:
    """The code of a stone for each seat, if five or more win."""
    return of_both(*(_code(around, stone, is_exact=False) for stone in "xo"))


@lru_cache(maxsize=1 << 15)
def exact_code_of(around: str) -> int:
    """The same if exactly five win."""
    return of_both(*(_code(around, stone, is_exact=True) for stone in "xo"))


def _code(around: str, stone: str, is_exact: bool) -> int:
    score = 0
    for start in range(NEAR - LENGTH + 1, NEAR + 1):
        window = around[start : start + LENGTH]
        own = window.count(stone)
        if own + window.count(EMPTY) == LENGTH:
            score += SCORES[own]
    laid = _with(around, NEAR, stone)
    code = score + _captures(around, stone) * first(CAPTURES)
    if _is_row(laid, NEAR, stone, is_exact):
        return code + first(ROWS)
    ends = _ends(laid, stone, is_exact)
    if ends:
        return code + first(OPEN_FOURS if ends > 1 else FOURS)
    free = [place for place, there in enumerate(laid) if there == EMPTY]
    if any(_ends(_with(laid, place, stone), stone, is_exact) > 1 for place in free):
        return code + first(THREES)
    return code


def _with(points: str, place: int, stone: str) -> str:
    return points[:place] + stone + points[place + 1 :]


def _ends(points: str, stone: str, is_exact: bool) -> int:
    """The number of stones that would finish a row through the middle."""
    return sum(
        there == EMPTY and _is_row(_with(points, place, stone), place, stone, is_exact)
        for place, there in enumerate(points)
    )


def _is_row(points: str, last: int, stone: str, is_exact: bool) -> bool:
    """Whether the last stone has finished a row through the middle."""
    begin, end = min(last, NEAR), max(last, NEAR)
    if points[begin : end + 1] != stone * (end - begin + 1):
        return False
    while begin and points[begin - 1] == stone:
        begin -= 1
    while end + 1 < len(points) and points[end + 1] == stone:
        end += 1
    run = end - begin + 1
    return run == LENGTH if is_exact else run >= LENGTH


def _captures(around: str, stone: str) -> int:
    pair = ("o" if stone == "x" else "x") * 2
    return (around[NEAR + 1 : NEAR + 4] == pair + stone) + (around[NEAR - 3 : NEAR] == stone + pair)
