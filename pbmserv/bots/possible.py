"""What a seat can do: the moves that machine players choose from, and think that others choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance

WALKS = 3
"""How often moves are looked for by touching the board, where they are too many to list."""
MOST_TOUCHES = 12


def moves_of(game: Game[Any], position: Any, seat: int, chance: Chance) -> Sequence[str]:
    """The legal moves of a seat that is to move; some of them, where there are too many to list."""
    listed = game.legal_moves(position, seat)
    if listed is not None:
        return listed
    found = dict.fromkeys(game.examples(position, seat))
    for _ in range(WALKS):
        found.update(dict.fromkeys(_touched(game, position, seat, chance)))
    return [*found]


def some_move_of(game: Game[Any], position: Any, seat: int, chance: Chance) -> str:
    """A legal move of a seat that is to move, by chance."""
    listed = game.legal_moves(position, seat)
    return chance.choice(game.examples(position, seat) if listed is None else listed)


def _touched(game: Game[Any], position: Any, seat: int, chance: Chance) -> list[str]:
    """The moves that somebody comes by who touches the board here and there."""
    found: list[str] = []
    touched: tuple[str, ...] = ()
    while len(touched) < MOST_TOUCHES and (ways := game.by_touch(position, seat, touched)):
        found += ways.values()
        way = chance.choice([*ways])
        if len(way) <= len(touched) + 1:
            break
        touched = way[: len(touched) + 1]
    return found
