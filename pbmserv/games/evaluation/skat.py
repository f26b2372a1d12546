"""Bids, contracts, discards, and what is to be expected between hands of Skat.

Within a hand bots play it to its end at random, which tells little of a bid: so trumps and high cards are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp

from pbmserv.games.base import Game
from pbmserv.games.skat import (
    BASES,
    GRAND,
    HAND,
    HOLD,
    NULL,
    NULLS,
    OUVERT,
    TAKE,
    TRUMPS,
    Position,
    points_of,
    steps_of,
    strengths_by_card,
    suits_by_card,
    tops_of,
)
from pbmserv.games.tricks.cards import RANKS, Card
from pbmserv.games.tricks.discarding import PASS, discard_of

SCALE, EACH = 40.0, 30.0
"""The points by which one is ahead that matter in the last hand, and how many more with each hand to come."""
TRUMP, ACE, GUARDED, BARE, VOID = 1.0, 1.0, 0.5, -0.25, 0.35
"""What a suit game gains by a trump, an ace, a ten with and without its ace, and a suit that is not held."""
JACKS_WORTH = {"JC": 0.6, "JS": 0.4, "JH": 0.2, "JD": 0.1}
"""What jacks are worth beyond any other trump."""
IN_GRAND = 1.3
"""What each jack is worth in a grand."""
ENOUGH = {**dict.fromkeys(BASES, 7.0), GRAND: 6.0}
"""What twelve cards have to be worth, after two of them are put aside."""
SKAT, BY_HAND = 0.8, 1.5
"""What the skat brings on average, and how much more than enough lets a bot do without it."""
SAFE = "79JK"
"""A suit is safe in a null game if its lowest card is a seven, its second no higher than a nine, and so on."""
RISK = 1
"""How many cards above that a null game may have."""


def worth_of(cards: Sequence[Card], base: str) -> float:
    """How good cards are for a suit game or a grand."""
    trump = TRUMPS[base]
    suits = suits_by_card(trump)
    trumps = [card for card in cards if suits[card] == trump]
    if base == GRAND:
        worth = IN_GRAND * len(trumps)
    else:
        worth = TRUMP * len(trumps) + sum(0.3 for card in trumps if card[0] in "AT")
    worth += sum(JACKS_WORTH.get(card, 0.0) for card in trumps)
    for suit in "CDSH":
        own = {card[0] for card in cards if suits[card] == suit and suit != trump}
        worth += ACE * ("A" in own) + (GUARDED if "A" in own else BARE) * ("T" in own)
        worth += VOID * (not own and suit != trump)
    return worth


def risk_of(cards: Sequence[Card]) -> int:
    """How many cards of a null game are too high to be safe."""
    risk = 0
    for suit in "CDSH":
        ranks = sorted(RANKS.index(card[0]) for card in cards if card[1] == suit)
        risk += sum(rank > RANKS.index(highest) for rank, highest in zip(ranks, SAFE, strict=False))
    return risk


def solution(game: Game[Position], seen: Position, seat: int) -> str | None:
    """A bid, a contract, or the cards to put aside; cards to be played are searched."""
    if seen.is_playing or seat not in seen.to_move:
        return None
    hand = seen.hands[seat]
    value = seen.auction.value
    if seen.is_bidding:
        legal, limit = seen.legal_bids, _limit(hand)
        if legal[0] == HOLD:
            return HOLD if value <= limit else PASS
        return legal[0] if legal[0].isdigit() and int(legal[0]) <= limit else PASS
    if seen.is_discarding:
        return discard_of(_aside(hand, value))
    contract = _contract(hand, value)
    if not seen.is_deciding:
        return contract
    is_strong = contract in BASES and worth_of(hand, contract) >= ENOUGH[contract] + BY_HAND
    return f"{contract} {HAND}" if is_strong else TAKE


def _limit(hand: Sequence[Card]) -> int:
    """The highest value up to which a hand bids."""
    games = [
        steps_of(base, tops_of(hand, TRUMPS[base])) * BASES[base]
        for base in BASES
        if worth_of(hand, base) + SKAT >= ENOUGH[base]
    ]
    return max([*games, NULLS[NULL] if risk_of(hand) <= RISK else 0])


def _contract(hand: Sequence[Card], value: int) -> str:
    """What is played best with ten cards and a bid of so much."""
    risk = risk_of(hand)
    if not risk and value <= NULLS[f"{NULL} {OUVERT}"]:
        return f"{NULL} {OUVERT}" if value > NULLS[NULL] else NULL
    return max(BASES, key=lambda base: _promise(hand, base, value))


def _promise(hand: Sequence[Card], base: str, value: int) -> tuple[bool, float, int]:
    """Whether a game counts as much as was bid, how good it is, and what it counts."""
    counts = steps_of(base, tops_of(hand, TRUMPS[base])) * BASES[base]
    return counts >= value, worth_of(hand, base) - ENOUGH[base], counts


def _aside(hand: Sequence[Card], value: int) -> tuple[Card, ...]:
    """The two cards without which the others are worth most; of those that are alike the ones with more points."""
    if risk_of(hand) <= RISK + 1 and value <= NULLS[NULL]:
        by_risk = min(combinations(hand, 2), key=lambda two: risk_of([card for card in hand if card not in two]))
        if not risk_of([card for card in hand if card not in by_risk]):
            return by_risk
    base = _contract(hand, value)
    base = base if base in BASES else GRAND
    strengths = strengths_by_card(TRUMPS[base])

    def left(two: tuple[Card, ...]) -> tuple[float, int, int]:
        worth = worth_of([card for card in hand if card not in two], base)
        return worth, points_of(two), -sum(strengths[card] for card in two)

    return max(combinations(hand, 2), key=left)


def evaluate(game: Game[Position], position: Position) -> tuple[float, ...] | None:
    """The chances of all seats before the first bid of a later hand; None at any other time."""
    if position.number == 1 or position.is_over or position.bids:
        return None
    totals = position.totals
    scale = SCALE + EACH * max(0, position.deals - position.number)
    seats = position.staying or range(position.SEATS)
    weights = [exp((total - max(totals)) / scale) * (seat in seats) for seat, total in enumerate(totals)]
    return tuple(weight / (sum(weights) or 1.0) for weight in weights)
