"""The course of a game of Hearts: dealing, passing cards, tricks, what they cost, and the end.

The rules are those of the old server's help page (four players; the two of clubs leads; cards are passed left, right,
across and not at all; the moon costs the others 26; another hand where the lowest are equal), and where it is silent
those that are usual everywhere: in the first trick nobody plays a heart or the queen of spades who can play another
card, and whoever holds nothing but hearts may lead one before they are broken.

What nobody can choose happens by itself: the two of clubs leads, and everybody's last card is played. A single card
of the suit that was led is not played by itself: all would know then that it was the only one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbmserv.games.chance import Chance
from pbmserv.games.hearts.cards import (
    FIRST_LEAD,
    PACK,
    UNKNOWN,
    Card,
    in_order,
    is_penalty,
    of_suit,
    points_of,
    strength,
    suit_of,
)

SEATS = 4
IN_HAND = 13
TO_PASS = 3
MOON = 26
PASSES = (1, 3, 2, 0)
"""How many seats to the left cards are passed, hand by hand, and then again; 0 if they are held."""
NO_CARDS: tuple[tuple[Card, ...], ...] = ((),) * SEATS


@dataclass(frozen=True)
class Position:
    """A position of hand `number`, 1 being the first.

    While cards are passed, `hands` are in the order in which they were dealt, later in order. `passed` are the cards
    that each seat has passed on in this hand. `led` says who led the `trick` that lies on the table. `played` are the
    cards of all earlier tricks of the hand. `last_trick` is the latest that is complete, be it of the hand before;
    `last_led` says who led it, `last_taker` who took it. `taken` are the cards
    with points that each seat has taken in this hand, `points` what each seat got in the hands before. `left` are the
    seats that have resigned, for which the server plays.
    """

    target: int
    jacks: bool
    number: int
    hands: tuple[tuple[Card, ...], ...]
    is_passing: bool
    passed: tuple[tuple[Card, ...], ...] = NO_CARDS
    trick: tuple[Card, ...] = ()
    led: int = 0
    played: tuple[Card, ...] = ()
    last_trick: tuple[Card, ...] = ()
    last_led: int = 0
    last_taker: int = 0
    taken: tuple[tuple[Card, ...], ...] = NO_CARDS
    is_broken: bool = False
    points: tuple[tuple[int, ...], ...] = ()
    left: tuple[int, ...] = ()
    is_over: bool = False

    @property
    def pass_by(self) -> int:
        """How many seats to the left cards are passed in this hand; 0 if they are held."""
        return PASSES[(self.number - 1) % len(PASSES)]

    @property
    def next_seat(self) -> int:
        """Who plays the next card of the trick."""
        return (self.led + len(self.trick)) % SEATS

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to pass cards, or the one that has to play one."""
        if self.is_over:
            return ()
        if self.is_passing:
            return tuple(seat for seat in range(SEATS) if not self.passed[seat])
        return (self.next_seat,)

    @property
    def is_first_trick(self) -> bool:
        """Whether the first trick of the hand is played."""
        return not self.played

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all seats in the hands that are over."""
        return tuple(sum(hand[seat] for hand in self.points) for seat in range(SEATS))

    @property
    def in_this_hand(self) -> tuple[int, ...]:
        """The points that each seat has taken in this hand so far."""
        return tuple(sum(points_of(card, self.jacks) for card in cards) for cards in self.taken)

    @property
    def staying(self) -> tuple[int, ...]:
        """The seats whose players have not resigned."""
        return tuple(seat for seat in range(SEATS) if seat not in self.left)

    @property
    def lowest(self) -> tuple[int, ...]:
        """The staying seats with the fewest points."""
        totals = self.totals
        fewest = min(totals[seat] for seat in self.staying)
        return tuple(seat for seat in self.staying if totals[seat] == fewest)

    def holder_before(self, seat: int) -> int:
        """Who passes cards to a seat in this hand."""
        return (seat - self.pass_by) % SEATS

    def playable(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat may play as the next of the trick."""
        hand = self.hands[seat]
        if not self.trick:
            if self.is_first_trick and FIRST_LEAD in hand:
                return (FIRST_LEAD,)
            return hand if self.is_broken else tuple(card for card in hand if suit_of(card) != "H") or hand
        if following := of_suit(hand, suit_of(self.trick[0])):
            return following
        if self.is_first_trick:
            return tuple(card for card in hand if not is_penalty(card)) or hand
        return hand

    def seen_by(self, viewer: int | None) -> Position:
        """The position without the cards that a viewer may not know."""
        got_from = None if viewer is None or self.is_passing else self.holder_before(viewer)
        return replace(
            self,
            hands=tuple(hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(self.hands)),
            passed=tuple(
                cards if seat in (viewer, got_from) else (UNKNOWN,) * len(cards)
                for seat, cards in enumerate(self.passed)
            ),
        )


@dataclass(frozen=True)
class Event:
    """Something that happened. The words for it are made in `words`."""


@dataclass(frozen=True)
class Dealt(Event):
    """A hand was dealt."""

    number: int
    pass_by: int


@dataclass(frozen=True)
class Passed(Event):
    """All have passed cards: what each seat has given."""

    pass_by: int
    passed: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class PlayedByItself(Event):
    """A card that nobody had to choose; `for_left`: its seat has resigned."""

    seat: int
    card: Card
    for_left: bool


@dataclass(frozen=True)
class TookTrick(Event):
    """A trick is complete."""

    number: int
    seat: int
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True)
class HandOver(Event):
    """A hand is over: what each seat gets, and who has shot the moon."""

    number: int
    points: tuple[int, ...]
    moon: int | None


