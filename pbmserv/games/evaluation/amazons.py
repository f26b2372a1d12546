"""Amazons: who reaches each empty square first in queen moves, and the most promising moves.

Boards are bit sets, in which steps are shifts; a spare bit beside each row stops wrap-around.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from heapq import nlargest
from typing import NamedTuple, TypeAlias

from pbmserv.games.amazons import ARROW, Amazons, reached
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares
from pbmserv.games.grid_game import GridPosition, Path

SQUARES = 6
"""A lead of so many squares is clear."""
MOST_MOVES = 5
"""The maximum distance in moves at which a square counts."""
A_TIE = 0.2
"""The value of a square reached at once by both, for the side to move."""
STEPS, MOVES = 8, 24
"""How many amazon steps are combined with arrows, and how many moves are considered."""

Bits: TypeAlias = int


class Sides(NamedTuple):
    white: Bits
    black: Bits
    free: Bits

    def after(self, seat: int, start: Bits, end: Bits) -> Sides:
        """The same after an amazon's step."""
        white, black, free = self
        step, left = start | end, free ^ end | start
        return Sides(white ^ step, black, left) if seat == 0 else Sides(white, black ^ step, left)


def evaluate(game: Amazons, position: GridPosition) -> tuple[float, float]:
    lead = _lead(_sides(position), position.width + 1, position.next_seat)
    return shares(lead / SQUARES, position.next_seat, -0.28)


def candidates(game: Amazons, position: GridPosition) -> Sequence[str]:
    """The moves with the highest lead, of up to two thousand.

    The best steps are found first, and arrows only for these.
    """
    board, cells, seat = game.board(position), position.cells, position.next_seat
    bits, row, sides = _bits(position.width), position.width + 1, _sides(position)
    sign = 1 if seat == 0 else -1
    steps: list[tuple[float, int, int, Sides]] = []
    for start in position.places_of(game.own(position)):
        for end in reached(board, cells, start):
            after = sides.after(seat, bits[start], bits[end])
            steps.append((sign * _lead(after, row, 1 - seat), start, end, after))
    found: list[tuple[float, Path]] = []
    for _, start, end, after in nlargest(STEPS, steps):
        left = cells[:start] + EMPTY + cells[start + 1 :]
        for arrow in reached(board, left, end):
            shot = after._replace(free=after.free ^ bits[arrow])
            found.append((sign * _lead(shot, row, 1 - seat), (start, end, arrow)))
    return [game.text_of_path(board, path) for _, path in nlargest(MOVES, found)]


def _lead(sides: Sides, row: int, seat: int) -> float:
    white, black, free = sides
    white_left = black_left = free
    lead = even = 0
    for _ in range(MOST_MOVES):
        white = _a_move_from(white, free, row) & white_left
        black = _a_move_from(black, free, row) & black_left
        if not white and not black:
            break
        even += (white & black).bit_count()
        lead += (white & ~black & black_left).bit_count() - (black & ~white & white_left).bit_count()
        white_left &= ~white
        black_left &= ~black
    return lead + (A_TIE if seat == 0 else -A_TIE) * even


def _a_move_from(places: Bits, free: Bits, row: int) -> Bits:
    found = 0
    for step in (1, row - 1, row, row + 1):
        going = places
        while going := going << step & free:
            found |= going
        going = places
        while going := going >> step & free:
            found |= going
    return found


def _sides(position: GridPosition) -> Sides:
    width, cells = position.width, position.cells
    rows = " ".join(cells[start : start + width] for start in range(0, len(cells), width))
    return Sides(*(int(rows.translate(digits), 2) for digits in _DIGITS))


_DIGITS = [
    str.maketrans({each: str(int(each == mark)) for each in ("o", "x", ARROW, EMPTY, " ")})
    for mark in ("o", "x", EMPTY)
]
"""Translations of a board to bits; the first square is the highest bit."""


@cache
def _bits(width: int) -> Sequence[Bits]:
    last = width * (width + 1) - 2
    return [1 << last - place - place // width for place in range(width * width)]
