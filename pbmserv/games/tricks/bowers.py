"""Hands with a maker: bowers, cards aside, and a partner who sits out."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self, TypeVar

from pbmserv.games.base import Illegal, Played, Unreadable
from pbmserv.games.boards.cards import empty
from pbmserv.games.boards.page import Row, Thing, title
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, counted, in_turn
from pbmserv.games.picture import Choice
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import JOKER, UNKNOWN, Card, in_order, read_cards, strength, suit_of, told
from pbmserv.games.tricks.partners import PartnersGame, PartnersPosition, Told
from pbmserv.games.tricks.rules import SEATS, Event, advanced, lowest_of
from pbmserv.games.tricks.words import LONGEST, NOT_A_CARD, SEAT_NAMES, cards_in, not_held, yours

PASS = "pass"  # noqa: S105 - a bid
LEFT_OF = {"C": "S", "S": "C", "D": "H", "H": "D"}
"""The other suit of the same colour, whose jack is the left bower."""
LEFT_BOWER, RIGHT_BOWER, HIGHEST = 20, 21, 22
NO_TRUMP = suit_of(JOKER)
"""Trump where the joker alone beats other suits."""
DISCARD = "discard"
_DISCARD = re.compile(rf"{DISCARD}\b\s*", re.IGNORECASE)


@cache
def suits_by_card(trump: str, pack: tuple[Card, ...]) -> dict[Card, str]:
    """The suit to which each card belongs: the left bower is a trump."""
    others = {"J" + LEFT_OF[trump], JOKER} if trump in LEFT_OF else {}
    return {card: trump if card in others else card[1] for card in pack}


@cache
def strengths_by_card(trump: str, pack: tuple[Card, ...]) -> dict[Card, int]:
    bowers = {"J" + LEFT_OF[trump]: LEFT_BOWER, "J" + trump: RIGHT_BOWER} if trump in LEFT_OF else {}
    return {card: HIGHEST if card == JOKER else bowers.get(card) or strength(card) for card in pack}


@cache
def _turns(led: int, resting: int | None) -> tuple[int, ...]:
    """The seats that play, from the one that leads."""
    around = [(led + place) % SEATS for place in range(SEATS)]
    return tuple(seat for seat in around if seat != resting)


@dataclass(frozen=True, kw_only=True)
class MakerPosition(PartnersPosition):
    """A position in which `maker` plays a `contract` with `trump`, if any is bid yet.

    `kitty` are cards aside that nobody sees, `discards` those that one seat alone has seen. `resting` sits out, and
    `last_resting` did in the last trick.
    """

    bids: tuple[str, ...] = ()
    contract: str = ""
    maker: int = 0
    trump: str = ""
    resting: int | None = None
    last_resting: int | None = None
    kitty: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()

    @property
    @abstractmethod
    def discarder(self) -> int:
        """The seat that takes up cards and puts as many aside."""

    @property
    def can_be_discarded(self) -> tuple[Card, ...]:
        """The cards that may be put aside, of the hand with those taken up."""
        return self.hands[self.discarder]

    @property
    @abstractmethod
    def legal_bids(self) -> Sequence[str]:
        """What the next seat can bid."""

    @property
    def dealer(self) -> int:
        return (self.first_seat - 1) % SEATS

    @property
    def is_discarding(self) -> bool:
        return bool(self.contract) and len(self.hands[self.discarder]) > self.IN_HAND

    @property
    def to_discard(self) -> int:
        """How many cards have to be put aside now."""
        return len(self.hands[self.discarder]) - self.IN_HAND

    @property
    def is_playing(self) -> bool:
        return bool(self.contract) and len(self.hands[self.discarder]) <= self.IN_HAND

    @property
    def next_seat(self) -> int:
        return self.discarder if self.is_discarding else super().next_seat

    @property
    def aside(self) -> tuple[Card, ...]:
        return (*self.kitty, *self.discards)

    def with_aside(self, cards: Sequence[Card]) -> Self:
        left = [*cards]
        piles = [
            tuple(left.pop() if card == UNKNOWN else card for card in pile) for pile in (self.kitty, self.discards)
        ]
        return replace(self, kitty=piles[0], discards=piles[1])

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
        return suits_by_card(self.trump, self.PACK)[card]

    def of_suit(self, cards: Sequence[Card], suit: str) -> tuple[Card, ...]:
        suits = suits_by_card(self.trump, self.PACK)
        return tuple([card for card in cards if suits[card] == suit])

    def strength(self, card: Card) -> int:
        return strengths_by_card(self.trump, self.PACK)[card]

    def order_of(self, card: Card) -> tuple[int, ...]:
        return self.suit_of(card) == self.trump, self.strength(card), self.PACK.index(card)

    def seen_by(self, viewer: int | None) -> Self:
        seen = super().seen_by(viewer)
        discards = self.discards if viewer == self.discarder else (UNKNOWN,) * len(self.discards)
        return replace(seen, kitty=(UNKNOWN,) * len(self.kitty), discards=discards)

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

    def taking_up(self, cards: Sequence[Card]) -> Self:
        hands = [*self.hands]
        hands[self.discarder] = in_order((*hands[self.discarder], *cards))
        return replace(self, hands=tuple(hands))

    def discarding(self, cards: Sequence[Card]) -> Self:
        hands = [*self.hands]
        hands[self.discarder] = tuple(card for card in hands[self.discarder] if card not in cards)
        return replace(self, hands=tuple(hands), discards=in_order(cards))

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        if not self.is_discarding:
            return super().step_before_play()
        if self.discarder not in self.left:
            return None
        text = "The server discards for {player}, who has resigned."
        lowest = lowest_of(self.can_be_discarded, self.to_discard, self.order_of)
        return self.discarding(lowest), [Told(Message(text, player=SEAT_NAMES[self.discarder]))]

    @property
    @abstractmethod
    def told_of_maker(self) -> Message:
        """What is announced when a contract is settled."""

    @property
    def told_after_bid(self) -> Sequence[Message]:
        if not self.contract:
            return ()
        words = [self.told_of_maker]
        if self.resting is not None:
            text = "{player} plays alone, and {partner} sits out."
            words.append(Message(text, player=SEAT_NAMES[self.maker], partner=SEAT_NAMES[self.resting]))
        return words

    def dealt_anew(self, chance: Chance) -> Self:
        pack = chance.shuffled(self.PACK)
        in_hands = self.IN_HAND * SEATS
        hands = [in_order(pack[start : start + self.IN_HAND]) for start in range(0, in_hands, self.IN_HAND)]
        anew = replace(self, number=self.number + 1, hands=tuple(hands), kitty=pack[in_hands:], discards=(), bids=())
        return replace(anew, led=anew.first_seat, played=(), contract="", trump="", resting=None)


P = TypeVar("P", bound=MakerPosition)


class MakerGame(PartnersGame[P]):
    """A game in which a maker plays against the other side, perhaps alone."""

    @abstractmethod
    def discards_of(self, position: P) -> Sequence[str]:
        """All moves of the seat that discards."""

    @abstractmethod
    def bid_in(self, text: str) -> str:
        """The bid that a typed move means, which need not be legal; empty if it is none."""

    @abstractmethod
    def why_no_bid(self, position: P, bid: str) -> Illegal:
        """Why a bid is against the rules now."""

    def legal_moves(self, position: P, seat: int) -> Sequence[str]:
        if seat not in position.to_move:
            return ()
        if position.is_playing:
            return position.playable(seat)
        return self.discards_of(position) if position.is_discarding else position.legal_bids

    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        is_short = len(text.strip()) <= LONGEST
        bid = self.bid_in(text) if is_short else ""
        if position.is_playing or position.is_discarding:
            bare = _DISCARD.sub("", text.strip(), count=1) if is_short else text
            if bid and not read_cards(bare):
                raise Illegal("The bids of this hand are over.")
            if not position.is_discarding:
                return self.play_text(position, seat, text, chance)
            return self.discard(position, cards_in(text, NOT_A_CARD, bare), chance)
        if not bid:
            if is_short and read_cards(text):
                raise Illegal("Cards are played after the bids.")
            raise Unreadable('A bid is expected, not "{typed}".', typed=quoted(text))
        if bid not in position.legal_bids:
            raise self.why_no_bid(position, bid)
        return self.play_bid(position, bid, chance)

    def play_text(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play the card that is typed."""
        return self.play_card(position, seat, cards_in(text, NOT_A_CARD), chance)

    def discard(self, position: P, cards: tuple[Card, ...], chance: Chance) -> Played[P]:
        """Put the named cards aside.

        Raises `Illegal`.
        """
        hand = position.hands[position.discarder]
        if missing := [card for card in cards if card not in hand]:
            raise not_held(missing, hand)
        count = position.to_discard
        if len({*cards}) != count or len(cards) != count:
            text = "Cards to put aside: {count}; you name {named}."
            raise Illegal(in_turn(Message(text, count=count, named=len({*cards})), yours(hand)))
        if any(card not in position.can_be_discarded for card in cards):
            raise Illegal("The card that was taken up stays in the hand: put another one aside.")
        return self.done(advanced(position.discarding(cards), chance), discard_of(cards))

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return tuple(move.split()[1:]) if move.startswith(DISCARD) else (target_of_bid(move),)

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        is_hidden = move.startswith(DISCARD) and viewer != seat
        return Message("a discard") if is_hidden else move

    def laid_before_play(self, seen: P, seat: int) -> str:
        is_busy = seen.is_discarding and seat == seen.discarder
        return "..." if is_busy else super().laid_before_play(seen, seat)

    def told_before_play(self, seen: P, seat: int) -> str:
        is_busy = seen.is_discarding and seat == seen.discarder
        return "has yet to put cards aside, and is next" if is_busy else super().told_before_play(seen, seat)

    def thing_before_play(self, seen: P, seat: int, words: str) -> Thing:
        is_busy = seen.is_discarding and seat == seen.discarder
        return empty("", words) if is_busy else super().thing_before_play(seen, seat, words)

    def rows_below_cards(self, seen: P, viewer: int | None) -> Iterator[Row]:
        if seen.is_discarding and viewer in seen.to_move:
            yield [
                title(counted("Touch {count} card to put aside", "Touch {count} cards to put aside", seen.to_discard))
            ]
        else:
            yield from super().rows_below_cards(seen, viewer)

    def choices(self, seen: P, viewer: int | None) -> Iterator[Choice]:
        if not seen.is_discarding:
            yield from super().choices(seen, viewer)

    def target_of(self, seen: P, viewer: int, card: Card) -> str:
        if seen.is_discarding:
            return card if viewer in seen.to_move and card in seen.can_be_discarded else ""
        return super().target_of(seen, viewer, card)


def target_of_bid(bid: str) -> str:
    """What is touched for a bid: targets have no blanks."""
    return bid.replace(" ", "-")


def discard_of(cards: Iterable[Card]) -> str:
    return f"{DISCARD} {told(in_order(cards))}"
