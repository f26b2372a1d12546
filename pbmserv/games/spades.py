"""Spades: partners bid how many tricks they take, and spades are trump."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.base import Illegal, Note, Option, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.boards.cards import PLATE, empty, plate
from pbmserv.games.boards.page import Row, Thing, title
from pbmserv.games.boards.score_table import Line, ScoreTable
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, counted, listed
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import in_order, read_cards
from pbmserv.games.tricks.game import TrickGame
from pbmserv.games.tricks.rules import IN_HAND, NO_CARDS, SEATS, Event, TrickPosition, advanced, dealt
from pbmserv.games.tricks.words import LONGEST, SEAT_NAMES, cards_in, note_of

SIDES = (Message("South and North"), Message("West and East"))
BIDS = tuple(str(bid) for bid in range(IN_HAND + 1))
NIL, PENALTY, BAGS = 100, 100, 10
"""What a bid of no trick brings or costs; what so many overtricks cost."""
MOST_HANDS = 50
"""After these a game ends, however many points there are: letters list each hand."""

_BID = re.compile(r"(?:bid\s*)?(?:(nil)|0*([0-9]{1,2}))")


@dataclass(frozen=True)
class Told(Event):
    words: Message


@dataclass(frozen=True, kw_only=True)
class Position(TrickPosition):
    """A position of Spades: the `bids` of this hand from its first bidder, who also leads, and of each side the
    `points` of earlier hands and the `bags` that have not cost it anything yet.
    """

    TRUMP = BREAKS = "S"

    target: int
    bids: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    bags: tuple[int, int] = (0, 0)

    @property
    def is_playing(self) -> bool:
        return len(self.bids) == SEATS

    @property
    def next_seat(self) -> int:
        return super().next_seat if self.is_playing else (self.led + len(self.bids)) % SEATS

    @property
    def totals(self) -> tuple[int, int]:
        return sum(own for own, _ in self.points), sum(theirs for _, theirs in self.points)

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of this hand that each seat has taken."""
        takers = [(led + self.winning_place(trick)) % SEATS for led, trick in self.tricks if len(trick) == SEATS]
        return tuple(map(takers.count, range(SEATS)))

    def bid_of(self, seat: int) -> int | None:
        place = (seat - (self.number - 1)) % SEATS
        return self.bids[place] if place < len(self.bids) else None

    def step_before_play(self) -> tuple[Self, Sequence[Event]] | None:
        if self.next_seat not in self.left:
            return None
        words = Message("1 is bid for {player}, who has resigned.", player=SEAT_NAMES[self.next_seat])
        return replace(self, bids=(*self.bids, 1)), [Told(words)]

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        told, points, bags = [], [0, 0], [*self.bags]
        for side, name in enumerate(SIDES):
            bid, taken = (sum(each[side::2]) for each in (self._bids_by_seat, self.taken))
            over = max(0, taken - bid)
            points[side] = 10 * bid + over if taken >= bid else -10 * bid
            times, bags[side] = divmod(bags[side] + over, BAGS)
            if times:
                points[side] -= times * PENALTY
                text = "{players} have {count} overtricks, which cost {points} points."
                told.append(Message(text, players=name, count=times * BAGS, points=times * PENALTY))
        for seat, bid in enumerate(self._bids_by_seat):
            if not bid:
                failed = self.taken[seat]
                points[seat % 2] += -NIL if failed else NIL
                words = "{player} has taken a trick after a bid of 0, which costs 100 points."
                made = "{player} has taken no trick, as bid, which brings 100 points."
                told.append(Message(words if failed else made, player=SEAT_NAMES[seat]))
        each = [Message("{player} {points}", player=SIDES[side], points=points[side]) for side in (0, 1)]
        text = "Hand {number} is over. It has brought {points}."
        told.append(Message(text, number=self.number, points=listed(each)))
        after = replace(self, points=(*self.points, (points[0], points[1])), bags=(bags[0], bags[1]))
        one, other = after.totals
        is_reached = one != other and (max(one, other) >= self.target or min(one, other) <= -self.target)
        if is_reached or self.number == MOST_HANDS:
            return replace(after, is_over=True), [*map(Told, told)]
        following = after.dealt_anew(chance)
        text = "Hand {number} is dealt: {player} bids first."
        told.append(Message(text, number=following.number, player=following.first))
        return following, [*map(Told, told)]

    @property
    def _bids_by_seat(self) -> tuple[int, ...]:
        return tuple(self.bid_of(seat) or 0 for seat in range(SEATS))

    @property
    def first(self) -> Message:
        """Who bids first in this hand."""
        return SEAT_NAMES[(self.number - 1) % SEATS]

    def dealt_anew(self, chance: Chance) -> Self:
        hands, led = tuple(map(in_order, dealt(chance))), self.number % SEATS
        return replace(self, number=self.number + 1, hands=hands, led=led, bids=(), played=(), is_broken=False)


