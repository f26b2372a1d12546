"""Games that are won by a row: the places where one may still come, by the stones of one seat that lie there."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from pbmserv.games.boards.grids import EAST, EMPTY, NORTH_EAST, SOUTH, SOUTH_EAST
from pbmserv.games.connect6 import Connect6
from pbmserv.games.grid_game import Standing
from pbmserv.games.judging import shares_of
from pbmserv.games.rows import RowGame

WORTH = (0.0, 0.005, 0.03, 0.13, 0.35, 0.6)
"""What it is worth that so many stones lie where a row may come, and nothing of the other's."""
A_PAIR = 0.5
"""What a captured pair is worth in Pente; the fifth wins."""
_BITS = 12
"""Bits for the number of places with so many stones of a seat: there are fewer than 4,096 on any board."""


def judge(game: RowGame[Any], position: Any) -> tuple[float, float]:
    """What both seats may expect."""
    if getattr(position, "opening", ""):
        # Colours are not given yet.
        return 0.5, 0.5
    crossed = getattr(position, "crossed", False)
    black, white = _counted(game, position)
    # Black has the stones x; who plays Black is another matter.
    mover = position.next_seat ^ crossed
    own, other = (black, white) if mover == 0 else (white, black)
    share = _share(game, own, other, _at_once(game, position))
    pairs = getattr(position, "pairs", (0, 0))
    lead = A_PAIR * (pairs[0] ** 1.5 - pairs[1] ** 1.5)
    if share is not None:
        return shares_of(position.next_seat, share + (lead if mover == 0 else -lead))
    lead += sum((ours - theirs) * worth for ours, theirs, worth in zip(black, white, WORTH, strict=False))
    return shares_of(crossed, lead + (0.1 if mover == 0 else -0.1))


def _at_once(game: RowGame[Any], position: Standing) -> int:
    """How many stones the seat to move may lay before the other does."""
    if not isinstance(game, Connect6):
        return 1
    laid = len(position.standing) - position.standing.count(EMPTY)
    return 1 if laid % 2 == 0 else 2


def _share(game: RowGame[Any], own: list[int], other: list[int], at_once: int) -> float | None:
    """By how much the seat to move leads where a row is near; None where none is."""
    most = 2 if isinstance(game, Connect6) else 1
    length = game.in_row
    if any(own[length - at_once :]):
        return 6.0
    threats = sum(other[length - most :])
    if threats > at_once:
        # Some of them may be met by one stone, but seldom all.
        return -3.0
    if not threats and most == 1 and own[length - 2] > 1:
        return 2.0
    return None


def _counted(game: RowGame[Any], position: Standing) -> tuple[list[int], list[int]]:
    """For each colour, on how many places for a row there are so many stones, and none of the other colour."""
    standing, length = position.standing, game.in_row
    known = _known(length)
    total = 0
    for line in _lines(game.board(position), length):
        stones = "".join([standing[place] for place in line])
        if stones.strip(EMPTY):
            for start in range(len(stones) - length + 1):
                total += known[stones[start : start + length]]
    mask = (1 << _BITS) - 1
    counts = [total >> (_BITS * number) & mask for number in range(2 * (length + 1))]
    return counts[: length + 1], counts[length + 1 :]


@cache
def _known(length: int) -> dict[str, int]:
    """What a place for a row adds to the counts, by what lies there."""
    known = {}
    for stones in map("".join, product("xo.", repeat=length)):
        black, white = stones.count("x"), stones.count("o")
        is_mixed = (black and white) or not (black or white)
        number = black or length + 1 + white
        known[stones] = 0 if is_mixed else 1 << (_BITS * number)
    return known


@cache
def _lines(board: Any, length: int) -> tuple[tuple[int, ...], ...]:
    """All rows, columns and diagonals that are long enough."""
    return tuple(
        (place, *rays[direction])
        for place, rays in enumerate(board.rays)
        for direction in (NORTH_EAST, EAST, SOUTH_EAST, SOUTH)
        if not rays[(direction + 4) % 8] and len(rays[direction]) + 1 >= length
    )
