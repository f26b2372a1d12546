"""What positions are worth, for machine players, where random play tells little or takes too long.

Each evaluation counts a few plain things, and looks no further than to the end of an exchange. Games refer to them by
name only.
"""

from __future__ import annotations

from math import exp


def shares(lead: float, seat: int = 0, turn: float = 0.0) -> tuple[float, float]:
    """Two seats' expected values for a lead of the first; a lead of 1 wins three games of four.

    `turn` is the value of being `seat` to move: half of what a good move brings, so that the depth of a search makes
    no difference.
    """
    lead += turn if seat == 0 else -turn
    share = 1 / (1 + exp(-1.1 * max(-20.0, min(20.0, lead))))
    return share, 1 - share


def shares_of(seat: int, lead: float) -> tuple[float, float]:
    """The same for a given seat that is ahead."""
    return shares(lead if seat == 0 else -lead)
