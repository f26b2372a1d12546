"""Games in which seats bid in turn before they play to tricks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from pbmserv.games.base import Note, Played
from pbmserv.games.boards.cards import empty
from pbmserv.games.boards.page import Thing
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message
from pbmserv.games.picture import Choice
from pbmserv.games.tricks.game import TrickGame
from pbmserv.games.tricks.rules import Event, TrickPosition, advanced
from pbmserv.games.tricks.words import note_of

MOST_HANDS = 50
"""After these a game ends, however many points there are: letters list each hand."""


@dataclass(frozen=True)
class Told(Event):
    words: Message


@dataclass(frozen=True, kw_only=True)
class BiddingPosition(TrickPosition):
    """A position with the `bids` of this hand from its first bidder."""

    bids: tuple[Any, ...] = ()

    @property
    @abstractmethod
    def bid_for_left(self) -> tuple[Any, Message]:
        """What is bid for the next seat, which has resigned, and the words for it."""

    @abstractmethod
    def bid(self, bid: Any) -> Self:
        """The position after a bid of the next seat."""

    @property
    def told_after_bid(self) -> Sequence[Message]:
        """What follows from the last bid, for everybody."""
        return ()

    @property
    def next_seat(self) -> int:
        return super().next_seat if self.is_playing else (self.first_seat + len(self.bids)) % self.SEATS

    @property
    def first_seat(self) -> int:
        """The seat on the left of the dealer in this hand."""
        return (self.number - 1) % self.SEATS

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of this hand that each seat has taken."""
        takers = self.takers
        return tuple(map(takers.count, range(self.SEATS)))

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        if self.next_seat not in self.left:
            return None
        bid, words = self.bid_for_left
        after = self.bid(bid)
        return after, [*map(Told, (words, *after.told_after_bid))]


P = TypeVar("P", bound=BiddingPosition)


class BiddingGame(TrickGame[P]):
    """A game in which seats bid in turn before they play."""

    @abstractmethod
    def bid_of(self, seen: P, seat: int) -> str:
        """The last bid of a seat in this hand as it stands on the board; empty if there is none yet."""

    @abstractmethod
    def told_bid(self, bid: str, player: str) -> str:
        """The same to be read aloud: `South has bid 3`."""

    @abstractmethod
    def choices_of_bids(self, seen: P) -> Iterator[Choice]:
        """What the next seat can touch to bid."""

    def play_bid(self, position: P, bid: Any, chance: Chance) -> Played[P]:
        after = position.bid(bid)
        whole, events = advanced(after, chance)
        return self.done((whole, [*map(Told, after.told_after_bid), *events]), str(bid))

    def notes_of(self, events: Iterable[Event]) -> Iterator[Note]:
        for event in events:
            yield Note(event.words) if isinstance(event, Told) else note_of(event, self.seat_names)

    def laid_before_play(self, seen: P, seat: int) -> str:
        return self.bid_of(seen, seat) or (Message("to bid") if seat == seen.next_seat else "...")

    def told_before_play(self, seen: P, seat: int) -> str:
        bid, player = self.bid_of(seen, seat), self.seat_names[seat]
        if bid:
            return self.told_bid(bid, player)
        is_next = seat == seen.next_seat
        return Message(
            "{player} has yet to bid, and is next" if is_next else "{player} has yet to bid", player=player
        )

    def thing_before_play(self, seen: P, seat: int, words: str) -> Thing:
        return empty(self.bid_of(seen, seat) or "?" * (seat == seen.next_seat), words)

    def choices(self, seen: P, viewer: int | None) -> Iterator[Choice]:
        if not seen.is_playing:
            yield from self.choices_of_bids(seen)
