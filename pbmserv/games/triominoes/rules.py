"""The course of a match of Triominoes: rounds, turns, drawing, and the ends of rounds and match.

The source is the rules of the Deluxe set as two encyclopedia articles give them. What they leave no choice is done
here, never by a player: who opens and with what, drawing, passing, and the next round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import TileSet
from pbmserv.games.triominoes.events import Blocked, Drew, Event, Left, Opened, Placed, Standing, WentOut
from pbmserv.games.triominoes.scoring import MOST_DRAWN, earning, gain_of_going_out, gains_when_blocked
from pbmserv.games.triominoes.tiles import hand_size, opening_of, tile_set

UNKNOWN = "???"
"""A tile that a viewer may not see."""

OPENING_CELL = Cell(0, 0)


@dataclass(frozen=True)
class Position:
    """A position of a match.

    `hands` are sorted; the pool is drawn from its front. `next_seat` is to move, has a tile that fits, and drew
    `drawn` tiles to get it. `stuck` are the seats that were unable to place since the last tile was placed, each with
    the points that this cost; `left` those that take no part any more. `target_reached`: somebody's total was that
    high, so this round is the last. `prelude` says what happened before anybody's first move, as long as that is to
    come: there are no notes of a start.
    """

    highest: int
    target: int
    hands: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    round: int = 0
    pool: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    opener: int = 0
    next_seat: int = 0
    drawn: int = 0
    stuck: Mapping[int, int] = field(default_factory=dict, hash=False)
    left: frozenset[int] = frozenset()
    target_reached: bool = False
    is_over: bool = False
    prelude: tuple[str, ...] = ()

    @property
    def tiles(self) -> TileSet:
        """All tiles of the match."""
        return tile_set(self.highest)

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that take part."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @cached_property
    def layout(self) -> Layout:
        """The tiles on the table."""
        return Layout(self.placements)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The numbered cells, position 1 first: where a tile that is not on the table yet fits.

        Whether somebody holds such a tile makes no difference, so that the numbers tell nothing of a hand.
        """
        if self.is_over:
            return ()
        on_table = {self.tiles.name_of(marks) for _, marks in self.placements}
        return self.layout.places(self.tiles.marks(name) for name in self.tiles.names if name not in on_table)

    def placements_of(self, seat: int) -> tuple[Placement, ...]:
        """All that a seat could place now, by the places' numbers and then by tiles."""
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.hands[seat]
            for marks in self.tiles.turns_that_fit(tile, self.layout.pattern(cell))
        )

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points, of those that take part."""
        most = max(self.scores[seat] for seat in self.active)
        return tuple(seat for seat in self.active if self.scores[seat] == most)


@dataclass(frozen=True)
class Advance:
    """A position, and what led to it."""

    position: Position
    events: tuple[Event, ...]


def start(highest: int, target: int, seats: int, chance: Chance) -> Advance:
    """The first round, up to the first move of a player."""
    table = _Table(Position(highest, target, hands=((),) * seats, scores=(0,) * seats), chance)
    table.begin_round()
    return table.advance()


def place(position: Position, placement: Placement, chance: Chance) -> Advance:
    """The seat to move places a tile of its hand that fits; `chance` shuffles if this begins another round."""
    table = _Table(position, chance)
    table.place(placement)
    return table.advance()


def leave(position: Position, chance: Chance) -> Advance:
    """The seat to move takes no part any more; the others go on."""
    table = _Table(position, chance)
    table.leave()
    return table.advance()


class _Table:
    """A position while it changes."""

    def __init__(self, position: Position, chance: Chance) -> None:
        self.match = position
        self.chance = chance
        self.hands = [list(hand) for hand in position.hands]
        self.scores = list(position.scores)
        self.round = position.round
        self.pool = list(position.pool)
        self.layout = position.layout
        self.opener = position.opener
        self.seat = position.next_seat
        self.drawn = 0
        self.stuck = dict(position.stuck)
        self.left = set(position.left)
        self.target_reached = position.target_reached
        self.is_over = False
        self.events: list[Event] = []

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.left]

    @property
    def hands_in_play(self) -> dict[int, tuple[str, ...]]:
        return {seat: tuple(self.hands[seat]) for seat in self.active}

    def begin_round(self) -> None:
        """Shuffle, deal, and lay the tile that opens."""
        self.round += 1
        self.pool = list(self.chance.shuffled(self.match.tiles.names))
        size = hand_size(len(self.active))
        for seat in range(len(self.hands)):
            taken = size if seat in self.active else 0
            self.hands[seat], self.pool = sorted(self.pool[:taken]), self.pool[taken:]
        self.opener, tile = opening_of(self.hands_in_play)
        self.seat = self.opener
        self.hands[self.seat].remove(tile)
        self.layout = Layout((Placement(OPENING_CELL, self.match.tiles.marks(tile)),))
        self.stuck.clear()
        opened = Opened(self.round, self.seat, tile)
        self.events.append(opened)
        self.earn(self.seat, opened.points)

    def place(self, placement: Placement) -> None:
        tile = self.match.tiles.name_of(placement.marks)
        earned = earning(self.layout, placement)
        self.hands[self.seat].remove(tile)
        self.layout = self.layout.with_tile(placement)
        self.stuck.clear()
        self.events.append(Placed(self.seat, tile, earned))
        self.earn(self.seat, earned.points)

    def leave(self) -> None:
        self.left.add(self.seat)
        self.events.append(Left(self.seat, len(self.hands[self.seat])))

    def advance(self) -> Advance:
        """Let everything happen that happens by itself, until a seat can place a tile or the match is over."""
        able = False
        while not able and not self.is_over:
            if len(self.active) == 1:
                self.is_over = True
            elif not self.hands[self.seat]:
                self.end_with_last_tile()
            elif self.stuck.keys() >= set(self.active):
                self.end_blocked()
            else:
                self.seat = self.seat_after(self.seat)
                able = self.draw_until_able()
        return Advance(self.position(), tuple(self.events))

    def seat_after(self, seat: int) -> int:
        return next((other for other in self.active if other > seat), self.active[0])

    def draw_until_able(self) -> bool:
        """Draw for the seat whose turn it is while it has no tile that fits; whether it has one then."""
        hand = self.hands[self.seat]
        patterns = {self.layout.pattern(cell) for cell in self.layout.border}

        def fits(tile: str) -> bool:
            return any(self.match.tiles.turns_that_fit(tile, pattern) for pattern in patterns)

        drawn: list[str] = []
        able = any(map(fits, hand))
        while not able and self.pool and len(drawn) < MOST_DRAWN:
            drawn.append(self.pool.pop(0))
            able = fits(drawn[-1])
        hand.extend(drawn)
        hand.sort()
        self.drawn = len(drawn)
        if drawn or not able:
            drew = Drew(self.seat, tuple(drawn), able)
            self.events.append(drew)
            self.earn(self.seat, drew.points)
            if not able:
                self.stuck[self.seat] = -drew.points
        return able

    def end_with_last_tile(self) -> None:
        others = {seat: hand for seat, hand in self.hands_in_play.items() if seat != self.seat}
        gain = gain_of_going_out(tuple(others.values()))
        self.events.append(WentOut(self.seat, others, gain))
        self.end_round({self.seat: gain})

    def end_blocked(self) -> None:
        hands = self.hands_in_play
        gains = gains_when_blocked(hands)
        self.events.append(Blocked(hands, gains))
        self.end_round(gains)

    def end_round(self, gains: Mapping[int, int]) -> None:
        for seat, gain in gains.items():
            self.earn(seat, gain)
        self.events.append(Standing(self.round, tuple(self.scores), self.target_reached))
        if self.target_reached:
            self.is_over = True
        else:
            self.begin_round()

    def earn(self, seat: int, points: int) -> None:
        self.scores[seat] += points
        self.target_reached |= self.scores[seat] >= self.match.target

    def position(self) -> Position:
        return Position(
            highest=self.match.highest,
            target=self.match.target,
            hands=tuple(map(tuple, self.hands)),
            scores=tuple(self.scores),
            round=self.round,
            pool=tuple(self.pool),
            placements=self.layout.placements,
            opener=self.opener,
            next_seat=self.seat,
            drawn=self.drawn,
            stuck=self.stuck,
            left=frozenset(self.left),
            target_reached=self.target_reached,
            is_over=self.is_over,
        )
