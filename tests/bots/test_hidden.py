"""What a machine player may not know makes no difference to what it does; nor does the process in which it thinks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pbmserv.bots.agreeing import agrees_to_tie
from pbmserv.bots.choosing import choose, random_move
from pbmserv.bots.levels import Level, levels_of
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance

FEW = Level("few", simulations=8, seconds=1.0)
HIDDEN = [game for game in installed().values() if game.hidden]


def soon() -> Callable[[], bool]:
    """A deadline that is over after the same number of questions, on any machine."""
    asked = iter([False] * 24)
    return lambda: next(asked, True)


def position_of(game: Game[Any], number: int) -> tuple[Any, int]:
    """A position somewhere in a random game, and a seat that is to move."""
    seed = number.to_bytes(SEED_BYTES, "big")
    chance = Chance(seed, "random game")
    options = {option.name: option.default for option in game.options}
    position = game.start(options, game.seats[number % len(game.seats)], chance)
    for _ in range(chance.below(40)):
        seat = chance.choice(game.to_move(position))
        following = game.play(position, seat, random_move(game, position, seat, seed), chance).position
        if not game.to_move(following):
            break
        position = following
    return position, chance.choice(game.to_move(position))


@pytest.mark.parametrize("pairs", [3, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.word)
def test_in_worlds_that_differ_only_in_what_is_hidden_the_choice_is_the_same(game: Game[Any], pairs: int) -> None:
    differing = 0
    for number in range(pairs):
        position, seat = position_of(game, number)
        seed = number.to_bytes(SEED_BYTES, "big")
        other = game.guess(game.seen_by(position, seat), seat, Chance(seed, "other world"))
        differing += other != position

        one, two = (game.seen_by(world, seat) for world in (position, other))

        choices = [choose(game, seen, seat, FEW, seed, soon()).encode() for seen in (one, two)]
        assert choices[0] == choices[1]
        assert random_move(game, one, seat, seed) == random_move(game, two, seat, seed)
        ties = [agrees_to_tie(game, seen, seat, FEW, seed, soon()) for seen in (one, two)]
        assert ties[0] == ties[1]
    assert differing > pairs // 2


CHOICES = """
from tests.bots.test_hidden import choices
print(choices())
"""


def choices() -> dict[str, list[str]]:
    """What is chosen in some positions of each game."""
    return {
        game.word: [
            choose(game, game.seen_by(position, seat), seat, FEW, bytes([number]), soon())
            for number in range(2)
            for position, seat in [position_of(game, number)]
        ]
        for game in installed().values()
        if levels_of(game)
    }


@pytest.mark.long
def test_another_process_chooses_the_same() -> None:
    """Python hashes words otherwise in each process: nothing may depend on the order of a set."""
    said = {
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }

    assert len(said) == 1
