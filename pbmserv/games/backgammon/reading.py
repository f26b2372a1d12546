"""Which legal play a text means, and why none."""

from __future__ import annotations

from pbmserv.games.backgammon.notation import read, why_not
from pbmserv.games.backgammon.plays import Play
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.base import Ambiguous, Illegal
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.grid_game import some_of


def play_meant(position: Position, text: str, before: str = "") -> Play:
    """The legal play that is typed after the dice; `before` is what precedes the play in a whole move.

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
