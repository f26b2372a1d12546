"""What a machine player answers when it is asked for something.

* A tie: it agrees where it does not think that it is ahead, whoever is to move; in a rated game, only where it
  thinks that it is far behind. Or whoever is weaker would have half of the points for no game at all.
* A move taken back: it agrees where the game is not rated, and says no where it is.
* The pie rule: it swaps sides where it would rather have those of the other.
* It never resigns, never proposes anything, and never takes long: who has won against it may play to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbmserv.bots.choosing import CannotThink, never
from pbmserv.bots.levels import Level
from pbmserv.bots.search import Search
from pbmserv.games.base import Game

EVEN = 0.5
FAR_BEHIND = 0.25


def agrees_to_tie(
    game: Game[Any],
    position_seen: Any,
    seat: int,
    level: Level,
    seed: bytes,
    deadline: Callable[[], bool] = never,
    is_rated: bool = False,
) -> bool:
    """Whether a seat that is asked for a tie takes it: it expects no more than half of what there is to win.

    For points in the ratings, no more than a quarter. What it expects is what it would against somebody as strong as
    itself, and at the beginning that is half in most games. Raises `CannotThink`.
    """
    return _expected(game, position_seen, seat, level, seed, deadline) <= (FAR_BEHIND if is_rated else EVEN)


def agrees_to_undo(is_rated: bool) -> bool:
    """Whether it allows a takeback: not in rated games."""
    return not is_rated


def wants_swap(
    game: Game[Any], position_seen: Any, seat: int, level: Level, seed: bytes, deadline: Callable[[], bool] = never
) -> bool:
    """Whether `seat`, which may swap sides instead of moving, prefers the other side.

    Raises `CannotThink`.
    """
    return _expected(game, position_seen, seat, level, seed, deadline) < EVEN


def _expected(
    game: Game[Any], position_seen: Any, seat: int, level: Level, seed: bytes, deadline: Callable[[], bool]
) -> float:
    try:
        search = Search(game, position_seen, seat, seed)
        search.think(level.simulations, deadline)
    except Exception as error:
        raise CannotThink(f"{game.name}, seat {seat}: {type(error).__name__}: {error}") from error
    return search.expected()
