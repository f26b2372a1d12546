"""Ataxx: pieces."""

from __future__ import annotations

from pbmserv.games.ataxx import Ataxx, Position
from pbmserv.games.evaluation import shares

PIECES = 5
"""A lead of so many pieces wins most games."""


def evaluate(game: Ataxx, position: Position) -> tuple[float, float]:
    black, white = (position.cells.count(piece) for piece in "xo")
    return shares((black - white) / PIECES, position.next_seat, 0.5)
