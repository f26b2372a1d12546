"""Bids, discards, and what is to be expected between hands of Euchre.

Within a hand bots play it to its end at random, which tells little of a bid: so bids are counted.
"""

from __future__ import annotations

from pbmserv.games.base import Game
from pbmserv.games.euchre import ALONE, SUIT_BIDS, UP, Position
from pbmserv.games.evaluation.partners import chances_by_points
from pbmserv.games.tricks.bowers import LEFT_BOWER, strengths_by_card, suits_by_card
from pbmserv.games.tricks.cards import Card, suit_of
from pbmserv.games.tricks.discarding import DISCARD, PASS

SCALE = 0.3
"""The part of the target by which a side has to be ahead to win nearly three games of four."""
TRUMPS = {"A": 0.75, "K": 0.6, "Q": 0.5, "T": 0.45, "9": 0.4}
BOWERS = (0.9, 1.0)
LONG, FROM = 0.3, 3
"""What each trump beyond so many is worth more."""
ACE, KING, VOID = 0.55, 0.2, 0.25
"""Tricks of other suits, and what each missing suit adds with two trumps or more."""
ENOUGH, ALONE_FROM = 2.0, 3.9
"""The tricks that a maker needs, since the partner takes one, and those to go alone."""
TURNED = 0.45
"""What the card that is turned up brings the side of the dealer."""


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """A bid, or the card to discard; cards to be played are searched."""
    if seen.is_playing or seat not in seen.to_move:
        return None
    if seen.is_discarding:
        return f"{DISCARD} {worst_of(seen.hands[seat], seen.turned)}"
    legal = seen.legal_bids
    if UP in legal:
        suit = suit_of(seen.turned)
        worth = worth_of(_with_turned(seen, seat), suit)
        if seat != seen.dealer:
            worth += TURNED if seat % 2 == seen.dealer % 2 else -TURNED
        return _bid(worth, UP)
    bid = max((bid for bid in SUIT_BIDS if bid in legal), key=lambda bid: worth_of(seen.hands[seat], SUIT_BIDS[bid]))
    chosen = _bid(worth_of(seen.hands[seat], SUIT_BIDS[bid]), bid)
    return chosen if chosen in legal else bid


def worth_of(hand: tuple[Card, ...], trump: str) -> float:
    """How many tricks a hand takes on average where this suit is trump."""
    suits = suits_by_card(trump, Position)
    strengths = strengths_by_card(trump, Position)
    trumps = [card for card in hand if suits[card] == trump]
    worth = sum(
        BOWERS[strengths[card] - LEFT_BOWER] if strengths[card] >= LEFT_BOWER else TRUMPS[card[0]] for card in trumps
    )
    worth += max(0, len(trumps) - FROM) * LONG
    others = [card for card in hand if suits[card] != trump]
    worth += sum(ACE if card[0] == "A" else KING if card[0] == "K" else 0 for card in others)
    missing = 3 - len({suits[card] for card in others})
    return worth + (missing * VOID if len(trumps) > 1 else 0)


def worst_of(hand: tuple[Card, ...], turned: Card) -> Card:
    """The card without which a hand that has taken one up is worth most; of several the lowest."""
    trump = suit_of(turned)
    strengths = strengths_by_card(trump, Position)
    others = [card for card in hand if card != turned]
    return max(others, key=lambda card: (worth_of(tuple({*hand} - {card}), trump), -strengths[card]))


def _with_turned(seen: Position, seat: int) -> tuple[Card, ...]:
    hand = seen.hands[seat]
    if seat != seen.dealer:
        return hand
    six = (*hand, seen.turned)
    worst = worst_of(six, seen.turned)
    return tuple(card for card in six if card != worst)


def _bid(worth: float, bid: str) -> str:
    return bid + ALONE if worth >= ALONE_FROM else bid if worth >= ENOUGH else PASS


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    return chances_by_points(position, SCALE)
