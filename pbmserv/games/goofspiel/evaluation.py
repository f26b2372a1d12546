"""Evaluation of Goofspiel: points so far, and the hands' share of the rest."""

from __future__ import annotations

from math import exp, sqrt

from pbmserv.games.goofspiel.game import Goofspiel
from pbmserv.games.goofspiel.rules import Position

POWER = 2.0
"""The exponent of a hand's value: one twice as high takes four times as much."""
SWING = 0.6
"""The part of the remaining prizes decided by luck, relative to the root of the sum of their squares."""


def evaluate(game: Goofspiel, position: Position) -> tuple[float, ...] | None:
    if position.is_over or len(position.bidders) < sum(
        not position.is_out(seat) for seat in range(len(position.bids))
    ):
        return None
    left = position.deck[position.rounds_played :]
    weights = [sum(position.hand(seat)) ** POWER for seat in range(len(position.bids))]
    share = (sum(left) + position.carried) / sum(weights)
    points = [score + weight * share for score, weight in zip(position.scores, weights, strict=True)]
    swing = SWING * sqrt(sum(prize * prize for prize in left)) + 0.5
    likely = [
        exp((each - max(points)) / swing) if weight else 0.0 for each, weight in zip(points, weights, strict=True)
    ]
    return tuple(each / sum(likely) for each in likely)
