"""Puzzles for one player, as tests play them."""

from __future__ import annotations

import pytest

from pbmserv.games.base import OptionValue, Played, Refusal
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.filling import FillingGame, Position

CHANCE = Chance(bytes(16), "test")


def started(game: FillingGame, **options: OptionValue) -> Position:
    """The position at the start; options left out have their defaults."""
    values = {option.name: options.get(option.name, option.default) for option in game.options}
    return game.start(values, 1, CHANCE)


def play(game: FillingGame, position: Position, *moves: str) -> Position:
    """The position after some moves."""
    for move in moves:
        position = game.play(position, 0, move, CHANCE).position
    return position


def hint(game: FillingGame, position: Position) -> str:
    """What the server says when asked for help."""
    played: Played[Position] = game.play(position, 0, "hint", CHANCE)
    [note] = played.notes
    return note.text


def refusal(game: FillingGame, position: Position, text: str) -> Refusal:
    """How a move is refused."""
    with pytest.raises(Refusal) as caught:
        game.play(position, 0, text, CHANCE)
    return caught.value


def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have hints give up soon, for tests in which it does not matter what they say."""
    monkeypatch.setattr("pbmserv.games.triangles.filling.HINT_BUDGET", 200)
    monkeypatch.setattr("pbmserv.games.triangles.filling.LOOK_BACK_BUDGET", 20)
