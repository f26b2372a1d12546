"""What the points of earlier hands are worth when a new hand of Hearts has been dealt.

In the middle of a hand nobody can tell, so machines play it to its end in their heads, but no further: what the next
hands bring is as good for one as for another.
"""

from __future__ import annotations

from math import exp

from pbmserv.games.base import Game
from pbmserv.games.hearts.rules import Position

LEAST, EACH = 5.0, 0.15
"""How many points make a difference when the game is about to end, and how many more for each point that is left."""


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    """What each seat may expect when a hand begins: the more, the fewer points it has."""
    if position.number == 1 or position.is_over or position.played or position.trick or any(position.passed):
        return None
    totals = position.totals
    scale = LEAST + EACH * (position.target - max(totals))
    weights = [exp((min(totals) - total) / scale) * (seat in position.staying) for seat, total in enumerate(totals)]
    return tuple(weight / sum(weights) for weight in weights)
