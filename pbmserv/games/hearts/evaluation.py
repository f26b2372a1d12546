"""Evaluation between hands of Hearts.

Within a hand bots play it to its end; further hands are equally good for all.
"""

from __future__ import annotations

from math import exp

from pbmserv.games.base import Game
from pbmserv.games.hearts.rules import Position

LEAST, EACH = 5.0, 0.15
"""The points that matter when the game is about to end, and how many more for each point left."""


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    if position.number == 1 or position.is_over or position.played or position.trick or any(position.passed):
        return None
    totals = position.totals
    scale = LEAST + EACH * (position.target - max(totals))
    weights = [exp((min(totals) - total) / scale) * (seat in position.staying) for seat, total in enumerate(totals)]
    return tuple(weight / sum(weights) for weight in weights)
