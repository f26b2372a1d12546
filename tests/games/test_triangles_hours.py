"""What the help pages of games on triangles say of hours: that of the last figure as it was written."""

from __future__ import annotations

import re

import pytest

from pbmserv.games.macmahon.board import TILES as MACMAHON
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.tiles import TileSet
from pbmserv.games.trioker.tiles import TILES as TRIOKER
from pbmserv.games.triominoes.tiles import tile_set
from tests.games.help_pages import help_page

UP, DOWN = Cell(0, 0), Cell(0, 1)


@pytest.mark.parametrize(
    ("page", "tiles", "cell", "typed", "printed"),
    [
        ("macmahon", MACMAHON, DOWN, "143.08@7", "314.12@7"),
        ("trioker", TRIOKER, DOWN, "311.10@2", "113.06@2"),
        ("trioker-line", TRIOKER, UP, "2W1.08@2", "12W.12@2"),
        ("trioker-puzzle", TRIOKER, UP, "231.08@7", "123.12@7"),
        ("pairimpair", TRIOKER, UP, "210.12@1", "021.04@1"),
        ("triominoes", tile_set(5), UP, "452.12@7", "245.08@7"),
    ],
)
def test_two_ways_to_write_a_move_lay_the_tile_alike(
    page: str, tiles: TileSet, cell: Cell, typed: str, printed: str
) -> None:
    text = help_page(page)

    one, other = (re.split(r"[.@]", move) for move in (typed, printed))
    marks = tiles.marks_at_hour(one[0], int(one[1]), cell)
    assert tiles.marks_at_hour(other[0], int(other[1]), cell) == marks
    assert tiles.find(one[0]) == other[0]
    assert typed in text
    assert printed in text
    assert "last figure as you write it" in " ".join(text.split()) or "last figure that you write" in " ".join(
        text.split()
    )
