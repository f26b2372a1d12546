"""Bots' levels by number of simulations, so that they play alike on any machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pbmserv.games.base import Game


@dataclass(frozen=True)
class Level:
    """A strength: so many simulations for a move, or what is done in so many `seconds` of a processor."""

    name: str
    simulations: int
    seconds: float


LEVELS = (
    Level("easy", simulations=40, seconds=0.7),
    Level("medium", simulations=250, seconds=4.0),
    Level("hard", simulations=2000, seconds=8.0),
)
"""The default levels, weakest first."""
AT_A_GLANCE = {"easy": 15}
"""The numbers of simulations for games in which each tells much."""
OF_LITTLE_USE = {"hard": 500}
"""The same for games in which more take long, and tell nothing."""


def levels_of(game: Game[Any]) -> tuple[Level, ...]:
    if not game.can_be_guessed:
        return ()
    few = {**(AT_A_GLANCE if game.seen_at_a_glance else {}), **(OF_LITTLE_USE if game.more_tells_little else {})}
    return tuple(replace(level, simulations=few.get(level.name, level.simulations)) for level in LEVELS)
