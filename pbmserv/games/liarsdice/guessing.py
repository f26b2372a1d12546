"""Guesses of hidden dice, and how a round may go on, for machine players."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.games.chance import Chance
from pbmserv.games.liarsdice.game import LiarsDice
from pbmserv.games.liarsdice.rules import FACES, UNSEEN, Bid, Position, rolled

POWER = 1.5
"""The exponent of a seat's dice in what they are worth."""


def guess(game: LiarsDice, seen: Position, seat: int, chance: Chance) -> Position:
    """Any faces on the dice that are not seen."""
    dice = (rolled(chance, len(each)) if UNSEEN in each else each for each in seen.dice)
    return replace(seen, dice=tuple(dice))


def evaluate(game: LiarsDice, position: Position) -> tuple[float, ...] | None:
    """At the start of a round: who has how many dice."""
    return None if position.bids else _worth(position)


def playout(game: LiarsDice, position: Position, chance: Chance) -> tuple[float, ...]:
    """The round played to its end by seats that know nothing but their own dice."""
    number = position.number
    while position.number == number and not position.is_over:
        bid = likely(position)
        position = position.after_doubt(chance) if bid is None else position.after_bid(bid)
    return _worth(position)


def likely(position: Position) -> Bid | None:
    """The bid that the next seat can best believe in, as far as it sees; None if it believes the last one less."""
    own = position.dice[position.next_seat]
    others = position.on_table - len(own)

    def expected(face: int) -> float:
        chances = 2 if position.is_wild and face != 1 else 1
        return sum(position.counts(die, face) for die in own) + others * chances / 6

    last = position.bid
    if last is None:
        best = max(FACES, key=expected)
        return Bid(max(1, int(expected(best))), best)
    raises = [Bid(last.number + (face <= last.face), face) for face in FACES]
    able = [bid for bid in raises if bid.number <= position.on_table]
    bid = max(able, key=lambda each: expected(each.face) - each.number, default=None)
    doubt = last.number - expected(last.face)
    return None if bid is None or doubt >= expected(bid.face) - bid.number else bid


def _worth(position: Position) -> tuple[float, ...]:
    weights = [len(dice) ** POWER if seat in position.active else 0.0 for seat, dice in enumerate(position.dice)]
    return tuple(weight / sum(weights) for weight in weights)
