r"""Printed boards: their outline and their marked spaces, read from a drawing in characters.

The drawing is at the normal scale of `drawing`. A cell belongs to the board when its three edges are drawn, unless it
is a hole, marked `#`. The mark of a space stands in the row next to the base of its cell:

         +-------+
        / \ C5  /
       /   \   /
      /  GO \ /
     +-------+

The uppermost vertex of the drawing, or the leftmost of several, is the lattice's (0, 0).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pbmserv.games.triangles.drawing import NORMAL, Canvas
from pbmserv.games.triangles.lattice import Cell, Vertex

HOLE = "#"
"""The mark of a cell that is not part of the board although its neighbours are."""


@dataclass(frozen=True)
class PrintedBoard:
    """The cells of a board, and the marks of its spaces by their cells."""

    cells: frozenset[Cell]
    spaces: Mapping[Cell, str] = field(hash=False)

    def cell_of(self, space: str) -> Cell:
        """The cell that bears this mark, or the first of them in reading order.

        Raises `LookupError` if there is none.
        """
        for cell in sorted(self.spaces):
            if self.spaces[cell] == space:
                return cell
        raise LookupError(f"no space of the board is marked {space}")

    def draw_on(self, canvas: Canvas, covered: Container[Cell] = ()) -> None:
        """Draw the outlines of all cells, and the marks of the spaces that no tile covers."""
        for cell in self.cells:
            canvas.outline(cell)
        for cell, mark in self.spaces.items():
            if cell not in covered:
                canvas.label_base(cell, mark)


def read_board(drawing: str) -> PrintedBoard:
    """The board of a drawing.

    Raises `ValueError` if there is none, or if a vertex stands between the points of the lattice.
    """
    page = _page(drawing)
    cells = {cell for vertex in _vertices(page) for cell in vertex.cells() if _is_outlined(page, cell)}
    marks = {cell: _mark(page, cell) for cell in sorted(cells)}
    return PrintedBoard(
        cells=frozenset(cell for cell, mark in marks.items() if mark != HOLE),
        spaces={cell: mark for cell, mark in marks.items() if mark not in {"", HOLE}},
    )


Page: TypeAlias = Mapping[tuple[int, int], str]
"""The characters of a drawing by line and column, both counted from its first vertex."""


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
    """What stands in a cell's last row."""
    line, column = Canvas().row_start(cell, NORMAL - 1)
    return "".join(page.get((line, place), " ") for place in range(column, column + 2 * NORMAL - 3)).strip()
