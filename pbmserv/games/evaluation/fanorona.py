"""Fanorona: the stones that are left."""

from __future__ import annotations

from pbmserv.games.evaluation import shares
from pbmserv.games.fanorona import Fanorona, Position

STONES = 0.28
"""A lead of so many of all stones wins three games of four."""
TURN = 0.2
"""What the turn is worth: most moves capture."""


def evaluate(game: Fanorona, position: Position) -> tuple[float, float]:
    white, black = (game.count_of(position, seat) for seat in (0, 1))
    return shares((white - black) / (STONES * (white + black)), position.next_seat, TURN)
