r"""Printed boards, read from drawings in characters.

The drawing has the normal scale of `drawing`. A cell with three drawn edges belongs to the board unless it is a hole,
marked `#`. A space's mark stands in the row next to its cell's base:

         +-------+
        / \ C5  /
       /   \   /
      /  GO \ /
     +-------+

The topmost vertex, leftmost if several, is (0, 0).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pbmserv.games.triangles.drawing import NORMAL, Canvas
from pbmserv.games.triangles.lattice import Cell, Vertex

HOLE = "#"
"""The mark of a cell that is not part of the board."""


@dataclass(frozen=True)
class PrintedBoard:
    """The cells of a board, and the marks printed on some of them."""

    cells: frozenset[Cell]
    spaces: Mapping[Cell, str] = field(hash=False)

    def cell_of(self, space: str) -> Cell:
        """The first cell with this mark in reading order.

        Raises `LookupError` if there is none.
        """
        for cell in sorted(self.spaces):
            if self.spaces[cell] == space:
                return cell
        raise LookupError(f"no space of the board is marked {space}")

    def draw_on(self, canvas: Canvas, covered: Container[Cell] = ()) -> None:
        for cell in self.cells:
            canvas.outline(cell)
        for cell, mark in self.spaces.items():
            if cell not in covered:
                canvas.label_base(cell, mark)


def read_board(drawing: str) -> PrintedBoard:
    """Parse a drawing.

    Raises `ValueError` if it has no board, or a vertex off the lattice.
    """
    page = _page(drawing)
    cells = {cell for vertex in _vertices(page) for cell in vertex.cells() if _is_outlined(page, cell)}
    marks = {cell: _mark(page, cell) for cell in sorted(cells)}
    return PrintedBoard(
        cells=frozenset(cell for cell, mark in marks.items() if mark != HOLE),
        spaces={cell: mark for cell, mark in marks.items() if mark not in {"", HOLE}},
    )


Page: TypeAlias = Mapping[tuple[int, int], str]
"""The characters of a drawing by line and column from its first vertex."""


def _page(drawing: str) -> Page:
    lines = drawing.splitlines()
    top = next((number for number, line in enumerate(lines) if "+" in line), None)
    if top is None:
        raise ValueError("no board: nothing in the drawing is a vertex, +")
    left = lines[top].index("+")
    return {
        (line, column): char
        for line, text in enumerate(lines, -top)
        for column, char in enumerate(text, -left)
        if char != " "
    }


def _vertices(page: Page) -> Iterator[Vertex]:
    for (line, column), char in page.items():
        if char == "+":
            vertex = Vertex(column // NORMAL, line // NORMAL)
            if line % NORMAL or column % NORMAL or sum(vertex) % 2:
                raise ValueError(f"the + of line {line}, column {column} from the first one is not a lattice point")
            yield vertex


def _is_outlined(page: Page, cell: Cell) -> bool:
    outline = Canvas()
    outline.outline(cell)
    return all(page.get((line, column)) == char for line, column, char in outline.characters())


def _mark(page: Page, cell: Cell) -> str:
    line, column = Canvas().row_start(cell, NORMAL - 1)
    return "".join(page.get((line, place), " ") for place in range(column, column + 2 * NORMAL - 3)).strip()
