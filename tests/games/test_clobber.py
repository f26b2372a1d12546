"""Clobber: what captures what, who has lost, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.clobber import Clobber
from pbmserv.games.grid_game import GridPosition
from tests.games.grids import move_read, nodes, played, refusal, started

CLOBBER = Clobber()


def small(rows: str, seat: int = 0) -> GridPosition:
    """A position of five rows, from above."""
    cells = rows.replace(" ", "")
    return GridPosition(len(cells) // 5, cells, seat)


@pytest.mark.parametrize(("board", "first"), [("5x6", 49), ("8x8", 112)])
def test_at_first_each_pair_of_neighbours_is_a_move(board: str, first: int) -> None:
    start = started(CLOBBER, board=board)

    assert len(CLOBBER.moves(start)) == first
    assert start.cells.count("o") == start.cells.count("x")
    assert start[CLOBBER.board(start).place_of["a1"]] == "o"


def test_as_many_positions_follow_as_in_openspiel() -> None:
    # Counted there; the long tests play random games on both.
    assert [nodes(CLOBBER, started(CLOBBER), depth) for depth in (1, 2)] == [49, 2116]


def test_a_stone_captures_its_neighbours_in_row_and_column_alone() -> None:
    position = small("..... .xxx. .xox. .xxx. .....")

    assert sorted(CLOBBER.moves(position)) == ["c3-b3", "c3-c2", "c3-c4", "c3-d3"]


def test_there_is_no_move_to_an_empty_square_nor_over_one() -> None:
    assert CLOBBER.moves(small("..... .o.x. ..... ..o.. .o.ox")) == ["d1-e1"]


def test_whoever_cannot_move_has_lost_though_stones_are_left() -> None:
    after = CLOBBER.apply(small("o.... ..x.. ..... ..... ...ox"), (23, 24))

    result = CLOBBER.result(after)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Black cannot move any more.")
    assert CLOBBER.moves(after) == []


def test_the_game_goes_on_as_long_as_two_stones_touch() -> None:
    assert CLOBBER.result(small("o.... ..x.. ..... ..... ...ox")) is None
    assert CLOBBER.result(small("o.... ..x.. ..... ..... ...ox", 1)) is None


@pytest.mark.parametrize("typed", ["a1-a2", "a1xa2", "a1 a2", "A1A2", "stone a1 to a2"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(CLOBBER, started(CLOBBER), typed) == "a1-a2"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("a1-c1", "White's stone on a1 cannot move like that. From there, legal are a1-a2, a1-b1."),
        ("a1-d1", "A stone captures only what is next to it in its row or column."),
        ("b1-a1", "Black's stone lies on b1, and it is White's turn."),
        ("a1-a9", "The square a9 is not on the board: its squares are a1 to f5."),
        ("pass", "Nobody passes here: whoever cannot move has lost."),
    ],
)
def test_refusals_say_why(typed: str, why: str) -> None:
    assert refusal(CLOBBER, started(CLOBBER), typed).words.startswith(why)


def test_a_move_to_an_empty_square_is_refused_as_one_that_captures_nothing() -> None:
    position = played(CLOBBER, "c1-c2 d1-d2")

    assert refusal(CLOBBER, position, "e1-d1").words == "Each move captures: d1 is empty."
