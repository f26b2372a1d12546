"""Y: all three sides, corners that belong to two, and no ties."""

from __future__ import annotations

from random import Random

import pytest

from pbmserv.games.y import Y
from tests.games.grids import drawn, played, refusal, started

GAME = Y()


@pytest.mark.parametrize(
    "moves",
    [
        "c4 b3 b4 c3 d4 b5 a4 d5 c5",
        "a1 b3 a2 b4 a3 c4 a4 c5 a5",
        "a5 b3 b5 b4 c5 c4 d5 c3 e5",
        "a1 a2 b2 a3 c3 a4 d4 b4 e5",
    ],
    ids=["across", "left side", "bottom", "right side"],
)
def test_a_chain_that_joins_all_three_sides_wins(moves: str) -> None:
    result = GAME.result(played(GAME, moves, size=5))

    assert GAME.result(played(GAME, moves[:-3], size=5)) is None
    assert result is not None
    assert (result.winner, result.reason) == (0, "Black has joined all three sides.")


def test_two_sides_are_not_enough() -> None:
    assert GAME.result(played(GAME, "a4 b3 b4 c3 c4 b5 d4", size=5)) is None


def test_the_chain_is_in_capitals_and_named() -> None:
    position = played(GAME, "c4 b3 b4 c3 d4 b5 a4 d5 c5", size=5)

    assert drawn(GAME, position) == [
        "         a",
        "        / b",
        "    1  . / c",
        "   2  . . / d",
        "  3  . o o / e",
        " 4  X X X X /",
        "5  . o(X)o .",
    ]
    assert GAME.status(position, None) == ("The winning chain, in capitals: a4 b4 c4 d4 c5.",)


@pytest.mark.parametrize("seed", range(20))
def test_a_full_board_has_exactly_one_winner(seed: int) -> None:
    moves = [*GAME.moves(started(GAME, size=6))]
    Random(seed).shuffle(moves)  # noqa: S311 - it has to be the same
    position = started(GAME, size=6)
    for move in moves:
        position = GAME.apply(position, (GAME.board(position).place_of[move],))

    winners = {position[place] for place in range(len(moves)) if GAME.decided(position, place)}
    assert len(winners) == 1


def test_a_cell_beside_the_triangle_is_answered_with_those_of_its_row() -> None:
    assert refusal(GAME, started(GAME), "d3").words == (
        "The cell d3 is not on the board: its cells in that row are a3 to c3."
    )
    assert refusal(GAME, started(GAME), "b1").words == (
        "The cell b1 is not on the board: the only cell in that row is a1."
    )