class Spades(TrickGame[Position]):
    """Four players, two against two, who bid in turn before they play."""

    name = "Spades"
    summary = "Bid tricks with a partner; spades are trump"
    partners = True
    options = (
        Option("to", 500, "points with which a side wins, or below zero loses", low=50, high=1000, often=(200, 500)),
    )
    touching = "To bid, touch a number. To play, touch one card."
    move_form = "a card, for example QS; or before that a bid, for example 3"
    evaluate_by = "pbmserv.games.evaluation.spades:evaluate"
    solution_by = "pbmserv.games.evaluation.spades:solution"
    position_class = Position

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        none = Position(target=int(options["to"]), number=0, hands=NO_CARDS)
        return advanced(none.dealt_anew(chance), chance)[0]

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in position.to_move:
            return ()
        return position.playable(seat) if position.is_playing else BIDS

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody passes in Spades. To bid no trick, write 0.")
        bid = _BID.fullmatch(text.strip().lower()) if len(text.strip()) <= LONGEST else None
        if position.is_playing:
            if bid:
                raise Illegal("All have bid in this hand already: now play one card.")
            return self.play_card(position, seat, cards_in(text, _NOT_A_CARD), chance)
        if not bid and len(text.strip()) <= LONGEST and read_cards(text):
            raise Illegal("Cards are played after all have bid: first bid a number from 0 to 13.")
        if not bid:
            raise Unreadable('A bid is expected, not "{typed}": write a number from 0 to 13.', typed=quoted(text))
        number = int(bid[2] or 0)
        if number > IN_HAND:
            raise Illegal("A hand has 13 tricks: bid a number from 0 to 13, not {number}.", number=number)
        return self.done(advanced(replace(position, bids=(*position.bids, number)), chance), str(number))

    def notes_of(self, events: Iterable[Event]) -> Iterator[Note]:
        for event in events:
            yield Note(event.words) if isinstance(event, Told) else note_of(event)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        totals = position.totals
        sides = {self.side_of(seat) for seat in position.staying} or {0, 1}
        if len(sides) > 1 and totals[0] == totals[1]:
            words = Message("Both sides have {total} points after {count} hands.", total=totals[0], count=MOST_HANDS)
            return Result(None, words, scores=totals * 2)
        side = max(sides, key=totals.__getitem__)
        seats = [seat for seat in (side, side + 2) if seat in position.staying] or [side]
        reason = Message("Most points: {player}, with {total}.", player=SIDES[side], total=totals[side])
        return Result(seats[0], reason, scores=totals * 2)

    def question(self, position: Position, seat: int, move: str) -> str:
        return super().question(position, seat, move) if position.is_playing else Message("Bid {bid}?", bid=move)

    def form_of_move(self, position: Position) -> str:
        return "a card, for example QS" if position.is_playing else "your bid from 0 to 13, for example 3"

    def legend_before_play(self, position: Position) -> str:
        return (
            "A move is a bid: how many tricks you want to take, from 0 to 13.\n"
            "South and North are partners, and West and East play against them."
        )

    def headline_before_play(self, seen: Position) -> str:
        return f"Hand {seen.number}: all bid in turn, {seen.first} first"

    def laid_before_play(self, seen: Position, seat: int) -> str:
        bid = seen.bid_of(seat)
        return f"bid {bid}" if bid is not None else "to bid" if seat == seen.next_seat else "..."

    def told_before_play(self, seen: Position, seat: int) -> str:
        bid = seen.bid_of(seat)
        is_next = ", and is next" if seat == seen.next_seat else ""
        return f"has yet to bid{is_next}" if bid is None else f"has bid {bid}"

    def thing_before_play(self, seen: Position, seat: int, words: str) -> Thing:
        bid = seen.bid_of(seat)
        return empty("" if bid is None else str(bid), words)

    def rows_below_cards(self, seen: Position, viewer: int | None) -> Iterator[Row]:
        if seen.is_playing or viewer not in seen.to_move:
            yield from super().rows_below_cards(seen, viewer)
        else:
            yield [title("Your bid: touch a number")]
            words = {bid: counted("bid {count} trick", "bid {count} tricks", int(bid)) for bid in BIDS}
            yield [plate(bid, words[bid], bid, height=PLATE - 8) for bid in BIDS]

    def scores(self, seen: Position) -> ScoreTable:
        lines = [Line(f"Hand {number}", points * 2) for number, points in enumerate(seen.points, 1)]
        if not seen.is_over:
            lines += [Line("Bid", [seen.bid_of(seat) for seat in range(SEATS)]), Line("Taken now", seen.taken)]
        best = [seat for seat in range(SEATS) if seen.totals[seat % 2] == max(seen.totals)] if seen.is_over else []
        lines += [Line("Bags", seen.bags * 2), Line("Total", seen.totals * 2, is_sum=True, best=best)]
        return ScoreTable(SEAT_NAMES, lines)


_NOT_A_CARD = (
    'A card is expected, not "{typed}": write its rank and its suit, for example QS for the queen of spades'
    " or TH for the ten of hearts."
)
