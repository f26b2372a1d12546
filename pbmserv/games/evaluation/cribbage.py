"""Cribbage for machine players: guesses of hidden cards, discards, and chances between hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import exp, sqrt

from pbmserv.games.base import Game
from pbmserv.games.cards_for_two import PACK, guessed_from, number_of, value_of
from pbmserv.games.chance import Chance
from pbmserv.games.cribbage.game import discard_of
from pbmserv.games.cribbage.rules import TO_DISCARD, Position
from pbmserv.games.cribbage.scoring import FIFTEEN, MOST, points_in_show, total
from pbmserv.games.tricks.cards import Card

AHEAD = 3.0
"""By how many points more than the other on average who deals next comes out of two hands, halved."""
A_HAND, SPREAD = 13.0, 7.0
"""The points of a seat in a hand on average, and how far they vary."""
PAIR, FIFTEENS, NEAR, FIVE = 2.6, 2.6, 0.7, 1.4
"""What two cards in the crib bring on average more than others: a pair, fifteen, neighbours, and each five."""


def guess(game: Game[Position], seen: Position, seat: int, chance: Chance) -> Position:
    """The other's hand and cards in the crib; no card in the hand could be played where the other said go."""
    other = 1 - seat
    least = MOST - seen.gone[other]
    hidden = chance.shuffled(seen.unseen)
    in_hand = len(seen.hands[other])
    may = [card for card in hidden if value_of(card) > least]
    if seen.turn == other and not seen.is_discarding and not seen.is_over:
        # At least one can be played now, or it would be somebody else's turn.
        room = MOST - seen.count
        first = next(card for card in may if value_of(card) <= room)
        may = [first, *(card for card in may if card != first)]
    hand, _ = guessed_from(may, seen.hands[other])
    rest = [card for card in hidden if card not in hand]
    laid, _ = guessed_from(rest, seen.laid[other])
    both = (seen.laid[0], laid) if other else (laid, seen.laid[1])
    return replace(seen.with_hand(other, hand[:in_hand]), laid=both)


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """The cards for the crib; cards to be played are searched."""
    if not seen.is_discarding or seat not in seen.to_move:
        return None
    hand, is_own = seen.hands[seat], seat == seen.dealer
    starters = [card for card in PACK if card not in hand]

    def worth(laid: Sequence[Card]) -> float:
        kept = [card for card in hand if card not in laid]
        shown = sum(total(points_in_show(kept, starter)) for starter in starters) / len(starters)
        return shown + (1 if is_own else -1) * _in_crib(laid)

    best: Sequence[Card] = max(combinations(hand, TO_DISCARD), key=worth)
    return discard_of(best)


def _in_crib(laid: Sequence[Card]) -> float:
    """What two cards bring in a crib beyond what any two do."""
    one, other = laid
    apart = abs(number_of(one) - number_of(other))
    worth = FIVE * sum(number_of(card) == 5 for card in laid)
    worth += PAIR * (not apart) + NEAR * (apart in (1, 2))
    return worth + FIFTEENS * (value_of(one) + value_of(other) == FIFTEEN)


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    """The chances of both before the discards of a later hand; None at any other time."""
    if position.number == 1 or position.is_over or not position.is_discarding or any(position.laid):
        return None
    one, other = position.points
    ahead = one - other + (AHEAD if position.dealer == 0 else -AHEAD)
    hands = max(1.0, (position.target - max(one, other)) / A_HAND)
    chances = 1 / (1 + exp(-1.7 * ahead / (SPREAD * sqrt(2 * hands))))
    return chances, 1 - chances
