"""Connection games: fill the board at random, and check once who has connected.

On a full board exactly one seat has, so the order does not matter. Boards are bit sets, in which steps are shifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.hexagons import Rhombus
from pbmserv.games.boards.honeycomb import TriangleOfCells
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.hex.game import Hex
from pbmserv.games.hex.rules import Position
from pbmserv.games.y import Y

TIMES = 16
"""The number of fillings averaged."""


Spot: TypeAlias = tuple[int, int]


class Bits(NamedTuple):
    """A board as bits: each place's bit, the sides, the row distance."""

    of: Sequence[int]
    sides: Sequence[int]
    row: int


def of_hex(game: Hex, position: Position, chance: Chance) -> tuple[float, float]:
    """Vertical connects top and bottom, or Horizontal the others."""
    board = _rhombus(position.size)
    size, owners = position.size, position.owners
    free = [board.of[cell.row * size + cell.column] for cell in position.free_cells]
    own = sum(board.of[cell.row * size + cell.column] for cell, seat in owners.items() if seat == 0)
    laid = len(position.stones)
    count = sum(position.layer_of(number) == 0 for number in range(laid, size * size))
    won = 0
    for _ in range(TIMES):
        stones = own | sum(chance.shuffled(free)[:count])
        won += bool(_flooded(stones & board.sides[0], stones, board.row) & board.sides[1])
    return won / TIMES, 1 - won / TIMES


def of_y(game: Y, position: GridPosition, chance: Chance) -> tuple[float, float]:
    """Black connects all three sides, or White does."""
    board = _triangle(position.width)
    free = [bit for bit, there in zip(board.of, position.cells, strict=True) if there == EMPTY]
    own = sum(bit for bit, there in zip(board.of, position.cells, strict=True) if there == "x")
    count = (len(free) + (position.next_seat == 0)) // 2
    won = 0
    for _ in range(TIMES):
        stones = own | sum(chance.shuffled(free)[:count])
        won += _joins_all(stones, board)
    return won / TIMES, 1 - won / TIMES


def _joins_all(stones: int, board: Bits) -> bool:
    first, *others = board.sides
    left = stones & first
    while left:
        chain = _flooded(left & -left, stones, board.row)
        if all(chain & side for side in others):
            return True
        left &= ~chain
    return False


def _flooded(reached: int, stones: int, row: int) -> int:
    while True:
        # Neighbours are beside each other in a row, and two of them in the row above and below.
        spread = reached | reached << 1 | reached >> 1 | reached << row | reached >> row
        spread = stones & (spread | reached << row - 1 | reached >> row - 1)
        if spread == reached:
            return reached
        reached = spread


@cache
def _rhombus(size: int) -> Bits:
    cells = [(cell.row, cell.column) for cell in Rhombus(size).cells]
    top, bottom = ([cell for cell in cells if cell[0] == row] for row in (0, size - 1))
    return _bits(size, cells, [top, bottom])


@cache
def _triangle(width: int) -> Bits:
    # Columns are counted from the right: so the neighbours are those that cells have in a rhombus.
    cells = [(cell.row, width - 1 - cell.column) for cell in TriangleOfCells(width, width).cells]
    left = [(row, column) for row, column in cells if column == width - 1]
    right = [(row, column) for row, column in cells if row + column == width - 1]
    bottom = [(row, column) for row, column in cells if row == width - 1]
    return _bits(width, cells, [left, right, bottom])


def _bits(width: int, cells: Sequence[Spot], sides: Sequence[Sequence[Spot]]) -> Bits:
    row = width + 1

    def bit_of(spot: Spot) -> int:
        return 1 << (spot[0] * row + spot[1])

    return Bits([*map(bit_of, cells)], [sum(map(bit_of, side)) for side in sides], row)
