"""Slither: stones that move, corners that may not touch, chains, and refusals."""

from __future__ import annotations

import pytest

from pbmserv.games.slither import Position, Slither
from tests.games.grids import CHANCE, drawn, move_read, nodes, played, refusal, started

SLITHER = Slither()
WALL = "d5 e5 d4 e4"


def small(rows: str, seat: int = 0, moved: bool = False) -> Position:
    """A position of five by five points, by its rows from above."""
    return Position(5, rows.replace(" ", ""), seat, moved=moved)


def test_a_stone_touches_none_of_its_own_by_a_corner_alone() -> None:
    moves = SLITHER.moves(played(SLITHER, WALL))

    assert {"c4", "c5", "e6", "e3"} & {*moves} == {"c4", "c5"}
    assert {"c3", "e3", "c6", "e6"}.isdisjoint(moves)


def test_other_stones_may_be_touched_by_a_corner() -> None:
    assert {"c3", "e5"} <= {*SLITHER.moves(played(SLITHER, "d4"))}


def test_a_stone_moves_to_each_of_eight_points_and_another_is_laid() -> None:
    position = played(SLITHER, "d5 a1")

    assert [move for move in SLITHER.moves(position) if "-" in move] == [
        f"d5-{end}" for end in ("d6", "e6", "e5", "e4", "d4", "c4", "c5", "c6")
    ]
    after = SLITHER.apply(position, SLITHER.known_paths(position)["d5-e6"])
    assert (after.next_seat, after.moved) == (0, True)
    assert SLITHER.status(after, None) == ("Black has moved a stone, and lays one now.",)
    assert not any("-" in move for move in SLITHER.moves(after))


def test_the_stone_that_is_laid_has_to_mend_what_the_move_has_broken() -> None:
    assert SLITHER.moves(played(SLITHER, f"{WALL} d5-c5")) == ["d5", "c4"]


def test_a_stone_stays_where_nothing_would_mend_its_move() -> None:
    assert "d5-c6" in SLITHER.moves(played(SLITHER, "d5 e5 a1 e4"))
    position = small("x.o.. .xxx. o.o.o ..... .....")
    assert "b4-a3" not in SLITHER.moves(position)


def test_a_whole_turn_is_one_move() -> None:
    position = played(SLITHER, WALL)

    assert move_read(SLITHER, position, "d5-c5,d5") == "d5-c5,d5"
    assert move_read(SLITHER, position, "D5 C5 D5") == "d5-c5,d5"
    assert move_read(SLITHER, position, "d5-c5/d5") == "d5-c5,d5"
    whole = SLITHER.play(position, 0, "d5-c5,d5", CHANCE).position
    assert whole == played(SLITHER, f"{WALL} d5-c5 d5")
    assert (whole.next_seat, whole.moved) == (1, False)
    assert drawn(SLITHER, whole)[4] == "5 . .(x|x)o . . . 5"


@pytest.mark.parametrize(
    ("rows", "winner", "reason"),
    [
        ("..x.. ..x.. .xx.. .x... .x...", 0, "Black has joined top and bottom."),
        ("..... ..... ooooo ..... .....", 1, "White has joined left and right."),
        ("o.... ooooo ..... ..... .....", 1, "White has joined left and right."),
    ],
)
def test_whoever_joins_both_sides_has_won(rows: str, winner: int, reason: str) -> None:
    position = small(rows, 1 - winner)
    result = SLITHER.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (winner, reason)
    assert SLITHER.moves(position) == []


def test_a_chain_ends_the_game_with_the_stone_that_is_laid_and_not_with_a_move() -> None:
    assert SLITHER.result(small("x.... x.... x.... x.... x....", 0, moved=True)) is None


def test_only_the_stones_of_the_chain_are_lit() -> None:
    position = small("..x.. ..x.. ..xx. ..x.. x.x..", 1)
    names = SLITHER.board(position).names

    assert [names[place] for place in SLITHER.winning_cells(position)] == ["c5", "c4", "c3", "d3", "c2", "c1"]


def test_the_sides_are_not_joined_around_an_edge() -> None:
    assert SLITHER.result(small("....x xxxx. ..... ..... .....", 1)) is None
    assert SLITHER.result(small("..... ...oo oo... ..... .....")) is None


def test_as_many_positions_follow_as_in_the_second_reading() -> None:
    assert [nodes(SLITHER, started(SLITHER, size=5), depth) for depth in (1, 2)] == [25, 600]


@pytest.mark.parametrize(
    ("moves", "typed", "why"),
    [
        (
            WALL,
            "c3",
            "Your stones on d4, c3 would touch by a corner alone: diagonal neighbours need a stone of yours beside ",
        ),
        (WALL, "e4", "White's stone lies on e4, and it is Black's turn."),
        (WALL, "d5-e5", "The point e5 is taken: White's stone lies there."),
        (WALL, "d5-d7", "A stone moves to a point next to it, and d7 is not next to d5."),
        (f"{WALL} d5-c5", "b1", "Your stones on c5, d4 would touch by a corner alone: "),
        (f"{WALL} d5-c5", "e4", "The point e4 is taken: White's stone lies there."),
        (f"{WALL} d5-c5", "d4-d3", "You have moved a stone in this turn: lay one now."),
        (WALL, "pass", "Whoever cannot move is passed over by the server; nobody else passes."),
        (WALL, "i3", "The point i3 is not on the board: its points are a1 to h8."),
    ],
)
def test_refusals_say_why(moves: str, typed: str, why: str) -> None:
    assert refusal(SLITHER, played(SLITHER, moves), typed).words.startswith(why)
