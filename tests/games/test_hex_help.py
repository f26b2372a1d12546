"""The help page of Hex: its diagrams are those of letters, its parameters those of challenges, its moves legal."""

from __future__ import annotations

import re

from pbmserv.games.chance import Chance
from pbmserv.games.hex import Hex
from tests.games.help_pages import help_page, signs_in_diagrams

HEX = Hex()
CHANCE = Chance(bytes(16), "test")
PAGE = help_page("hex")


def test_there_are_no_other_diagrams() -> None:
    assert PAGE.count("-a-b-c-d-e-") == signs_in_diagrams("hex", "-a-b-c-d-e-")


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
