"""What the end of a game of Trioker brings and costs."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.trioker.tiles import pips

LAST_TILE_BONUS = 10
"""What the bank pays to the player who places the last tile of a hand."""
TILE_PENALTY = 2
"""What the others pay for each tile that they are left with, in addition to its pips."""


def cost_of_tile(tile: str) -> int:
    """What it costs to be left with a tile: 2 for 000, 7 for 230."""
    return TILE_PENALTY + pips(tile)


def cost_of_hand(hand: Sequence[str]) -> int:
    """What it costs to be left with a hand."""
    return sum(map(cost_of_tile, hand))
