"""A fast end of a deal of Bridge: second hand low, third hand high, no winner wasted on a partner's trick."""

from __future__ import annotations

from pbmserv.games.bridge.game import Bridge
from pbmserv.games.bridge.rules import Position
from pbmserv.games.chance import Chance
from pbmserv.games.evaluation.bridge import values_after
from pbmserv.games.tricks.cards import RANKS, SUITS
from pbmserv.games.tricks.rules import SEATS

_RANK = len(RANKS)
_NUMBER = {rank + suit: _RANK * at + number for at, suit in enumerate(SUITS) for number, rank in enumerate(RANKS)}
"""Cards as numbers: those of a suit together, from the two to the ace."""
_TRUMPED = 100
"""What a trump counts beyond any other card."""


def playout(game: Bridge, position: Position, chance: Chance) -> tuple[float, ...] | None:
    """The value of the whole board after this deal; None in an auction, which is not searched."""
    contract = position.contract
    if not position.is_playing or contract is None or position.is_over:
        return None
    hands = [[_NUMBER[card] for card in hand] for hand in position.hands]
    trump = SUITS.index(contract.trump) if contract.trump else -1
    side = contract.declarer % 2
    tricks, led, trick = position.taken[side], position.led, [_NUMBER[card] for card in position.trick]
    while trick or any(hands):
        for place in range(len(trick), SEATS):
            hand = hands[(led + place) % SEATS]
            card = _card(hand, trick, trump, chance)
            hand.remove(card)
            trick.append(card)
        led = (led + _winner(trick, trump)) % SEATS
        tricks, trick = tricks + (led % 2 == side), []
    return values_after(position, tricks)


def _winner(trick: list[int], trump: int) -> int:
    suit = trick[0] // _RANK
    powers = [_power(card, suit, trump) for card in trick]
    return powers.index(max(powers))


def _power(card: int, led: int, trump: int) -> int:
    suit = card // _RANK
    return card + _TRUMPED if suit == trump else card if suit == led else -1


def _card(hand: list[int], trick: list[int], trump: int, chance: Chance) -> int:
    if len(hand) == 1:
        return hand[0]
    if not trick:
        return hand[chance.below(len(hand))]
    led, place = trick[0] // _RANK, len(trick)
    followed = [card for card in hand if card // _RANK == led]
    best = _winner(trick, trump)
    power = _power(trick[best], led, trump)
    is_partners = best == place - 2
    cards = followed or hand
    winning = [card for card in cards if _power(card, led, trump) > power]
    if not winning or (is_partners and (place == SEATS - 1 or not followed)):
        return _lowest(cards, trump if not followed else -1)
    if place == SEATS - 1 or not followed:
        return min(winning, key=lambda card: _power(card, led, trump))
    if place == 1:
        # An ace takes its trick, otherwise second hand plays low.
        return max(winning) if max(winning) % _RANK == _RANK - 1 else min(followed)
    # Third hand plays high, unless partner's card is nearly as good.
    return min(followed) if is_partners and max(winning) - trick[best] == 1 else max(winning)


def _lowest(cards: list[int], trump: int) -> int:
    """The lowest card, a trump only if there is nothing else."""
    return min(cards, key=lambda card: (card // _RANK == trump, card % _RANK))
