"""Epaminondas: men, how far they have come, and whether they stand together."""

from __future__ import annotations

from pbmserv.games.epaminondas import Epaminondas, crossed
from pbmserv.games.evaluation import shares
from pbmserv.games.repetition import Remembering

MEN = 3
"""A lead of so many men wins most games."""
A_ROW, A_NEIGHBOUR, ACROSS = 0.03, 0.1, 1.0
"""The values of a row forwards, of a man beside another one, and of a man on the other side, as parts of a man."""


def evaluate(game: Epaminondas, position: Remembering) -> tuple[float, float]:
    white, black = (_strength(game, position, seat) for seat in (0, 1))
    return shares((white - black) / MEN, position.next_seat, 0.15)


def _strength(game: Epaminondas, position: Remembering, seat: int) -> float:
    cells, mark, around = position.cells, "ox"[seat], game.board(position).around
    last = len(cells) // position.width - 1
    total = ACROSS * crossed(position, seat)
    for place in position.places_of(mark):
        row = place // position.width
        together = sum([cells[near] == mark for near in around[place]])
        total += 1 + A_ROW * (last - row if seat == 0 else row) + A_NEIGHBOUR * min(together, 4)
    return total
