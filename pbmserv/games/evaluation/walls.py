"""Walls: how many steps each pawn still has to go, and the fences left."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from pbmserv.games.boards.fences import SQUARES
from pbmserv.games.walls import BOARD, Position, Walls, a_way, goal_of

A_STEP = 0.6
"""What a step less to go is worth, as the exponent of a seat's weight."""
A_FENCE = 0.25
"""What a fence that is left is worth, in steps."""
TO_MOVE = 0.5
"""What the turn is worth, in steps."""
MOST_FENCES = 8
"""The number of fences worth considering."""


def evaluate(game: Walls, position: Position) -> tuple[float, ...]:
    leads = [A_FENCE * fences - steps for fences, steps in zip(position.fences, to_go(position), strict=True)]
    leads[position.next_seat] += TO_MOVE
    most = max(leads)
    weights = [exp(A_STEP * (lead - most)) for lead in leads]
    return tuple(weight / sum(weights) for weight in weights)


def to_go(position: Position) -> list[int]:
    """The steps that each pawn has to go, as if it were alone."""
    known = BOARD.ways(position.cells)
    return [len(known.rounds(pawn, goal_of(seat, position.seats))) - 1 for seat, pawn in enumerate(position.pawns)]


def candidates(game: Walls, position: Position) -> Sequence[str] | None:
    """All moves of the pawn, and the fences that keep the foremost other player longest."""
    known, seat = game.known_paths(position), position.next_seat
    steps = [move for move, (place,) in known.items() if place < SQUARES]
    others = [each for each in position.staying if each != seat]
    if len(steps) == len(known) or not others:
        return [*known] or None
    before, ways = to_go(position), BOARD.ways(position.cells)
    rival = min(others, key=before.__getitem__)
    used = a_way(ways, position.pawns[rival], goal_of(rival, position.seats))
    gains: dict[str, int] = {}
    for move, (place,) in known.items():
        fence = BOARD.fences[place - SQUARES] if place >= SQUARES else None
        if fence and (fence.below & used.down or fence.beside & used.right):
            left = ways.without(fence)
            own, other = (
                len(left.rounds(position.pawns[each], goal_of(each, position.seats))) - 1 - before[each]
                for each in (seat, rival)
            )
            gains[move] = other - own
    best = sorted(gains, key=gains.__getitem__, reverse=True)[:MOST_FENCES]
    goal = goal_of(seat, position.seats)
    steps.sort(key=lambda move: len(ways.rounds(known[move][0], goal)))
    return [*steps, *(move for move in best if gains[move] > 0)] or None
