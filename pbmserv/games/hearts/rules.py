"""The course of Hearts: deal, passing, tricks, points, end.

By the old server's help page (four players; the two of clubs leads; passing left, right, across, none; the moon costs
the others 26; another hand if the lowest are equal), and usual rules where it is silent: no points in the first trick
if avoidable, and a hand of only hearts may lead them unbroken.

Forced moves are automatic: the two of clubs leads, and last cards are played. A single card of the led suit is not,
as that would reveal it.
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
"""How many seats to the left cards are passed, hand by hand; 0 for none."""
NO_CARDS: tuple[tuple[Card, ...], ...] = ((),) * SEATS


@dataclass(frozen=True)
class Position:
    """A position in hand `number`, from 1.

    During passing, `hands` are in dealt order, later sorted. `passed` are each seat's passed cards of this hand.
    `led` is the leader of the present `trick`. `played` are the cards of the hand's earlier tricks. `last_trick` is
    the last complete one, perhaps of the previous hand, with `last_led` and `last_taker`. `taken` are each seat's
    point cards of this hand, `points` those of earlier hands. `left` are resigned seats, for which the server plays.
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
        """How many seats to the left cards are passed; 0 for none."""
        return PASSES[(self.number - 1) % len(PASSES)]

    @property
    def next_seat(self) -> int:
        return (self.led + len(self.trick)) % SEATS

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to pass, or the one that has to play."""
        if self.is_over:
            return ()
        if self.is_passing:
            return tuple(seat for seat in range(SEATS) if not self.passed[seat])
        return (self.next_seat,)

    @property
    def is_first_trick(self) -> bool:
        return not self.played

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(hand[seat] for hand in self.points) for seat in range(SEATS))

    @property
    def in_this_hand(self) -> tuple[int, ...]:
        return tuple(sum(points_of(card, self.jacks) for card in cards) for cards in self.taken)

    @property
    def staying(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(SEATS) if seat not in self.left)

    @property
    def lowest(self) -> tuple[int, ...]:
        totals = self.totals
        fewest = min(totals[seat] for seat in self.staying)
        return tuple(seat for seat in self.staying if totals[seat] == fewest)

    def held_at_first(self, seat: int) -> tuple[Card, ...]:
        """The cards with which a seat began to play this hand, of which its `hands` and all that was played tell."""
        led, own = self.led, {*self.hands[seat], *self.trick[(seat - self.led) % SEATS :][:1]}
        for before in range(len(self.played) - SEATS, -1, -SEATS):
            trick = self.played[before : before + SEATS]
            led = (led - winning_place(trick)) % SEATS
            own.add(trick[(seat - led) % SEATS])
        return in_order(own)

    def holder_before(self, seat: int) -> int:
        return (seat - self.pass_by) % SEATS

    def playable(self, seat: int) -> tuple[Card, ...]:
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
        """The position without hidden cards."""
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
    """An event; `words` has its sentence."""


@dataclass(frozen=True)
class Dealt(Event):
    number: int
    pass_by: int


@dataclass(frozen=True)
class Passed(Event):
    pass_by: int
    passed: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class PlayedByItself(Event):
    """A forced card; `for_left`: its seat has resigned."""

    seat: int
    card: Card
    for_left: bool


@dataclass(frozen=True)
class TookTrick(Event):
    number: int
    seat: int
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True)
class HandOver(Event):
    """The end of a hand: each seat's points, and who shot the moon."""

    number: int
    points: tuple[int, ...]
    moon: int | None


def start(target: int, jacks: bool, chance: Chance) -> Position:
    dealt = _dealt(Position(target, jacks, 0, NO_CARDS, False), chance)
    return _advanced(dealt, chance)[0]


def passed(position: Position, seat: int, cards: tuple[Card, ...], chance: Chance) -> tuple[Position, list[Event]]:
    return _advanced(_with_pass(position, seat, cards), chance)


def played(position: Position, seat: int, card: Card, chance: Chance) -> tuple[Position, list[Event]]:
    return _advanced(_with_card(position, seat, card), chance)


def without(position: Position, seat: int, chance: Chance) -> tuple[Position, list[Event]]:
    """A seat resigns: the server now plays its lowest cards."""
    return _advanced(replace(position, left=(*position.left, seat)), chance)


def _advanced(position: Position, chance: Chance) -> tuple[Position, list[Event]]:
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
    """The lowest cards of a hand; of a hidden one the first."""
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
    trick = position.trick
    winner = (position.led + winning_place(trick)) % SEATS
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


def winning_place(trick: tuple[Card, ...]) -> int:
    """Where in a trick, from the card that was led, the one is that takes it."""
    return trick.index(max(of_suit(trick, suit_of(trick[0])), key=strength))


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
    first = next((seat for seat, hand in enumerate(position.hands) if FIRST_LEAD in hand), 0)
    return replace(position, is_passing=False, led=first)
