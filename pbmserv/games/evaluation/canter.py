"""Canter: pieces, and how near the first two are to the castle."""

from __future__ import annotations

from pbmserv.games.canter import CASTLES, HEIGHT, KNIGHTS, OWN, WIDTH, Canter, Position
from pbmserv.games.evaluation import shares

A_KNIGHT, A_MAN, A_ROW, INSIDE = 1.5, 1.0, 0.12, 1.5
"""What a piece counts, each row that the first two have gone, and a piece in the castle."""
LEAD = 2.5
"""A lead of so much wins most games."""


def evaluate(game: Canter, position: Position) -> tuple[float, float]:
    white, black = (_strength(position, seat) for seat in (0, 1))
    return shares((white - black) / LEAD, position.next_seat, 0.15)


def _strength(position: Position, seat: int) -> float:
    places = position.places_of(OWN[seat])
    worth = sum(A_KNIGHT if position[place] in KNIGHTS else A_MAN for place in places)
    rows = sorted((HEIGHT - 1 - place // WIDTH if seat == 0 else place // WIDTH for place in places), reverse=True)
    inside = sum(position[place] in OWN[seat] for place in CASTLES[1 - seat])
    return worth + A_ROW * sum(rows[:2]) + INSIDE * inside
