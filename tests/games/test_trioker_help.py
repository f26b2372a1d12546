"""The help page of Trioker: its drawings are those of letters, its tables, sums and moves those of the rules."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import placement_of, read_move
from pbmserv.games.trioker import Trioker
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.scoring import LAST_TILE_BONUS, cost_of_tile
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import DOUBLES, SINGLES, TILES, TRIPLES, pips
from tests.games.help_pages import help_page
from tests.games.trioker_positions import position

GAME = Trioker()
PAGE = help_page("trioker")
JOKER = Layout((Placement(Cell(0, 0), "1W2"),))


def on_page(drawing: str) -> bool:
    return f"\n{indent(drawing, '    ')}\n" in PAGE


def test_a_tile_is_drawn_on_its_base_and_on_its_point() -> None:
    on_its_base, on_its_point = (
        draw_layout(Layout((Placement(cell, TILES.marks("123")),))).splitlines() for cell in (Cell(0, 0), Cell(0, 1))
    )

    side_by_side = [f"{one:<18}{other}".rstrip() for one, other in zip(on_its_base, on_its_point, strict=True)]

    assert on_page("\n".join(side_by_side))


@pytest.mark.parametrize("name", ["rapid", "1970"])
def test_the_boards_are_those_of_letters_and_their_spaces_are_explained(name: str) -> None:
    board = BOARDS[name]
    lines = [f"{space.mark}  {space.meaning}\n    {space.french}" for space in board.spaces]

    assert on_page(draw_layout(Layout(), board=board.printed))
    assert on_page("\n".join(lines))


def test_the_tables_of_tiles_and_of_the_setup_are_those_of_the_rules() -> None:
    names = [
        TRIPLES[row : row + 1] + DOUBLES[3 * row : 3 * row + 3] + SINGLES[2 * row : 2 * row + 2] for row in range(4)
    ]
    rows = re.findall(r"^    (\d{3}) +(\d{3}) (\d{3}) (\d{3}) +(\d{3}) (\d{3})$", PAGE, re.MULTILINE)
    setups = re.findall(r"^ +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$", PAGE, re.MULTILINE)

    assert rows == names
    assert [tuple(map(int, row)) for row in setups] == [
        (players, setup.tiles, setup.purse.red, setup.purse.black, 25 - players * setup.tiles)
        for players, setup in SETUPS.items()
    ]


def test_the_joker_is_drawn_with_the_positions_beside_it_and_both_moves_are_legal() -> None:
    assert on_page(draw_layout(JOKER, numbered(JOKER.border)))
    for move, on_the_square in (("113.06@2", "3"), ("113.02@2", "1")):
        assert move in PAGE
        placement = placement_of(read_move(move, TILES, move), TILES, JOKER, JOKER.border)
        assert placement.marks[placement.cell.corners().index(Cell(0, 0).corners()[1])] == on_the_square


def test_the_moves_in_the_text_mean_what_it_says() -> None:
    before = position("332 000", "331 000")

    assert {GAME.play(before, 0, move, Chance(bytes(16), "test")).move for move in ("332@2", "323@2", "233@2")} == {
        "332@2"
    }
    assert "332@2, 323@2 and 233@2" in PAGE
    assert TILES.find("W12") == "12W"


def test_the_sums_in_the_text_are_right() -> None:
    assert "332 makes 8, 331 makes 7" in PAGE
    assert (pips("332"), pips("331")) == (8, 7)
    assert "receives 10 points" in PAGE
    assert LAST_TILE_BONUS == 10
    assert "2 for 000 and 7 for 230" in PAGE
    assert (cost_of_tile("000"), cost_of_tile("230")) == (2, 7)
    assert "a joker that is left costs 5" in PAGE
    assert cost_of_tile("12W") == 5


def test_every_option_is_told_with_its_usual_value_and_its_choices() -> None:
    assert re.findall(r"^    -(\w+=\w+)$", PAGE, re.MULTILINE) == ["board=rapid", "replay=off"]
    assert [(option.name, option.default) for option in GAME.options] == [("board", "rapid"), ("replay", False)]
    for option in GAME.options:
        assert all(f"-{option.name}={choice}" in PAGE for choice in option.choices)


def test_what_is_a_reconstruction_is_called_so() -> None:
    assert "The boards are reconstructions." in PAGE


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
