"""What the tests of games on grids share."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from pbmserv.games.base import Game, OptionValue, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.chess import Chess
from pbmserv.games.grid_game import GridDisplay, GridGame
from pbmserv.games.shogi import Shogi
from pbmserv.games.xiangqi.game import XiangqiGame

CHANCE = Chance(bytes(16), "test")
OnGrid: TypeAlias = GridGame[Any] | Chess | Shogi | XiangqiGame[Any]
OUR_GAMES: dict[str, OnGrid] = {
    word: game for word, game in installed().items() if isinstance(game, GridGame | Chess | Shogi | XiangqiGame)
}

ON_GRIDS: dict[str, Game[Any]] = {word: game for word, game in installed().items() if isinstance(game, GridDisplay)}
"""These, and others that only look like them."""


def started(game: OnGrid, **options: OptionValue) -> Any:
    """The start position with these options, and the others at their defaults."""
    values = {option.name: option.default for option in game.options} | options
    return game.start(values, 2, CHANCE)


def played(game: OnGrid, moves: str, **options: OptionValue) -> Any:
    """The position after these moves, which may be written in any form that players use."""
    position = started(game, **options)
    for move in moves.split():
        position = game.play(position, position.next_seat, move, CHANCE).position
    return position


def move_read(game: OnGrid, position: Any, text: str) -> str:
    """The canonical words of a move as typed."""
    return game.play(position, position.next_seat, text, CHANCE).move


def refusal(game: OnGrid, position: Any, text: str) -> Refusal:
    """How a move is refused."""
    with pytest.raises(Refusal) as caught:
        game.play(position, position.next_seat, text, CHANCE)
    return caught.value


def drawn(game: OnGrid, position: Any) -> list[str]:
    """The lines of the board."""
    return game.draw(position, None).split("\n")


def nodes(game: GridGame[Any], position: Any, depth: int) -> int:
    """How many positions can be reached in so many moves, counted by each way to get there."""
    if depth == 0:
        return 1
    if game.result(position):
        return 0
    ways = game.known_paths(position).values()
    return len(ways) if depth == 1 else sum(nodes(game, game.apply(position, way), depth - 1) for way in ways)
