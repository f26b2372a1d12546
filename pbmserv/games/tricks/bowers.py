"""Hands of partners with a maker: bowers, and a partner who sits out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.message import Message
from pbmserv.games.tricks.cards import JOKER, Card, strength, suit_of
from pbmserv.games.tricks.discarding import DiscardingGame, DiscardingPosition
from pbmserv.games.tricks.partners import PartnersGame, PartnersPosition
from pbmserv.games.tricks.rules import SEATS
from pbmserv.games.tricks.words import SEAT_NAMES

LEFT_OF = {"C": "S", "S": "C", "D": "H", "H": "D"}
"""The other suit of the same colour, whose jack is the left bower."""
LEFT_BOWER, RIGHT_BOWER, HIGHEST = 20, 21, 22
NO_TRUMP = suit_of(JOKER)
"""Trump where the joker alone beats other suits."""


@cache
def suits_by_card(trump: str, kind: type[MakerPosition]) -> dict[Card, str]:
    """The suit to which each card belongs: the left bower is a trump."""
    others = {"J" + LEFT_OF[trump], JOKER} if trump in LEFT_OF else {}
    return {card: trump if card in others else card[1] for card in kind.PACK}


@cache
def strengths_by_card(trump: str, kind: type[MakerPosition]) -> dict[Card, int]:
    bowers = {"J" + LEFT_OF[trump]: LEFT_BOWER, "J" + trump: RIGHT_BOWER} if trump in LEFT_OF else {}
    return {card: HIGHEST if card == JOKER else bowers.get(card) or strength(card) for card in kind.PACK}


@cache
def _turns(led: int, resting: int | None) -> tuple[int, ...]:
    """The seats that play, from the one that leads."""
    around = [(led + place) % SEATS for place in range(SEATS)]
    return tuple(seat for seat in around if seat != resting)


@dataclass(frozen=True, kw_only=True)
class MakerPosition(DiscardingPosition, PartnersPosition):
    """A position of partners with bowers.

    `resting` sits out, and `last_resting` did in the last trick.
    """

    resting: int | None = None
    last_resting: int | None = None

    @property
    def in_trick(self) -> int:
        return SEATS if self.resting is None else SEATS - 1

    def seat_at(self, led: int, place: int) -> int:
        turns = _turns(led, self.resting)
        return turns[place % len(turns)]

    def place_of(self, seat: int, led: int) -> int:
        return self.in_trick if seat == self.resting else _turns(led, self.resting).index(seat)

    @property
    def last_players(self) -> tuple[int, ...]:
        return _turns(self.last_led, self.last_resting)[: len(self.last_trick)]

    def suit_of(self, card: Card) -> str:
        return suits_by_card(self.trump, type(self))[card]

    def of_suit(self, cards: Sequence[Card], suit: str) -> tuple[Card, ...]:
        suits = suits_by_card(self.trump, type(self))
        return tuple([card for card in cards if suits[card] == suit])

    @property
    def strengths(self) -> Mapping[Card, int]:
        return strengths_by_card(self.trump, type(self))

    def order_of(self, card: Card) -> tuple[int, ...]:
        return self.suit_of(card) == self.trump, self.strengths[card], self.PACK.index(card)

    def with_trick_taken(self) -> Self:
        return replace(super().with_trick_taken(), last_resting=self.resting)

    def made(self, contract: str, maker: int, trump: str, is_alone: bool) -> Self:
        """The position in which a contract is settled; a partner who sits out lays the hand aside."""
        resting = (maker + 2) % SEATS if is_alone else None
        hands, kitty = [*self.hands], self.kitty
        if resting is not None:
            kitty, hands[resting] = (*kitty, *hands[resting]), ()
        whole = replace(self, contract=contract, maker=maker, trump=trump, resting=resting)
        return replace(whole, hands=tuple(hands), kitty=kitty)

    @property
    def told_after_bid(self) -> Sequence[Message]:
        if self.resting is None:
            return super().told_after_bid
        text = "{player} plays alone, and {partner} sits out."
        alone = Message(text, player=SEAT_NAMES[self.maker], partner=SEAT_NAMES[self.resting])
        return *super().told_after_bid, alone

    def dealt_anew(self, chance: Chance) -> Self:
        return replace(super().dealt_anew(chance), resting=None)


P = TypeVar("P", bound=MakerPosition)


class MakerGame(DiscardingGame[P], PartnersGame[P]):
    """A game in which a maker plays against the other side, perhaps alone."""
