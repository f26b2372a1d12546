"""The help page of MacMahon's puzzle: its drawings are those of letters, its figures and options are right."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from pbmserv.games.macmahon import MacMahon
from pbmserv.games.macmahon.board import TILES, empty_hexagon
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout
from pbmserv.games.triangles.tiles import Marking
from tests.games.help_pages import help_page, signs_in_diagrams
from tests.games.puzzles import CHANCE, play, started

GAME = MacMahon()
PAGE = help_page("macmahon")
MOVES = re.findall(r"^    > macmahon move 101 bob bobpw123 (.+)$", PAGE, re.MULTILINE)


def tile_in_its_turns() -> str:
    drawn = [
        draw_layout(Layout((Placement(cell, TILES.marks_at_hour("314", hour, cell)),), Marking.EDGES)).splitlines()
        for cell, hour in ((Cell(0, 1), 12), (Cell(0, 1), 8), (Cell(0, 1), 4), (Cell(0, 0), 6))
    ]
    return "\n".join("".join(f"{line:<18}" for line in lines).rstrip() for lines in zip(*drawn, strict=True))


DRAWINGS = {
    "a tile in its turns": tile_in_its_turns(),
}


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_is_as_letters_draw_it(drawing: str) -> None:
    assert f"\n\n{indent(drawing, '    ')}\n\n" in PAGE


def test_there_are_no_other_drawings() -> None:
    assert PAGE.count("+") == sum(drawing.count("+") for drawing in DRAWINGS.values()) + signs_in_diagrams(
        "macmahon", "+"
    )


def test_the_example_can_go_on_to_the_end() -> None:
    assert MOVES[-2:] == ["take 2", "hint"]
    [note] = GAME.play(play(GAME, started(GAME), *MOVES[:-1]), 0, "hint", CHANCE).notes
    assert "can be filled from here" in note.text


def test_all_tiles_are_listed() -> None:
    table = PAGE.split("that makes 24:\n\n")[1].split("\n\n")[0]

    names = [name for name in table.split() if not name.startswith("[")]
    assert {*names} == {*TILES.names}
    assert len(names) == 24


@pytest.mark.parametrize(
    ("printed", "second"),
    [
        *(("331", "133"), ("332", "233"), ("341", "134"), ("314", "143"), ("441", "144"), ("442", "244")),
        *(("443", "344"), ("412", "124"), ("421", "142")),
    ],
)
def test_the_second_names_of_the_source_stand_in_the_table(printed: str, second: str) -> None:
    assert f"{printed} [{second}]" in PAGE
    assert TILES.find(second) == printed


@pytest.mark.parametrize("colour", ["1", "2", "3", "4"])
def test_the_counts_are_right_for_every_colour(colour: str) -> None:
    given = empty_hexagon(colour).given

    assert "Each colour is on 18 edges of tiles." in PAGE
    assert "".join(TILES.names).count(colour) == 18
    assert "needed on 12\nof them for the border itself" in PAGE
    assert len(given) == 12
    assert "There are 13 tiles\nwith that colour" in PAGE
    assert sum(colour in name for name in TILES.names) == 13
    assert "one in each of the 12 cells" in PAGE
    assert sum(any(edge in given for edge in Marking.EDGES.sites(cell)) for cell in started(GAME).cells) == 12


def test_every_option_is_told_with_its_usual_value_and_its_range() -> None:
    assert "    -border=1\n        The colour of the border, 1 to 4.\n" in PAGE
    assert "    -moves=240\n        After how many moves the puzzle is over, 25 to 999.\n" in PAGE
    assert [(option.default, option.low, option.high) for option in GAME.options] == [(1, 1, 4), (240, 25, 999)]


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
