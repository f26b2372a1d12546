"""Goofspiel: all players bid one card each for a prize at once.

Invented by Merrill Flood at Princeton in the 1930s; first described by Sheldon Ross (Goofspiel - The Game of Pure
Strategy, Journal of Applied Probability, 1971). One suit of cards is the prizes, each player holds another.

A position is the order of prizes and each seat's bids, so bids may come in any order: a round is complete once every
seat has bid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from pbmserv.games.message import Message

Card: TypeAlias = int
"""A card by value: 1 is the ace, 11 the jack, 12 the queen, 13 the king."""

PASS: Card = 0
"""The bid of a resigned seat."""
FACE_DOWN: Card = -1
"""A card hidden from the viewer."""

SUITS = (Message("Clubs"), Message("Hearts"), Message("Spades"), Message("Stars"), Message("Moons"))
"""The seats' suits; the prizes are diamonds. Beyond three players the pack is extended."""
NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
CARDS = {name: card for card, name in NAMES.items()}

CARRY = "carry"
NEXT = "next"
SPLIT = "split"
DISCARD = "discard"
TIES = {
    CARRY: "the prize is added to that of the next round",
    NEXT: "the highest bid that nobody else made wins, and if there is none the prize is added to the next",
    SPLIT: "those who tie share the prize, in whole points each",
    DISCARD: "nobody gets the prize",
}
"""What happens to ties for the highest bid, by `-ties`."""


class Round(NamedTuple):
    """A finished round.

    `worth` is the prize with what was carried over; `bids` are by seat. Each of the `takers` gets `share` points;
    `carried` points go to the next prize.
    """

    prize: Card
    worth: int
    bids: tuple[Card, ...]
    takers: tuple[int, ...]
    share: int
    carried: int


@lru_cache(maxsize=4096)
def settled(prize: Card, carried: int, bids: tuple[Card, ...], ties: str) -> Round:
    worth = prize + carried
    takers = _takers(bids, ties)
    share = worth // len(takers) if takers else 0
    return Round(prize, worth, bids, takers, share, worth if not takers and ties in (CARRY, NEXT) else 0)


def _takers(bids: tuple[Card, ...], ties: str) -> tuple[int, ...]:
    in_play = [bid for bid in bids if bid != PASS and (ties != NEXT or bids.count(bid) == 1)]
    best = max(in_play, default=None)
    highest = tuple(seat for seat, bid in enumerate(bids) if bid == best)
    return highest if len(highest) == 1 or ties == SPLIT else ()


@dataclass(frozen=True)
class Position:
    """A position: `deck` is the order of prizes, `bids` are by seat.

    Hidden cards are `FACE_DOWN` in a viewer's position.
    """

    deck: tuple[Card, ...]
    bids: tuple[tuple[Card, ...], ...]
    ties: str

    @cached_property
    def rounds_played(self) -> int:
        return min(len(bids) for bids in self.bids)

    @property
    def is_over(self) -> bool:
        return self.rounds_played == len(self.deck)

    @property
    def bidders(self) -> tuple[int, ...]:
        if self.is_over:
            return ()
        return tuple(seat for seat, bids in enumerate(self.bids) if len(bids) == self.rounds_played)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return tuple(self._rounds())

    def _rounds(self) -> Iterator[Round]:
        carried = 0
        for number, (prize, *bids) in enumerate(zip(self.deck, *self.bids, strict=False), 1):
            outcome = settled(prize, carried, tuple(bids), self.ties)
            if number == len(self.deck):
                # There is no next prize to add anything to.
                outcome = outcome._replace(carried=0)
            yield outcome
            carried = outcome.carried

    @property
    def carried(self) -> int:
        """The points added to the present prize."""
        return self.rounds[-1].carried if self.rounds else 0

    @cached_property
    def scores(self) -> tuple[int, ...]:
        scores = [0] * len(self.bids)
        for outcome in self.rounds:
            for taker in outcome.takers:
                scores[taker] += outcome.share
        return tuple(scores)

    @property
    def lost(self) -> int:
        return sum(outcome.prize for outcome in self.rounds) - sum(self.scores) - self.carried

    @property
    def prizes_to_come(self) -> tuple[Card, ...]:
        return tuple(sorted(set(self._suit) - set(self.deck[: self.rounds_played + 1])))

    @property
    def _suit(self) -> range:
        return range(1, len(self.deck) + 1)

    def is_out(self, seat: int) -> bool:
        """Whether a seat has resigned without a substitute."""
        bids = self.bids[seat]
        return len(bids) == len(self.deck) and bids[-1] == PASS

    def hand(self, seat: int) -> tuple[Card, ...]:
        return () if self.is_out(seat) else tuple(card for card in self._suit if card not in self.bids[seat])

    def after(self, seat: int, *bids: Card) -> Position:
        """The position after a seat's next bids. The last cards are bid automatically.

        A substitute after missed rounds holds several cards to the end and chooses one.
        """
        following = replace(self, bids=_with_more(self.bids, seat, bids))
        if following.rounds_played == len(self.deck) - 1:
            for other in following.bidders:
                if len(hand := following.hand(other)) == 1:
                    following = replace(following, bids=_with_more(following.bids, other, hand))
        return following

    def with_again(self, seat: int) -> Position:
        """The position in which a resigned seat bids again for the remaining prizes."""
        if not self.is_out(seat):
            return self
        others = (bids for other, bids in enumerate(self.bids) if other != seat)
        played = min(map(len, others))
        return replace(self, bids=tuple(b[:played] if other == seat else b for other, b in enumerate(self.bids)))


def _with_more(bids: tuple[tuple[Card, ...], ...], seat: int, more: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return tuple(made + more if number == seat else made for number, made in enumerate(bids))
