"""Backgammon: race, points held, blots."""

from __future__ import annotations

from pbmserv.games.backgammon import Backgammon
from pbmserv.games.backgammon.plays import BAR, Side
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.evaluation import shares

PIPS = 14
"""A lead of so many pips is clear."""
BLOT, HOME_POINT, POINT, ON_BAR, OFF = 2.5, 4.0, 1.5, 9.0, 2.0
"""Values in pips; a blot's grows with its progress."""


def evaluate(game: Backgammon, position: Position) -> tuple[float, float]:
    sides = [position.side_of(seat) for seat in (0, 1)]
    lead = sides[1].pips - sides[0].pips + _standing(sides[0]) - _standing(sides[1])
    lead += 4 if position.next_seat == 0 else -4
    share, _ = shares(lead / PIPS)
    # A match is won by points, of which this game brings some to one of the two.
    ahead, _ = shares((position.scores[0] - position.scores[1]) * 2 / position.goal)
    share = share if position.goal == 1 else (share + ahead) / 2
    return share, 1 - share


def _standing(side: Side) -> float:
    worth = OFF * side.own[0] - ON_BAR * side.own[BAR]
    for place in range(1, BAR):
        count = side.own[place]
        if count > 1:
            worth += HOME_POINT if place <= 6 else POINT
        elif count == 1 and any(side.theirs[:place]):
            worth -= BLOT * (1 + (25 - place) / 25)
    return worth
