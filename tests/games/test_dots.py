"""Dots and Boxes: who closes a box draws again, and a whole turn fits in one letter."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Unreadable
from pbmserv.games.dots import Dots
from tests.games.grids import CHANCE, drawn, move_read, nodes, played, refusal, started

DOTS = Dots()
CHAIN = "b1 b3 b5 d1 d3 d5 a2 a4"
"""On two by two boxes: two rows, each open at its right end, with White's line c2 or c4 still to come."""


def test_who_closes_a_box_owns_it_and_draws_again() -> None:
    position = played(DOTS, "b1 a2 c2 b3", size=2)

    assert position.next_seat == 1
    assert drawn(DOTS, position) == [
        "   a b c d e",
        "1  +---+   +  1",
        "2  | o |      2",
        "3  +(-)+   +  3",
        "4             4",
        "5  +   +   +  5",
        "   a b c d e",
    ]
    assert DOTS.status(position, None) == ("Boxes: Black 0, White 1, 3 still open.",)


def test_a_line_that_closes_no_box_ends_the_turn() -> None:
    assert [played(DOTS, "b1 a2 c2 d1"[: 3 * count], size=2).next_seat for count in range(5)] == [0, 1, 0, 1, 0]


def test_a_whole_turn_of_several_lines_is_one_move() -> None:
    before = played(DOTS, CHAIN, size=2)
    sent = DOTS.play(before, 0, "c2,e2 C4", CHANCE)

    assert sent.move == "c2,e2,c4"
    assert [note.text for note in sent.notes] == [
        "Black has closed 1 box with c2: Black draws again.",
        "Black has closed 1 box with e2: Black draws again.",
        "Black has closed 1 box with c4: Black draws again.",
    ]
    assert sent.position == played(DOTS, f"{CHAIN} c2 e2 c4", size=2)
    assert sent.position.next_seat == 0
    assert drawn(DOTS, sent.position)[2] == "2  | x(|)x(|) 2"


def test_a_line_that_closes_two_boxes_is_one_turn_more() -> None:
    position = played(DOTS, "b1 a2 b3 d1 d3 e2 c2", size=2)

    assert DOTS.scores(position) == (2, 0)
    assert position.next_seat == 0
    [note] = DOTS.play(played(DOTS, "b1 a2 b3 d1 d3 e2", size=2), 0, "c2", CHANCE).notes
    assert note.text == "Black has closed 2 boxes with c2: Black draws again."


def test_lines_after_the_end_of_a_turn_are_refused_and_none_is_drawn() -> None:
    position = played(DOTS, "b1 a2 c2", size=2)
    refused = refusal(DOTS, position, "b3,d1,e2,d3")

    assert isinstance(refused, Illegal)
    assert refused.words == "After b3, d1 your turn is over: leave out e2, d3."


def test_lines_after_the_end_of_the_game_are_refused() -> None:
    refused = refusal(DOTS, played(DOTS, f"{CHAIN} c2 e2 c4", size=2), "e4 b1")

    assert refused.words == "After e4 the game is over: leave out b1."


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("a1", Illegal, "A1 is a dot. A line lies between two of them, for example b1 or a2."),
        ("b2", Illegal, "B2 is the inside of a box. A line lies between two dots, for example b1 or a2."),
        ("b1", Illegal, "The line b1 is drawn already."),
        ("b3 b1", Illegal, "The line b1 is drawn already."),
        ("b3-d1", Illegal, "Lines are written with commas between them: b3, d1."),
        ("f1", NeverLegal, "The line f1 is not on the board: its columns are a to e, its rows 1 to 5."),
        (",".join(["b3"] * 31), Unreadable, "One move has 30 steps at most, not 31: make the rest in another move."),
    ],
)
def test_refusals_say_what_was_wrong(text: str, kind: type[Exception], words: str) -> None:
    refused = refusal(DOTS, played(DOTS, "b1 a2 c2", size=2), text)

    assert (type(refused), refused.words) == (kind, words)


@pytest.mark.parametrize("text", ["b3", "B3", "3b", " 3B ", "b3\n"])
def test_a_line_is_named_by_column_and_row_in_either_order(text: str) -> None:
    assert move_read(DOTS, started(DOTS), text) == "b3"


@pytest.mark.parametrize("text", ["b3d1", "b3 d1", "3b,1d", "b3 + d1", "b3;d1"])
def test_lines_of_a_turn_may_have_anything_or_nothing_between_them(text: str) -> None:
    assert move_read(DOTS, played(DOTS, "b1 a2 c2", size=2), text) == "b3,d1"


@pytest.mark.parametrize(
    ("moves", "winner", "why"),
    [
        (f"{CHAIN} c2,e2,c4,e4", 0, "Black has closed 4 boxes, White 0."),
        ("b1 b3 b5 d1 d3 d5 a2 c2,e2,a4 c4,e4", None, "Black has closed 2 boxes, White 2."),
    ],
)
def test_more_boxes_win(moves: str, winner: int | None, why: str) -> None:
    position = played(DOTS, moves, size=2)
    result = DOTS.result(position)

    assert result is not None
    assert (result.winner, result.reason, result.scores) == (winner, why, DOTS.scores(position))
    assert DOTS.moves(position) == []


def test_there_are_as_many_games_as_orders_of_the_lines() -> None:
    assert nodes(DOTS, started(DOTS, size=2), 4) == 12 * 11 * 10 * 9
