"""The help page of Trioker-Line: its drawings are those of letters, its moves legal, its options told."""

from __future__ import annotations

from textwrap import indent

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TILES
from tests.games.help_pages import help_page, signs_in_diagrams
from tests.games.trioker_line_positions import GAME, around_the_lower_right, position

PAGE = help_page("trioker-line")


def tile_on_its_base_and_on_its_point() -> str:
    on_its_base, on_its_point = (
        draw_layout(Layout((Placement(cell, TILES.marks_at_hour("301", hour, cell)),))).splitlines()
        for cell, hour in ((Cell(0, 0), 8), (Cell(0, 1), 10))
    )
    return "\n".join(f"{one:<18}{other}".rstrip() for one, other in zip(on_its_base, on_its_point, strict=True))


def curled_chain() -> str:
    curled = position("330", "332", placements=around_the_lower_right("331", "301", "003", "310"))
    forbidden = Cell(1, 0)
    assert forbidden not in curled.places
    return draw_layout(curled.layout, numbered(curled.places) | {forbidden: "x"}, [curled.placements[-1].cell])


DRAWINGS = {
    "a tile": tile_on_its_base_and_on_its_point(),
    "a chain that curls": curled_chain(),
}


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_is_as_letters_draw_it(drawing: str) -> None:
    assert f"\n\n{indent(drawing, '    ')}\n\n" in PAGE


def test_there_are_no_other_drawings() -> None:
    assert PAGE.count("+") == sum(drawing.count("+") for drawing in DRAWINGS.values()) + signs_in_diagrams(
        "trioker-line", "+"
    )


def test_all_tiles_are_listed() -> None:
    table = PAGE.split("each once:\n\n")[1].split("\n\n")[0]

    assert {*table.split(), "12W"} == {*TILES.names}


def test_the_hands_are_those_of_the_setup() -> None:
    assert "ten each for two players,\nseven for three, six for four" in PAGE
    assert [SETUPS[seats].tiles for seats in GAME.seats] == [10, 7, 6]


def test_the_option_is_told_with_its_usual_value_and_its_range() -> None:
    [paths] = GAME.options

    assert f"    -paths={paths.default}\n        How many chains start from 333, {paths.low} to {paths.high}." in PAGE


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
