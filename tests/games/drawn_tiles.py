"""Boards of marked tiles as tests draw them in characters."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.triangles.drawing import NORMAL, Canvas
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import POINTER
from pbmserv.games.triangles.printed_board import read_board


def layout_and_last(drawing: str) -> tuple[Layout, Placement]:
    """The tiles of a drawing at the normal scale: all but the one that bears the star, and that one."""
    page = _page(drawing)
    tiles = [placement for cell in sorted(read_board(drawing).cells) for placement in _tile(page, cell)]
    [last] = [placement for placement in tiles if page.get(_middle(placement.cell)) == POINTER]
    return Layout(tuple(placement for placement in tiles if placement != last)), last


def _tile(page: dict[tuple[int, int], str], cell: Cell) -> Iterator[Placement]:
    """The tile on an outlined cell, if it is not a hole between tiles."""
    canvas = Canvas()
    apex_line, apex_column = canvas.row_start(cell, 1)
    base_line, left = canvas.row_start(cell, NORMAL - 1)
    right = left + 2 * (NORMAL - 1) - 2
    at_apex, at_left, at_right = (
        page.get(place, " ") for place in ((apex_line, apex_column), (base_line, left), (base_line, right))
    )
    marks = at_apex + (at_right + at_left if cell.is_up else at_left + at_right)
    if " " not in marks:
        yield Placement(cell, marks)


def _middle(cell: Cell) -> tuple[int, int]:
    line, column = Canvas().row_start(cell, 2)
    return line, column + 1


def _page(drawing: str) -> dict[tuple[int, int], str]:
    """The characters of a drawing, by line and column from its uppermost vertex, as in `read_board`."""
    lines = drawing.splitlines()
    top = next(number for number, line in enumerate(lines) if "+" in line)
    left = lines[top].index("+")
    return {
        (line, column): char
        for line, text in enumerate(lines, -top)
        for column, char in enumerate(text, -left)
        if char != " "
    }
