"""Every game can be played to its end by touching what is on its picture; nothing here knows any of the games."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Game, OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.playthrough import chance_of_turn

SEED = bytes(range(SEED_BYTES))
SHORT: dict[str, dict[str, OptionValue]] = {
    "amazons": {"size": 6},
    "catchup": {"size": 4},
    "connect6": {"size": 9},
    "dots": {"size": 3},
    "go": {"size": "9"},
    "gomoku": {"size": 9},
    "pente": {"size": 9},
    "havannah": {"size": 4},
    "hearts": {"points": 1},
    "hex": {"size": 5},
    "macmahon": {"moves": 25},
    "trioker-puzzle": {"moves": 25},
    "y": {"size": 6},
    "twixt": {"size": 8},
    "trichet": {"num_tiles": 40},
}
"""Options with which a random game comes to its end soon."""
MOST_TURNS = 600
SLOW = {"backgammon", "chess"}
"""Games that take longer than a second to their end."""


def touched(game: Game[object], position: object, seat: int, choices: Chance) -> str:
    """A move, made by touching one place after the other that some legal move goes on with."""
    on_the_picture = game.picture(position, seat).targets
    moves = game.legal_moves(position, seat) or game.examples(position, seat)
    left = {game.steps(position, seat, move): move for move in moves}
    length = 0
    while len(left) > 1 or length < len(next(iter(left))):
        lit = {steps[length] for steps in left}
        touch = choices.choice([target for target in on_the_picture if target in lit])
        left = {steps: move for steps, move in left.items() if steps[length] == touch}
        length += 1
    return next(iter(left.values()))


@pytest.mark.parametrize(
    "word", [pytest.param(word, marks=pytest.mark.long) if word in SLOW else word for word in installed()]
)
def test_a_game_is_played_to_its_end_by_touch_alone(word: str) -> None:
    game = installed()[word]
    options = {option.name: option.default for option in game.options} | SHORT.get(word, {})
    choices = Chance(SEED, "touches")
    position = game.start(options, max(2, game.seats[0]) if 2 in game.seats else game.seats[0], Chance(SEED, "start"))

    turns = 0
    while to_move := game.to_move(position):
        seat = to_move[0]
        move = touched(game, position, seat, choices)
        position = game.play(position, seat, move, chance_of_turn(SEED, turns)).position
        turns += 1
        assert turns < MOST_TURNS

    assert game.result(position) is not None
    assert game.picture(position, None).shapes
