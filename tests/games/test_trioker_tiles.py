"""The tiles of Trioker against the table of the sources."""

from __future__ import annotations

from itertools import product

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.tiles import turns
from pbmserv.games.trioker.tiles import DOUBLES, FIGURE_TILES, JOKER, SINGLES, TILES, TRIPLES, pips

SOURCE = """
| Triples | | Doubles | | Singles | |
| 000 | 001 | 002 | 003 | 012 | 021 |
| 111 | 112 | 113 | 110 | 123 | 132 |
| 222 | 223 | 220 | 221 | 230 | 203 |
| 333 | 330 | 331 | 332 | 301 | 310 |
"""
ROWS = [line.strip("| ").split(" | ") for line in SOURCE.splitlines()[2:]]
UP = Cell(0, 0)
DOWN = Cell(0, 1)


def test_the_names_are_those_of_the_source_s_table() -> None:
    assert [row[0] for row in ROWS] == list(TRIPLES)
    assert [name for row in ROWS for name in row[1:4]] == list(DOUBLES)
    assert [name for row in ROWS for name in row[4:]] == list(SINGLES)


def test_every_triple_of_four_figures_is_one_tile_read_from_any_corner() -> None:
    # "There are 24 unique combinations possible": n/3 · (n² + 2) for n = 4.
    names = {FIGURE_TILES.find("".join(figures)) for figures in product("0123", repeat=3)}

    assert names == {*FIGURE_TILES.names}
    assert len(names) == 4 * (4**2 + 2) // 3 == 24


def test_the_joker_makes_them_25() -> None:
    assert {*TILES.names} == {*FIGURE_TILES.names, "12W"}
    assert len(TILES.names) == 25
    assert FIGURE_TILES.find(JOKER) is None


@pytest.mark.parametrize(
    ("figures", "name"),
    [("012", "012"), ("120", "012"), ("201", "012"), ("210", "021"), ("011", "110"), ("133", "331"), ("W12", "12W")],
)
def test_any_rotation_of_a_name_is_understood(figures: str, name: str) -> None:
    assert TILES.find(figures) == name


def test_mirror_images_are_two_tiles_except_the_joker_s() -> None:
    assert TILES.find("132") != TILES.find("123")
    assert TILES.find("21W") is None


def test_names_are_read_anticlockwise_and_the_hour_is_that_of_the_last_figure() -> None:
    # An up cell's corners are 12, 4 and 8 o'clock clockwise, so 12, 8 and 4 the other way round.
    assert TILES.marks_at_hour("301", 8, UP) == "031"
    assert TILES.marks_at_hour("301", 4, UP) == "310"
    assert TILES.marks_at_hour("301", 12, UP) == "103"
    assert TILES.marks_at_hour("12W", 6, DOWN) == "W21"


@pytest.mark.parametrize("cell", [UP, DOWN])
def test_the_hour_tells_how_a_tile_lies(cell: Cell) -> None:
    for name in TILES.names:
        for marks in turns(TILES.marks(name)):
            assert TILES.marks_at_hour(name, TILES.hour(marks, cell), cell) == marks


@pytest.mark.parametrize(("tile", "sum_of_dots"), [("000", 0), ("230", 5), ("332", 8), ("333", 9), ("12W", 3)])
def test_pips_are_added_and_the_square_is_none(tile: str, sum_of_dots: int) -> None:
    assert pips(tile) == sum_of_dots
