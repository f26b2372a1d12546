"""The rhombus of hexagons of Hex: each row lies half a cell further right.

In characters, with two columns to a cell, a cell's six nearest characters are its neighbours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import pi, sqrt
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from pbmserv.games.boards.pieces import lit, marked, pieces, regular
from pbmserv.games.message import Message, in_a_row
from pbmserv.games.old_names import names_of
from pbmserv.games.picture import Circle, Picture, Point, Polygon, Shape, Text


class Cell(NamedTuple):
    """A hexagon; rows and columns count from 0. Cells compare in reading order."""

    row: int
    column: int

    @property
    def name(self) -> str:
        return f"{ascii_lowercase[self.column]}{self.row + 1}"

    def neighbours(self) -> Iterator[Cell]:
        """The six neighbours in reading order, on the board or not."""
        for rows, columns in _AROUND:
            yield Cell(self.row + rows, self.column + columns)


_AROUND = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
_EDGES = (5, 0, 4, 1, 3, 2)
"""The edge to each neighbour, clockwise from the upper right."""


@dataclass(frozen=True)
class HexContents:
    """The contents of a board: stones by seat, the last stones, the winning stones.

    `names` are those of the seats' stones; `owners` are the seats that own top and bottom, and left and right, or
    None.
    """

    stones: Mapping[Cell, int]
    names: tuple[str, ...]
    last: Collection[Cell] = ()
    winning_cells: Collection[Cell] = ()
    owners: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class Rhombus:
    """A board of `size` by `size` hexagons."""

    size: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order."""
        return tuple(_names_of_cells(self.size))

    @property
    def names(self) -> Mapping[Cell, str]:
        return _names_of_cells(self.size)

    def holds(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.size and 0 <= cell.column < self.size

    def characters(self, contents: HexContents, marks: tuple[str, ...]) -> str:
        """The board with coordinates on all sides, the last stone in brackets, winning stones in capitals.

        `marks` are the seats' stones. Column letters follow the slant.
        """
        letters = f"-{'-'.join(ascii_lowercase[: self.size])}-"
        rows = [list(f" {'. ' * self.size}") for _ in range(self.size)]
        for cell, seat in contents.stones.items():
            rows[cell.row][2 * cell.column + 1] = (
                marks[seat].upper() if cell in contents.winning_cells else marks[seat]
            )
        for row, column in contents.last:
            rows[row][2 * column], rows[row][2 * column + 2] = "(", ")"
        lines = [f"{' ' * row}{row + 1:2} \\{''.join(text)}\\ {row + 1}" for row, text in enumerate(rows)]
        return "\n".join([" " * 3 + letters, *lines, " " * (self.size + 4) + letters])

    def stone(self, seat: int) -> tuple[Shape, ...]:
        """A seat's stone, drawn around (0, 0)."""
        return tuple(pieces([("", seat, Point(0, 0))], _STONE))

    def picture(self, contents: HexContents, words: str) -> Picture:
        """The board as a picture; each cell can be touched by its name."""
        places = _Places(self.size)
        shapes = [*_around(self, contents.owners)]
        last = [cell.row * self.size + cell.column for cell in contents.last]
        cells = [_cell(cell, contents, places.of(cell)) for cell in self.cells]
        shapes += [*cells, *_dots(self.size), *lit(cells, last)]
        # Above all cells, so that no neighbour covers a mark.
        shapes += pieces(((cell.name, seat, places.of(cell)) for cell, seat in contents.stones.items()), _STONE)
        shapes += [
            Shape(regular(places.of(cell), SIDE - 2.5, 6, -pi / 2), "win", cell.name)
            for cell in contents.winning_cells
        ]
        # Stones leave little of their cells to be seen.
        for cell in contents.last:
            shapes += marked(Circle(places.of(cell), _STONE + 0.5), "last", cell.name)
        return Picture(places.width, places.height, tuple(shapes), words)


@lru_cache(maxsize=32)
def _names_of_cells(size: int) -> Mapping[Cell, str]:
    cells = (Cell(row, column) for row in range(size) for column in range(size))
    return {cell: cell.name for cell in cells}


SIDE = 20.0
"""The side of a hexagon in units."""
_ACROSS = SIDE * sqrt(3)
_BORDER = 6.0
_STONE = 14.4
_LETTERS = 14.0
_DIGIT = 9.0
"""The width of a digit in coordinates."""
_TO_LETTERS = SIDE + _BORDER + 2 + _LETTERS / 2
_TO_NUMBERS = _ACROSS / 2 + _BORDER + 2
_LEFT = _BORDER + 2 + _DIGIT + 1
_TOP = _BORDER + 2 + _LETTERS + 2
_BARE = _BORDER + 1.5
"""The margins: coordinates stand along two sides, so that the board is as large as it can be on a phone."""
_DOT = 2.6
_DOTS_FROM = 9
"""The size from which a board has dots to find a cell by, as a board of Go has."""


@dataclass(frozen=True)
class _Places:
    size: int

    @property
    def width(self) -> float:
        return _LEFT + _ACROSS * (self.size + (self.size - 1) / 2) + _BARE

    @property
    def height(self) -> float:
        return _TOP + SIDE * (1.5 * self.size + 0.5) + _BARE

    def of(self, cell: Cell) -> Point:
        return Point(
            _LEFT + _ACROSS * (cell.column + 0.5 + cell.row / 2),
            _TOP + SIDE * (1 + 1.5 * cell.row),
        )


def _cell(cell: Cell, contents: HexContents, centre: Point) -> Shape:
    return Shape(regular(centre, SIDE, 6, -pi / 2), "cell", cell.name, _words(cell, contents))


def _words(cell: Cell, contents: HexContents) -> str:
    if cell not in contents.stones:
        return in_a_row(cell.name, Message("empty"))
    won = (Message("winning chain"),) if cell in contents.winning_cells else ()
    last = (Message("last stone"),) if cell in contents.last else ()
    return in_a_row(cell.name, Message(contents.names[contents.stones[cell]]), *won, *last)


@lru_cache(maxsize=32)
def _around(board: Rhombus, owners: tuple[int | None, int | None]) -> tuple[Shape, ...]:
    """What lies around the cells, the same in each picture of the board."""
    places = _Places(board.size)
    return (*_sides(board, owners, places), *_labels(board.size, places))


def _sides(board: Rhombus, owners: tuple[int | None, int | None], places: _Places) -> Iterator[Shape]:
    for cell in board.cells:
        corners = regular(places.of(cell), SIDE, 6, -pi / 2).corners
        for number, neighbour in zip(_EDGES, cell.neighbours(), strict=True):
            if board.holds(neighbour):
                continue
            owner = owners[0] if not 0 <= neighbour.row < board.size else owners[1]
            if owner is not None:
                yield Shape(_strip(corners[number], corners[(number + 1) % 6], places.of(cell)), f"side.{owner}")


def _strip(start: Point, end: Point, centre: Point) -> Polygon:
    def outside(corner: Point) -> Point:
        times = 1 + _BORDER / SIDE
        return Point(centre.x + (corner.x - centre.x) * times, centre.y + (corner.y - centre.y) * times)

    return Polygon((start, end, outside(end), outside(start)))


def _labels(size: int, places: _Places) -> Iterator[Shape]:
    for number in range(size):
        letter, row = ascii_lowercase[number], str(number + 1)
        x, y = places.of(Cell(0, number))
        yield Shape(Text(letter, Point(x, y - _TO_LETTERS), _LETTERS), "label")
        x, y = places.of(Cell(number, 0))
        yield Shape(Text(row, Point(x - _TO_NUMBERS - _DIGIT * len(row) / 2, y), _LETTERS), "label")


@lru_cache(maxsize=32)
def _dots(size: int) -> tuple[Shape, ...]:
    """Dots three cells from two borders, and in the middle."""
    if size < _DOTS_FROM:
        return ()
    places, lines = _Places(size), (3, size - 4)
    cells = {Cell(row, column) for row in lines for column in lines} | {Cell(size // 2, size // 2)}
    return tuple(Shape(Circle(places.of(cell), _DOT), "mark") for cell in sorted(cells))


if not TYPE_CHECKING:
    __getattr__ = names_of(__name__, {"Lying": "HexContents"}, fields={"won": "winning_cells"})
