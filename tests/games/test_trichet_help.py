"""The help page of Trichet: its diagrams come from our own drawing, its moves are legal, its parameters are ours."""

import re
from textwrap import indent

import pytest

from pbmserv.games.base import Option
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.trichet import Trichet
from pbmserv.games.trichet.drawing import draw_rotations, draw_tiles
from pbmserv.games.trichet.rules import START, Position, Tile, start
from tests.games.help_pages import help_page, signs_in_diagrams

GAME = Trichet()
CHANCE = Chance(bytes(16), "move 1")
PAGE = help_page("trichet")


def played(*moves: str) -> Position:
    position = start(num_tiles=96, win_size=10)
    for move in moves:
        position = GAME.play(position, position.next_seat, move, CHANCE).position
    return position


DIAGRAMS = {
    "front and back of a tile": draw_tiles([Tile(Cell(0, 0), "a"), Tile(Cell(0, 4), "d")]),
    "the rotations": draw_rotations(),
    "the example before its auto moves": draw_tiles(
        (*START, Tile(Cell(0, 2), "f")), {Cell(0, 1): "p", Cell(0, 3): "q", Cell(-1, 1): "r"}
    ),
}


@pytest.mark.parametrize("diagram", DIAGRAMS.values(), ids=DIAGRAMS)
def test_a_diagram_of_the_page_is_drawn_as_boards_are(diagram: str) -> None:
    assert f"\n\n{indent(diagram, ' ' * 4)}\n\n" in PAGE


def test_every_diagram_of_the_page_is_checked() -> None:
    drawn = sum(diagram.count("+") for diagram in DIAGRAMS.values())
    in_words = PAGE.count("marked +")

    assert PAGE.count("+") == drawn + signs_in_diagrams("trichet", "+") + in_words


def test_the_words_on_the_example_are_those_that_a_letter_bears() -> None:
    words = " ".join(PAGE.split())

    (note,) = GAME.play(played(), 1, "f7", CHANCE).notes

    assert note.text in words
    assert GAME.status(played("f7"), viewer=None)[0] in words


def test_the_moves_of_the_page_are_legal_from_the_start_with_dot_to_move() -> None:
    typed = re.findall(r"^    > trichet move 101 (alice|bob) \w+ (\w+)(?:#(\d))?$", PAGE, re.MULTILINE)
    position = played()

    for number, (player, move, guard) in enumerate(typed, 1):
        assert player == ("alice", "bob")[position.next_seat]
        assert guard in ("", str(number))
        position = GAME.play(position, position.next_seat, move, CHANCE).position

    assert [move for _, move, _ in typed] == ["d3", "1a"]


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_every_parameter_stands_there_with_its_default_and_its_range(option: Option) -> None:
    told = rf"^    -{option.name}={option.default}\n        \D*\b{option.low} to {option.high}\b"

    assert re.search(told, PAGE, re.MULTILINE)


def test_the_page_fits_a_letter() -> None:
    assert max(len(line) for line in PAGE.splitlines()) <= 79
    assert all(line == line.rstrip() for line in PAGE.splitlines())
