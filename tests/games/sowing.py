"""What the tests of games of sowing share."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.games.base import OptionValue, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.sowing import SowingGame, Sown

CHANCE = Chance(bytes(16), "test")
OUR_GAMES = {word: game for word, game in installed().items() if isinstance(game, SowingGame)}


def played(game: SowingGame[Any], moves: str, **options: OptionValue) -> Any:
    """The position after these moves."""
    position = game.start({option.name: option.default for option in game.options} | options, 2, CHANCE)
    for move in moves.split():
        position = game.play(position, position.next_seat, move, CHANCE).position
    return position


def move(game: SowingGame[Any], position: Sown, text: str) -> tuple[Any, list[str]]:
    """The position after one move, and what is told of it."""
    result = game.play(position, position.next_seat, text, CHANCE)
    return result.position, [note.text for note in result.notes]


def refusal(game: SowingGame[Any], position: Sown, text: str) -> Refusal:
    """How a move is refused."""
    with pytest.raises(Refusal) as caught:
        game.play(position, position.next_seat, text, CHANCE)
    return caught.value
