"""The help page of Triominoes: its drawings are those of letters, its sums those of the rules, its options told."""

from __future__ import annotations

import re
from textwrap import dedent, indent

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout
from pbmserv.games.triominoes import Triominoes
from pbmserv.games.triominoes.scoring import earning, gains_when_blocked, opening_points
from pbmserv.games.triominoes.tiles import tile_set, value
from tests.games.drawn_tiles import layout_and_last
from tests.games.help_pages import diagrams_of, help_page

GAME = Triominoes()
PAGE = help_page("triominoes")
EXAMPLES = {"055": 60, "144": 49, "125": 48, "115": 47}


def on_page(drawing: str) -> bool:
    return f"\n{indent(drawing, '    ')}\n" in PAGE


def drawings() -> list[str]:
    """The drawings of more than one tile: indented lines that hang together, between empty lines."""
    blocks = re.findall(r"\n\n((?:    +[^\n]*[+/\\][^\n]*\n)+)", PAGE)
    return [dedent(block).rstrip("\n") for block in blocks if "*" in block]


def test_a_tile_is_drawn_on_its_base_and_on_its_point() -> None:
    on_its_base = draw_layout(Layout((Placement(Cell(0, 0), "245"),)))
    on_its_point = draw_layout(Layout((Placement(Cell(0, 1), "452"),)))
    side_by_side = [
        f"{one:<18}{other}".rstrip()
        for one, other in zip(on_its_base.splitlines(), on_its_point.splitlines(), strict=True)
    ]

    assert on_page("\n".join(side_by_side))


@pytest.mark.parametrize(("tile", "points"), EXAMPLES.items())
def test_a_bonus_is_drawn_as_a_letter_draws_it_and_added_up(tile: str, points: int) -> None:
    name = tile_set(5).name_of
    [drawing] = [each for each in drawings() if name(layout_and_last(each)[1].marks) == tile]
    layout, last = layout_and_last(drawing)

    assert draw_layout(layout.with_tile(last), last=[last.cell]) == drawing
    assert earning(layout, last).points == points
    assert f"{' + '.join(tile)} + {earning(layout, last).bonus} = {points}" in PAGE


def test_the_tiles_of_the_drawings_are_in_the_box_once_each() -> None:
    for drawing in drawings():
        layout, last = layout_and_last(drawing)
        tiles = [tile_set(5).name_of(marks) for _, marks in layout.with_tile(last).placements]
        assert len(set(tiles)) == len(tiles)


def test_there_are_no_other_drawings_of_several_tiles() -> None:
    assert len(drawings()) == len(diagrams_of("triominoes")) + len(EXAMPLES)


def test_the_sums_in_the_text_are_right() -> None:
    assert "22 for 4-4-4" in PAGE
    assert opening_points("444") == 22
    assert "For 0-0-0 it is 40\nin all" in PAGE
    assert opening_points("000") == 40
    assert "11 for 2-4-5" in PAGE
    assert opening_points("245") == 11
    assert "3 + 4 + 4 = 11" in PAGE
    assert value("344") == 11
    assert "If A holds\n23, B 15 and C 27, then B earns 8 + 12 = 20" in PAGE
    assert gains_when_blocked({0: ("333", "233", "123"), 1: ("555",), 2: ("555", "345")}) == {1: 20}


def test_every_option_is_told_with_its_usual_value_and_its_range() -> None:
    for option in GAME.options:
        assert f"    -{option.name}={option.default}\n" in PAGE
    assert "-set=6" in PAGE
    assert "50 to 2000" in PAGE


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
