"""Halma: how far all men still have to go."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from pbmserv.games.halma import Halma, Position, corners_of

MOST_MOVES = 24
"""The number of moves worth considering: those that bring a man farthest."""
A_STEP = 0.18
"""What a step less to go is worth, where 1 wins three games of four."""
LAST = 1.5
"""What the last man's way counts more."""


def evaluate(game: Halma, position: Position) -> tuple[float, ...]:
    to_go = [_to_go(game, position, seat) for seat in range(position.seats)]
    to_go[position.next_seat] -= 1
    least = min(to_go)
    weights = [exp(-1.1 * A_STEP * min(way - least, 60.0)) for way in to_go]
    return tuple(weight / sum(weights) for weight in weights)


def candidates(game: Halma, position: Position) -> Sequence[str] | None:
    away = corners_of(game.board(position), position.next_seat).away
    gains = {
        move: sqrt(away[start]) - sqrt(away[end]) + sqrt(away[start]) / 20
        for move, (start, end) in game.known_paths(position).items()
    }
    best = sorted(gains, key=gains.__getitem__, reverse=True)[:MOST_MOVES]
    return best or None


def _to_go(game: Halma, position: Position, seat: int) -> float:
    away = corners_of(game.board(position), seat).away
    ways = [sqrt(away[place]) for place in position.places_of(game.marks[seat])]
    return sum(ways) + LAST * max(ways)
