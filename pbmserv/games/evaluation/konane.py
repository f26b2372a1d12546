"""Konane: how many jumps each has left."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.games.evaluation import shares
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.konane import Konane

JUMPS = 3
"""A lead of so many jumps wins most games."""


def evaluate(game: Konane, position: GridPosition) -> tuple[float, float]:
    if len(position.last) < 2:
        return 0.5, 0.5
    black, white = (sum(1 for _ in game.legal_paths(replace(position, next_seat=seat))) for seat in (0, 1))
    return shares((black - white) / JUMPS, position.next_seat, 0.3)
