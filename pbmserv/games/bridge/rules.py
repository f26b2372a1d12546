"""The course of a deal: an auction, the opening lead, and thirteen tricks with dummy's hand open.

Sources: Laws of Duplicate Bridge 2017 (World Bridge Federation).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from pbmserv.games.bridge.auction import PASS, Call, Contract, contract_of, is_over
from pbmserv.games.bridge.scoring import dealer_of, score, vulnerable_sides
from pbmserv.games.chance import Chance
from pbmserv.games.tricks.cards import Card, in_order
from pbmserv.games.tricks.rules import NO_CARDS, SEATS, Event, TrickPosition, dealt, winning_place


class Ended(NamedTuple):
    """A deal that is over: its contract (`3n`, `4sx`, or `pass`), declarer, tricks, and South and North's points."""

    contract: str
    declarer: int
    tricks: int
    points: int


PASSED_OUT = Ended(PASS, 0, 0, 0)


@dataclass(frozen=True)
class CalledByItself(Event):
    """A pass for a seat that has resigned."""

    seat: int


@dataclass(frozen=True)
class DealOver(Event):
    number: int
    ended: Ended


@dataclass(frozen=True)
class DealtAnew(Event):
    number: int
    dealer: int


@lru_cache(maxsize=256)
def _winning_place(trick: tuple[Card, ...], trump: str) -> int:
    # All earlier tricks are looked at for each viewer again.
    return winning_place(trick, trump)


@dataclass(frozen=True, kw_only=True)
class Position(TrickPosition):
    """A position in one of so many `deals`.

    `board` is the number from which dealer and vulnerability follow. `calls` are those of this deal from the
    dealer's, `results` those of the earlier deals. If the players deal themselves (`is_typed`), nothing is hidden,
    and there are no hands until they are typed.
    """

    BREAKS = ""

    deals: int
    board: int = 1
    calls: tuple[Call, ...] = ()
    results: tuple[tuple[str, int, int, int], ...] = ()
    is_typed: bool = False

    @property
    def awaits_deal(self) -> bool:
        return self.is_typed and not self.is_over and self.hands == NO_CARDS

    @property
    def dealer(self) -> int:
        return dealer_of(self.board)

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        """Whether South and North are vulnerable, and West and East."""
        return vulnerable_sides(self.board)

    @cached_property
    def contract(self) -> Contract | None:
        """What the last bid has come to so far; in play, the contract."""
        return contract_of(self.dealer, self.calls)

    @cached_property
    def is_playing(self) -> bool:
        return is_over(self.calls)

    @cached_property
    def trump(self) -> str:
        return self.contract.trump if self.contract else ""

    @cached_property
    def dummy(self) -> int | None:
        """The seat whose hand is open since the opening lead."""
        return self.contract.dummy if self.contract and self.is_playing and (self.trick or self.played) else None

    @property
    def next_seat(self) -> int:
        if self.awaits_deal:
            return next(iter(self.staying), 0)
        return super().next_seat if self.is_playing else (self.dealer + len(self.calls)) % SEATS

    def player_of(self, seat: int) -> int:
        """Declarer plays dummy's cards; if declarer has resigned, dummy's player does."""
        contract = self.contract
        if not self.is_playing or contract is None or seat != contract.dummy or contract.declarer in self.left:
            return seat
        return contract.declarer

    def winning_place(self, trick: tuple[Card, ...]) -> int:
        return _winning_place(trick, self.trump)

    @cached_property
    def taken(self) -> tuple[int, int]:
        """The tricks of this deal that each side has taken."""
        sides = [seat % 2 for seat in self.takers]
        return sides.count(0), sides.count(1)

    @property
    def totals(self) -> tuple[int, int]:
        total = sum(points for *_, points in self.results)
        return total, -total

    def hands_seen_by(self, viewer: int | None) -> tuple[tuple[Card, ...], ...]:
        if self.is_typed:
            return self.hands
        hands, open_seat = super().hands_seen_by(viewer), self.dummy
        if open_seat is None:
            return hands
        return (*hands[:open_seat], self.hands[open_seat], *hands[open_seat + 1 :])

    def with_call(self, call: Call) -> Self:
        after = replace(self, calls=(*self.calls, call))
        if not after.is_playing:
            return after
        if after.contract is None:
            # Nobody sees these hands: they are thrown in.
            return replace(after, hands=NO_CARDS)
        return replace(after, led=(after.contract.declarer + 1) % SEATS)

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        if self.awaits_deal:
            return None if self.staying else (replace(self, is_over=True), ())
        if self.next_seat not in self.left:
            return None
        return self.with_call(PASS), [CalledByItself(self.next_seat)]

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        contract = self.contract
        return self.with_tricks(self.taken[contract.declarer % 2] if contract else 0, chance)

    def with_tricks(self, tricks: int, chance: Chance) -> tuple[Self, Sequence[Event]]:
        """The position after a deal in which declarer has taken so many tricks."""
        contract, ended = self.contract, PASSED_OUT
        if contract is not None:
            side = contract.declarer % 2
            points = score(contract, tricks, self.vulnerable[side])
            ended = Ended(contract.name, contract.declarer, tricks, -points if side else points)
        after = replace(self, results=(*self.results, (*ended,)))
        told = DealOver(self.number, ended)
        if self.number == self.deals:
            return replace(after, is_over=True), [told]
        following = after.dealt_anew(chance)
        if following.awaits_deal:
            return following, [told]
        return following, [told, DealtAnew(following.number, following.dealer)]

    def dealt_anew(self, chance: Chance) -> Self:
        """The next deal; its hands are still to be typed if the players deal themselves."""
        hands = NO_CARDS if self.is_typed else tuple(map(in_order, dealt(chance)))
        number = self.number + 1
        return replace(self, number=number, board=number, hands=hands, led=0, calls=(), trick=(), played=())

    def with_hands(self, board: int, hands: Sequence[Sequence[Card]]) -> Self:
        """The position after a typed deal."""
        return replace(self, board=board, hands=tuple(map(in_order, hands)))


def none_dealt(deals: int, is_typed: bool) -> Position:
    return Position(deals=deals, is_typed=is_typed, number=0, hands=NO_CARDS)
