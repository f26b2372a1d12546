"""How much each machine player thinks: by number of simulated games, so that it plays alike on any machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pbmserv.games.base import Game


@dataclass(frozen=True)
class Level:
    """How strong a machine player is.

    It plays out `simulations` games in its head before each move, and moves earlier once it has thought for `seconds`
    of a processor's time.
    """

    name: str
    simulations: int
    seconds: float


LEVELS = (
    Level("easy", simulations=40, seconds=0.7),
    Level("medium", simulations=250, seconds=4.0),
    Level("hard", simulations=2000, seconds=20.0),
)
"""From the weakest to the strongest, with how much each thinks where the game says nothing else."""
AT_A_GLANCE = {"easy": 15}
"""How many simulations levels make instead where a game says that these tell much."""


def levels_of(game: Game[Any]) -> tuple[Level, ...]:
    """The levels at which a game is played by machine, the weakest first; none where machines cannot play it."""
    if not game.can_be_guessed:
        return ()
    few = AT_A_GLANCE if game.seen_at_a_glance else {}
    return tuple(replace(level, simulations=few.get(level.name, level.simulations)) for level in LEVELS)
