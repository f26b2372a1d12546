"""Dipole: how far men go, captures, men who leave the board, ends, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.dipole import MARKS, Dipole
from pbmserv.games.grid_game import GridPosition
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

DIPOLE = Dipole()


def standing(stacks: dict[str, int], seat: int = 0) -> GridPosition:
    """A position with these stacks: of White's by the number of their men, of Black's by it below 0."""
    empty = GridPosition(8, EMPTY * 64)
    places = DIPOLE.board(empty).place_of
    return empty.with_changes({places[name]: MARKS[men < 0][abs(men) - 1] for name, men in stacks.items()}, seat, ())


def test_each_side_begins_with_one_stack() -> None:
    assert drawn(DIPOLE, started(DIPOLE))[1:9:7] == [
        "8  .    .    .    x12  .    .    .    .    8",
        "1  .    .    .    .    o12  .    .    .    1",
    ]
    large = started(DIPOLE, size="10")
    assert [DIPOLE.board(large).names[place] for place in large.places_of("tT")] == ["f10", "e1"]


def test_men_go_as_many_squares_as_they_are_and_stand_on_dark_ones() -> None:
    moves = DIPOLE.moves(standing({"d4": 3, "h8": -1}))

    assert moves == ["d4-d6", "d4-e5", "d4-f6", "d4-g7", "d4-c5", "d4-b6", "d4-a7"]


def test_men_leave_the_board_ahead_of_them_only() -> None:
    white = DIPOLE.moves(standing({"b8": 3, "a1": -1}))
    black = DIPOLE.moves(standing({"b8": -3, "a1": 1}, seat=1))

    assert white == ["b8-off:1", "b8-off:2", "b8-off:3"]
    assert "b8-off:1" not in black
    assert "b8-off:2" in black  # over the left edge


def test_men_who_go_straight_ahead_off_the_board_are_even_in_number() -> None:
    assert [move for move in DIPOLE.moves(standing({"d8": 3, "a1": -1})) if "off" in move] == [
        "d8-off:1", "d8-off:2", "d8-off:3"
    ]  # fmt: skip
    assert [move for move in DIPOLE.moves(standing({"d4": 6, "h8": -1})) if "off" in move] == [
        "d4-off:4", "d4-off:5", "d4-off:6"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stacks", "move", "is_legal"),
    [
        ({"d4": 2, "d6": -2}, "d4-d6", True),
        ({"d4": 2, "d6": -3}, "d4-d6", False),  # more than go
        ({"d4": 5, "d6": -3}, "d4-d6", False),  # two go, however many stay
        ({"d4": 2, "d2": -1}, "d4-d2", True),  # backwards
        ({"d4": 2, "b4": -1}, "d4-b4", True),  # sideways
        ({"d4": 2, "b4": 1, "h8": -1}, "d4-b4", False),  # nobody is captured there
        ({"d4": 2, "d2": 1, "h8": -1}, "d4-d2", False),
        ({"d4": 2, "e5": -9, "f6": -2}, "d4-f6", True),  # over a stack
    ],
)
def test_what_can_be_captured(stacks: dict[str, int], move: str, is_legal: bool) -> None:
    assert (move in DIPOLE.moves(standing(stacks))) == is_legal


def test_men_join_a_stack_and_some_can_stay() -> None:
    position = standing({"d4": 3, "f6": 4, "a1": -1})
    after = DIPOLE.apply(position, DIPOLE.known_paths(position)["d4-f6"])

    assert [after[DIPOLE.board(after).place_of[name]] for name in ("d4", "f6")] == ["a", "f"]
    assert DIPOLE.status(after, None) == ("Men: White 7, Black 1.",)
    assert (DIPOLE.advantage(after, 0), DIPOLE.advantage(after, 1)) == ("7 men", "1 man")


def test_a_captured_stack_is_gone_and_the_men_that_went_stand_there() -> None:
    position = standing({"d4": 3, "d6": -2, "a1": -1})
    after = DIPOLE.apply(position, DIPOLE.known_paths(position)["d4-d6"])

    assert [after[DIPOLE.board(after).place_of[name]] for name in ("d4", "d6")] == ["a", "b"]


@pytest.mark.parametrize(
    ("stacks", "move", "winner", "reason"),
    [
        ({"d4": 2, "d6": -2}, "d4-d6", 0, "Black has no man left."),
        ({"b8": 1, "d6": -2}, "b8-off:1", 1, "White has no man left."),
    ],
)
def test_who_has_no_man_left_has_lost(stacks: dict[str, int], move: str, winner: int, reason: str) -> None:
    position = standing(stacks)
    result = DIPOLE.result(DIPOLE.apply(position, DIPOLE.known_paths(position)[move]))

    assert result is not None
    assert (result.winner, result.reason) == (winner, reason)


def test_who_cannot_move_is_passed_over() -> None:
    # Black's man on c3 could go to b2 and d2, where three of White's stand.
    position = standing({"b2": 3, "d2": 3, "f4": 1, "c3": -1})
    after = DIPOLE.apply(position, DIPOLE.known_paths(position)["f4-e5"])

    assert after.next_seat == 0
    assert [*DIPOLE.notes(position, "f4-e5", after)] == ["Black has no move, and is passed over."]


def test_as_many_positions_follow_as_in_the_second_reading() -> None:
    assert nodes(DIPOLE, started(DIPOLE), 1) == len(DIPOLE.moves(started(DIPOLE))) == 19


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("e1-g3", "e1-g3"),
        ("E1 G3", "e1-g3"),
        ("e1-off:4", "e1-off:4"),
        ("e1 off 4", "e1-off:4"),
        ("E1-OFF", "e1-off:12"),
    ],
)
def test_moves_are_understood_as_people_write_them(typed: str, move: str) -> None:
    assert move_read(DIPOLE, started(DIPOLE), typed) == move


@pytest.mark.parametrize(
    ("moves", "typed", "why"),
    [
        ("", "e1-e2", "e2 is a light square: men stand on dark ones."),
        ("", "e1-f4", "Men go straight or diagonally, and f4 is not in a line with e1."),
        ("", "e1-off:3", "So many men cannot leave from e1. Legal are e1-off:4, e1-off:5, "),
        ("", "d8-off:5", "None of your men are on d8."),
        ("", "a1-off", "None of your men are on a1."),
        ("e1-f2 d8-d4", "f2-h4", "There is 1 man on f2, who goes 1 square at most."),
        ("e1-f2 d8-d4", "f2-off", "No men on f2 reach the edge of the board ahead of them."),
        ("e1-e3 d8-d4", "e3-e1", "Men go sideways and backwards only to capture."),
        ("e1-e3 d8-d4", "e3-d4", "Men capture as many as they are, or fewer: here 1 would meet 4."),
        ("", "pass", "Whoever cannot move is passed over by the server; nobody else passes."),
        ("", "e1-k3", "The square k3 is not on the board: its squares are a1 to h8."),
        ("", "e1-offside", 'A move is expected, not "e1-offside": '),
    ],
)
def test_refusals_say_why(moves: str, typed: str, why: str) -> None:
    assert refusal(DIPOLE, played(DIPOLE, moves), typed).words.startswith(why)
