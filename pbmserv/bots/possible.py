"""The moves that bots consider."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance

WALKS = 3
"""How often moves are searched by touching the board if they cannot be listed."""
MOST_TOUCHES = 12


def moves_of(game: Game[Any], position: Any, seat: int, chance: Chance) -> Sequence[str]:
    """The legal moves of a seat to move, or some of them if too many to list."""
    listed = game.legal_moves(position, seat)
    if listed is not None:
        return listed
    found = dict.fromkeys(game.examples(position, seat))
    for _ in range(WALKS):
        found.update(dict.fromkeys(_touched(game, position, seat, chance)))
    return [*found]


def some_move_of(game: Game[Any], position: Any, seat: int, chance: Chance) -> str:
    listed = game.legal_moves(position, seat)
    return chance.choice(game.examples(position, seat) if listed is None else listed)


def _touched(game: Game[Any], position: Any, seat: int, chance: Chance) -> list[str]:
    found: list[str] = []
    touched: tuple[str, ...] = ()
    while len(touched) < MOST_TOUCHES and (ways := game.by_touch(position, seat, touched)):
        found += ways.values()
        way = chance.choice([*ways])
        if len(way) <= len(touched) + 1:
            break
        touched = way[: len(touched) + 1]
    return found
