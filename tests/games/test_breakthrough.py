"""Breakthrough: how men move and take, the words of the old server, refusals, and the end."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Unreadable
from pbmserv.games.breakthrough import Breakthrough
from pbmserv.games.grid_game import GridPosition
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

BREAKTHROUGH = Breakthrough()


def small(rows: str, seat: int = 0) -> GridPosition:
    """A position of five by five squares, by its rows from above."""
    return GridPosition(5, rows.replace(" ", ""), seat)


def test_the_middle_men_go_three_ways_those_at_the_edges_two() -> None:
    assert len(BREAKTHROUGH.moves(started(BREAKTHROUGH))) == 8 + 7 + 7
    assert nodes(BREAKTHROUGH, started(BREAKTHROUGH), 2) == 22 * 22


def test_a_man_takes_diagonally_and_not_straight_ahead() -> None:
    position = small("..... .xx.. .o... ..... .....")

    assert BREAKTHROUGH.moves(position) == ["b3-a4", "b3-c4"]
    refused = refusal(BREAKTHROUGH, position, "b3-b4")
    assert refused.words == "Men take diagonally, never straight ahead: Black's man on b4 is in the way."


def test_what_is_taken_is_gone() -> None:
    assert drawn(BREAKTHROUGH, played(BREAKTHROUGH, "c2-c3 b4-b3 c3-b4", size=5)) == [
        "  a b c d e",
        "5 x x x x x 5",
        "4 x(o)x x x 4",
        "3 . x . . . 3",
        "2 o o . o o 2",
        "1 o o o o o 1",
        "  a b c d e",
    ]


def test_whoever_reaches_the_other_side_has_won() -> None:
    result = BREAKTHROUGH.result(played(BREAKTHROUGH, "c2-c3 b4-b3 c3-b4 b3-a2 b4-a5", size=5))

    assert result is not None
    assert (result.winner, result.reason) == (0, "White has reached the other side.")


def test_the_man_that_has_won_is_lit() -> None:
    position = played(BREAKTHROUGH, "c2-c3 b4-b3 c3-b4 b3-a2 b4-a5", size=5)

    words = [shape.words for shape in BREAKTHROUGH.picture(position, None).shapes if "winning" in shape.words]

    assert words == ["a5, White's man, winning, last move"]


def test_whoever_has_lost_every_man_has_lost() -> None:
    result = BREAKTHROUGH.result(small("..... .x... ..... ..... .....", 0))

    assert result is not None
    assert (result.winner, result.reason) == (1, "White has no man left.")


@pytest.mark.parametrize("typed", ["b2-b3", "b2b3", "B2 B3", "b2xb3", "b2f", "B2F", "b2-f", "b2 to b3"])
def test_a_move_is_understood_in_many_forms(typed: str) -> None:
    assert move_read(BREAKTHROUGH, started(BREAKTHROUGH), typed) == "b2-b3"


def test_left_and_right_are_as_the_player_sees_them() -> None:
    black_to_move = played(BREAKTHROUGH, "a2-a3")

    assert move_read(BREAKTHROUGH, started(BREAKTHROUGH), "c2l") == "c2-b3"
    assert move_read(BREAKTHROUGH, started(BREAKTHROUGH), "c2r") == "c2-d3"
    assert move_read(BREAKTHROUGH, black_to_move, "c7l") == "c7-d6"
    assert move_read(BREAKTHROUGH, black_to_move, "c7r") == "c7-b6"


@pytest.mark.parametrize(
    ("typed", "kind", "words"),
    [
        ("c4-c5", Illegal, "Nothing lies on c4: a move begins where one of your own pieces is, for example "),
        ("c7-c6", Illegal, "Black's man lies on c7, and it is White's turn."),
        ("c1-c2", Illegal, "White's man on c1 cannot move now. Legal are a2-a3, b2-a3, b2-c3, c2-c3,"),
        ("c2-c4", Illegal, "White's man on c2 cannot move like that. From there, legal are c2-b3, c2-c3, c2-d3."),
        ("a2l", Illegal, "White's man on a2 can move in these ways: a2-a3, a2-b3."),
        ("c2", Illegal, "White's man on c2 can move in these ways: c2-b3, c2-c3, c2-d3."),
        ("c2-j9", NeverLegal, "The square j9 is not on the board: its squares are a1 to h8."),
        ("forward", Unreadable, 'A move is expected, not "forward": write the squares from which'),
    ],
)
def test_a_refusal_says_what_would_be_legal(typed: str, kind: type, words: str) -> None:
    refused = refusal(BREAKTHROUGH, started(BREAKTHROUGH), typed)

    assert type(refused) is kind
    assert refused.words.startswith(words)
