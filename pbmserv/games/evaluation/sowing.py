"""Games of sowing: the seeds that have been taken, and a little for those that lie on one's own side."""

from __future__ import annotations

from typing import Any

from pbmserv.games.evaluation import shares
from pbmserv.games.sowing import SowingGame, Sown

SEEDS = 4
"""So many more in the store win most games."""
AT_HOME = 0.1
"""What a seed in one's own houses is worth beside one in the store."""


def evaluate(game: SowingGame[Any], position: Sown) -> tuple[float, float]:
    """What both seats may expect."""
    south, north = position.stores
    lead = south - north + AT_HOME * (position.seeds_of(0) - position.seeds_of(1))
    return shares(lead / SEEDS, position.next_seat, 0.08)
