"""Shapes as people draw them: what is read, and what is said if that is impossible."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.shapes import Place, ShapeError, read_shape

PAIR = r"""# Two triangles, one on its base and one on its point + a remark.
    +-------+
   / \     /
  /   \   /
 /     \ /
+-------+
"""


def fault(drawing: str) -> str:
    with pytest.raises(ShapeError) as caught:
        read_shape(drawing)
    return str(caught.value)


def changed(number: int, line: str) -> str:
    """The drawing of the pair with another line of this number."""
    lines = PAIR.splitlines()
    assert lines[number - 1] != line
    lines[number - 1] = line
    return "\n".join(lines)


def test_a_shape_is_its_cells_and_comments_are_passed_over() -> None:
    board = read_shape(PAIR)

    assert board.cells == {Cell(0, 0), Cell(0, 1)}
    assert board.spaces == {}


def test_lines_may_end_as_they_do_on_other_systems_and_with_blanks() -> None:
    assert read_shape(PAIR.replace("\n", "  \r\n")) == read_shape(PAIR)


def test_a_drawing_may_stand_anywhere_on_the_page() -> None:
    moved = "\n\n" + "\n".join("     " + line for line in PAIR.splitlines())

    assert read_shape(moved) == read_shape(PAIR)


def test_a_hole_is_no_cell() -> None:
    assert read_shape(changed(5, r" /  #  \ /")).cells == {Cell(0, 1)}


def test_a_shape_of_nothing_but_holes_is_none() -> None:
    lines = PAIR.splitlines()
    lines[2], lines[4] = r"   / \  #  /", r" /  #  \ /"

    assert fault("\n".join(lines)) == "line 2, column 5: every cell of this shape is a hole."


def test_pieces_may_lie_apart() -> None:
    apart = r"""
    +               +
   / \             / \
  /   \           /   \
 /     \         /     \
+-------+       +-------+
"""

    assert len(read_shape(apart).cells) == 2


@pytest.mark.parametrize("drawing", ["", "\n\n", "# nothing but a remark", "-------"])
def test_where_nothing_is_drawn_that_is_said(drawing: str) -> None:
    assert fault(drawing) == "line 1, column 1: no shape is drawn here: there is no point, +."


def test_an_edge_that_is_broken_is_told_with_its_place() -> None:
    assert fault(changed(4, r"  /   \ ")) == (
        "line 2, column 6: this - belongs to a cell that is not closed: there must be a / in line 4, column 11."
    )


def test_a_point_that_is_missing_is_told_with_its_place() -> None:
    assert fault(changed(6, "+-------")) == (
        "line 2, column 5: this + belongs to a cell that is not closed: there must be a + in line 6, column 9."
    )


def test_an_edge_that_bounds_nothing_is_told_with_its_place() -> None:
    assert fault(changed(2, "    +-------+-------+")) == "line 2, column 14: this - belongs to no cell."


def test_a_point_between_the_points_of_the_lattice_is_told_with_its_place() -> None:
    assert fault(changed(6, " +------+")) == (
        "line 6, column 2: this + is no point of the lattice of the first one, line 2, column 5: points lie 8 columns"
        " apart in their line, and 4 columns and 4 lines apart on a slant."
    )


def test_a_mark_of_a_hole_outside_of_its_line_is_told_with_its_place() -> None:
    assert fault(changed(4, r"  / # \   /")) == (
        "line 4, column 5: this # marks no hole: it must stand inside a cell, in the line next to the cell's base."
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"   / \  x  /", r"line 3, column 9: x means nothing here: a shape is drawn with + - / \ # alone."),
        ("   / \\  \x1b  /", r"line 3, column 9: this means nothing here: a shape is drawn with + - / \ # alone."),
        ("\t/ \\     /", "line 3, column 1: this is a tab, which is not as wide everywhere: draw with blanks."),
    ],
)
def test_a_character_that_means_nothing_is_told_with_its_place(line: str, words: str) -> None:
    assert fault(changed(3, line)) == words


def test_the_place_of_a_fault_can_be_asked_for() -> None:
    with pytest.raises(ShapeError) as caught:
        read_shape(changed(3, r"   / \  x  /"))

    assert caught.value.place == Place(line=3, column=9)
