"""Bids, and what is to be expected between hands of Spades.

Within a hand bots play it to its end. They do so at random, which tells little of a bid: so bids are counted.
"""

from __future__ import annotations

from pbmserv.games.base import Game
from pbmserv.games.evaluation.partners import chances_by_points
from pbmserv.games.spades import Position
from pbmserv.games.tricks.cards import Card, of_suit
from pbmserv.games.tricks.rules import IN_HAND, SEATS

SCALE = 0.25
"""The part of the target by which a side has to be ahead to win nearly three games of four."""
NIL_BELOW = 0.5
"""The tricks that a hand may be worth at most for a bid of none."""
SIDE_SUIT = {"A": (0.9, 1), "K": (0.6, 2), "Q": (0.25, 3)}
SPADES = {"A": (1.0, 1), "K": (0.95, 2), "Q": (0.8, 3)}
"""What high cards take on average, in a suit of at least so many cards."""
LONG = 3
"""Spades beyond so many take a trick each."""
RUFF = 0.5
"""What a spade is worth that can trump a suit of which the hand has none, or half of it with one card."""


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """The bid of a hand; with the partner's, no more than there are tricks. Cards are searched."""
    if seen.is_playing:
        return None
    worth = worth_of(seen.hands[seat])
    spades = of_suit(seen.hands[seat], "S")
    if worth < NIL_BELOW and len(spades) <= LONG and not any(card[0] in "TJQKA" for card in spades):
        return "0"
    partners = seen.bid_of((seat + 2) % SEATS) or 0
    return str(max(1, min(round(worth), IN_HAND - partners)))


def worth_of(hand: tuple[Card, ...]) -> float:
    """How many tricks a hand takes on average."""
    suits = {suit: of_suit(hand, suit) for suit in "CDHS"}
    spades = suits.pop("S")
    long = max(0, len(spades) - LONG)
    ruffs = min(len(spades), sum((2 - len(cards)) * RUFF for cards in suits.values() if len(cards) < 2))
    return long + ruffs + _high(spades, SPADES) + sum(_high(cards, SIDE_SUIT) for cards in suits.values())


def _high(cards: tuple[Card, ...], table: dict[str, tuple[float, int]]) -> float:
    return sum(table[card[0]][0] for card in cards if card[0] in table and len(cards) >= table[card[0]][1])


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    return chances_by_points(position, SCALE)
