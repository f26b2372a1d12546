"""Games in which stones are laid until somebody has joined sides: fill the board, and look once who has.

It makes no difference who would have joined them first: on a full board just one of the two has. So the free cells
are dealt out at random, each seat getting as many as it would have laid, which is what random play leads to. Boards
are sets of bits in a number, in which a step to a neighbour is a shift.
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
"""How often a board is filled for one answer, which is the mean: to fill it costs less than all the rest."""


Spot: TypeAlias = tuple[int, int]
"""A row and a column."""


class Bits(NamedTuple):
    """A board of hexagons as bits: that of each place, the sides, and how many bits a row is apart from the next."""

    of: Sequence[int]
    sides: Sequence[int]
    row: int


def of_hex(game: Hex, position: Position, chance: Chance) -> tuple[float, float]:
    """Vertical has joined top and bottom, or else Horizontal has joined the other sides."""
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
    """Black has joined all three sides, or else White has."""
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
    """Whether one chain touches all sides."""
    first, *others = board.sides
    left = stones & first
    while left:
        chain = _flooded(left & -left, stones, board.row)
        if all(chain & side for side in others):
            return True
        left &= ~chain
    return False


def _flooded(reached: int, stones: int, row: int) -> int:
    """All stones that are joined to those reached."""
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
    """A free column beside the board keeps what is at one edge from touching what is at the other."""
    row = width + 1

    def bit_of(spot: Spot) -> int:
        return 1 << (spot[0] * row + spot[1])

    return Bits([*map(bit_of, cells)], [sum(map(bit_of, side)) for side in sides], row)
