"""Checkers and draughts: published counts, captures that must be made and completed, crowning, ties, refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Ambiguous, NeverLegal
from pbmserv.games.checkers import Checkers
from pbmserv.games.draughts import Draughts
from pbmserv.games.men_and_kings import Position
from tests.games.grids import CHANCE, move_read, played, refusal, started

CHECKERS, DRAUGHTS = Checkers(), Draughts()


def small(lying: dict[str, str], seat: int = 0, variant: str = "russian") -> Position:
    """A position on eight by eight squares."""
    empty = Position(8, "." * 64, seat, variant=variant)
    board = CHECKERS.board(empty)
    return empty.with_changes({board.place_of[name]: piece for name, piece in lying.items()}, seat, ())


def test_in_checkers_any_capture_may_be_chosen_but_must_be_completed() -> None:
    position = played(CHECKERS, "d6-e5 c3-b4 c7-d6 b4-a5 e5-f4")

    assert sorted(CHECKERS.moves(position)) == ["a5-c7", "e3-g5", "g3-e5-c7"]
    assert refusal(CHECKERS, position, "g3-e5").words == "That capture goes on, and must be completed: g3-e5-c7."
    assert refusal(CHECKERS, position, "h2-g1").words.startswith("Who can capture must do so: ")


def test_in_international_draughts_most_must_be_captured() -> None:
    position = played(DRAUGHTS, "h4-i5 i7-h6 g3-h4 g7-f6")

    assert DRAUGHTS.moves(position) == ["i5-g7-e5"]
    assert refusal(DRAUGHTS, position, "i5-g7").words == "That capture goes on, and must be completed: i5-g7-e5."


def test_fewer_pieces_than_possible_are_refused_where_most_must_be_captured() -> None:
    lying = {"a1": "o", "b2": "x", "h2": "o", "g3": "x", "g5": "x"}

    assert DRAUGHTS.moves(small(lying, variant="brazilian")) == ["h2-f4-h6"]
    assert sorted(DRAUGHTS.moves(small(lying, variant="russian"))) == ["a1-c3", "h2-f4-h6"]
    assert refusal(DRAUGHTS, small(lying, variant="brazilian"), "a1-c3").words == (
        "As many pieces as possible must be captured: h2-f4-h6."
    )


def test_the_first_and_last_square_of_a_capture_are_enough_where_there_is_one_way() -> None:
    position = played(CHECKERS, "d6-e5 c3-b4 c7-d6 b4-a5 e5-f4")
    # A round trip, which may begin over b4 or over d4.
    two_ways = small({"c3": "O", "b4": "x", "b6": "x", "d4": "x", "d6": "x"}, 1, "")

    assert move_read(CHECKERS, position, "g3xc7") == "g3-e5-c7"
    refused = refusal(CHECKERS, two_ways, "c3-c3")
    assert isinstance(refused, Ambiguous)
    assert sorted(refused.choices) == ["c3-a5-c7-e5-c3", "c3-e5-c7-a5-c3"]
    assert refused.words == "C3-c3 can be c3-e5-c7-a5-c3 or c3-a5-c7-e5-c3."


def test_checkers_move_one_square_and_capture_forward_and_kings_backwards_too() -> None:
    assert CHECKERS.moves(small({"c3": "o", "h8": "x"}, 1, "")) == ["c3-b4", "c3-d4"]
    assert CHECKERS.moves(small({"c3": "O", "h8": "x"}, 1, "")) == ["c3-d4", "c3-d2", "c3-b2", "c3-b4"]
    assert CHECKERS.moves(small({"c3": "o", "d2": "x"}, 1, "")) == ["c3-b4", "c3-d4"]
    assert CHECKERS.moves(small({"c3": "O", "d2": "x"}, 1, "")) == ["c3-e1"]


def test_in_draughts_men_capture_backwards_and_kings_fly() -> None:
    assert DRAUGHTS.moves(small({"c3": "o", "d2": "x"})) == ["c3-e1"]
    assert DRAUGHTS.moves(small({"a1": "O", "d4": "x"})) == ["a1-e5", "a1-f6", "a1-g7", "a1-h8"]


def test_a_man_that_reaches_the_last_row_while_capturing_is_crowned_as_each_game_has_it() -> None:
    """Over f7 to e8; from there, as a king, over c6; as a man, over d7."""
    lying = {"g6": "o", "f7": "x", "c6": "x"}

    assert CHECKERS.moves(small({"g6": "o", "f7": "x", "d7": "x"}, 1, "")) == ["g6-e8"]
    assert DRAUGHTS.moves(small({"g6": "o", "f7": "x", "d7": "x"}, variant="brazilian")) == ["g6-e8-c6"]
    assert DRAUGHTS.moves(small(lying, variant="brazilian")) == ["g6-e8"]
    assert sorted(DRAUGHTS.moves(small(lying, variant="russian"))) == ["g6-e8-a4", "g6-e8-b5"]
    flown = {"g6": "o", "f7": "x", "b5": "x"}
    assert sorted(DRAUGHTS.moves(small(flown, variant="russian"))) == ["g6-e8-a4"]
    after = DRAUGHTS.play(small(flown, variant="russian"), 0, "g6-e8-a4", CHANCE).position
    passed = DRAUGHTS.play(small({"g6": "o", "f7": "x", "d7": "x"}, variant="brazilian"), 0, "g6-c6", CHANCE).position
    assert after.cells.count("O") == 1
    assert (passed.cells.count("o"), passed.cells.count("O")) == (1, 0)


def test_a_king_lands_where_it_can_capture_on() -> None:
    """From f8 to c5, and not to d6: here pydraughts and an earlier reading of the Russian rules differed."""
    white = dict.fromkeys(["a1", "e3", "b4", "d4", "f4", "b2", "h2"], "o")
    black = dict.fromkeys(["g5", "b6", "f6", "e7", "g7", "b8"], "x")

    assert DRAUGHTS.moves(small(white | black, variant="russian")) == ["f4-h6-f8-c5-a7"]


def test_no_piece_is_jumped_over_twice() -> None:
    position = small({"c1": "O", "d2": "x", "g3": "x", "f6": "x", "c5": "x"})
    moves = DRAUGHTS.moves(position)

    assert max(move.count("-") for move in moves) > 2
    for move in moves:
        assert DRAUGHTS.play(position, 0, move, CHANCE).position.cells.count("x") == 4 - move.count("-")


def test_whoever_cannot_move_has_lost() -> None:
    shut_in = CHECKERS.result(small({"a3": "x", "b2": "o", "c1": "o"}, 0, ""))
    captured = CHECKERS.result(small({"a1": "o"}, 0, ""))

    assert shut_in is not None
    assert captured is not None
    assert (shut_in.winner, shut_in.reason) == (1, "Black cannot move any more.")
    assert (captured.winner, captured.reason) == (1, "Black has no piece left.")


def test_the_third_time_of_the_same_position_is_a_tie() -> None:
    position = small({"a1": "O", "h8": "X"}, 1, "")
    for move in ["a1-b2", "h8-g7", "b2-a1", "g7-h8"] * 2:
        assert CHECKERS.result(position) is None
        position = CHECKERS.play(position, position.next_seat, move, CHANCE).position

    result = CHECKERS.result(position)
    assert result is not None
    assert (result.winner, result.reason) == (None, "The same position has come for the third time.")


@pytest.mark.parametrize(("variant", "moves"), [("russian", 15), ("brazilian", 20), ("international", 25)])
def test_kings_that_only_move_are_a_tie_in_the_end(variant: str, moves: int) -> None:
    size = 10 if variant == "international" else 8
    cells = "." * (size * size - size) + "O" + "." * (size - 1)
    before = Position(size, cells[:1] + "X" + cells[2:], 0, quiet=2 * moves - 1, variant=variant)
    after = DRAUGHTS.play(before, 0, DRAUGHTS.moves(before)[0], CHANCE).position

    assert DRAUGHTS.result(before) is None
    result = DRAUGHTS.result(after)
    assert result is not None
    assert result.reason == f"There have been {moves} moves of each by kings alone, without a capture."
    assert DRAUGHTS.status(before, None) == (
        f"Moves of kings alone, of both together: {2 * moves - 1}; {2 * moves} are a tie.",
    )


@pytest.mark.parametrize("typed", ["f6-e5", "f6e5", "11-15", "11x15", "11 15", "F6 E5"])
def test_squares_are_named_by_letters_or_numbers(typed: str) -> None:
    assert move_read(CHECKERS, started(CHECKERS), typed) == "f6-e5"


@pytest.mark.parametrize("typed", ["32-28", "d4-e5"])
def test_the_most_famous_first_move_of_draughts(typed: str) -> None:
    assert move_read(DRAUGHTS, started(DRAUGHTS), typed) == "d4-e5"


def test_a_number_that_no_square_has_is_refused() -> None:
    refused = refusal(CHECKERS, started(CHECKERS), "11-40")

    assert isinstance(refused, NeverLegal)
    assert refused.words == "The squares are numbered from 1 to 32, or named by letter and row, such as g1."


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("b8-a7", "Black's man on b8 cannot move now. Legal are b6-a5, b6-c5, d6-c5, d6-e5, f6-e5, f6-g5, h6-g5."),
        ("f6-f5", "Black's man on f6 cannot move like that. From there, legal are f6-e5, f6-g5."),
        ("c3-d4", "White's man lies on c3, and it is Black's turn."),
    ],
)
def test_a_refusal_says_what_would_be_legal(typed: str, words: str) -> None:
    assert refusal(CHECKERS, started(CHECKERS), typed).words == words
