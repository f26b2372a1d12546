"""Games of Even-Odd for tests, written as their moves; the first seat plays Even in all of them."""

from __future__ import annotations

from pbmserv.games.base import Played
from pbmserv.games.chance import Chance
from pbmserv.games.pairimpair import PairImpair
from pbmserv.games.pairimpair.rules import Position

GAME = PairImpair()
CHANCE = Chance(bytes(16), "test")

HEXAGON = "230.04@1 003@3 012@2 001@5 310@3 301@5"
"""Odd places the sixth tile around a corner of the first one."""
TWO_HEXAGONS = (
    "110.08@1 113@2 012@2 331@4 132@1 123@7 332@7 301@2 330@5 003@5 230@5 223@1 000@4 021@7 222@1 203@4 310@2 002@3"
    " 001@3"
)
"""On the board of 52. With 310 Even completes a hexagon, and moves again with 002; Odd completes two with 001."""
EVEN_PASSES = "310.04@1 331@1 330@3 003@4 002@6 203@6 332@6 301@3 230@3 223@5 110@1 333@2"
"""After 333, none of Even's tiles fits."""
TURN_LOST = "112.12@1 021@2 012@2 001@2 110@4 113@4 002@1 301@6 000@4 003@6 310@3 203@3 220@1 331@1"
"""With 331 Odd completes a hexagon, but has no tile left that fits."""
EVEN_OUT = (
    "112.04@1 221@3 110@1 301@1 330@1 123@3 132@4 203@3 332@1 021@6 230@2 223@4 220@3 003@1 222@1 012@1 001@1 000@1"
    " 002@1 310@1"
)
"""Odd passes after 222, 000 and 002."""
ODD_OUT = (
    "332.08@1 223@3 132@4 123@5 310@4 331@6 222@4 333@8 330@2 301@7 220@4 221@3 230@5 003@2 203@5 001@3 021@1 112@1"
    " 111@1 110@1 113@1"
)
"""With 003, 203 and 001 Odd completes a hexagon each time, and moves again."""
FEWER_LEFT = (
    "132.04@1 123@1 112@1 223@5 110@1 221@6 230@5 203@4 220@3 021@6 012@7 301@2 002@4 003@2 310@4 001@3 000@4 222@1"
)
"""Neither can place a tile after 222: Even has two left, Odd has four."""
DRAW = "110.12@1 113@3 310@1 301@3 132@3 123@5 330@1 223@4 230@3 331@5 220@4 203@6 332@2 333@3 002@1 021@1"
"""On the board of 52 neither can place a tile after 021, and each has four left."""


def begun(board: str = "73", replay: bool = False) -> Position:
    """The empty board, with Even to move."""
    return Position(board, replay, even_seat=0)


def play(position: Position, text: str) -> Played[Position]:
    """A move of whoever is to move."""
    [seat] = GAME.to_move(position)
    return GAME.play(position, seat, text, CHANCE)


def played(moves: str, position: Position | None = None) -> Position:
    """The position after some moves, from the empty board of 73 cells unless another is given."""
    position = position or begun()
    for text in moves.split():
        position = play(position, text).position
    return position


def last_move(moves: str, position: Position | None = None) -> Played[Position]:
    """What the last of some moves led to."""
    *earlier, last = moves.split()
    return play(played(" ".join(earlier), position), last)
