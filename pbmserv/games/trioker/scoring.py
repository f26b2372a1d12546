"""Scoring at the end of Trioker."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.trioker.tiles import pips

LAST_TILE_BONUS = 10
"""The bank's payment for placing the last tile of a hand."""
TILE_PENALTY = 2
"""The cost of each tile left, besides its pips."""


def cost_of_tile(tile: str) -> int:
    """A tile's cost: 2 for 000, 7 for 230."""
    return TILE_PENALTY + pips(tile)


def cost_of_hand(hand: Sequence[str]) -> int:
    return sum(map(cost_of_tile, hand))
