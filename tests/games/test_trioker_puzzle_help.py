"""The help page of the puzzles of Trioker: its drawings are those of letters, its table and its options are right."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.trioker.tiles import FIGURE_TILES, JOKER
from pbmserv.games.trioker_puzzle import TriokerPuzzle
from pbmserv.games.trioker_puzzle.shapes import SHAPES, WITH_JOKER, cells_of
from tests.games.help_pages import help_page, signs_in_diagrams
from tests.games.puzzles import play, started

GAME = TriokerPuzzle()
PAGE = help_page("trioker-puzzle")
MOVES = re.findall(r"^    > trioker-puzzle move 101 bob bobpw123 (.+)$", PAGE, re.MULTILINE)


def three_tiles() -> str:
    drawn = [
        draw_layout(Layout((Placement(cell, FIGURE_TILES.marks_at_hour(name, hour, cell)),))).splitlines()
        for name, cell, hour in (("021", Cell(0, 0), 4), ("021", Cell(0, 1), 2), ("012", Cell(0, 0), 4))
    ]
    return "\n".join("".join(f"{line:<18}" for line in lines).rstrip() for lines in zip(*drawn, strict=True))


def two_cells() -> str:
    cells = frozenset({Cell(0, 0), Cell(0, 1)})
    return draw_layout(Layout(board=cells), board=PrintedBoard(cells, {}))


DRAWINGS = {
    "three tiles": three_tiles(),
    "how a shape is drawn": two_cells(),
}


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_a_drawing_is_as_letters_draw_it(drawing: str) -> None:
    assert f"\n\n{indent(drawing, '    ')}\n\n" in PAGE


def test_there_are_no_other_drawings() -> None:
    assert PAGE.count("+") == sum(drawing.count("+") for drawing in DRAWINGS.values()) + signs_in_diagrams(
        "trioker-puzzle", "+"
    )


def test_the_example_fills_the_wheel() -> None:
    result = GAME.result(play(GAME, started(GAME, shape="wheel"), *MOVES))

    assert result is not None
    assert result.winner == 0


def test_all_tiles_are_listed() -> None:
    table = PAGE.split("that makes 24:\n\n")[1].split("\n\n")[0]

    assert {*table.split()} == {*FIGURE_TILES.names}
    assert f"The 25th tile is the joker, {JOKER}." in PAGE


def test_the_table_tells_all_shapes_their_cells_and_which_need_the_joker() -> None:
    rows = re.findall(r"^    (\w+) +(\d+) cells     (.+)$", PAGE, re.MULTILINE)

    assert [name for name, _, _ in rows] == list(SHAPES)
    assert {name: int(cells) for name, cells, _ in rows} == {name: len(cells_of(name)) for name in SHAPES}
    assert {name for name, _, words in rows if words == "with the joker only"} == WITH_JOKER


def test_every_option_is_told_with_its_usual_value() -> None:
    assert "    -shape=parallelogram\n" in PAGE
    assert "    -joker\n" in PAGE
    assert "    -moves=240\n        After how many moves the puzzle is over, 25 to 999.\n" in PAGE
    assert [option.default for option in GAME.options] == ["parallelogram", False, 240]


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
