"""The course of Hearts: deal, passing, tricks, points, end.

By the old server's help page (four players; the two of clubs leads; passing left, right, across, none; the moon costs
the others 26; another hand if the lowest are equal), and usual rules where it is silent: no points in the first trick
if avoidable, and a hand of only hearts may lead them unbroken.

The two of clubs is led automatically.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.chance import Chance
from pbmserv.games.hearts.points import FIRST_LEAD, is_penalty, points_of
from pbmserv.games.tricks.cards import UNKNOWN, Card, in_order, of_suit, suit_of
from pbmserv.games.tricks.rules import NO_CARDS, SEATS, Event, TrickPosition, advanced, dealt, lowest_of

TO_PASS = 3
MOON = 26
PASSES = (1, 3, 2, 0)
"""How many seats to the left cards are passed, hand by hand; 0 for none."""


@dataclass(frozen=True)
class Dealt(Event):
    number: int
    pass_by: int


@dataclass(frozen=True)
class Passed(Event):
    pass_by: int
    passed: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class HandOver(Event):
    """The end of a hand: each seat's points, and who shot the moon."""

    number: int
    points: tuple[int, ...]
    moon: int | None


@dataclass(frozen=True, kw_only=True)
class Position(TrickPosition):
    """A position of Hearts.

    During passing, `hands` are in dealt order, later sorted. `passed` are each seat's passed cards of this hand.
    `taken` are each seat's point cards of this hand, `points` those of earlier hands.
    """

    BREAKS = "H"

    target: int
    jacks: bool
    is_passing: bool
    passed: tuple[tuple[Card, ...], ...] = NO_CARDS
    taken: tuple[tuple[Card, ...], ...] = NO_CARDS
    points: tuple[tuple[int, ...], ...] = ()

    @property
    def is_playing(self) -> bool:
        return not self.is_passing

    @property
    def pass_by(self) -> int:
        """How many seats to the left cards are passed; 0 for none."""
        return PASSES[(self.number - 1) % len(PASSES)]

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to pass, or the one that has to play."""
        if self.is_passing and not self.is_over:
            return tuple(seat for seat in range(SEATS) if not self.passed[seat])
        return super().to_move

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(hand[seat] for hand in self.points) for seat in range(SEATS))

    @property
    def in_this_hand(self) -> tuple[int, ...]:
        return tuple(sum(points_of(card, self.jacks) for card in cards) for cards in self.taken)

    @property
    def lowest(self) -> tuple[int, ...]:
        totals = self.totals
        fewest = min(totals[seat] for seat in self.staying)
        return tuple(seat for seat in self.staying if totals[seat] == fewest)

    def holder_before(self, seat: int) -> int:
        return (seat - self.pass_by) % SEATS

    def playable(self, seat: int) -> tuple[Card, ...]:
        if not self.is_first_trick:
            return super().playable(seat)
        hand = self.hands[seat]
        if not self.trick and FIRST_LEAD in hand:
            return (FIRST_LEAD,)
        if self.trick and not of_suit(hand, suit_of(self.trick[0])):
            return tuple(card for card in hand if not is_penalty(card)) or hand
        return super().playable(seat)

    def is_forced(self, seat: int) -> bool:
        return super().is_forced(seat) or (self.is_first_trick and not self.trick)

    def seen_by(self, viewer: int | None) -> Self:
        got_from = None if viewer is None or self.is_passing else self.holder_before(viewer)
        passed = tuple(
            cards if seat in (viewer, got_from) else (UNKNOWN,) * len(cards) for seat, cards in enumerate(self.passed)
        )
        seen = super().seen_by(viewer)
        return seen if passed == self.passed else replace(seen, passed=passed)

    def points_in(self, trick: tuple[Card, ...]) -> int:
        return sum(points_of(card, self.jacks) for card in trick)

    def with_pass(self, seat: int, cards: tuple[Card, ...]) -> Self:
        passed_on = [*self.passed]
        passed_on[seat] = in_order(cards)
        return replace(self, passed=tuple(passed_on))

    def with_trick_taken(self) -> Self:
        after = super().with_trick_taken()
        taken = [*self.taken]
        taken[after.led] = (*taken[after.led], *(card for card in self.trick if points_of(card, self.jacks)))
        return replace(after, taken=tuple(taken))

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        for seat in self.left:
            if not self.passed[seat]:
                return self.with_pass(seat, lowest_of(self.hands[seat], TO_PASS)), []
        if not all(self.passed):
            return None
        hands = tuple(
            in_order({*hand} - {*self.passed[seat]} | {*self.passed[self.holder_before(seat)]})
            for seat, hand in enumerate(self.hands)
        )
        return replace(self, hands=hands).ready(), [Passed(self.pass_by, self.passed)]

    def ready(self) -> Self:
        first = next((seat for seat, hand in enumerate(self.hands) if FIRST_LEAD in hand), 0)
        return replace(self, is_passing=False, led=first)

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        moon = next((seat for seat, cards in enumerate(self.taken) if len([*filter(is_penalty, cards)]) == 14), None)
        points = self.in_this_hand
        if moon is not None:
            points = tuple(each - MOON if seat == moon else each + MOON for seat, each in enumerate(points))
        over = replace(self, points=(*self.points, points))
        told = HandOver(self.number, points, moon)
        if max(over.totals) >= over.target and len(over.lowest) == 1:
            return replace(over, is_over=True), [told]
        following = over.dealt_anew(chance)
        return following, [told, Dealt(following.number, following.pass_by)]

    def dealt_anew(self, chance: Chance) -> Self:
        hands = dealt(chance)
        anew = replace(
            self,
            number=self.number + 1,
            hands=hands,
            is_passing=True,
            passed=NO_CARDS,
            led=0,
            played=(),
            taken=NO_CARDS,
            is_broken=False,
        )
        return anew if anew.pass_by else replace(anew, hands=tuple(map(in_order, hands))).ready()


def start(target: int, jacks: bool, chance: Chance) -> Position:
    none = Position(target=target, jacks=jacks, number=0, hands=NO_CARDS, is_passing=False)
    return advanced(none.dealt_anew(chance), chance)[0]


def passed(position: Position, seat: int, cards: tuple[Card, ...], chance: Chance) -> tuple[Position, list[Event]]:
    return advanced(position.with_pass(seat, cards), chance)
