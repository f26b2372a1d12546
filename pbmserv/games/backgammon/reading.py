"""Which legal play a text means, and why none."""

from __future__ import annotations

from pbmserv.games.backgammon.notation import read, why_not
from pbmserv.games.backgammon.plays import Play
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.base import Ambiguous, Illegal
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.grid_game import some_of
from pbmserv.games.message import Listed, Message, in_turn


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
        legal = Message("Legal are {moves}.", moves=some_of([before + words for words in position.plays]))
        raise Illegal(in_turn(why, legal))
    if len(found) > 1:
        choices = [before + play.words for play in found]
        raise Ambiguous(
            Message("That can be {choices}: which way does it go?", choices=Listed(choices, " or ", " or ")), choices
        )
    return found[0]
