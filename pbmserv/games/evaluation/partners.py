"""Chances between two hands of a game of partners, by the points of both sides."""

from __future__ import annotations

from math import exp

from pbmserv.games.tricks.partners import PartnersPosition


def chances_by_points(position: PartnersPosition, scale: float) -> tuple[float, ...] | None:
    """The chances of all seats before the first bid of a later hand; None at any other time.

    `scale` is the part of the target by which a side has to be ahead to win nearly three games of four.
    """
    if position.number == 1 or position.is_over or position.bids:
        return None
    one, other = position.totals
    chances = 1 / (1 + exp((other - one) / (scale * position.target)))
    return (chances, 1 - chances) * 2
