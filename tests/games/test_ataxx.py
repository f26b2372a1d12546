"""Ataxx: growing, jumping and infecting against published counts; passing, the end, refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.ataxx import Ataxx, Position
from tests.games.grids import CHANCE, move_read, played, refusal, started

ATAXX = Ataxx()


def position_of(rows: str, seat: int = 0) -> Position:
    """A position by its rows from above, divided by strokes; digits are empty squares."""
    spread = "".join("." * int(char) if char.isdigit() else char for char in rows if char != "/")
    return Position(7, spread, seat)


def test_published_counts_hold_where_players_are_passed_over() -> None:
    """A position from the tests of libataxx, which counts a pass where the server passes over by itself."""
    position = position_of("7/7/7/7/xxxxxxx/xxxxxxx/ooooooo")
    after = [ATAXX.apply(position, way) for way in ATAXX.known_paths(position).values()]

    assert len(after) == 75
    assert sum(1 if each.next_seat == 0 else len(ATAXX.moves(each)) for each in after) == 249


def test_a_piece_that_grows_stays_and_one_that_jumps_goes() -> None:
    grown, jumped = played(ATAXX, "b7"), played(ATAXX, "a7-c7")

    assert grown.places_of("x") == [0, 1, 48]
    assert jumped.places_of("x") == [2, 48]
    assert (grown.jumps, jumped.jumps) == (0, 1)


def test_all_neighbours_of_the_new_square_change_sides() -> None:
    position = played(ATAXX, "b7 f7 b7-d6 e6")

    assert ATAXX.status(position, None) == ("Pieces: Black 2, White 5.",)


def test_whoever_has_no_piece_left_has_lost() -> None:
    position = position_of("x.o4/7/7/7/7/7/7")
    result = ATAXX.result(ATAXX.play(position, 0, "b7", CHANCE).position)

    assert result is not None
    assert (result.winner, result.scores) == (0, (3, 0))
    assert result.reason == "White has no piece left: Black has 3 pieces, White 0."


def test_a_full_board_is_counted() -> None:
    position = position_of("." + "x" * 24 + "o" * 24)
    result = ATAXX.result(ATAXX.play(position, 0, "a7", CHANCE).position)

    assert result is not None
    assert result.reason == "Nobody can move any more: Black has 25 pieces, White 24."


def test_whoever_cannot_move_is_passed_over() -> None:
    after = ATAXX.play(position_of("oxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/7/7/7"), 0, "g3", CHANCE)

    assert after.position.next_seat == 0
    assert [note.text for note in after.notes] == ["White has no move, and is passed over."]


def test_a_hundred_jumps_in_a_row_end_the_game() -> None:
    around = ("a7-a5", "g7-g5", "a5-a7", "g5-g7")
    position = played(ATAXX, " ".join(around * 25))
    result = ATAXX.result(position)

    assert result is not None
    assert result.reason == "There have been 100 jumps with nothing new: Black has 2 pieces, White 2."
    assert ATAXX.status(played(ATAXX, " ".join(around * 15)), None)[1] == (
        "Jumps since a piece was last added: 60; 100 end the game."
    )


@pytest.mark.parametrize(("typed", "move"), [("b7", "b7"), ("a7-b7", "b7"), ("a7b7", "b7"), ("A7 C7", "a7-c7")])
def test_moves_are_understood_in_several_forms(typed: str, move: str) -> None:
    assert move_read(ATAXX, started(ATAXX), typed) == move


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("d4", "None of your pieces touches d4; where one jumps to it, name both squares, for example a1-c3."),
        ("a7-d7", "From a7 to d7 it is too far: a piece grows by one square, or jumps two."),
        ("a7-a7", "The square a7 is not free: Black's piece is there."),
        ("g7", "The square g7 is not free: White's piece is there."),
        ("g7-g5", "White's piece lies on g7, and it is Black's turn."),
        ("b7-b5", "Nothing lies on b7: a move begins where one of your own pieces is, for example "),
    ],
)
def test_a_refusal_says_what_is_wrong(typed: str, words: str) -> None:
    assert refusal(ATAXX, started(ATAXX), typed).words.startswith(words)


def test_nobody_enters_a_blocked_square() -> None:
    assert refusal(ATAXX, started(ATAXX, blocks="five"), "d4").words == "The square d4 is not free: block is there."
