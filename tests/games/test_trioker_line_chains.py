"""Where the chains of Trioker-Line may grow: at their free ends, and beside no other tile."""

from __future__ import annotations

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.trioker_line.chains import chains_begun, ends, extensions
from tests.games.trioker_line_positions import FIRST, around_the_lower_right

START = FIRST.cell
LEFT, RIGHT, BELOW = START.neighbours()


def strip(*cells: Cell) -> Layout:
    """Tiles whose marks do not matter."""
    return Layout((FIRST, *(Placement(cell, "333") for cell in cells)))


@pytest.mark.parametrize("paths", [1, 2, 3])
def test_the_first_tile_may_be_extended_at_all_its_sides(paths: int) -> None:
    assert {*extensions(strip(), paths)} == {LEFT, RIGHT, BELOW}
    assert chains_begun(strip()) == 0


def test_so_many_chains_begin_there_and_no_more() -> None:
    assert START not in ends(strip(RIGHT), paths=1)
    assert START in ends(strip(RIGHT), paths=2)
    assert START not in ends(strip(RIGHT, LEFT), paths=2)
    assert START in ends(strip(RIGHT, LEFT), paths=3)
    assert START not in ends(strip(RIGHT, LEFT, BELOW), paths=3)


def test_the_last_tile_of_each_chain_is_an_end() -> None:
    layout = strip(RIGHT, Cell(0, 2), LEFT)

    assert ends(layout, paths=2) == {Cell(0, 2), LEFT}
    assert chains_begun(layout) == 2


def test_an_end_is_extended_at_either_of_its_two_free_sides() -> None:
    layout = strip(RIGHT)

    assert extensions(layout, paths=1) == (Cell(-1, 1), Cell(0, 2))


def test_a_chain_does_not_fork() -> None:
    layout = strip(RIGHT, Cell(0, 2), Cell(0, 3))

    assert {*extensions(layout, paths=1)} == {*Cell(0, 3).neighbours()} - {Cell(0, 2)}


def test_no_tile_closes_a_hexagon() -> None:
    tiles = around_the_lower_right("331", "301", "003", "310")
    layout = Layout(tiles)
    sixth = Cell(1, 0)

    assert layout.neighbours(sixth) == (Cell(1, 1), START)
    assert extensions(layout, paths=1) == (Cell(2, 1),)
    assert extensions(layout, paths=3) == (LEFT, Cell(2, 1))


def test_chains_do_not_lie_against_each_other() -> None:
    layout = strip(RIGHT, Cell(-1, 1), LEFT, Cell(-1, -1))
    between = Cell(-1, 0)

    assert {*layout.neighbours(between)} == ends(layout, paths=2)
    assert extensions(layout, paths=2) == (Cell(-1, -2), Cell(-1, 2))


def test_a_chain_may_meet_another_in_a_point_and_has_to_match_there() -> None:
    around_above = (Cell(-1, 1), Cell(-1, 0), Cell(-2, 0), Cell(-2, -1), Cell(-2, -2))
    layout = strip(LEFT, RIGHT, *around_above)
    beyond = Cell(-1, -2)

    assert beyond in extensions(layout, paths=2)
    assert not {*beyond.neighbours()} & {START, LEFT}
    assert {*beyond.corners()} & {*LEFT.corners()}
    assert layout.pattern(beyond) == "333"


def test_a_chain_that_has_run_into_a_corner_does_not_grow() -> None:
    # It has come back below itself: one cell beside its last tile is also beside 333, the other beside two others.
    there = (RIGHT, Cell(0, 2), Cell(0, 3), Cell(0, 4))
    back = (Cell(1, 4), Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 1), Cell(1, 1))
    layout = strip(*there, *back)

    assert Cell(1, 1) in ends(layout, paths=1)
    assert extensions(layout, paths=1) == ()
