"""Surakarta: pieces after worthwhile captures, and captures that threaten."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares
from pbmserv.games.repetition import Remembering
from pbmserv.games.surakarta import Surakarta, captures

DEEPEST = 3
"""How many captures in a row are looked at."""
A_THREAT, MOST_THREATS = 0.15, 4
"""The value of a piece that could be captured if the turn were the other's, up to a number, as a part of a piece."""
PIECES = 3
"""A lead of so many pieces wins most games."""


def evaluate(game: Surakarta, position: Remembering) -> tuple[float, float]:
    cells, seat = position.cells, position.next_seat
    own, other = "xo"[seat], "xo"[1 - seat]
    threats = {end for _, end in _captures(cells, other)}
    lead = cells.count(own) - cells.count(other) - A_THREAT * min(len(threats), MOST_THREATS)
    lead += _wins_one(cells, own, other, DEEPEST)
    return shares((lead if seat == 0 else -lead) / PIECES, seat, 0.2)


def _wins_one(cells: str, own: str, other: str, deepest: int) -> bool:
    """Whether the side to move comes out a piece ahead of an exchange that it begins."""
    if not deepest:
        return False
    for start, end in _captures(cells, own):
        after = [*cells]
        after[start], after[end] = EMPTY, own
        if not _wins_one("".join(after), other, own, deepest - 1):
            return True
    return False


def _captures(cells: str, own: str) -> Iterator[tuple[int, int]]:
    for place, piece in enumerate(cells):
        if piece == own:
            for end in captures(cells, place):
                yield place, end
