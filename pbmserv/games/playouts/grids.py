"""Random playouts of grid games by places, without notation."""

from __future__ import annotations

from typing import Any

from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame

MOST_PLIES = 400
"""After this many moves a game counts as a draw."""


def at_random(game: GridGame[Any], position: Any, chance: Chance) -> tuple[float, float]:
    for _ in range(MOST_PLIES):
        result = game.outcome(position)
        if result is not None:
            if result.winner is None:
                break
            return float(result.winner == 0), float(result.winner == 1)
        position = game.apply(position, chance.choice([*game.legal_paths(position)]))
    return 0.5, 0.5
