"""The help page of Even-Odd: its drawings are those of letters, its moves legal, its options told."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from pbmserv.games.pairimpair.boards import BOARDS, START
from pbmserv.games.pairimpair.rules import Position
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.trioker.tiles import TILES
from tests.games.help_pages import help_page, signs_in_diagrams
from tests.games.pairimpair_positions import GAME, HEXAGON, begun, play, played

PAGE = help_page("pairimpair")


def middle_of(position: Position) -> str:
    """The board without the free cells around the tiles."""
    return draw_layout(position.layout, numbered(position.places), last=[position.placements[-1].cell])


def tile_on_its_base_and_on_its_point() -> str:
    on_its_base, on_its_point = (
        draw_layout(Layout((Placement(cell, TILES.marks_at_hour("301", hour, cell)),))).splitlines()
        for cell, hour in ((Cell(0, 0), 8), (Cell(0, 1), 10))
    )
    return "\n".join(f"{one:<18}{other}".rstrip() for one, other in zip(on_its_base, on_its_point, strict=True))


def board_with_cells_that_the_small_one_lacks() -> str:
    large, small = BOARDS["73"], BOARDS["52"]
    down = large.cell_of(START).row - small.cell_of(START).row
    right = large.cell_of(START).x - small.cell_of(START).x
    kept = {Cell(row + down, x + right) for row, x in small.cells}
    return draw_layout(Layout(), dict.fromkeys(large.cells - kept, "x"), board=large)


def hexagon() -> str:
    layout = played(HEXAGON).layout
    return draw_layout(layout, last=[layout.placements[-1].cell])


DRAWINGS = {
    "a tile": tile_on_its_base_and_on_its_point(),
    "the boards": board_with_cells_that_the_small_one_lacks(),
    "the first move": middle_of(played("112.12@1")),
    "the second move": middle_of(played("112.12@1 221@2")),
    "a hexagon": hexagon(),
}


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_is_as_letters_draw_it(drawing: str) -> None:
    assert f"\n\n{indent(drawing, '    ')}\n\n" in PAGE


def test_there_are_no_other_drawings() -> None:
    assert PAGE.count("+") == sum(drawing.count("+") for drawing in DRAWINGS.values()) + signs_in_diagrams(
        "pairimpair", "+"
    )


def test_the_tiles_are_listed_as_a_letter_lists_them() -> None:
    _, _, *tiles = GAME.status(begun(), None)

    assert f"\n\n{indent(chr(10).join(tiles), '    ')}\n\n" in PAGE


def test_the_moves_in_the_text_are_legal() -> None:
    opened = play(begun(), "112.12@1").position

    assert "as\nin 112.12@1" in PAGE
    assert "221@2" in PAGE
    assert "122@2 is the same" in PAGE
    assert play(opened, "221@2").move == play(opened, "122@2").move == "221@2"


def test_every_option_is_told_with_its_usual_value() -> None:
    assert re.findall(r"^    -(\w+=\w+)$", PAGE, re.MULTILINE) == ["board=73", "replay=off"]
    assert [option.name for option in GAME.options] == ["board", "replay"]
    assert [option.default for option in GAME.options] == ["73", False]


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
