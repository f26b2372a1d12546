"""Havannah: rings, bridges, forks, and what is none of these; cells and their names."""

from __future__ import annotations

import pytest

from pbmserv.games.havannah import Havannah
from tests.games.grids import drawn, played, refusal, started

HAVANNAH = Havannah()
BLACK_RING = "c3 f6 d3 f5 e4 g6 e5 f7 d5 g7"


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (f"{BLACK_RING} c4", "Black has closed a ring."),
        ("d4 c3 a2 d3 a3 e4 b4 e5 f3 d5 c2 c4", "White has closed a ring."),
        ("d4 a2 c3 a3 d3 f3 e4 g5 e5 g6 d5 f6 c4", "Black has closed a ring."),
        ("a1 d4 b1 e5 c1 e4 d1", "Black has a bridge: two corners are joined."),
        ("a1 d4 b2 e5 c3 e4 c4 d3 b4 c2 a4", "Black has a bridge: two corners are joined."),
        ("a3 c3 b4 d4 b5 e4 c5 e5 e7 f5 d6", "Black has a fork: three sides are joined."),
    ],
)
def test_a_ring_a_bridge_and_a_fork_win(moves: str, why: str) -> None:
    before, after = moves.rsplit(maxsplit=1)[0], played(HAVANNAH, moves, size=4)
    result = HAVANNAH.result(after)

    assert HAVANNAH.result(played(HAVANNAH, before, size=4)) is None
    assert result is not None
    assert result.reason == why
    assert result.winner == ("Black", "White").index(why.split()[0])


@pytest.mark.parametrize(
    "moves",
    [
        "a1 d4 b1 e5 c1",
        "a2 d4 b1",
        "a1 d4 a2 d3 a3 e4 b1 e5 c1 c3",
        "c3 f6 d3 f5 e4 g6 e5 f7 d5",
        "c3 a1 d3 a2 c4 a3 d4 b1 e4 b4 e5 c1",
    ],
    ids=["one corner", "two sides", "a corner between two sides", "an open ring", "a clump with no middle"],
)
def test_anything_less_wins_nothing(moves: str) -> None:
    assert HAVANNAH.result(played(HAVANNAH, moves, size=4)) is None


def test_what_has_won_is_in_capitals_and_named() -> None:
    position = played(HAVANNAH, f"{BLACK_RING} c4", size=4)

    assert drawn(HAVANNAH, position) == [
        "        a b c d",
        "       / / / / e",
        "   1  . . . . / f",
        "  2  . . . . . / g",
        " 3  . . X X . . /",
        "4  . .(X). X . .",
        " 5  . . X X o .",
        "  6  . . . o o",
        "   7  . . o o",
    ]
    assert HAVANNAH.status(position, None) == ("The group with the ring, in capitals: c3 d3 c4 e4 d5 e5.",)


@pytest.mark.parametrize(("size", "cells"), [(4, 37), (8, 169), (10, 271)])
def test_a_board_has_so_many_cells(size: int, cells: int) -> None:
    assert len(HAVANNAH.moves(started(HAVANNAH, size=size))) == cells


def test_a_cell_that_is_not_on_the_board_is_answered_with_those_of_its_row() -> None:
    words = refusal(HAVANNAH, started(HAVANNAH, size=4), "a7").words

    assert words == "The cell a7 is not on the board: its cells in that row are d7 to g7."
    assert refusal(HAVANNAH, started(HAVANNAH, size=4), "a9").words == (
        "The cell a9 is not on the board: its first row is a1 to d1, its last d7 to g7."
    )


def test_a_cell_that_is_taken_is_told_so() -> None:
    words = refusal(HAVANNAH, played(HAVANNAH, "d4", size=4), "D4").words

    assert words == "The cell d4 is taken: Black's stone lies there."


def test_the_second_player_may_swap() -> None:
    assert HAVANNAH.swap_at({"size": 8}) == 2


def test_the_picture_says_how_large_the_board_is_and_what_lies_there() -> None:
    picture = HAVANNAH.picture(played(HAVANNAH, "d4", size=4), None)

    assert picture.words == "A board of Havannah, a hexagon with 4 cells along each side"
    assert len(picture.targets) == 37
    assert {shape.words for shape in picture.shapes if shape.target == "d4"} == {"", "d4, Black's stone, last move"}
