"""The star of Chinese checkers: hexagons in a hexagon with a triangle on each of its sides.

Each row lies half a cell further than the next, so cells stand above each other in every other row. Columns are
upright and have letters, rows have numbers from below: m1 is the lowest cell, a13 and y13 are the ends of its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import ClassVar

from pbmserv.games.boards.camps import Camped
from pbmserv.games.boards.grids import BoardContents
from pbmserv.games.boards.honeycomb import LABEL, MARGIN, Cell, Honeycomb, across
from pbmserv.games.message import Message
from pbmserv.games.picture import Point, Shape, Text

SIDE = 4
"""The cells along each side of a camp."""
WIDTH = 4 * SIDE + 1
"""Rows of the star, and columns of the honeycomb around it."""
PLACES = 121
_MIDDLE = 2 * SIDE
HOMES = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The corners from which so many players start."""


@dataclass(frozen=True)
class Star(Camped, Honeycomb):
    """A star of 121 cells; so many `seats` have a camp."""

    form: ClassVar[str] = "a star"
    opposite: ClassVar[int] = 3

    seats: int = 2

    def is_on_board(self, cell: Cell) -> bool:
        return all(each <= SIDE for each in _sides(cell)[::2]) or all(each <= SIDE for each in _sides(cell)[1::2])

    @cached_property
    def columns(self) -> str:
        return ascii_lowercase[: 6 * SIDE + 1]

    def name_of_cell(self, cell: Cell) -> str:
        return f"{self.columns[self.column_of(cell)]}{self.height - cell.row}"

    def column_of(self, cell: Cell) -> int:
        """Its upright column, from 0: of two cells beside each other every other one lies between."""
        return cell.half_columns + SIDE

    @cached_property
    def camps(self) -> Sequence[frozenset[int]]:
        """A camp is what lies beyond one side of the hexagon."""
        sides = [_sides(cell) for cell in self.cells]
        return tuple(
            frozenset(place for place, each in enumerate(sides) if each[corner] > SIDE) for corner in range(6)
        )

    @cached_property
    def corners(self) -> Sequence[int]:
        sides = [_sides(cell) for cell in self.cells]
        return tuple(max(camp, key=lambda place: sides[place][corner]) for corner, camp in enumerate(self.camps))

    @cached_property
    def homes(self) -> Sequence[int]:
        return HOMES[self.seats]

    def apart(self, place: int, other: int) -> int:
        """Of neighbours it is 1."""
        one, two = self.cells[place], self.cells[other]
        return ((one.half_columns - two.half_columns) ** 2 + 3 * (one.row - two.row) ** 2) // 4

    def where_it_is(self, name: str) -> str:
        row = [each for each in self.names if self.row_of_name(each) == self.row_of_name(name)]
        if len(row) == 1:
            return Message("the only cell in that row is {cells}", cells=row[0])
        if row:
            text = "that row has every other one from {first} to {last}"
            return Message(text, first=row[0], last=row[-1])
        return Message("its lowest cell is {first}, its highest {last}", first=self.names[-1], last=self.names[0])

    @property
    def extent(self) -> str:
        return Message("a star with {cells} cells", cells=len(self.cells))

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates, the last move in brackets, winning pieces in capitals."""
        seen = self.with_camps(contents)
        lines = [[" "] * (len(self.columns) + 2) for _ in self.rows]
        for place, cell in enumerate(self.cells):
            there = seen.cells[place]
            lines[cell.row][self.column_of(cell) + 1] = there.upper() if place in seen.winning_cells else there
        for place in seen.last:
            line, at = lines[self.cells[place].row], self.column_of(self.cells[place]) + 1
            # Between two places that are both marked, one line is drawn for both.
            line[at - 1] = "|" if line[at - 1] == ")" else "("
            line[at + 1] = "|" if line[at + 1] == "(" else ")"
        header = f"    {self.columns}"
        body = [f"{row:2} {''.join(line)} {row}" for row, line in zip(self.rows, lines, strict=True)]
        return "\n".join([header, *body, header])

    def _role(self, place: int) -> str:
        return "cell.goal" if place in self.in_use else super()._role(place)

    def _labels_drawn(self, centre: Callable[[Cell], Point]) -> Iterator[Shape]:
        lowest = centre(self.cells[-1]).y + MARGIN * 1.2
        for number, letter in enumerate(self.columns):
            yield Shape(Text(letter, Point(MARGIN + across(1 + number), lowest), LABEL), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(MARGIN / 2, centre(Cell(0, number)).y), LABEL), "label")


def _sides(cell: Cell) -> tuple[int, ...]:
    """How far a cell is from the middle towards each corner, clockwise from the lowest one."""
    column, row = cell.column - _MIDDLE, cell.row - _MIDDLE
    slant = column - row
    return row, -slant, -column, -row, slant, column
