"""Bids, discards, and what is to be expected between hands of Five Hundred.

Within a hand bots play it to its end at random, which tells little of a bid: so tricks are counted.
"""

from __future__ import annotations

from pbmserv.games.base import Game
from pbmserv.games.evaluation.partners import chances_by_points
from pbmserv.games.fivehundred import ALL, FEWEST, TRUMPS, Position
from pbmserv.games.tricks.bowers import LEFT_BOWER, NO_TRUMP, strengths_by_card, suits_by_card
from pbmserv.games.tricks.cards import Card
from pbmserv.games.tricks.discarding import PASS, discard_of

SCALE = 0.35
"""The part of the target by which a side has to be ahead to win nearly three games of four."""
HIGH = {"A": (0.9, 1), "K": (0.6, 2), "Q": (0.3, 3)}
"""What high cards of other suits take on average, in a suit of at least so many cards."""
BOWER, TRUMP, LONG, FROM = 0.95, 0.55, 0.4, 4
"""What a bower and any other trump take, and what each trump beyond so many is worth more."""
OTHERS = 2.4
"""The tricks that the partner and the kitty bring."""


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """A bid, or the cards to discard; cards to be played are searched."""
    if seen.is_playing or seat not in seen.to_move:
        return None
    hand = seen.hands[seat]
    if seen.is_discarding:
        return discard_of(_worst(hand, seen.trump, seen.to_discard))
    bids = []
    for name, trump in TRUMPS.items():
        tricks = min(ALL, int(worth_of(hand, trump) + OTHERS))
        bids += [bid for number in range(FEWEST, tricks + 1) if (bid := f"{number} {name}") in seen.legal_bids]
    partner = seen.highest and seen.callers[0][seen.bids.index(seen.highest)] == (seat + 2) % 4
    if not bids or partner:
        return PASS

    def promise(bid: str) -> tuple[float, int]:
        number, _, name = bid.partition(" ")
        return worth_of(hand, TRUMPS[name]), int(number)

    return max(bids, key=promise)


def worth_of(hand: tuple[Card, ...], trump: str) -> float:
    """How many tricks a hand takes on average where this suit is trump."""
    suits, strengths = suits_by_card(trump, Position), strengths_by_card(trump, Position)
    trumps = [card for card in hand if suits[card] == trump]
    if trump == NO_TRUMP:
        worth = float(len(trumps))
    else:
        worth = sum(BOWER if strengths[card] >= LEFT_BOWER else TRUMP for card in trumps)
        worth += max(0, len(trumps) - FROM) * LONG
    for suit in "CDSH":
        cards = [card for card in hand if suits[card] == suit and suit != trump]
        worth += sum(HIGH[card[0]][0] for card in cards if card[0] in HIGH and len(cards) >= HIGH[card[0]][1])
    return worth


def _worst(hand: tuple[Card, ...], trump: str, count: int) -> list[Card]:
    """The cards without which the others are worth most, one after the other; of several the lowest."""
    strengths = strengths_by_card(trump, Position)

    def worth_without(card: Card) -> tuple[float, int]:
        return worth_of(tuple(each for each in left if each != card), trump), -strengths[card]

    left = [*hand]
    for _ in range(count):
        left.remove(max(left, key=worth_without))
    return [card for card in hand if card not in left]


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    return chances_by_points(position, SCALE)
