"""Gin Rummy for machine players: guesses of hidden cards, draws, knocks, and what a position is worth.

Random draws and discards tell little, so a position is judged between two turns, by the deadwood of both hands.
"""

from __future__ import annotations

from math import exp, sqrt

from pbmserv.games.base import Game
from pbmserv.games.cards_for_two import guessed_from, value_of
from pbmserv.games.chance import Chance
from pbmserv.games.ginrummy.game import KNOCK_WITH, PASS, STOCK, TAKE
from pbmserv.games.ginrummy.melds import arrangements, deadwood_without, least_deadwood
from pbmserv.games.ginrummy.rules import DISCARD, DRAW, FIRST, Position

LEAD, SPREAD, A_HAND = 0.7, 22.0, 18.0
"""What a point of deadwood less is worth in points, how far those of a hand vary, and how many it brings."""
EARLY, LATE = 30, 18
"""Bots knock with any deadwood while so many cards are in the stock, later with less."""
CLOSE, CLOSER = 6, 3
"""The most deadwood with which they knock then, and at the end."""


def guess(game: Game[Position], seen: Position, seat: int, chance: Chance) -> Position:
    """The other's hand; the cards that were taken from the discards are known."""
    other = 1 - seat
    hand, _ = guessed_from(chance.shuffled(seen.unseen), seen.hands[other])
    return seen.with_hand(other, hand)


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """A draw, or a knock; discards are searched."""
    if seat not in seen.to_move:
        return None
    hand = seen.hands[seat]
    if seen.stage in (FIRST, DRAW):
        with_it = deadwood_without(tuple(sorted((*hand, seen.upcard))))
        after = min(left for card, left in with_it.items() if card != seen.upcard)
        best = min(arrangements(hand), key=lambda each: each.deadwood)
        gained = best.deadwood - after
        highest = max(map(value_of, best.left), default=0)
        # A meld is gained if more falls away than one card for a lower one.
        if gained >= highest or after == 0:
            return TAKE
        return PASS if seen.stage == FIRST else STOCK
    knocks = seen.knocks(seat)
    if not knocks:
        return None
    left = deadwood_without(hand)
    card = min(knocks, key=lambda each: left[each])
    most = 10 if seen.stock >= EARLY else CLOSE if seen.stock >= LATE else CLOSER
    return f"{KNOCK_WITH} {card}" if left[card] <= most else None


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    """The chances of both between two turns; None while somebody has to discard or has ended the game."""
    if position.is_over or position.stage == DISCARD:
        return None
    one, other = position.totals
    ahead = float(one - other)
    if position.stage == DRAW:
        deadwood = [least_deadwood(hand) for hand in position.hands]
        turn = position.turn
        with_it = deadwood_without((*position.hands[turn], position.upcard))
        deadwood[turn] = min(deadwood[turn], *(left for card, left in with_it.items() if card != position.upcard))
        ahead += LEAD * (deadwood[1] - deadwood[0])
    hands = max(1.0, (position.target - max(one, other)) / A_HAND)
    chances = 1 / (1 + exp(-1.7 * ahead / (SPREAD * sqrt(hands))))
    return chances, 1 - chances
