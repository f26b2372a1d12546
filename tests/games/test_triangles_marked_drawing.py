"""Marked tiles in characters, at both scales, and cut into parts if even the smaller one is too wide."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.printed_board import read_board
from pbmserv.games.triangles.tiles import Marking

PAIR = Layout((Placement(Cell(0, 0), "245"), Placement(Cell(0, 1), "422")))


def chain(length: int) -> Layout:
    return Layout(tuple(Placement(Cell(0, x), "000") for x in range(length)))


def unmargined(drawing: str) -> str:
    return drawing.strip("\n")


def test_marks_stand_in_their_corners_and_numbers_in_the_places() -> None:
    assert draw_layout(PAIR, numbered(PAIR.border), last=[Cell(0, 1)]) == unmargined(
        r"""
        1

    +-------+
   /2\2   2/
2 /   \ * / 3
 /5   4\4/
+-------+

    4
"""
    )


def test_at_the_smaller_scale_too() -> None:
    assert draw_layout(PAIR, {Cell(1, 0): "17"}, last=[Cell(0, 1)], width=12) == unmargined(
        r"""
   +-----+
  /2\2*2/
 /5 4\4/
+-----+
  17
"""
    )


def test_marks_at_the_edges_stand_in_their_middles_and_numbers_next_to_the_base() -> None:
    layout = Layout((Placement(Cell(0, 0), "123"), Placement(Cell(0, 1), "413")), Marking.EDGES)

    assert draw_layout(layout, {Cell(0, 1): "12"}, last=[Cell(0, 0)]) == unmargined(
        r"""
    +---4---+
   / \ 12  /
  2 * 3   1
 /     \ /
+---1---+
"""
    )


def test_the_marks_of_the_board_itself_show_before_any_tile_is_laid() -> None:
    board = read_board(
        r"""
    +-------+
   / \     /
  /   \   /
 /     \ /
+-------+
"""
    )
    border = {site: "4" for cell in board.cells for site in Marking.EDGES.sites(cell)}
    layout = Layout(marking=Marking.EDGES, board=board.cells, given=border)

    assert draw_layout(layout, numbered(sorted(board.cells)), board=board) == unmargined(
        r"""
    +---4---+
   / \  2  /
  4   4   4
 /  1  \ /
+---4---+
"""
    )


def test_a_printed_board_shows_below_the_tiles() -> None:
    board = read_board(
        r"""
    +-------+-------+
   / \ A5  / \     /
  /   \   /   \   /
 /     \ / GO  \ /
+-------+-------+
"""
    )
    layout = Layout((Placement(Cell(0, 2), "333"),), board=board.cells)

    assert draw_layout(layout, numbered(layout.border), board=board) == unmargined(
        r"""
    +-------+-------+
   / \ A5  /3\     /
  /   \ 1 /   \ 2 /
 /     \ /3   3\ /
+-------+-------+
"""
    )


@pytest.mark.parametrize("length", [1, 18, 24])
def test_a_board_that_fits_a_page_is_in_one_part(length: int) -> None:
    drawing = draw_layout(chain(length))

    assert max(map(len, drawing.splitlines())) <= 79
    assert "Part" not in drawing


def test_the_scale_shrinks_when_the_board_grows_beyond_the_page() -> None:
    assert len(draw_layout(chain(18)).splitlines()) == 5
    assert len(draw_layout(chain(19)).splitlines()) == 4


def test_what_is_too_wide_even_so_is_cut_into_parts_that_overlap() -> None:
    drawing = draw_layout(chain(40), {Cell(0, 40): "1"})

    lines = drawing.splitlines()
    assert max(map(len, lines)) <= 79
    assert lines[0] == "Part 1 of 2, from left to right; 12 columns of each are in the next, too."
    assert lines[5].startswith("Part 2 of 2, ")
    top, second_top = lines[1], lines[6]
    assert top[67:79].strip() == second_top[:12].strip()
    assert "1" in drawing.split("Part 2")[1]


def test_nothing_laid_is_an_empty_board() -> None:
    assert draw_layout(Layout()) == ""
