"""Hexagons in a hexagon or triangle, as in Havannah and Y, as a kind of grid.

A cell's six nearest characters are its neighbours. Columns run down to the left, with letters at their upper ends; if
rows have letters, numbers stand at the lower ends of the lines down to the right.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from math import pi, sqrt
from string import ascii_lowercase
from typing import ClassVar, NamedTuple

from pbmserv.games.boards.figures import Figure, figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.pieces import lit, regular
from pbmserv.games.families import HEXAGONS
from pbmserv.games.message import Message
from pbmserv.games.picture import Picture, Point, Shape, Text

NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST = range(6)
"""Directions, clockwise; none is straight up or down."""
_STEPS = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1))
"""Column and row steps, by direction."""

SIDE = 21.0
"""The side of a hexagon in units."""
_ACROSS = SIDE * sqrt(3)
MARGIN = 28.0
"""Units around the cells."""
LABEL = 15.0
"""The height of a coordinate."""
_NEAR = 0.8
"""How far a label is from its row: of the way to the next cell."""


def across(half_columns: int) -> float:
    """Units of so many half cells."""
    return half_columns * _ACROSS / 2


class Cell(NamedTuple):
    """A hexagon on the board or beside it; columns and rows count from 0, rows from the top."""

    column: int
    row: int

    def ahead(self, direction: int, steps: int = 1) -> Cell:
        """The cell some steps away."""
        across, down = _STEPS[direction]
        return Cell(self.column + steps * across, self.row + steps * down)

    @property
    def half_columns(self) -> int:
        """Its horizontal position in half cell widths."""
        return 2 * self.column - self.row


class Label(NamedTuple):
    """A coordinate, the last cell of the line that it names, and the direction onwards."""

    text: str
    end: Cell
    direction: int


class Honeycomb(Grid):
    """A board of hexagons; only cells on the board are places."""

    place_word: ClassVar[str] = "cell"
    family = HEXAGONS
    form: ClassVar[str]
    """The shape of the board, in words."""

    @classmethod
    def height_of(cls, width: int, places: int) -> int:  # noqa: ARG003 - the width tells it
        """Equal to the width."""
        return width

    @abstractmethod
    def is_on_board(self, cell: Cell) -> bool:
        """Whether a cell in the enclosing square belongs to the board."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        square = (Cell(column, row) for row in range(self.height) for column in range(self.width))
        return tuple(cell for cell in square if self.is_on_board(cell))

    @cached_property
    def places(self) -> range:
        return range(len(self.cells))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(self.name_of_cell, self.cells))

    def name_of_cell(self, cell: Cell) -> str:
        """The name of a cell: d4 is in the fourth column and row."""
        return f"{ascii_lowercase[cell.column]}{cell.row + 1}"

    def row_of_name(self, name: str) -> str:
        """The part of a name that identifies the row."""
        return name[1:]

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each place and direction, the places up to the edge, nearest first."""
        place_of = {cell: place for place, cell in enumerate(self.cells)}

        def ray(cell: Cell, direction: int) -> Iterator[int]:
            while (cell := cell.ahead(direction)) in place_of:
                yield place_of[cell]

        return tuple(tuple(tuple(ray(cell, direction)) for direction in range(len(_STEPS))) for cell in self.cells)

    @cached_property
    def beyond(self) -> tuple[frozenset[int], ...]:
        """For each place, the directions in which the board ends: two along a side, more at a corner."""
        return tuple(frozenset(direction for direction, ray in enumerate(rays) if not ray) for rays in self.rays)

    def group_of(self, place: int, cells: str) -> list[int]:
        """The connected places with the same character as this one."""
        return self.joined([place], cells, cells[place])

    def joined(self, places: Sequence[int], cells: str, holding: str) -> list[int]:
        """The places reachable from these through places with one of these characters."""
        found, ahead = {*places}, [*places]
        while ahead:
            for near in self.around[ahead.pop()]:
                if near not in found and cells[near] in holding:
                    found.add(near)
                    ahead.append(near)
        return sorted(found)

    def where_it_is(self, name: str) -> str:
        first, last = (line for line in (self._lines[0], self._lines[-1]))
        for line in self._lines:
            if self.row_of_name(name) == self.row_of_name(line[0]):
                first = last = line
        if first == last:
            return Message(
                "its cells in that row are {cells}" if len(first) > 1 else "the only cell in that row is {cells}",
                cells=_span(first),
            )
        return Message("its first row is {first}, its last {last}", first=_span(first), last=_span(last))

    @cached_property
    def _lines(self) -> tuple[tuple[str, ...], ...]:
        rows = groupby(zip(self.cells, self.names, strict=True), key=lambda each: each[0].row)
        return tuple(tuple(name for _, name in row) for _, row in rows)

    @property
    def extent(self) -> str:
        return Message(f"{self.form} of cells")

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        rows = [[cell for cell in self.cells if cell.row == row] for row in range(self.height)]
        columns = [[cell for cell in self.cells if cell.column == column] for column in range(self.width)]
        found = [Label(str(cells[0].row + 1), cells[0], WEST) for cells in rows]
        found += [Label(ascii_lowercase[cells[0].column], cells[0], NORTH_EAST) for cells in columns]
        return tuple(found)

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates, the last move in brackets, winning pieces in capitals."""
        drawn: dict[tuple[int, int], str] = {}
        for place, cell in enumerate(self.cells):
            written = self.written(contents, place)
            written = written.upper() if place in contents.winning_cells else written
            begins = self.column_of(cell)
            drawn.update({(cell.row, begins + number): character for number, character in enumerate(written)})
        for place in contents.last:
            if contents.cells[place] != EMPTY:
                row, at = self.cells[place].row, self.column_of(self.cells[place])
                stop = at + len(self.written(contents, place))
                # Between two places that are both marked, one line is drawn for both.
                drawn[row, at - 1] = "|" if drawn.get((row, at - 1)) == ")" else "("
                drawn[row, stop] = "|" if drawn.get((row, stop)) == "(" else ")"
        for text, end, direction in self.labels:
            if direction in (EAST, WEST):
                begins = self.column_of(end) + (-2 - len(text) if direction == WEST else 3)
                drawn.update({(end.row, begins + number): character for number, character in enumerate(text)})
            else:
                near, far = end.ahead(direction), end.ahead(direction, 2)
                drawn[near.row, self.column_of(near)] = "/" if direction in (NORTH_EAST, SOUTH_WEST) else "\\"
                drawn[far.row, self.column_of(far)] = text
        left = min(at for _, at in drawn)
        lines = []
        for row in range(min(row for row, _ in drawn), max(row for row, _ in drawn) + 1):
            ats = [at for line, at in drawn if line == row]
            lines.append("".join(drawn.get((row, at), " ") for at in range(left, max(ats) + 1)))
        return "\n".join(lines)

    def column_of(self, cell: Cell) -> int:
        """The column of characters in which a cell begins."""
        return cell.half_columns

    def written(self, contents: BoardContents, place: int) -> str:
        """What stands in a cell, in characters."""
        return contents.cells[place]

    def picture(self, contents: BoardContents, words: str) -> Picture:
        left = min(cell.half_columns for cell in self.cells)
        right = max(cell.half_columns for cell in self.cells)

        def centre(cell: Cell) -> Point:
            x = MARGIN + across(1 + cell.half_columns - left)
            return Point(x, MARGIN + SIDE * (1 + 1.5 * cell.row))

        centres = [centre(cell) for cell in self.cells]
        cells = [
            Shape(regular(point, SIDE, 6, -pi / 2), self._role(place), name, self.words_of(place, contents))
            for place, (point, name) in enumerate(zip(centres, self.names, strict=True))
        ]
        shapes = [*cells, *self._labels_drawn(centre)]
        shapes += lit(cells, contents.last)
        for place, there in enumerate(contents.cells):
            if there != EMPTY:
                shapes += figure(contents.figures[there], centres[place], _ACROSS / 2, self.names[place])
        for place in contents.winning_cells:
            shapes += [Shape(regular(centres[place], SIDE - 2.5, 6, -pi / 2), "win", self.names[place])]
        width = 2 * MARGIN + across(2 + right - left)
        return Picture(width, 2 * MARGIN + SIDE * (0.5 + 1.5 * self.height), tuple(shapes), words)

    def _role(self, place: int) -> str:
        return "cell"

    def _labels_drawn(self, centre: Callable[[Cell], Point]) -> Iterator[Shape]:
        for text, end, direction in self.labels:
            (x, y), (next_x, next_y) = centre(end), centre(end.ahead(direction))
            beside = Point(x + (next_x - x) * _NEAR, y + (next_y - y) * _NEAR)
            yield Shape(Text(text, beside, LABEL), "label")

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return figure(piece, Point(0, 0), _ACROSS / 2, "")


