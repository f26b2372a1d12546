"""What the points of a match of Triominoes are worth when a new round begins.

In the middle of a round nobody can tell, so machines play it to its end in their heads, but no further: what the next
rounds bring is as good for one as for another.
"""

from __future__ import annotations

from math import exp

from pbmserv.games.base import Game
from pbmserv.games.triominoes.rules import Position

LEAST, EACH = 20.0, 0.15
"""How many points make a difference when the match is about to end, and how many more for each point that is left."""


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    """What each seat may expect when a round begins: the more, the more points it has."""
    if position.round == 1 or position.is_over or len(position.placements) > 1 or position.stuck:
        return None
    scores, active = position.scores, position.active
    best = max(scores[seat] for seat in active)
    scale = LEAST + EACH * max(position.target - best, 0)
    weights = [exp((score - best) / scale) if seat in active else 0.0 for seat, score in enumerate(scores)]
    return tuple(weight / sum(weights) for weight in weights)
