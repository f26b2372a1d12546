"""Surakarta: pieces, and captures that threaten."""

from __future__ import annotations

from pbmserv.games.evaluation import shares
from pbmserv.games.repetition import Remembering
from pbmserv.games.surakarta import Surakarta, captures

A_CAPTURE, MOST_CAPTURES = 0.15, 4
"""The value of a possible capture, up to a number, as a part of a piece."""
PIECES = 3
"""A lead of so many pieces wins most games."""


def evaluate(game: Surakarta, position: Remembering) -> tuple[float, float]:
    black, white = (_strength(position, mark) for mark in "xo")
    return shares((black - white) / PIECES, position.next_seat, 0.2)


def _strength(position: Remembering, mark: str) -> float:
    places = position.places_of(mark)
    taken = {end for place in places for end in captures(position.cells, place)}
    return len(places) + A_CAPTURE * min(len(taken), MOST_CAPTURES)
