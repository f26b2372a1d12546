"""A bot's move, chosen only from what its seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbmserv.bots.levels import Level
from pbmserv.bots.luck import Luck
from pbmserv.bots.possible import moves_of
from pbmserv.bots.replies import Replies
from pbmserv.bots.search import Search, is_open
from pbmserv.games.base import Game


class CannotThink(Exception):
    """The rules failed during a search. The text is for the operator."""


def never() -> bool:
    return False


def choose(
    game: Game[Any],
    position_seen: Any,
    seat: int,
    level: Level,
    seed: bytes,
    deadline: Callable[[], bool] = never,
    *,
    may_be_swapped: bool = False,
) -> str:
    """A legal move of `seat` in canonical notation.

    `position_seen` is `game.seen_by(position, seat)`. The same arguments give the same move unless the `deadline`
    ends the search with the best move so far. With `may_be_swapped` the opponent may take this side over, so neither
    should be much better. Raises `CannotThink` if the rules raise, or the seat has no move.
    """
    if not game.can_be_guessed:
        raise CannotThink(f"{game.name} hides something, and does not say what it could be")
    try:
        legal = moves_of(game, position_seen, seat, Luck(seed, "moves"))
        if len(legal) < 2:
            return legal[0]
        known = game.solution(position_seen, seat)
        if known is not None:
            return known
        search = Search(game, position_seen, seat, seed)
        search.think(level.simulations, deadline)
        if may_be_swapped:
            return search.fairest()
        if not is_open(game):
            return search.best()
        return Replies(game, seat, Luck(seed, "replies")).safest(position_seen, search.ranked())
    except Exception as error:
        raise CannotThink(f"{game.name}, seat {seat}: {type(error).__name__}: {error}") from error


def random_move(game: Game[Any], position_seen: Any, seat: int, seed: bytes) -> str:
    """A random legal move of `seat` in canonical notation, uniformly if moves can be listed.

    Raises `CannotThink` if the rules raise, or the seat has no move.
    """
    luck = Luck(seed, "random move")
    try:
        return luck.choice(moves_of(game, position_seen, seat, luck))
    except Exception as error:
        raise CannotThink(f"{game.name}, seat {seat}: {type(error).__name__}: {error}") from error
