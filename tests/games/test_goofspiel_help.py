"""The help page of Goofspiel: its board is that of letters, its parameters those of challenges, its moves legal."""

from __future__ import annotations

import re

import pytest

from pbmserv.games.chance import Chance
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.goofspiel.rules import CARRY, TIES, settled
from tests.games.help_pages import help_page

GOOFSPIEL = Goofspiel()
CHANCE = Chance(bytes(16), "test")
PAGE = help_page("goofspiel")


def test_the_moves_of_the_example_are_legal_with_its_parameters() -> None:
    """Only the last bid of each player counts in a round."""
    position = GOOFSPIEL.start({"cards": 5, "ties": CARRY}, 3, CHANCE)
    typed = re.findall(r"^    > goofspiel move 101 (\w+) \w+ (\w+)$", PAGE, re.MULTILINE)
    first_round = dict(typed[:4])

    for seat, player in enumerate(("alice", "bob", "carol")):
        position = GOOFSPIEL.play(position, seat, first_round[player], CHANCE).position

    assert typed[4:] == [("bob", "4")]
    assert position.rounds_played == 1
    assert "4" in GOOFSPIEL.legal_moves(position, 1)


@pytest.mark.parametrize(
    ("ties", "told"),
    [
        ("carry", "the 9 points are added to the next prize"),
        ("next", "the 5 gets all 9 points"),
        ("split", "each 7 gets 4 points"),
        ("discard", "Nobody gets the 9 points"),
    ],
)
def test_every_way_to_settle_ties_is_told_with_what_it_comes_to(ties: str, told: str) -> None:
    outcome = settled(9, 0, (7, 7, 5, 3), ties)

    assert f"    -ties={ties}\n" in PAGE
    assert told in PAGE
    assert (outcome.takers, outcome.share, outcome.carried) == {
        "carry": ((), 0, 9),
        "next": ((2,), 9, 0),
        "split": ((0, 1), 4, 0),
        "discard": ((), 0, 0),
    }[ties]


def test_every_parameter_is_told_with_its_usual_value_and_its_range() -> None:
    for option in GOOFSPIEL.options:
        assert f"    -{option.name}={option.default}\n" in PAGE
    assert "3 to 20" in PAGE
    assert all(ties in PAGE for ties in TIES)


def test_the_page_fits_a_letter() -> None:
    assert max(map(len, PAGE.splitlines())) <= 79
