"""Amazons: whose amazons come first to each free square, in moves of a queen."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.amazons import Amazons, reached
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.grid_game import Standing
from pbmserv.games.judging import shares

SQUARES = 6
"""So many more are a clear advantage."""
FAR = 99
MOST_MOVES = 5


def judge(game: Amazons, position: Standing) -> tuple[float, float]:
    """What both seats may expect."""
    white, black = (_moves_to(game, position, amazon) for amazon in "ox")
    lead = 0.0
    for place, there in enumerate(position.standing):
        if there == EMPTY:
            if white[place] == black[place]:
                # Whoever moves next comes first.
                lead += (0.2 if position.next_seat == 0 else -0.2) * (white[place] < FAR)
            else:
                lead += 1 if white[place] < black[place] else -1
    return shares(lead / SQUARES, position.next_seat, -0.28)


def _moves_to(game: Amazons, position: Standing, amazon: str) -> Sequence[int]:
    """How many moves each square is from the nearest amazon of one side."""
    board, standing = game.board(position), position.standing
    moves = [FAR] * len(standing)
    edge = position.places_of(amazon)
    for count in range(1, MOST_MOVES + 1):
        found = []
        for place in edge:
            for each in reached(board, standing, place):
                if moves[each] == FAR:
                    moves[each] = count
                    found.append(each)
        edge = found
    return moves
