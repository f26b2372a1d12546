"""Games in which partners bid in turn before they play to tricks: bids, the points of both sides, the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar

from pbmserv.games.base import Note, Options, Played, Result
from pbmserv.games.boards.cards import empty
from pbmserv.games.boards.page import Thing
from pbmserv.games.boards.score_table import Line, ScoreTable
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, listed
from pbmserv.games.picture import Choice
from pbmserv.games.tricks.cards import in_order
from pbmserv.games.tricks.game import TrickGame
from pbmserv.games.tricks.rules import NO_CARDS, SEATS, Event, TrickPosition, advanced, dealt
from pbmserv.games.tricks.words import SEAT_NAMES, note_of

SIDES = (Message("South and North"), Message("West and East"))
MOST_HANDS = 50
"""After these a game ends, however many points there are: letters list each hand."""


@dataclass(frozen=True)
class Told(Event):
    words: Message


@dataclass(frozen=True, kw_only=True)
class PartnersPosition(TrickPosition):
    """A position with the `bids` of this hand from its first bidder, and each side's `points` of earlier hands."""

    target: int
    bids: tuple[Any, ...] = ()
    points: tuple[tuple[int, int], ...] = ()

    @property
    @abstractmethod
    def bid_for_left(self) -> tuple[Any, Message]:
        """What is bid for the next seat, which has resigned, and the words for it."""

    @property
    @abstractmethod
    def is_reached(self) -> bool:
        """Whether the game ends with the hand that was played last."""

    @abstractmethod
    def bid(self, bid: Any) -> Self:
        """The position after a bid of the next seat."""

    @property
    def told_after_bid(self) -> Sequence[Message]:
        """What follows from the last bid, for everybody."""
        return ()

    @property
    def next_seat(self) -> int:
        return super().next_seat if self.is_playing else (self.first_seat + len(self.bids)) % SEATS

    @property
    def first_seat(self) -> int:
        """The seat that bids first in this hand."""
        return (self.number - 1) % SEATS

    @property
    def first(self) -> Message:
        return SEAT_NAMES[self.first_seat]

    @property
    def totals(self) -> tuple[int, int]:
        return sum(own for own, _ in self.points), sum(theirs for _, theirs in self.points)

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of this hand that each seat has taken."""
        complete = [(led, trick) for led, trick in self.tricks if len(trick) == self.in_trick]
        takers = [self.seat_at(led, self.winning_place(trick)) for led, trick in complete]
        return tuple(map(takers.count, range(SEATS)))

    @property
    def best_sides(self) -> tuple[int, ...]:
        """The sides that are ahead: both, if they have the same points."""
        return tuple(side for side in (0, 1) if self.totals[side] == max(self.totals))

    @property
    def dealt_words(self) -> Message:
        return Message("Hand {number} is dealt: {player} bids first.", number=self.number, player=self.first)

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        if self.next_seat not in self.left:
            return None
        bid, words = self.bid_for_left
        after = self.bid(bid)
        return after, [*map(Told, (words, *after.told_after_bid))]

    def after_hand(
        self, points: Sequence[int], told: Sequence[Message], chance: Chance
    ) -> tuple[Self, Sequence[Event]]:
        """The next hand or the end, after one that has brought the sides these points."""
        each = [Message("{player} {points}", player=SIDES[side], points=points[side]) for side in (0, 1)]
        text = "Hand {number} is over. It has brought {points}."
        words = [*told, Message(text, number=self.number, points=listed(each))]
        after = replace(self, points=(*self.points, (points[0], points[1])))
        if after.is_reached or self.number == MOST_HANDS:
            return replace(after, is_over=True), [*map(Told, words)]
        following = after.dealt_anew(chance)
        return following, [*map(Told, [*words, following.dealt_words])]

    def dealt_anew(self, chance: Chance) -> Self:
        hands = tuple(map(in_order, dealt(chance, self.PACK, self.IN_HAND)))
        led = self.number % SEATS
        return replace(self, number=self.number + 1, hands=hands, led=led, bids=(), played=(), is_broken=False)


P = TypeVar("P", bound=PartnersPosition)


class PartnersGame(TrickGame[P]):
    """A game of two against two who bid in turn before they play. Partners win and lose together."""

    partners = True
    won_words: ClassVar[str] = "Most points: {player}, with {total}."

    @abstractmethod
    def bid_of(self, seen: P, seat: int) -> str:
        """The last bid of a seat in this hand as it stands on the board; empty if there is none yet."""

    @abstractmethod
    def told_bid(self, bid: str) -> str:
        """The same after the seat's name: `has bid 3`."""

    @abstractmethod
    def choices_of_bids(self, seen: P) -> Iterator[Choice]:
        """What the next seat can touch to bid."""

    def start(self, options: Options, seats: int, chance: Chance) -> P:
        none: P = self.position_class(target=int(options["to"]), number=0, hands=NO_CARDS)
        return advanced(none.dealt_anew(chance), chance)[0]

    def play_bid(self, position: P, bid: Any, chance: Chance) -> Played[P]:
        after = position.bid(bid)
        whole, events = advanced(after, chance)
        return self.done((whole, [*map(Told, after.told_after_bid), *events]), str(bid))

    def notes_of(self, events: Iterable[Event]) -> Iterator[Note]:
        for event in events:
            yield Note(event.words) if isinstance(event, Told) else note_of(event)

    def result(self, position: P) -> Result | None:
        if not position.is_over:
            return None
        totals = position.totals
        sides = {self.side_of(seat) for seat in position.staying} or {0, 1}
        best = [side for side in position.best_sides if side in sides] or [*sides]
        if len(best) > 1:
            words = Message("Both sides have {total} points after {count} hands.", total=totals[0], count=MOST_HANDS)
            return Result(None, words, scores=totals * 2)
        [side] = best
        seats = [seat for seat in (side, side + 2) if seat in position.staying] or [side]
        reason = Message(self.won_words, player=SIDES[side], total=totals[side])
        return Result(seats[0], reason, scores=totals * 2)

    def headline_before_play(self, seen: P) -> str:
        return f"Hand {seen.number}: all bid in turn, {seen.first} first"

    def laid_before_play(self, seen: P, seat: int) -> str:
        return self.bid_of(seen, seat) or ("to bid" if seat == seen.next_seat else "...")

    def told_before_play(self, seen: P, seat: int) -> str:
        is_next = ", and is next" if seat == seen.next_seat else ""
        bid = self.bid_of(seen, seat)
        return self.told_bid(bid) if bid else f"has yet to bid{is_next}"

    def thing_before_play(self, seen: P, seat: int, words: str) -> Thing:
        return empty(self.bid_of(seen, seat), words)

    def choices(self, seen: P, viewer: int | None) -> Iterator[Choice]:
        if not seen.is_playing:
            yield from self.choices_of_bids(seen)

    def scores(self, seen: P) -> ScoreTable:
        lines = [Line(f"Hand {number}", points * 2) for number, points in enumerate(seen.points, 1)]
        lines += self.lines_of_hand(seen)
        best = [seat for seat in range(SEATS) if seat % 2 in seen.best_sides] if seen.is_over else []
        lines.append(Line("Total", seen.totals * 2, is_sum=True, best=best))
        return ScoreTable(SEAT_NAMES, lines)

    def lines_of_hand(self, seen: P) -> Iterator[Line]:
        """Lines of the present hand, between those of the earlier ones and their sum."""
        if not seen.is_over:
            yield Line("Taken now", seen.taken)
