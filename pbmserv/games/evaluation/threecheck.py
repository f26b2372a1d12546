"""Three-check: chess, and the checks that each has given."""

from __future__ import annotations

from pbmserv.games.chess.rules import Position
from pbmserv.games.evaluation import shares
from pbmserv.games.evaluation.chess import lead
from pbmserv.games.threecheck import ThreeCheck, checks_of

_GIVEN = (0.0, 1.5, 5.0, 0.0)
"""The worth of so many checks, in the same units as `lead`; with three the game is over."""


def evaluate(game: ThreeCheck, position: Position) -> tuple[float, float]:
    """Both seats' expected values."""
    if position.may_claim:
        return 0.5, 0.5
    first, second = checks_of(position)
    return shares(lead(position) + _GIVEN[first] - _GIVEN[second], position.next_seat, 0.2)
