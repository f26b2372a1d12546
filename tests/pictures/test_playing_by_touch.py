"""Every game can be played to its end by touching what is on its picture; nothing here knows any of the games."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from pbmserv.games.base import Game, OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.checks.playthrough import chance_of_turn, known_moves

SEED = bytes(range(SEED_BYTES))
SHORT: dict[str, dict[str, OptionValue]] = {
    "amazons": {"size": 6},
    "bridge": {"deals": 1},
    "catchup": {"size": 4},
    "connect6": {"size": 9},
    "dots": {"size": 3},
    "go": {"size": "9"},
    "gomoku": {"size": 9},
    "pente": {"size": 9},
    "fleets": {"size": 8},
    "havannah": {"size": 4},
    "hearts": {"points": 1},
    "hex": {"size": 5},
    "macmahon": {"moves": 25},
    "marshal": {"men": "8"},
    "phutball": {"board": "13x9"},
    "trioker-puzzle": {"moves": 25},
    "y": {"size": 6},
    "twixt": {"size": 8},
    "trichet": {"num_tiles": 40},
    "slither": {"size": 5},
    "tumbleweed": {"size": 4},
}
"""Options with which a random game comes to its end soon."""
MOST_TURNS = 800
SLOW = {"backgammon", "chess", "janggi", "xiangqi"}
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


@pytest.mark.alike
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


OF_OPTIONS: dict[str, dict[str, OptionValue]] = {
    "backgammon": {"points": 3, "cube": True},
    "gomoku": {"opening": "swap2", "size": 9},
}
"""Options with which a game has buttons that it does not have by default."""
NOTHING_IS_MOVED = {"go", "halma"}
"""Games in which something lies where a touch begins, which stays there: dead stones; and one whose squares are too
small on a phone for who drags."""
ALIKE = {
    r".*\d+ o'clock.*": "an hour",
    r"\d+": "a number",
    r"\d+\+": "a number and the next ones",
    r"(?:[♠♥♦♣]|NT)(?: alone)?": "a suit",
    r"(?:[♠♥♦♣]|grand|null)(?: hand| ouvert| schneider| schwarz)*": "a game",
}
"""Buttons of which there are many, and what is told of all of them."""


@dataclass
class Touches:
    """What there was to touch in a game: how many places for a move, what buttons said, whether pieces stood on any,
    and whether pieces moved."""

    lengths: set[int]
    buttons: set[str]
    pieces: bool
    dragged: bool


def touches_of(game: Game[object]) -> Touches:
    options = {option.name: option.default for option in game.options}
    options |= SHORT.get(game.word, {}) | OF_OPTIONS.get(game.word, {})
    seats = max(2, game.seats[0]) if 2 in game.seats else game.seats[0]
    choices, found = Chance(SEED, "touches"), Touches(set(), set(), False, False)
    position = game.start(options, seats, Chance(SEED, "start"))
    # Dead stones are marked late.
    for turn in range(150 if game.word == "go" else 60):
        if not (to_move := game.to_move(position)):
            break
        picture = game.picture(game.seen_by(position, to_move[0]), to_move[0])
        lying = {shape.target for shape in picture.shapes if shape.lies}
        drawn = game.new_pieces(position, to_move[0])
        found.buttons |= {choice.text for choice in picture.choices if choice.target not in drawn}
        found.pieces |= any(choice.target in drawn for choice in picture.choices)
        moves = known_moves(game, position, to_move[0])
        for steps in (game.steps(position, to_move[0], move) for move in moves[:100]):
            found.lengths.add(len(steps))
            found.dragged |= len(steps) > 1 and steps[0] in lying
        position = game.play(position, to_move[0], choices.choice(moves), chance_of_turn(SEED, turn)).position
    return found


def kind_of(button: str) -> str:
    """What a button is where there are many alike, else its name."""
    return next((kind for pattern, kind in ALIKE.items() if re.fullmatch(pattern, button)), button)


@pytest.mark.alike
@pytest.mark.parametrize("word", installed())
def test_what_a_game_says_of_touching_is_so(word: str) -> None:
    game = installed()[word]
    found, said = touches_of(game), set(re.findall('"([^"]+)"', game.touching))

    # Every button has its name there, or what it is.
    said |= {*map(kind_of, said)} | {kind for kind in ALIKE.values() if kind in game.touching}
    assert {kind_of(each) for each in found.buttons} <= said
    where = "below" if type(game).in_hand is Game.in_hand else "beside"
    assert f"stands {where} the board" in game.touching or not found.pieces
    assert ("drag" in game.touching) == (found.dragged and word not in NOTHING_IS_MOVED)
    assert found.lengths != {1} or " then " not in game.touching
