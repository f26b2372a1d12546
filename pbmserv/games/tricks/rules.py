"""The course of a hand: cards are dealt and played, and tricks are taken.

Forced moves are automatic: a last card is played, and the server plays for a seat that has resigned. A single card of
the led suit is not, as that would reveal it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeAlias, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.tricks.cards import PACK, STRENGTHS, SUITS, UNKNOWN, Card, in_order, of_suit, strength, suit_of

SEATS = 4
IN_HAND = 13
NO_CARDS: tuple[tuple[Card, ...], ...] = ((),) * SEATS

Trick: TypeAlias = tuple[int, tuple[Card, ...]]
"""The seat that led, and the cards in the order in which they were played."""


@dataclass(frozen=True)
class Event:
    """Something that the players are told."""


@dataclass(frozen=True)
class PlayedByItself(Event):
    """A forced card; `for_left`: its seat has resigned; `leads`: the number of a trick that it begins, or 0."""

    seat: int
    card: Card
    for_left: bool
    leads: int = 0


@dataclass(frozen=True)
class TookTrick(Event):
    number: int
    seat: int
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, kw_only=True)
class TrickPosition(ABC):
    """A position in hand `number`, from 1.

    `led` is the leader of the present `trick`. `played` are the cards of the hand's earlier tricks. `last_trick` is
    the last complete one, perhaps of the previous hand, with `last_led` and `last_taker`. `left` are resigned seats,
    for which the server plays.
    """

    SEATS: ClassVar[int] = SEATS
    PACK: ClassVar[tuple[Card, ...]] = PACK
    SUITS: ClassVar[str] = SUITS
    IN_HAND: ClassVar[int] = IN_HAND
    TRUMP: ClassVar[str] = ""
    """The suit that beats all others, if it is the same in every hand."""
    BREAKS: ClassVar[str] = ""
    """The suit that nobody leads before one of it is played, unless they hold no other."""

    number: int
    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Card, ...] = ()
    led: int = 0
    played: tuple[Card, ...] = ()
    last_trick: tuple[Card, ...] = ()
    last_led: int = 0
    last_taker: int = 0
    is_broken: bool = False
    left: tuple[int, ...] = ()
    is_over: bool = False

    @property
    @abstractmethod
    def is_playing(self) -> bool:
        """Whether cards are played; otherwise something comes before, such as bids."""

    @abstractmethod
    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        """Do the next automatic step before cards are played; None while a player has to act."""

    @abstractmethod
    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        """The position after the last trick of a hand: the next hand, or the end."""

    @property
    def trump(self) -> str:
        """The suit that beats all others, if any."""
        return self.TRUMP

    @property
    def aside(self) -> tuple[Card, ...]:
        """Cards that are in no hand and that nobody has played, hidden ones included."""
        return ()

    def with_aside(self, cards: Sequence[Card]) -> Self:
        """The position with these cards where hidden ones lie aside."""
        return self

    @property
    def resting(self) -> int | None:
        """The seat that does not play in this hand, if any."""
        return None

    @property
    def in_trick(self) -> int:
        """How many cards a complete trick has."""
        return self.SEATS

    def suit_of(self, card: Card) -> str:
        """The suit to which a card belongs in this hand."""
        return card[1]

    def of_suit(self, cards: Sequence[Card], suit: str) -> tuple[Card, ...]:
        return of_suit(cards, suit)

    @property
    def strengths(self) -> Mapping[Card, int]:
        """How high each card is among those of its suit."""
        return STRENGTHS

    def order_of(self, card: Card) -> tuple[int, ...]:
        """By what cards are sorted to find the lowest ones."""
        return from_the_lowest(card)

    def seat_at(self, led: int, place: int) -> int:
        """The seat that plays so many cards after the one that leads; before it, if negative."""
        return (led + place) % self.SEATS

    def place_of(self, seat: int, led: int) -> int:
        """The inverse of `seat_at`: the place of a seat in a trick."""
        return (seat - led) % self.SEATS

    @property
    def next_seat(self) -> int:
        return self.seat_at(self.led, len(self.trick))

    @property
    def to_move(self) -> tuple[int, ...]:
        return () if self.is_over else (self.player_of(self.next_seat),)

    def player_of(self, seat: int) -> int:
        """The seat whose player plays the cards of a seat."""
        return seat

    @property
    def last_players(self) -> tuple[int, ...]:
        """The seats that played the cards of the last trick."""
        return tuple((self.last_led + place) % self.SEATS for place in range(len(self.last_trick)))

    @property
    def is_played_out(self) -> bool:
        """Whether the hand is over."""
        return not any(self.hands)

    @property
    def is_first_trick(self) -> bool:
        return not self.played

    @property
    def staying(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.SEATS) if seat not in self.left)

    @property
    def tricks(self) -> Sequence[Trick]:
        """The tricks of this hand from the first, the present one included."""
        found = [(self.led, self.trick)] if self.trick else []
        taker = self.led
        for end in range(len(self.played), 0, -self.in_trick):
            trick = self.played[end - self.in_trick : end]
            taker = self.seat_at(taker, -self.winning_place(trick))
            found.append((taker, trick))
        return found[::-1]

    @property
    def takers(self) -> list[int]:
        """The seats that have taken the complete tricks of this hand: each leads the next one."""
        takers = [led for led, _ in self.tricks[1:]]
        if self.played and not self.trick:
            takers.append(self.led)
        elif len(self.trick) == self.in_trick:
            takers.append(self.seat_at(self.led, self.winning_place(self.trick)))
        return takers

    @property
    def leads(self) -> int:
        """The number of the trick that the next card begins; 0 if it goes on with one."""
        return 0 if self.trick else len(self.played) // self.in_trick + 1

    def winning_place(self, trick: tuple[Card, ...]) -> int:
        """Where in a trick, from the card that was led, the one is that takes it."""
        return winning_place(trick, self.trump, self.suit_of, self.strengths.__getitem__)

    def held_at_first(self, seat: int) -> tuple[Card, ...]:
        """The cards with which a seat began to play this hand, of which its `hands` and all that was played tell."""
        own = {*self.hands[seat]}
        for led, trick in self.tricks:
            own.update(trick[self.place_of(seat, led) :][:1])
        return in_order(own)

    def playable(self, seat: int) -> tuple[Card, ...]:
        hand = self.hands[seat]
        if self.trick:
            return self.of_suit(hand, self.suit_of(self.trick[0])) or hand
        if self.is_broken or not self.BREAKS:
            return hand
        return tuple(card for card in hand if suit_of(card) != self.BREAKS) or hand

    def is_forced(self, seat: int) -> bool:
        """Whether the seat has to play a certain card, and all know it."""
        return len(self.hands[seat]) == 1

    def seen_by(self, viewer: int | None) -> Self:
        """The position without hidden cards; itself, if it has none that the viewer may not see."""
        hands = self.hands_seen_by(viewer)
        return self if hands == self.hands else replace(self, hands=hands)

    def hands_seen_by(self, viewer: int | None) -> tuple[tuple[Card, ...], ...]:
        hands = [hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(self.hands)]
        return tuple(hands)

    def points_in(self, trick: tuple[Card, ...]) -> int:
        """What the cards of a trick count by themselves."""
        return 0

    def with_card(self, seat: int, card: Card) -> Self:
        hands = [*self.hands]
        hands[seat] = tuple(held for held in hands[seat] if held != card)
        is_broken = self.is_broken or suit_of(card) == self.BREAKS
        return replace(self, hands=tuple(hands), trick=(*self.trick, card), is_broken=is_broken)

    def with_trick_taken(self) -> Self:
        """The position after a complete trick."""
        taker = self.seat_at(self.led, self.winning_place(self.trick))
        return replace(
            self,
            trick=(),
            led=taker,
            played=(*self.played, *self.trick),
            last_trick=self.trick,
            last_led=self.led,
            last_taker=taker,
        )


P = TypeVar("P", bound=TrickPosition)


def dealt(chance: Chance, pack: tuple[Card, ...] = PACK, size: int = IN_HAND) -> tuple[tuple[Card, ...], ...]:
    """Four hands in the order in which they are dealt."""
    pack = chance.shuffled(pack)
    return tuple(pack[size * seat : size * (seat + 1)] for seat in range(SEATS))


def played(position: P, seat: int, card: Card, chance: Chance) -> tuple[P, list[Event]]:
    return advanced(position.with_card(seat, card), chance)


def without(position: P, seat: int, chance: Chance) -> tuple[P, list[Event]]:
    """A seat resigns: the server now plays its lowest cards."""
    return advanced(replace(position, left=(*position.left, seat)), chance)


def advanced(position: P, chance: Chance) -> tuple[P, list[Event]]:
    """Do all automatic steps."""
    events: list[Event] = []
    while (step := _step(position, chance)) is not None:
        position, happened = step
        events += happened
    return position, events


def _step(position: P, chance: Chance) -> tuple[P, Iterable[Event]] | None:
    if position.is_over:
        return None
    if not position.is_playing:
        return position.step_before_play()
    if len(position.trick) == position.in_trick:
        after = position.with_trick_taken()
        trick = position.trick
        return after, [TookTrick(len(after.played) // position.in_trick, after.led, trick, position.points_in(trick))]
    if position.is_played_out:
        return position.scored(chance)
    seat = position.next_seat
    is_left = position.player_of(seat) in position.left
    if not is_left and not position.is_forced(seat):
        return None
    [card] = lowest_of(position.playable(seat), 1, position.order_of)
    return position.with_card(seat, card), [PlayedByItself(seat, card, is_left, position.leads)]


def winning_place(
    trick: Sequence[Card],
    trump: str,
    suit_of: Callable[[Card], str] = suit_of,
    strength: Callable[[Card], int] = strength,
) -> int:
    """Where in a trick, counted from the card that was led, the one is that takes it."""
    suits = [*map(suit_of, trick)]
    suit = trump if trump in suits else suits[0]
    strengths = [strength(card) if own == suit else -1 for card, own in zip(trick, suits, strict=True)]
    return strengths.index(max(strengths))


def from_the_lowest(card: Card) -> tuple[int, ...]:
    return strength(card), PACK.index(card)


def lowest_of(
    cards: tuple[Card, ...], count: int, order: Callable[[Card], tuple[int, ...]] = from_the_lowest
) -> tuple[Card, ...]:
    """The lowest cards of a hand; of a hidden one the first."""
    if UNKNOWN in cards:
        return cards[:count]
    return tuple(sorted(cards, key=order))[:count]
