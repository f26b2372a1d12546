"""Random playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from pbmserv.bots.possible import some_move_of
from pbmserv.games.base import Game, Result
from pbmserv.games.chance import Chance

Values: TypeAlias = tuple[float, ...]
"""Each seat's result, from 0 for a loss to 1 for a win."""

MOST_PLIES = 400
"""After this many random moves a game counts as a draw."""
PLIES_BETWEEN = 8
"""How often a playout checks the deadline."""


class OutOfTime(Exception):
    """The time to think is over."""


def values_of(game: Game[Any], result: Result, seats: int) -> Values:
    if result.winner is None:
        return (0.5,) * seats
    side = game.side_of(result.winner)
    return tuple(float(game.side_of(seat) == side) for seat in range(seats))


def play_out(game: Game[Any], position: Any, chance: Chance, deadline: Callable[[], bool]) -> Values:
    """Play a game to its end at random and return its values.

    Raises `OutOfTime`.
    """
    told = game.playout(position, chance)
    if told is not None:
        return told
    seats = max(game.seats)
    for ply in range(MOST_PLIES):
        to_move = game.to_move(position)
        if not to_move:
            result = game.result(position)
            return values_of(game, result, seats) if result else (0.5,) * seats
        # Some games can tell only now and then, such as when a hand of cards is over.
        evaluated = game.evaluate(position)
        if evaluated is not None:
            return evaluated
        if ply % PLIES_BETWEEN == 0 and deadline():
            raise OutOfTime
        seat = to_move[0]
        position = game.play(position, seat, some_move_of(game, position, seat, chance), chance).position
    return (0.5,) * seats
