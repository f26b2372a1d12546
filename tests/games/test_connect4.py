"""Connect Four: discs fall, four in a line win, columns are named in several ways."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.connect4 import Connect4
from pbmserv.web.touch_moves import steps_of, touch_all
from tests.games.grids import drawn, move_read, nodes, played, refusal, started
from tests.games.perft import all_positions

CONNECT4 = Connect4()


@pytest.mark.parametrize(("depth", "count"), [(1, 7), (3, 343), (5, 16807)])
def test_every_column_is_open_as_long_as_none_can_be_full_or_won(depth: int, count: int) -> None:
    assert nodes(CONNECT4, started(CONNECT4), depth) == count


@pytest.mark.long
def test_seven_discs_do_not_go_into_one_column() -> None:
    assert nodes(CONNECT4, started(CONNECT4), 7) == 7**7 - 7


@pytest.mark.long
def test_there_are_as_many_positions_on_a_small_board_as_is_published() -> None:
    """161,029 on four by four squares, as John Tromp has counted."""
    assert all_positions(CONNECT4, started(CONNECT4, columns=4, rows=4)) == 161_029


def test_discs_fall_on_those_that_lie_there() -> None:
    assert drawn(CONNECT4, played(CONNECT4, "d d e c"))[4:] == [
        "3 . . . . . . . 3",
        "2 . . . o . . . 2",
        "1 . .(o)x x . . 1",
        "  a b c d e f g",
    ]


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("d a e a f a g", "d1 e1 f1 g1"),
        ("a b a b a b a", "a4 a3 a2 a1"),
        ("a b b c c d c d d g d", "d4 c3 b2 a1"),
        ("g f f e e d e d d a d", "d4 e3 f2 g1"),
    ],
)
def test_four_in_a_line_win_in_every_direction(moves: str, line: str) -> None:
    position = played(CONNECT4, moves)
    result = CONNECT4.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has four in a line.")
    assert CONNECT4.status(position, None) == (f"The line, in capitals: {line}.",)


def test_three_in_a_line_and_one_beyond_a_gap_do_not_win() -> None:
    assert CONNECT4.result(played(CONNECT4, "a a b b d d")) is None


def test_a_line_does_not_go_around_the_edge_of_the_board() -> None:
    assert CONNECT4.result(played(CONNECT4, "e a f a g b c", columns=7)) is None


def test_a_full_board_without_a_line_is_a_tie() -> None:
    result = CONNECT4.result(played(CONNECT4, "d c b a c a a a d d b c d b c b", columns=4, rows=4))

    assert result is not None
    assert (result.winner, result.reason) == (None, "The board is full, and nobody has four in a line.")


@pytest.mark.parametrize("typed", ["d", "D", "4", " d ", "d1"])
def test_a_column_is_named_by_letter_or_number_or_the_square_where_the_disc_lands(typed: str) -> None:
    assert move_read(CONNECT4, started(CONNECT4), typed) == "d"


def test_a_disc_falls_down_a_column_wherever_its_free_squares_are_touched() -> None:
    position = played(CONNECT4, "d d d")

    touches = {*CONNECT4.other_steps(position, 1, "d"), CONNECT4.steps(position, 1, "d")}

    assert touches == {("d6",), ("d5",), ("d4",)}
    assert touches <= {(target,) for target in CONNECT4.picture(position, 1).targets}
    assert touch_all(steps_of(CONNECT4, position, 1, CONNECT4.moves(position), []), ["d6"]).move == "d"


def test_a_full_column_is_refused_with_those_that_are_open() -> None:
    refused = refusal(CONNECT4, played(CONNECT4, "d d d d d d"), "d")

    assert isinstance(refused, Illegal)
    assert refused.words == "Column d is full: choose one of a, b, c, e, f, g."


@pytest.mark.parametrize("typed", ["h", "8", "0", "12"])
def test_a_column_that_is_not_there_is_refused_with_those_that_are(typed: str) -> None:
    refused = refusal(CONNECT4, started(CONNECT4), typed)

    assert isinstance(refused, NeverLegal)
    assert refused.words == f"There is no column {typed}: name one of a to g, or 1 to 7, counted from the left."


def test_a_square_in_the_air_is_refused_with_where_the_disc_would_land() -> None:
    assert refusal(CONNECT4, started(CONNECT4), "d3").words == (
        "A disc in column d falls down to d1: name the column alone."
    )
    assert refusal(CONNECT4, played(CONNECT4, "d"), "d1").words == "The square d1 is taken: Black's disc lies there."
