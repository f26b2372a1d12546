"""Printed boards: read from a drawing, drawn the same."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.drawing import Canvas
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.printed_board import PrintedBoard, read_board

BOARD = r"""
            +-------+-------+
           / \ A5  / \     / \
          /   \   /   \   /   \
         /     \ / GO  \ /     \
        +-------+-------+-------+
         \ C2  / \     /
          \   /   \   /
           \ / J1  \ /
            +-------+
""".strip("\n")

RING = r"""
            +-------+
           / \     / \
          /   \   /   \
         /     \ /     \
        +-------+-------+
         \     / \     /
          \   /   \   /
           \ /  #  \ /
            +-------+
""".strip("\n")


def drawn(board: PrintedBoard) -> str:
    canvas = Canvas()
    board.draw_on(canvas)
    return str(canvas)


def without_margin(drawing: str) -> str:
    return "\n".join(line[8:] for line in drawing.splitlines())


def test_cells_are_those_that_are_drawn_on_all_sides() -> None:
    board = read_board(BOARD)

    assert board.cells == {*(Cell(0, x) for x in range(5)), *(Cell(1, x) for x in range(3))}


def test_spaces_are_found_by_their_marks() -> None:
    board = read_board(BOARD)

    assert board.spaces == {Cell(0, 1): "A5", Cell(0, 2): "GO", Cell(1, 0): "C2", Cell(1, 1): "J1"}
    assert board.cell_of("GO") == Cell(0, 2)
    with pytest.raises(LookupError):
        board.cell_of("H1")


def test_a_board_is_drawn_as_it_was_read() -> None:
    assert drawn(read_board(BOARD)) == without_margin(BOARD)


def test_margins_do_not_matter() -> None:
    shifted = "\n\n" + "\n".join("   " + line for line in BOARD.splitlines())

    assert read_board(shifted) == read_board(BOARD)


def test_a_hole_is_no_cell_of_the_board() -> None:
    board = read_board(RING)

    assert Cell(1, 1) not in board.cells
    assert len(board.cells) == 5
    assert not board.spaces


def test_a_space_under_a_tile_is_not_drawn() -> None:
    canvas = Canvas()

    read_board(BOARD).draw_on(canvas, covered={Cell(0, 1)})

    assert "A5" not in str(canvas)
    assert "GO" in str(canvas)


def test_a_vertex_beside_the_lattice_is_a_slip() -> None:
    with pytest.raises(ValueError, match="line 0, column 9 from the first one is not a lattice point"):
        read_board("+-------+-------+".replace("-+-", "--+"))
    with pytest.raises(ValueError, match="not a lattice point"):
        read_board("+---+")


def test_a_text_without_a_vertex_is_no_board() -> None:
    with pytest.raises(ValueError, match="no board"):
        read_board("nothing here\n")
