"""What the tests of go share."""

from __future__ import annotations

from random import Random

import pytest

from pbmserv.games.base import Options, OptionValue, Refusal
from pbmserv.games.chance import Chance
from pbmserv.games.go import Go
from pbmserv.games.go.rules import MARKING, Position
from pbmserv.games.testing import Record

GO = Go()
CHANCE = Chance(bytes(16), "test")
WALLS = "e5 f5 e4 f4 e3 f3 e2 f2 e1 f1 e6 f6 e7 f7 e8 f8 e9 f9 h7 c3 pass pass"
"""Black has walled off the left of a board of 9 lines, White the right; each has left a stone with the other."""


def options(**chosen: OptionValue) -> Options:
    """These options, on 9 lines, and the others at their defaults."""
    return {option.name: option.default for option in GO.options} | {"size": "9"} | chosen


def started(**chosen: OptionValue) -> Position:
    """The start of a game on 9 lines."""
    return GO.start(options(**chosen), 2, CHANCE)


def played(moves: str, position: Position | None = None, **chosen: OptionValue) -> Position:
    """The position after these moves, with blanks between them, or with commas where they have several words."""
    position = started(**chosen) if position is None else position
    for move in filter(None, moves.split("," if "," in moves else None)):
        position = GO.play(position, position.next_seat, move, CHANCE).position
    return position


def marked(moves: str = "") -> Position:
    """The walls, and these moves about dead stones."""
    walls = played(WALLS)
    return played(f"{moves},", walls) if moves and "," not in moves else played(moves, walls)


def refused(position: Position, text: str) -> Refusal:
    """How a move is refused."""
    with pytest.raises(Refusal) as caught:
        GO.play(position, position.next_seat, text, CHANCE)
    return caught.value


def short_record(seed: int, turns: int, **chosen: OptionValue) -> Record:
    """A game on 9 lines that both give up soon, with stones proposed as dead."""
    choices, moves = Random(seed), list[tuple[int, str]]()  # noqa: S311 - it has to be the same
    values = options(**chosen)
    position = GO.start(values, 2, CHANCE)
    while to_move := GO.to_move(position):
        listed = GO.legal_moves(position, to_move[0]) or GO.examples(position, to_move[0])
        move = "pass" if len(moves) >= turns and position.phase != MARKING else choices.choice(listed)
        position = GO.play(position, to_move[0], move, CHANCE).position
        moves.append((to_move[0], move))
    return Record("Go", values, 2, bytes(16), tuple(moves))
