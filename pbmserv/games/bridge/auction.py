"""Calls, and the contract that they lead to (Laws of Duplicate Bridge 2017, laws 17 to 22)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from pbmserv.games.tricks.rules import SEATS

Call: TypeAlias = str

PASS, DOUBLE, REDOUBLE = "pass", "x", "xx"
STRAINS = "cdhsn"
"""Clubs, diamonds, hearts, spades and no-trump, from the lowest."""
LEVELS = range(1, 8)
BIDS: tuple[Call, ...] = tuple(f"{level}{strain}" for level in LEVELS for strain in STRAINS)
"""All bids from the lowest."""
CALLS: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *BIDS)

BOOK = 6
"""The tricks that a bid of one does not count."""
_LAST = (PASS,) * (SEATS - 1)


@dataclass(frozen=True)
class Contract:
    """The last bid; `doubled` is 1 for a double and 2 for a redouble."""

    bid: Call
    doubled: int
    declarer: int

    @property
    def level(self) -> int:
        return int(self.bid[0])

    @property
    def strain(self) -> str:
        return self.bid[1]

    @property
    def trump(self) -> str:
        """The suit of trumps as cards name it; empty for no-trump."""
        return "" if self.strain == "n" else self.strain.upper()

    @property
    def needed(self) -> int:
        """The tricks to be taken."""
        return BOOK + self.level

    @property
    def dummy(self) -> int:
        return (self.declarer + 2) % SEATS

    @property
    def name(self) -> str:
        """The bid with its doubles: `3n`, `4sx`."""
        return self.bid + DOUBLE * self.doubled


def is_over(calls: tuple[Call, ...]) -> bool:
    """Whether three passes have ended the auction, or four have opened it."""
    return len(calls) >= SEATS and calls[-3:] == _LAST


def last_bid(calls: tuple[Call, ...]) -> int | None:
    """The place of the last bid among the calls."""
    return next((place for place in range(len(calls) - 1, -1, -1) if calls[place] in BIDS), None)


@lru_cache(maxsize=256)
def legal_calls(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """All calls that may follow: a pass, a double or redouble, and sufficient bids."""
    place = last_bid(calls)
    if place is None:
        return (PASS, *BIDS)
    higher = BIDS[BIDS.index(calls[place]) + 1 :]
    doubles = [(at, call) for at, call in enumerate(calls) if call != PASS and at >= place]
    at, call = doubles[-1]
    is_by_opponent = (len(calls) - at) % 2 == 1
    next_double = DOUBLE if call in BIDS else REDOUBLE if call == DOUBLE else ""
    return (PASS, next_double, *higher) if is_by_opponent and next_double else (PASS, *higher)


@lru_cache(maxsize=256)
def contract_of(dealer: int, calls: tuple[Call, ...]) -> Contract | None:
    """The contract that stands after these calls; None while there is no bid.

    Declarer is the first of the side who has named its strain.
    """
    place = last_bid(calls)
    if place is None:
        return None
    bid, side = calls[place], place % 2
    first = next(at for at in range(side, len(calls), 2) if calls[at] in BIDS and calls[at][1] == bid[1])
    doubled = 2 if REDOUBLE in calls[place:] else 1 if DOUBLE in calls[place:] else 0
    return Contract(bid, doubled, (dealer + first) % SEATS)
