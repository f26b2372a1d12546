"""King of the Hill: chess, and how near each king is to the middle."""

from __future__ import annotations

from pbmserv.games.chess.rules import Position
from pbmserv.games.evaluation import shares
from pbmserv.games.evaluation.chess import lead
from pbmserv.games.kingofthehill import HILL, KingOfTheHill

_NEAR = (0.0, 3.0, 1.0, 0.0)
"""The worth of a king so many steps from the middle, in the same units as `lead`; at none the game is over."""
_STEPS = tuple(
    min(max(abs(place % 8 - goal % 8), abs(place // 8 - goal // 8)) for goal in HILL) for place in range(64)
)


def evaluate(game: KingOfTheHill, position: Position) -> tuple[float, float]:
    """Both seats' expected values."""
    if position.may_claim:
        return 0.5, 0.5
    near = [_NEAR[_STEPS[position.cells.index(king)]] for king in "Kk"]
    return shares(lead(position) + near[0] - near[1], position.next_seat, 0.2)
