"""The course of Triominoes: rounds, turns, drawing, ends.

By the Deluxe set's rules as two encyclopedia articles give them. Forced events are automatic: opening, drawing,
passing, the next round.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.rules import Advance as HandsAdvance
from pbmserv.games.triangles.hands.rules import HandsPosition, Table
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import TileSet
from pbmserv.games.triominoes.events import Blocked, Drew, Opened, Placed, Standing, WentOut
from pbmserv.games.triominoes.scoring import MOST_DRAWN, earning, gain_of_going_out, gains_when_blocked
from pbmserv.games.triominoes.tiles import hand_size, opening_of, tile_set

OPENING_CELL = Cell(0, 0)


@dataclass(frozen=True, kw_only=True)
class Position(HandsPosition):
    """A position of a match.

    The seat to move drew `drawn` tiles to get one that fits. `stuck` are seats that could not place since the last
    tile, with the points it cost. `target_reached`: this round is the last. Letters call the `bank` the pool.
    `coming` seats return in the next round.
    """

    highest: int
    target: int
    scores: tuple[int, ...]
    round: int = 0
    opener: int = 0
    drawn: int = 0
    stuck: Mapping[int, int] = field(default_factory=dict, hash=False)
    target_reached: bool = False
    coming: frozenset[int] = frozenset()

    @property
    def tiles(self) -> TileSet:
        return tile_set(self.highest)

    @property
    def part(self) -> int:
        return self.round

    @property
    def has_drawn(self) -> bool:
        return self.drawn > 0

    @property
    def known_stuck(self) -> Collection[int]:
        return self.stuck.keys()

    @property
    def leaders(self) -> tuple[int, ...]:
        return self.with_most(self.scores)

    def table(self, chance: Chance) -> _Table:
        return _Table(self, chance)


Advance: TypeAlias = HandsAdvance[Position]


def start(highest: int, target: int, seats: int, chance: Chance) -> Advance:
    """The first round up to the first move."""
    table = Position(highest=highest, target=target, hands=((),) * seats, scores=(0,) * seats).table(chance)
    table.begin_round()
    return table.advance()


def rejoin(position: Position, seat: int) -> tuple[Position, tuple[str, ...]]:
    """A returning seat with its hand of this round, and the tiles it is dealt.

    Without a hand it is dealt one from the pool, as large as possible; if the pool is empty, it waits for the next
    round.
    """
    if seat not in position.left:
        return position, ()
    if not position.hands[seat] and not position.bank:
        return replace(position, coming=position.coming | {seat}), ()
    back = replace(position, left=position.left - {seat})
    if position.hands[seat]:
        return back, ()
    size = hand_size(len(back.active))
    dealt = tuple(sorted(position.bank[:size]))
    hands = tuple(dealt if other == seat else hand for other, hand in enumerate(position.hands))
    stuck = {other: points for other, points in position.stuck.items() if other != seat}
    return replace(back, hands=hands, bank=position.bank[size:], stuck=stuck), dealt


class _Table(Table[Position]):
    """A changing position; `chance` shuffles for a new round."""

    most_drawn = MOST_DRAWN

    def __init__(self, position: Position, chance: Chance) -> None:
        super().__init__(position, chance)
        self.scores = list(position.scores)
        self.round = position.round
        self.opener = position.opener
        self.drawn = 0
        self.stuck = dict(position.stuck)
        self.target_reached = position.target_reached
        self.coming = position.coming

    @property
    def is_blocked(self) -> bool:
        return self.stuck.keys() >= set(self.active)

    def begin_round(self) -> None:
        self.round += 1
        self.left -= self.coming
        self.coming = frozenset()
        self.bank = list(self.chance.shuffled(self.before.tiles.names))
        size = hand_size(len(self.active))
        for seat in range(len(self.hands)):
            taken = size if seat in self.active else 0
            self.hands[seat], self.bank = sorted(self.bank[:taken]), self.bank[taken:]
        self.opener, tile = opening_of(self.hands_of(self.active))
        self.seat = self.opener
        self.hands[self.seat].remove(tile)
        self.layout = Layout((Placement(OPENING_CELL, self.before.tiles.marks(tile)),))
        self.stuck.clear()
        opened = Opened(self.round, self.seat, tile)
        self.events.append(opened)
        self.earn(self.seat, opened.points)

    def place(self, placement: Placement) -> None:
        earned = earning(self.layout, placement)
        self.stuck.clear()
        self.events.append(Placed(self.seat, self.lay(placement), earned))
        self.earn(self.seat, earned.points)

    def begin_turn(self) -> bool:
        self.drawn = 0
        return super().begin_turn()

    def drew(self, tiles: Sequence[str], fits: bool) -> None:
        drew = Drew(self.seat, tuple(tiles), fits)
        self.drawn = len(tiles)
        self.events.append(drew)
        self.earn(self.seat, drew.points)
        if not fits:
            self.stuck[self.seat] = -drew.points

    def end_with_last_tile(self) -> None:
        others = self.hands_of([seat for seat in self.active if seat != self.seat])
        gain = gain_of_going_out(tuple(others.values()))
        self.events.append(WentOut(self.seat, others, gain))
        self.end_round({self.seat: gain})

    def end_blocked(self) -> None:
        hands = self.hands_of(self.active)
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
        self.target_reached |= self.scores[seat] >= self.before.target

    def position(self) -> Position:
        return replace(
            super().position(),
            scores=tuple(self.scores),
            round=self.round,
            opener=self.opener,
            drawn=self.drawn,
            stuck=self.stuck,
            target_reached=self.target_reached,
            coming=self.coming,
        )
