"""Five in a row: what a stone on a free point makes, by the eleven points of a line around it."""

from __future__ import annotations

from functools import lru_cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation.lines import NEAR, of_both

LENGTH = 5
SCORES = (1, 6, 30, 120, 400)
"""What it is worth to lay a stone where a row may come, by how many own ones lie there."""
SCORE = (1 << 14) - 1
"""The bits that tell how much is made of a point, or kept from the other seat."""
CAPTURES = 15 << 14
"""How many pairs are taken."""
THREES = 7 << 18
"""In how many lines it makes three that threaten to become an open four."""
FOURS = 7 << 21
"""In how many lines it makes a four that can be finished in one way."""
OPEN_FOURS = 7 << 24
"""In how many lines it makes a four that can be finished in several ways."""
ROWS = 7 << 27
"""In how many lines it wins."""


def first(field: int) -> int:
    """One, in the place of some bits."""
    return field & -field


@lru_cache(maxsize=1 << 15)
def code_of(around: str) -> int:
    """What a stone in the middle of these points makes for each seat, where five in a row win, and more."""
    return of_both(*(_code(around, stone, is_exact=False) for stone in "xo"))


@lru_cache(maxsize=1 << 15)
def exact_code_of(around: str) -> int:
    """The same where exactly five win."""
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
    """How many stones would each finish a row through the middle."""
    return sum(
        there == EMPTY and _is_row(_with(points, place, stone), place, stone, is_exact)
        for place, there in enumerate(points)
    )


def _is_row(points: str, last: int, stone: str, is_exact: bool) -> bool:
    """Whether a stone that was laid last has finished a row through the middle."""
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
    """How many pairs a stone in the middle takes, where pairs are taken."""
    pair = ("o" if stone == "x" else "x") * 2
    return (around[NEAR + 1 : NEAR + 4] == pair + stone) + (around[NEAR - 3 : NEAR] == stone + pair)
