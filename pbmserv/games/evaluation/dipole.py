"""Dipole: men that are left, and how far they still have to go."""

from __future__ import annotations

from pbmserv.games.dipole import HEIGHTS, MARKS, Dipole
from pbmserv.games.evaluation import shares
from pbmserv.games.grid_game import GridPosition

MEN = 3
"""A lead of so many men wins most games."""
A_ROW = 0.08
"""The value of a row that a man has ahead of it, as a part of a man: whoever runs out of them first loses men."""


def evaluate(game: Dipole, position: GridPosition) -> tuple[float, float]:
    worth = [0.0, 0.0]
    last = len(position.cells) // position.width - 1
    for seat, marks in enumerate(MARKS):
        for place in position.places_of(marks):
            row = place // position.width
            ahead = row if seat == 0 else last - row
            worth[seat] += HEIGHTS[position[place]] * (1 + A_ROW * ahead)
    return shares((worth[0] - worth[1]) / MEN, position.next_seat, 0.3)
