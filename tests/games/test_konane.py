"""Konane: how it begins, what is jumped over, who has lost, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.grid_game import GridPosition
from pbmserv.games.konane import Konane
from tests.games.grids import move_read, nodes, played, refusal, started

KONANE = Konane()


def small(rows: str, seat: int = 0) -> GridPosition:
    """A position of six by six squares, by its rows from above."""
    return GridPosition(6, rows.replace(" ", ""), seat)


@pytest.mark.parametrize(("size", "first"), [("6", "a6 c4 d3 f1"), ("8", "a8 d5 e4 h1"), ("10", "a10 e6 f5 j1")])
def test_black_begins_with_a_stone_of_the_middle_or_of_a_corner(size: str, first: str) -> None:
    start = started(KONANE, size=size)

    assert KONANE.moves(start) == first.split()
    assert {start[KONANE.board(start).place_of[name]] for name in first.split()} == {"x"}


@pytest.mark.parametrize(("hole", "beside"), [("d5", "d6 e5 d4 c5"), ("a8", "b8 a7"), ("h1", "h2 g1")])
def test_white_takes_away_a_stone_next_to_the_hole(hole: str, beside: str) -> None:
    assert sorted(KONANE.moves(played(KONANE, hole))) == sorted(beside.split())


def test_as_many_positions_follow_as_in_the_second_reading() -> None:
    assert [nodes(KONANE, started(KONANE, size="6"), depth) for depth in (1, 2, 3, 4)] == [4, 12, 28, 156]


def test_a_stone_jumps_as_often_as_it_likes_and_all_under_it_is_gone() -> None:
    position = small("...... ...... ...... xo.o.o ...... x....o")

    assert KONANE.moves(position) == ["a3-c3", "a3-e3"]
    after = KONANE.apply(position, (18, 22))
    assert after.cells == small("...... ...... ...... ....xo ...... x....o").cells


@pytest.mark.parametrize(
    "row",
    [
        "xoo...",  # two stones behind each other
        "x.o...",  # not next to it
        "xx....",  # one's own
        ".....x",
        "....xo",  # beyond the edge
    ],
)
def test_what_is_no_jump(row: str) -> None:
    assert KONANE.moves(small(f"...... ...... ...... {row} ...... .....o")) == []


def test_nobody_jumps_diagonally_nor_round_a_corner() -> None:
    assert KONANE.moves(small("...... ...... ...... xo.... ..o... ......")) == ["a3-c3"]


def test_whoever_cannot_jump_has_lost() -> None:
    after = KONANE.apply(small("...... ...... ...... xo.... ...... o....."), (18, 20))

    result = KONANE.result(after)
    assert result is not None
    assert (result.winner, result.reason) == (0, "White cannot jump any more.")
    assert KONANE.moves(after) == []


def test_captures_are_told_without_the_stones_that_were_taken_away_at_first() -> None:
    assert KONANE.captured_by(played(KONANE, "e4")) == (0, 0)
    assert KONANE.captured_by(played(KONANE, "e4 d4")) == (0, 0)
    assert KONANE.captured_by(played(KONANE, "e4 d4 g4-e4 b4-f4")) == (1, 2)


@pytest.mark.parametrize("typed", ["g4-e4", "g4xe4", "g4 e4", "G4E4", "stone g4 to e4"])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(KONANE, played(KONANE, "e4 d4"), typed) == "g4-e4"


@pytest.mark.parametrize(
    ("moves", "typed", "why"),
    [
        ("", "a1", "Black begins by taking away a stone of the middle or of a corner: a8, d5, e4 or h1."),
        ("", "c5", "Black begins by taking away a stone of the middle or of a corner: a8, d5, e4 or h1."),
        ("d5", "e4", "White takes away a stone next to the empty square: d6, e5, d4 or c5."),
        ("e4 d4", "pass", "Nobody passes here: whoever cannot jump has lost."),
        ("e4 d4", "a8-a6", "Black's stone on a8 cannot move now. Legal are e6-e4, g4-e4, e2-e4."),
        ("e4 d4", "g4-c4", "Black's stone on g4 cannot move like that. From there, legal are g4-e4."),
        ("e4 d4", "g4-z4", "The square z4 is not on the board: its squares are a1 to h8."),
    ],
)
def test_refusals_say_why(moves: str, typed: str, why: str) -> None:
    assert refusal(KONANE, played(KONANE, moves), typed).words.startswith(why)
