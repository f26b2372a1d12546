"""Othello and Reversi: rules against published counts, refusals, passing, and the end."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal
from pbmserv.games.othello import Othello
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started

OTHELLO = Othello()

# No game is shorter.
WIPED_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


def test_black_begins_with_one_of_four_squares() -> None:
    assert OTHELLO.moves(started(OTHELLO)) == ["d3", "c4", "f5", "e6"]


def test_a_disc_turns_the_rows_that_it_outflanks() -> None:
    assert drawn(OTHELLO, played(OTHELLO, "d3 c5 d6 e3 f4"))[1:-1] == [
        "1 . . . . . . . . 1",
        "2 . . . . . . . . 2",
        "3 . . . x o . . . 3",
        "4 . . . o o(x). . 4",
        "5 . . o x x . . . 5",
        "6 . . . x . . . . 6",
        "7 . . . . . . . . 7",
        "8 . . . . . . . . 8",
    ]


def test_whoever_has_lost_every_disc_has_lost() -> None:
    result = OTHELLO.result(played(OTHELLO, WIPED_OUT))

    assert result is not None
    assert (result.winner, result.scores) == (0, (13, 0))
    assert result.reason == "Nobody can move any more: Black has 13 discs, White 0."


def test_whoever_cannot_move_is_passed_over_and_letters_say_so() -> None:
    before = played(OTHELLO, "f5 f6 d3 g5 h5 h4 g7")

    after = OTHELLO.play(before, 1, "h6", CHANCE)

    assert [note.text for note in after.notes] == ["Black has no move, and is passed over."]
    assert OTHELLO.to_move(after.position) == (1,)
    assert refusal(OTHELLO, after.position, "pass").words == (
        "Whoever can turn nothing over is passed over by the server; nobody else passes."
        " A move is the square where your disc goes, for example d3."
    )


def test_a_square_where_nothing_turns_is_refused_with_those_where_something_does() -> None:
    refused = refusal(OTHELLO, started(OTHELLO), "a1")

    assert isinstance(refused, Illegal)
    assert refused.words == "A disc on a1 would turn nothing over. Legal are d3, c4, f5, e6."


def test_a_square_that_is_taken_is_refused() -> None:
    refused = refusal(OTHELLO, started(OTHELLO), "e5")

    assert refused.words == "The square e5 is taken: White's disc lies there."


def test_two_squares_are_no_move() -> None:
    refused = refusal(OTHELLO, started(OTHELLO), "d3-d4")

    assert refused.words == ("A move names one square: write the square where your disc goes, for example d3.")


def test_the_four_first_discs_of_reversi_go_into_the_middle() -> None:
    position = started(OTHELLO, start="reversi")

    assert OTHELLO.moves(position) == ["d4", "e4", "d5", "e5"]
    assert refusal(OTHELLO, position, "d3").words == "D3 is no legal move here. Legal are d4, e4, d5, e5."
    assert OTHELLO.moves(played(OTHELLO, "d4 d5 e5", start="reversi")) == ["e4"]


def test_reversi_may_begin_with_two_rows_as_othello_cannot() -> None:
    position = played(OTHELLO, "d4 d5 e4 e5", start="reversi")

    assert position.next_seat == 0
    assert OTHELLO.moves(position) == ["c6", "d6", "e6", "f6"]


def test_the_letter_counts_the_discs() -> None:
    assert OTHELLO.status(played(OTHELLO, "d3"), None) == ("Discs: Black 4, White 1.",)


@pytest.mark.parametrize("typed", ["d3", "D3", " d3"])
def test_moves_are_read_in_either_case(typed: str) -> None:
    assert move_read(OTHELLO, started(OTHELLO), typed) == "d3"