class HexagonOfCells(Honeycomb):
    """Hexagons in a hexagon; `width` is that of the middle row."""

    form: ClassVar[str] = "a hexagon"

    @staticmethod
    def empty(side: int) -> tuple[int, str]:
        """The width and cells of an empty board with `side` cells along each side."""
        return 2 * side - 1, EMPTY * (3 * side * (side - 1) + 1)

    @property
    def side(self) -> int:
        """The number of cells along each side."""
        return (self.width + 1) // 2

    def is_on_board(self, cell: Cell) -> bool:
        return abs(cell.column - cell.row) < self.side

    @property
    def extent(self) -> str:
        return Message("a hexagon with {cells} cells along each side", cells=self.side)


class LabelledHexagon(HexagonOfCells):
    """A hexagon with room for labels of two characters, such as `x5`."""

    def column_of(self, cell: Cell) -> int:
        return cell.half_columns * 3 // 2

    def written(self, contents: BoardContents, place: int) -> str:
        there = contents.cells[place]
        return there if there == EMPTY else contents.figures[there].label


class LetteredRows(HexagonOfCells):
    """A hexagon with lettered rows, from below, and numbered lines to the upper left: Abalone's."""

    def name_of_cell(self, cell: Cell) -> str:
        return f"{self._letter_of(cell)}{self._number_of(cell)}"

    def row_of_name(self, name: str) -> str:
        return name[0]

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        first = {cell.row: cell for cell in reversed(self.cells)}
        last = {self._number_of(cell): cell for cell in self.cells}
        letters = [Label(self._letter_of(cell), cell, WEST) for cell in first.values()]
        return *letters, *(Label(str(number), cell, SOUTH_EAST) for number, cell in last.items())

    def _letter_of(self, cell: Cell) -> str:
        return ascii_lowercase[self.height - 1 - cell.row]

    def _number_of(self, cell: Cell) -> int:
        return cell.column - cell.row + self.side


class TriangleOfCells(Honeycomb):
    """Hexagons in a triangle on its base, with `width` cells along each side."""

    form: ClassVar[str] = "a triangle"

    @staticmethod
    def empty(side: int) -> tuple[int, str]:
        """The width and cells of an empty board with `side` cells along each side."""
        return side, EMPTY * (side * (side + 1) // 2)

    def is_on_board(self, cell: Cell) -> bool:
        return cell.column <= cell.row

    @property
    def extent(self) -> str:
        return Message("a triangle with {cells} cells along each side", cells=self.width)


def _span(names: Sequence[str]) -> str:
    return f"{names[0]} to {names[-1]}" if len(names) > 1 else names[0]
