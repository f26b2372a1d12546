"""Sowing games: captured seeds, and a little for own houses."""

from __future__ import annotations

from typing import Any

from pbmserv.games.evaluation import shares
from pbmserv.games.sowing import SowingGame, Sown

SEEDS = 4
"""A lead of so many seeds wins most games."""
AT_HOME = 0.1
"""The value of a seed in own houses, relative to the store."""


def evaluate(game: SowingGame[Any], position: Sown) -> tuple[float, float]:
    south, north = position.stores
    lead = south - north + AT_HOME * (position.seeds_of(0) - position.seeds_of(1))
    return shares(lead / SEEDS, position.next_seat, 0.08)
