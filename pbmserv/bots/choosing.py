"""How a machine player finds its move: from what its seat sees of a position, and nothing else."""

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
    """The rules of a game have failed while somebody thought about it. The text tells the operator how."""


def never() -> bool:
    """A deadline that is never over."""
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
    """A legal move of `seat`, in canonical words.

    `position_seen` is what `game.seen_by(position, seat)` gives. The same arguments give the same move, unless the
    `deadline` cuts the thinking short: it is asked again and again, and the best move so far is made once it is over.
    With `may_be_swapped` the opponent may answer by taking this side over, and so neither is to be much better.
    Raises `CannotThink` where the rules raise anything, or the seat has no move.
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
    """Any legal move of `seat`, in canonical words, each as likely as the others where they can be listed.

    Raises `CannotThink` where the rules raise anything, or the seat has no move.
    """
    luck = Luck(seed, "random move")
    try:
        return luck.choice(moves_of(game, position_seen, seat, luck))
    except Exception as error:
        raise CannotThink(f"{game.name}, seat {seat}: {type(error).__name__}: {error}") from error
