"""Evaluation between rounds of Triominoes.

Within a round bots play it to its end; further rounds are equally good for all.
"""

from __future__ import annotations

from math import exp

from pbmserv.games.base import Game
from pbmserv.games.triominoes.rules import Position

LEAST, EACH = 20.0, 0.15
"""The points that matter when the match is about to end, and how many more for each point left."""


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    """Each seat's expected value at the start of a round, higher with more points."""
    if position.round == 1 or position.is_over or len(position.placements) > 1 or position.stuck:
        return None
    scores, active = position.scores, position.active
    best = max(scores[seat] for seat in active)
    scale = LEAST + EACH * max(position.target - best, 0)
    weights = [exp((score - best) / scale) if seat in active else 0.0 for seat, score in enumerate(scores)]
    return tuple(weight / sum(weights) for weight in weights)
