"""Abande: points, and how many captures each could make next."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.games.abande import Abande, Position
from pbmserv.games.evaluation import shares

POINTS = 6
"""A lead of so many points wins most games."""
A_CAPTURE = 0.3
"""The value of a possible capture, in points."""


def evaluate(game: Abande, position: Position) -> tuple[float, float]:
    black, white = game.count(position)
    captures = [sum(len(path) > 1 for path in game.turns(replace(position, next_seat=seat))) for seat in (0, 1)]
    lead = black - white + A_CAPTURE * (captures[0] - captures[1])
    return shares(lead / POINTS, position.next_seat, 0.3)
