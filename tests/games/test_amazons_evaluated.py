"""What machine players are told of Amazons: who comes first to each square, and which moves gain most by that."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.bots.luck import Luck
from pbmserv.games.amazons import ARROW, Amazons, reached
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.catalogue import installed
from pbmserv.games.evaluation import shares
from pbmserv.games.evaluation.amazons import A_TIE, MOST_MOVES, MOVES, SQUARES, candidates, evaluate
from pbmserv.games.grid_game import GridPosition

GAME = cast(Amazons, installed()["amazons"])
FAR = 99


def on_the_way(seed: bytes, plies: int, size: int) -> GridPosition:
    """A position of a random game, as far as the seat to move can."""
    luck = Luck(seed, "amazons")
    position = GAME.start({"size": size}, 2, luck)
    for _ in range(plies):
        following = GAME.apply(position, luck.choice([*GAME.legal_paths(position)]))
        if GAME.outcome(following):
            break
        position = following
    return position


def moves_to(position: GridPosition, amazon: str) -> list[int]:
    """How many moves each square is from the nearest amazon of a side, counted square by square by the rules."""
    board, cells = GAME.board(position), position.cells
    moves, edge = [FAR] * len(cells), {*position.places_of(amazon)}
    for count in range(1, MOST_MOVES + 1):
        found = {each for place in edge for each in reached(board, cells, place) if moves[each] == FAR}
        for each in found:
            moves[each] = count
        edge = found
    return moves


def lead_of(position: GridPosition) -> float:
    """By how many squares White leads."""
    lead = 0.0
    for place, (white, black) in enumerate(zip(moves_to(position, "o"), moves_to(position, "x"), strict=True)):
        if position[place] == EMPTY and white == black:
            lead += (A_TIE if position.next_seat == 0 else -A_TIE) * (white < FAR)
        elif position[place] == EMPTY:
            lead += 1 if white < black else -1
    return lead


@settings(max_examples=60)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 90), size=st.integers(6, 10))
def test_a_square_is_of_whose_amazons_come_there_first(seed: bytes, plies: int, size: int) -> None:
    position = on_the_way(seed, plies, size)

    assert evaluate(GAME, position) == pytest.approx(shares(lead_of(position) / SQUARES, position.next_seat, -0.28))


@settings(max_examples=10)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 90), size=st.integers(6, 10))
def test_the_moves_worth_a_thought_are_legal_and_no_others_of_their_steps_gain_more(
    seed: bytes, plies: int, size: int
) -> None:
    position = on_the_way(seed, plies, size)
    seat, legal = position.next_seat, GAME.moves(position)

    told = candidates(GAME, position)

    def worth(move: str) -> float:
        lead = lead_of(GAME.play(position, seat, move, Luck(bytes(16), "")).position)
        return lead if seat == 0 else -lead

    assert {*told} <= {*legal}
    assert 0 < len(told) == len({*told}) <= MOVES
    steps = {move.split("/")[0] for move in told}
    least = min(map(worth, told))
    if len(told) == MOVES:
        others = [move for move in legal if move.split("/")[0] in steps and move not in told]
        assert all(worth(move) < least + 0.01 for move in others[:20])


def test_whoever_can_shut_the_other_in_does() -> None:
    # Black's last way out is b1, and one arrow closes it.
    position = GridPosition(6, "o....." + "......" + "......" + "......" + "#....." + "x.####", 0)
    position = position.with_changes({place_of("b2"): ARROW}, 0, ())

    first = candidates(GAME, position)[0]

    assert first.endswith("/b1")
    assert GAME.outcome(GAME.play(position, 0, first, Luck(bytes(16), "")).position) is not None


def place_of(name: str) -> int:
    """Where a square of the board of six squares lies."""
    return GAME.board(GAME.start({"size": 6}, 2, Luck(bytes(16), ""))).place_of[name]
