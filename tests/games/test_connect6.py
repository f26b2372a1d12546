"""Connect6: one stone, then two each; six in a row."""

from __future__ import annotations

import pytest

from pbmserv.games.connect6 import Connect6
from pbmserv.games.grid_game import GridPosition
from tests.games.grids import CHANCE, drawn, played, refusal, started

CONNECT6 = Connect6()


def test_black_lays_one_stone_and_then_everybody_two() -> None:
    position = started(CONNECT6)
    seats: list[int] = []
    told: list[str] = []
    for move in ("k10", "a1", "a3", "c1", "c3", "e1", "e3"):
        seats.append(position.next_seat)
        told += CONNECT6.status(position, None)
        position = CONNECT6.apply(position, CONNECT6.read(position, move))

    assert seats == [0, 1, 1, 0, 0, 1, 1]
    assert told == [
        "White has two stones to lay.",
        "White has one more stone to lay.",
        "Black has two stones to lay.",
        "Black has one more stone to lay.",
        "White has two stones to lay.",
        "White has one more stone to lay.",
    ]


def test_the_stones_of_one_turn_are_marked_together() -> None:
    assert drawn(CONNECT6, played(CONNECT6, "e5 d6 f6", size=9))[4] == "6 . . .(o).(o). . . 6"
    assert drawn(CONNECT6, played(CONNECT6, "e5 d6 e6", size=9))[4] == "6 . . .(o|o). . . . 6"
    assert drawn(CONNECT6, played(CONNECT6, "e5 d6 f6 a1", size=9))[4] == "6 . . . o . o . . . 6"


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("a1 a9 b9 b1 c1 d9 e9 d1 e1 g9 h9", ""),
        ("a1 a9 b9 b1 c1 d9 e9 d1 e1 g9 h9 f1", "Black has six in a row."),
        ("a1 a9 b9 b1 c1 d9 e9 d1 e1 g9 h9 g1 f1", "Black has seven in a row."),
    ],
)
def test_six_or_more_in_a_row_win_even_by_the_first_of_two_stones(moves: str, reason: str) -> None:
    position = played(CONNECT6, moves, size=9)
    result, older = CONNECT6.result(position), CONNECT6.rules_of(1).result(position)

    assert (result.winner, result.reason) == (0, reason) if result else not reason
    assert older.reason == "Black has six in a row." if older else not reason


def test_a_row_of_eleven_is_the_longest_that_is_announced() -> None:
    lying = "xxxxx.xxxxx" + "." * 110

    result = CONNECT6.result(CONNECT6.play(GridPosition(11, lying, 0), 0, "f11", CHANCE).position)

    assert result is not None
    assert result.reason == "Black has eleven in a row."


def test_a_row_that_the_first_of_two_stones_did_not_complete_may_be_completed_by_the_second() -> None:
    position = played(CONNECT6, "a1 a9 b9 b1 c1 d9 e9 d1 e1 g9 h9 j5 f1", size=9)

    assert CONNECT6.result(position) is not None
    assert CONNECT6.status(position, None) == ("The row, in capitals: a1 b1 c1 d1 e1 f1.",)


@pytest.mark.parametrize("sent", ["d6,f6", "D6 f6", "d6f6"])
def test_both_stones_can_be_sent_in_one_letter(sent: str) -> None:
    position = CONNECT6.play(played(CONNECT6, "e5", size=9), 1, sent, CHANCE)

    assert position.move == "d6,f6"
    assert position.position == played(CONNECT6, "e5 d6 f6", size=9)


def test_a_third_stone_is_refused_and_none_is_laid() -> None:
    refused = refusal(CONNECT6, played(CONNECT6, "e5", size=9), "d6,f6,g7")

    assert refused.words == "After d6, f6 your turn is over: leave out g7."
