"""The boards of Even-Odd are as the source describes them: 73 and 52 cells, a centre, two boards in one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pbmserv.games.pairimpair.boards import BOARDS, START
from pbmserv.games.triangles.lattice import Cell, Vertex

BOARD_73, BOARD_52 = BOARDS["73"], BOARDS["52"]


def centred(cells: Iterable[Cell], centre: Cell) -> set[tuple[Vertex, ...]]:
    """Cells by their corners, counted from the apex of the cell in the centre."""
    origin = centre.corners()[0]
    return {tuple(sorted(Vertex(x - origin.x, y - origin.y) for x, y in cell.corners())) for cell in cells}


def turned(vertex: Vertex) -> Vertex:
    """Where a third of a turn, clockwise around the centre of the cell whose apex is (0, 0), takes a vertex."""
    x, y = vertex
    return Vertex((2 - x - 3 * y) // 2, (2 + x - y) // 2)


def rows_along(cells: frozenset[Cell]) -> list[list[Cell]]:
    """The rows of cells between two lines of the board, from top to bottom."""
    return [sorted(cell for cell in cells if cell.row == row) for row in sorted({cell.row for cell in cells})]


@pytest.mark.parametrize(("name", "cells"), [("73", 73), ("52", 52)])
def test_a_board_has_as_many_cells_as_its_name_says(name: str, cells: int) -> None:
    assert len(BOARDS[name].cells) == cells


def test_a_third_of_a_turn_takes_the_corners_of_the_centre_to_each_other() -> None:
    top, right, left = Cell(0, 0).corners()

    assert [turned(vertex) for vertex in (top, right, left)] == [right, left, top]


@pytest.mark.parametrize("name", ["73", "52"])
def test_the_start_is_the_centre_about_which_the_board_has_threefold_symmetry(name: str) -> None:
    board = BOARDS[name]
    cells = centred(board.cells, board.cell_of(START))

    assert board.cell_of(START).is_up
    assert {tuple(sorted(map(turned, corners))) for corners in cells} == cells


@pytest.mark.parametrize(("name", "lengths"), [("73", [7, 9, 11, 13, 13, 11, 9]), ("52", [9, 11, 11, 9, 7, 5])])
def test_the_outline_is_a_hexagon(name: str, lengths: list[int]) -> None:
    rows = rows_along(BOARDS[name].cells)

    assert [len(row) for row in rows] == lengths
    assert all(row[-1].x - row[0].x == len(row) - 1 for row in rows)


@pytest.mark.parametrize(("name", "sides"), [("73", (3, 4, 3, 4)), ("52", (4, 2, 4, 2))])
def test_its_sides_are_3_and_4_or_4_and_2_in_turn(name: str, sides: tuple[int, int, int, int]) -> None:
    rows = rows_along(BOARDS[name].cells)
    top = sum(not cell.is_up for cell in rows[0])
    growing, shrinking = sum(row[-1].is_up for row in rows), sum(not row[-1].is_up for row in rows)
    bottom = sum(cell.is_up for cell in rows[-1])

    assert (top, growing, shrinking, bottom) == sides


def test_the_board_of_52_is_that_of_73_without_the_row_along_each_short_side() -> None:
    large = centred(BOARD_73.cells, BOARD_73.cell_of(START))
    small = centred(BOARD_52.cells, BOARD_52.cell_of(START))
    row = centred(rows_along(BOARD_73.cells)[0], BOARD_73.cell_of(START))
    second = {tuple(sorted(map(turned, corners))) for corners in row}
    third = {tuple(sorted(map(turned, corners))) for corners in second}

    assert len(row) == 7
    assert len(row | second | third) == 3 * 7
    assert large - small == row | second | third
    assert small < large
