"""The rules of Liar's Dice.

Rules as Wikipedia tells them ("Liar's dice", individual hands): a bid says of how many dice at least a face is up,
all players' dice together. The next player bids more dice of any face, or as many of a higher face, or doubts. Then
all dice are shown: whoever was wrong loses a die, and begins the next round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from pbmserv.games.chance import Chance

Dice: TypeAlias = tuple[int, ...]
"""Faces in order; those of a hidden die are `UNSEEN`."""
UNSEEN = 0
FACES = range(1, 7)
NOBODY = -1


class Bid(NamedTuple):
    """So many dice at least show a face."""

    number: int
    face: int


@dataclass(frozen=True)
class Position:
    """A position in round `number`, from 1: what each seat has rolled, and the bids of this round in turn.

    `began` is the seat that bid first. `left` are seats that have resigned: they neither bid nor win, and their dice
    stay on the table. Of the round before, `shown` are the dice of all seats, `doubted` the bid, and `bidder`,
    `doubter` and `loser` the seats. `is_open` says that the game is over by now, so that everybody sees all.
    """

    dice: tuple[Dice, ...]
    is_wild: bool = False
    number: int = 1
    next_seat: int = 0
    bids: tuple[tuple[int, int, int], ...] = ()
    left: tuple[int, ...] = ()
    shown: tuple[Dice, ...] = ()
    doubted: tuple[int, ...] = ()
    bidder: int = NOBODY
    doubter: int = NOBODY
    loser: int = NOBODY
    is_open: bool = False

    @property
    def bid(self) -> Bid | None:
        """The last bid of this round; the seats before it are left out."""
        return Bid(*self.bids[-1][1:]) if self.bids else None

    @property
    def on_table(self) -> int:
        return sum(map(len, self.dice))

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that can still win."""
        return tuple(seat for seat, dice in enumerate(self.dice) if dice and seat not in self.left)

    @property
    def is_over(self) -> bool:
        return len(self.active) < 2

    def legal_bids(self) -> Iterator[Bid]:
        count, face = self.bid or Bid(1, 0)
        for higher in range(face + 1, 7):
            yield Bid(count, higher)
        for more in range(count + 1, self.on_table + 1):
            for any_face in FACES:
                yield Bid(more, any_face)

    def counts(self, die: int, face: int) -> bool:
        """Whether a die counts for a bid on a face."""
        return die == face or (self.is_wild and die == 1)

    def counted(self, face: int) -> int:
        """How many dice on the table count for a bid on a face."""
        return sum(self.counts(die, face) for dice in self.dice for die in dice)

    def following(self, seat: int) -> int:
        """The next seat after this one that plays; the seat itself if there is no other."""
        seats = len(self.dice)
        after = ((seat + step) % seats for step in range(1, seats + 1))
        return next((each for each in after if each in self.active), seat)

    def after_bid(self, bid: Bid) -> Position:
        seat = self.next_seat
        return replace(self, bids=(*self.bids, (seat, *bid)), next_seat=self.following(seat))

    def after_doubt(self, chance: Chance) -> Position:
        """All dice are shown, somebody loses one, and the next round is rolled."""
        bidder, count, face = self.bids[-1]
        loser = self.next_seat if self.counted(face) >= count else bidder
        # Nobody has lost for good whose seat somebody else may take over.
        lost = 0 if loser in self.left and len(self.dice[loser]) == 1 else 1
        sizes = [len(dice) - (lost if seat == loser else 0) for seat, dice in enumerate(self.dice)]
        after = replace(
            self,
            dice=tuple((UNSEEN,) * size for size in sizes),
            number=self.number + 1,
            bids=(),
            shown=self.dice,
            doubted=(count, face),
            bidder=bidder,
            doubter=self.next_seat,
            loser=loser,
        )
        first = loser if loser in after.active else after.following(loser)
        after = replace(after, next_seat=first)
        if after.is_over:
            return replace(after, dice=tuple(dice[:size] for dice, size in zip(self.dice, sizes, strict=True)))
        return after.rolled(chance)

    def rolled(self, chance: Chance) -> Position:
        return replace(self, dice=tuple(rolled(chance, len(dice)) for dice in self.dice))

    def without(self, seat: int) -> Position:
        """The position after a seat has resigned."""
        after = replace(self, left=(*self.left, seat))
        return replace(after, next_seat=after.following(seat)) if self.next_seat == seat else after

    def seen_by(self, viewer: int | None) -> Position:
        """The position without dice that a viewer may not see."""
        if self.is_open or self.is_over:
            return self
        dice = tuple(each if seat == viewer else (UNSEEN,) * len(each) for seat, each in enumerate(self.dice))
        return self if dice == self.dice else replace(self, dice=dice)


def rolled(chance: Chance, count: int) -> Dice:
    return tuple(sorted(chance.below(6) + 1 for _ in range(count)))
