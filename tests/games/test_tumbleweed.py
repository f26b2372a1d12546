"""Tumbleweed: setting up, heights, lines of sight, what is counted, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Illegal
from pbmserv.games.tumbleweed import HEIGHTS, Position, Tumbleweed
from tests.games.grids import drawn, move_read, nodes, played, refusal, started

TUMBLEWEED = Tumbleweed()
BEGUN = "c3 g7 g4 c5 d7 e3 h8"


def at(position: Position, name: str) -> str:
    return position[TUMBLEWEED.board(position).place_of[name]]


def test_black_sets_up_a_stack_of_each_and_white_goes_on() -> None:
    positions = [played(TUMBLEWEED, moves, size=5) for moves in ("", "c3", "c3 g7", "c3 g7 g4")]

    assert [position.next_seat for position in positions] == [0, 0, 1, 0]
    assert [TUMBLEWEED.status(position, None)[0] for position in positions[:2]] == [
        "Black sets up the first stack of Black.",
        "Black sets up the first stack of White.",
    ]
    assert [at(positions[2], name) for name in ("e5", "c3", "g7")] == ["#", "a", "m"]
    assert TUMBLEWEED.swap_at({}) == 3


def test_a_stack_is_as_high_as_as_many_friends_see_it() -> None:
    position = played(TUMBLEWEED, f"{BEGUN} e5", size=5)

    assert HEIGHTS[at(position, "e5")] == 3
    assert drawn(TUMBLEWEED, position)[6].strip() == "5  .  .  x1 . (x3).  .  .  ."


def test_no_stack_sees_through_another() -> None:
    moves = TUMBLEWEED.moves(played(TUMBLEWEED, "e3 d3 a3", size=5))

    assert "f3" in moves
    assert "c3" not in moves


@pytest.mark.parametrize(
    ("moves", "typed", "height"),
    [
        ("c3 g7 g4 c5 d7 e3 h8", "e5", 3),  # the neutral stack, which is two high
        ("e3 e4 a4", "e4", None),  # one high, seen by one
    ],
)
def test_only_a_higher_stack_drives_one_out(moves: str, typed: str, height: int | None) -> None:
    position = played(TUMBLEWEED, moves, size=5)

    if height is None:
        assert typed not in TUMBLEWEED.moves(position)
    else:
        assert TUMBLEWEED.height(position, TUMBLEWEED.board(position).place_of[typed]) == height
        assert typed in TUMBLEWEED.moves(position)


def test_free_cells_count_for_those_who_see_them_more() -> None:
    position = played(TUMBLEWEED, "a1 g7", size=4)

    assert TUMBLEWEED.count(position) == (9, 9)
    assert TUMBLEWEED.status(position, None) == ("Cells settled or controlled: Black 9, White 9.",)
    assert TUMBLEWEED.advantage(position, 0) == "9 cells"


def test_two_passes_end_the_game() -> None:
    once, twice = (played(TUMBLEWEED, f"a1 g7 d7 {passes}", size=4) for passes in ("pass", "pass pass"))

    assert TUMBLEWEED.result(once) is None
    result = TUMBLEWEED.result(twice)
    assert result is not None
    assert (result.winner, result.reason) == (1, "Both pass: Black has 8 cells, White 13.")
    assert TUMBLEWEED.moves(twice) == []


def test_passes_that_do_not_follow_each_other_end_nothing() -> None:
    assert TUMBLEWEED.result(played(TUMBLEWEED, "a1 g7 d7 pass g4 pass", size=4)) is None


def test_nobody_can_lay_a_stack_on_a_board_where_none_is_seen_enough() -> None:
    position = Position(7, "f" * 19 + "r" * 18, 0)
    result = TUMBLEWEED.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (0, "Both pass: Black has 19 cells, White 18.")


def test_who_can_only_pass_is_passed_over_and_has_passed() -> None:
    # Black sees no stack that is low enough, and there is no free cell.
    position = Position(7, "a" * 3 + "r" * 15 + "#" + "r" * 18, 1)
    [low, *_] = TUMBLEWEED.turns(position)
    after = TUMBLEWEED.apply(position, low)

    assert (after.next_seat, after.passes) == (1, 1)
    assert [*TUMBLEWEED.notes(position, "a1", after)] == ["Black has no move, and is passed over."]
    assert TUMBLEWEED.result(TUMBLEWEED.apply(after, ())) is not None


def test_as_many_positions_follow_as_in_the_second_reading() -> None:
    assert [nodes(TUMBLEWEED, started(TUMBLEWEED, size=4), depth) for depth in (1, 2)] == [36, 1260]


@pytest.mark.parametrize("typed", ["g4", "G4", " g4 "])
def test_moves_are_understood_as_people_write_them(typed: str) -> None:
    assert move_read(TUMBLEWEED, played(TUMBLEWEED, "c3 g7", size=5), typed) == "g4"


@pytest.mark.parametrize(
    ("moves", "typed", "why"),
    [
        ("", "pass", "Nobody passes while the first two stacks are set up."),
        ("", "e5", "The cell e5 is taken: the neutral stack lies there."),
        ("c3", "c3", "The cell c3 is taken: Black's stack of 1 lies there."),
        ("c3 g7", "d5", "No stack of yours sees d5."),
        (
            "c3 g7",
            "e5",
            "A new stack on e5 would be 1 high, and the one there is 2: a higher one is needed.",
        ),
        ("c3 g7", "d5-e5", "A move names one cell: "),
        ("c3 g7", "j3", "The cell j3 is not on the board: "),
    ],
)
def test_refusals_say_why(moves: str, typed: str, why: str) -> None:
    refused = refusal(TUMBLEWEED, played(TUMBLEWEED, moves, size=5), typed)

    assert refused.words.startswith(why)
    assert isinstance(refused, Illegal)