def start(target: int, jacks: bool, chance: Chance) -> Position:
    """The first hand, dealt."""
    dealt = _dealt(Position(target, jacks, 0, NO_CARDS, False), chance)
    return _advanced(dealt, chance)[0]


def passed(position: Position, seat: int, cards: tuple[Card, ...], chance: Chance) -> tuple[Position, list[Event]]:
    """A seat has chosen the cards that it passes on."""
    return _advanced(_with_pass(position, seat, cards), chance)


def played(position: Position, seat: int, card: Card, chance: Chance) -> tuple[Position, list[Event]]:
    """A seat plays a card that it may play."""
    return _advanced(_with_card(position, seat, card), chance)


def without(position: Position, seat: int, chance: Chance) -> tuple[Position, list[Event]]:
    """The player of a seat has resigned: from now on the server plays for it, always the lowest card."""
    return _advanced(replace(position, left=(*position.left, seat)), chance)


def _advanced(position: Position, chance: Chance) -> tuple[Position, list[Event]]:
    """Everything that follows by itself."""
    events: list[Event] = []
    while (step := _step(position, chance)) is not None:
        position, happened = step
        events += happened
    return position, events


def _step(position: Position, chance: Chance) -> tuple[Position, list[Event]] | None:
    if position.is_over:
        return None
    if position.is_passing:
        return _step_of_passing(position)
    if len(position.trick) == SEATS:
        return _settled(position)
    if not any(position.hands):
        return _scored(position, chance)
    return _step_of_playing(position)


def _step_of_passing(position: Position) -> tuple[Position, list[Event]] | None:
    for seat in position.left:
        if not position.passed[seat]:
            return _with_pass(position, seat, lowest_of(position.hands[seat], TO_PASS)), []
    if not all(position.passed):
        return None
    hands = tuple(
        in_order({*hand} - {*position.passed[seat]} | {*position.passed[position.holder_before(seat)]})
        for seat, hand in enumerate(position.hands)
    )
    return _ready(replace(position, hands=hands)), [Passed(position.pass_by, position.passed)]


def _step_of_playing(position: Position) -> tuple[Position, list[Event]] | None:
    seat = position.next_seat
    is_left = seat in position.left
    has_no_choice = len(position.hands[seat]) == 1 or (position.is_first_trick and not position.trick)
    if not (is_left or has_no_choice):
        return None
    [card] = lowest_of(position.playable(seat), 1)
    return _with_card(position, seat, card), [PlayedByItself(seat, card, is_left)]


def lowest_of(cards: tuple[Card, ...], count: int) -> tuple[Card, ...]:
    """The lowest cards of a hand; of one that is face down the first, which look like all others."""
    if UNKNOWN in cards:
        return cards[:count]
    return tuple(sorted(cards, key=lambda card: (strength(card), PACK.index(card))))[:count]


def _with_pass(position: Position, seat: int, cards: tuple[Card, ...]) -> Position:
    passed_on = [*position.passed]
    passed_on[seat] = in_order(cards)
    return replace(position, passed=tuple(passed_on))


def _with_card(position: Position, seat: int, card: Card) -> Position:
    hands = [*position.hands]
    hands[seat] = tuple(held for held in hands[seat] if held != card)
    return replace(
        position,
        hands=tuple(hands),
        trick=(*position.trick, card),
        is_broken=position.is_broken or suit_of(card) == "H",
    )


def _settled(position: Position) -> tuple[Position, list[Event]]:
    trick, suit = position.trick, suit_of(position.trick[0])
    best = max(of_suit(trick, suit), key=strength)
    winner = (position.led + trick.index(best)) % SEATS
    taken = [*position.taken]
    taken[winner] = (*taken[winner], *(card for card in trick if points_of(card, position.jacks)))
    points = sum(points_of(card, position.jacks) for card in trick)
    after = replace(
        position,
        trick=(),
        led=winner,
        played=(*position.played, *trick),
        last_trick=trick,
        last_led=position.led,
        last_taker=winner,
        taken=tuple(taken),
    )
    return after, [TookTrick(len(after.played) // SEATS, winner, trick, points)]


def _scored(position: Position, chance: Chance) -> tuple[Position, list[Event]]:
    moon = next((seat for seat, cards in enumerate(position.taken) if len([*filter(is_penalty, cards)]) == 14), None)
    points = position.in_this_hand
    if moon is not None:
        points = tuple(each - MOON if seat == moon else each + MOON for seat, each in enumerate(points))
    over = replace(position, points=(*position.points, points))
    events: list[Event] = [HandOver(position.number, points, moon)]
    if max(over.totals) >= over.target and len(over.lowest) == 1:
        return replace(over, is_over=True), events
    following = _dealt(over, chance)
    return following, [*events, Dealt(following.number, following.pass_by)]


def _dealt(position: Position, chance: Chance) -> Position:
    pack = chance.shuffled(PACK)
    hands = tuple(pack[IN_HAND * seat : IN_HAND * (seat + 1)] for seat in range(SEATS))
    dealt = Position(
        position.target,
        position.jacks,
        position.number + 1,
        hands,
        is_passing=True,
        last_trick=position.last_trick,
        last_led=position.last_led,
        last_taker=position.last_taker,
        points=position.points,
        left=position.left,
    )
    return dealt if dealt.pass_by else _ready(replace(dealt, hands=tuple(map(in_order, hands))))


def _ready(position: Position) -> Position:
    """Hands to be played; who holds the two of clubs leads."""
    first = next((seat for seat, hand in enumerate(position.hands) if FIRST_LEAD in hand), 0)
    return replace(position, is_passing=False, led=first)
