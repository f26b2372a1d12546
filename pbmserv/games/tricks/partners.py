"""Games in which partners bid in turn before they play to tricks: the points of both sides, the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeVar

from pbmserv.games.base import Options, Result
from pbmserv.games.boards.score_table import Line, ScoreTable, line_of_hand
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message, listed
from pbmserv.games.tricks.bidding import MOST_HANDS, BiddingGame, BiddingPosition, Told
from pbmserv.games.tricks.cards import in_order
from pbmserv.games.tricks.rules import NO_CARDS, SEATS, Event, advanced, dealt
from pbmserv.games.tricks.words import SEAT_NAMES, SIDES_IN_SHORT

SIDES = (Message("South and North"), Message("West and East"))


@dataclass(frozen=True, kw_only=True)
class PartnersPosition(BiddingPosition):
    """A position with each side's `points` of earlier hands."""

    target: int
    points: tuple[tuple[int, int], ...] = ()

    @property
    @abstractmethod
    def is_reached(self) -> bool:
        """Whether the game ends with the hand that was played last."""

    @property
    def first(self) -> Message:
        return SEAT_NAMES[self.first_seat]

    @property
    def totals(self) -> tuple[int, int]:
        return sum(own for own, _ in self.points), sum(theirs for _, theirs in self.points)

    @property
    def best_sides(self) -> tuple[int, ...]:
        """The sides that are ahead: both, if they have the same points."""
        return tuple(side for side in (0, 1) if self.totals[side] == max(self.totals))

    @property
    def dealt_words(self) -> Message:
        return Message("Hand {number} is dealt: {player} bids first.", number=self.number, player=self.first)

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


class PartnersGame(BiddingGame[P]):
    """A game of two against two who bid in turn before they play. Partners win and lose together."""

    partners = True
    sides = SIDES_IN_SHORT
    won_words: ClassVar[str] = "Most points: {player}, with {total}."

    def start(self, options: Options, seats: int, chance: Chance) -> P:
        none: P = self.position_class(target=int(options["to"]), number=0, hands=NO_CARDS)
        return advanced(none.dealt_anew(chance), chance)[0]

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
        return Message("Hand {number}: all bid in turn, {player} first", number=seen.number, player=seen.first)

    def scores(self, seen: P) -> ScoreTable:
        lines = [line_of_hand(number, points * 2) for number, points in enumerate(seen.points, 1)]
        lines += self.lines_of_hand(seen)
        best = [seat for seat in range(SEATS) if seat % 2 in seen.best_sides] if seen.is_over else []
        lines.append(Line("Total", seen.totals * 2, is_sum=True, best=best))
        return ScoreTable(SEAT_NAMES, lines)

    def lines_of_hand(self, seen: P) -> Iterator[Line]:
        """Lines of the present hand, between those of the earlier ones and their sum."""
        if not seen.is_over:
            yield Line("Taken now", seen.taken)
