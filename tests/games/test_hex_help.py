"""The help page of Hex: its diagrams are those of letters, its parameters those of challenges, its moves legal."""

from __future__ import annotations

import re
from textwrap import indent

import pytest

from pbmserv import places
from pbmserv.games.chance import Chance
from pbmserv.games.hex import Hex

HEX = Hex()
CHANCE = Chance(bytes(16), "test")
PAGE = (places.help_pages() / "hex.txt").read_text(encoding="utf-8")
DIAGRAMS = ("c3 d2 b4", "c3 d2 d1 c1 c2 b2 b4 a4 b5", "d1 e1 c3 e2 b5")


@pytest.mark.parametrize("moves", DIAGRAMS)
def test_a_diagram_is_what_a_letter_shows(moves: str) -> None:
    position = HEX.start({"size": 5, "handicap": 0}, 2, CHANCE)
    for move in moves.split():
        position = HEX.play(position, position.next_seat, move, CHANCE).position

    assert indent(HEX.draw(position, None), " " * 4) in PAGE


def test_there_are_no_other_diagrams() -> None:
    assert PAGE.count("-a-b-c-d-e-") == 2 * len(DIAGRAMS)


def test_the_moves_of_the_example_are_legal_with_its_parameters() -> None:
    position = HEX.start({"size": 9, "handicap": 0}, 2, CHANCE)
    typed = re.findall(r"^    > hex move 101 \w+ \w+ (\w+)$", PAGE, re.MULTILINE)

    for move in typed:
        if move != "swap":
            position = HEX.play(position, position.next_seat, move, CHANCE).position

    assert typed.index("swap") + 1 == HEX.swap_at({"size": 9, "handicap": 0})
    assert len(position.stones) == 3


def test_every_parameter_is_told_with_its_usual_value_and_its_range() -> None:
    for option in HEX.options:
        assert f"    -{option.name}={option.default}\n" in PAGE
    assert "3 to 19" in PAGE
    assert "1 to 9" in PAGE


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
