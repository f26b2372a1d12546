"""Hex in characters: a rhombus of two columns to a cell, each row one column further right than the one above.

The six nearest characters of a cell are then its six neighbours. Column letters follow the slant of the board.
"""

from __future__ import annotations

from string import ascii_lowercase

from pbmserv.games.hex.rules import Cell, Position

STONES = ("x", "o")
"""What a seat's stones look like; those of the winning chain are in capitals."""
_EMPTY = "."


def draw_position(position: Position) -> str:
    """The board with coordinates on all sides, the last stone in brackets, and the winning chain in capitals."""
    letters = f"-{'-'.join(ascii_lowercase[: position.size])}-"
    rows = (" " * row + _row(position, row) for row in range(position.size))
    return "\n".join([" " * 3 + letters, *rows, " " * (position.size + 4) + letters])


def _row(position: Position, row: int) -> str:
    """A row between its numbers, not yet moved to the right."""
    marks = (_mark(position, Cell(row, column)) for column in range(position.size))
    text = f" {' '.join(marks)} "
    if position.stones and position.stones[-1].row == row:
        place = 2 * position.stones[-1].column
        text = f"{text[:place]}({text[place + 1]}){text[place + 3 :]}"
    return f"{row + 1:2} \\{text}\\ {row + 1}"


def _mark(position: Position, cell: Cell) -> str:
    if cell not in position.owners:
        return _EMPTY
    stone = STONES[position.owners[cell]]
    return stone.upper() if cell in position.chain else stone
