"""Which of the legal plays is meant by what a player has typed, and why it is none of them."""

from __future__ import annotations

from pbmserv.games.backgammon.notation import read, why_not
from pbmserv.games.backgammon.plays import Play
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.base import Ambiguous, Illegal
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.grid_game import some_of


def play_meant(position: Position, text: str, before: str = "") -> Play:
    """The legal play that is typed, at a position with dice; `before` is what a whole move has before its play.

    Raises `Unreadable`, `Illegal` or `Ambiguous`.
    """
    if play := position.plays.get(text.strip()):
        return play
    typed = read(text)
    side, known = position.side_of(position.next_seat), [*position.plays.values()]
    found = typed.meant(side, known)
    if typed.dice not in ((), position.dice) or not found:
        why = why_not(typed, side, position.dice, known, SEAT_NAMES[1 - position.next_seat])
        raise Illegal(f"{why} Legal are {some_of([before + words for words in position.plays])}.")
    if len(found) > 1:
        choices = [before + play.words for play in found]
        raise Ambiguous(f"That can be {' or '.join(choices)}: which way does it go?", choices)
    return found[0]
