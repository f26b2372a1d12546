"""Spades: partners bid how many tricks they take, and spades are trump."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.base import Illegal, Option, Played, Unreadable, refuse_to_pass
from pbmserv.games.boards.score_table import Line
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, counted, lines_of
from pbmserv.games.picture import Choice
from pbmserv.games.refusals import quoted
from pbmserv.games.tricks.cards import read_cards
from pbmserv.games.tricks.partners import SIDES, PartnersGame, PartnersPosition
from pbmserv.games.tricks.rules import IN_HAND, SEATS, Event
from pbmserv.games.tricks.words import LONGEST, NOT_A_CARD, SEAT_NAMES, cards_in

BIDS = tuple(str(bid) for bid in range(IN_HAND + 1))
NIL, PENALTY, BAGS = 100, 100, 10
"""What a bid of no trick brings or costs; what so many overtricks cost."""

_BID = re.compile(r"(?:bid\s*)?(?:(nil)|0*([0-9]{1,2}))")


@dataclass(frozen=True, kw_only=True)
class Position(PartnersPosition):
    """A position of Spades: also of each side the `bags` that have not cost it anything yet."""

    TRUMP = BREAKS = "S"

    bids: tuple[int, ...] = ()
    bags: tuple[int, int] = (0, 0)

    @property
    def is_playing(self) -> bool:
        return len(self.bids) == SEATS

    def bid_of(self, seat: int) -> int | None:
        place = (seat - self.first_seat) % SEATS
        return self.bids[place] if place < len(self.bids) else None

    @property
    def bid_for_left(self) -> tuple[int, Message]:
        return 1, Message("1 is bid for {player}, who has resigned.", player=SEAT_NAMES[self.next_seat])

    def bid(self, bid: int) -> Self:
        return replace(self, bids=(*self.bids, bid))

    def scored(self, chance: Chance) -> tuple[Self, Sequence[Event]]:
        told, points, bags = [], [0, 0], [*self.bags]
        bids = [self.bid_of(seat) or 0 for seat in range(SEATS)]
        for side, name in enumerate(SIDES):
            bid, taken = (sum(each[side::2]) for each in (bids, self.taken))
            over = max(0, taken - bid)
            points[side] = 10 * bid + over if taken >= bid else -10 * bid
            times, bags[side] = divmod(bags[side] + over, BAGS)
            if times:
                points[side] -= times * PENALTY
                text = "{players} have {count} overtricks, which cost {points} points."
                told.append(Message(text, players=name, count=times * BAGS, points=times * PENALTY))
        for seat, bid in enumerate(bids):
            if not bid:
                failed = self.taken[seat]
                points[seat % 2] += -NIL if failed else NIL
                words = "{player} has taken a trick after a bid of 0, which costs 100 points."
                made = "{player} has taken no trick, as bid, which brings 100 points."
                told.append(Message(words if failed else made, player=SEAT_NAMES[seat]))
        return replace(self, bags=(bags[0], bags[1])).after_hand(points, told, chance)

    @property
    def is_reached(self) -> bool:
        one, other = self.totals
        return one != other and (max(one, other) >= self.target or min(one, other) <= -self.target)


class Spades(PartnersGame[Position]):
    """Four players, two against two, who bid in turn before they play."""

    name = "Spades"
    summary = "Bid tricks with a partner; spades are trump"
    options = (
        Option("to", 500, "points with which a side wins, or below zero loses", low=50, high=1000, often=(200, 500)),
    )
    touching = "To bid, touch a number below your cards. To play, touch one card."
    move_form = "a card, for example QS; or before that a bid, for example 3"
    evaluate_by = "pbmserv.games.evaluation.spades:evaluate"
    solution_by = "pbmserv.games.evaluation.spades:solution"
    position_class = Position

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
            return self.play_card(position, seat, cards_in(text, NOT_A_CARD), chance)
        if not bid and len(text.strip()) <= LONGEST and read_cards(text):
            raise Illegal("Cards are played after all have bid: first bid a number from 0 to 13.")
        if not bid:
            raise Unreadable('A bid is expected, not "{typed}": write a number from 0 to 13.', typed=quoted(text))
        number = int(bid[2] or 0)
        if number > IN_HAND:
            raise Illegal("A hand has 13 tricks: bid a number from 0 to 13, not {number}.", number=number)
        return self.play_bid(position, number, chance)

    def question(self, position: Position, seat: int, move: str) -> str:
        return super().question(position, seat, move) if position.is_playing else Message("Bid {bid}?", bid=move)

    def form_of_move(self, position: Position) -> str:
        return Message("a card, for example QS" if position.is_playing else "your bid from 0 to 13, for example 3")

    def legend_before_play(self, position: Position) -> str:
        return lines_of(
            Message("A move is a bid: how many tricks you want to take, from 0 to 13."),
            Message("South and North are partners, and West and East play against them."),
        )

    def bid_of(self, seen: Position, seat: int) -> str:
        bid = seen.bid_of(seat)
        return "" if bid is None else str(bid)

    def told_bid(self, bid: str, player: str) -> str:
        return Message("{player} has bid {bid}", player=player, bid=bid)

    def laid_before_play(self, seen: Position, seat: int) -> str:
        bid = self.bid_of(seen, seat)
        return Message("bid {bid}", bid=bid) if bid else super().laid_before_play(seen, seat)

    def choices_of_bids(self, seen: Position) -> Iterator[Choice]:
        for bid in BIDS:
            yield Choice(bid, bid, counted("bid {count} trick", "bid {count} tricks", int(bid)))

    def lines_of_hand(self, seen: Position) -> Iterator[Line]:
        if not seen.is_over:
            yield Line("Bid", [seen.bid_of(seat) for seat in range(SEATS)])
        yield from super().lines_of_hand(seen)
        yield Line("Bags", seen.bags * 2)
