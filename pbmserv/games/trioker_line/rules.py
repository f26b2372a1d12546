"""The course of Trioker-Line: start, placement, winner.

In "Surprenants triangles" (1976) Marc Odier proposes games with one, two or three paths from the triple three,
without known details. Numbers of tiles, drawing and passing follow the Rapid game; the rest is ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.rules import Advance as HandsAdvance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.trioker.tiles import pips
from pbmserv.games.trioker.turns import PassingPosition, PassingTable, deal
from pbmserv.games.trioker_line.chains import extensions
from pbmserv.games.trioker_line.events import Placed, Started

FIRST_TILE = "333"
FIRST_CELL = Cell(0, 0)


@dataclass(frozen=True, kw_only=True)
class Position(PassingPosition):
    paths: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners after the end: fewest pips, then fewest tiles."""
        rank = {seat: (pips_of(self.hands[seat]), len(self.hands[seat])) for seat in self.active}
        return tuple(seat for seat in self.active if rank[seat] == min(rank.values()))

    def open_cells(self, layout: Layout) -> tuple[Cell, ...]:
        return extensions(layout, self.paths)

    def table(self, chance: Chance) -> _Table:
        return _Table(self, chance)


Advance: TypeAlias = HandsAdvance[Position]


def pips_of(hand: Iterable[str]) -> int:
    return sum(map(pips, hand))


def start(paths: int, seats: int, chance: Chance) -> Advance:
    """Deal, place 333, and go on to the first move."""
    hands, bank = deal(seats, chance)
    table = Position(paths=paths, hands=hands, bank=bank).table(chance)
    table.lay_first_tile()
    return table.advance()


class _Table(PassingTable[Position]):
    def lay_first_tile(self) -> None:
        """The holder of 333 begins with it; if it is in the bank, seat 0 is next."""
        holder = next((seat for seat, hand in enumerate(self.hands) if FIRST_TILE in hand), None)
        (self.bank if holder is None else self.hands[holder]).remove(FIRST_TILE)
        self.layout = Layout((Placement(FIRST_CELL, FIRST_TILE),))
        self.seat = self.active[-1] if holder is None else holder
        self.events.append(Started(holder))

    def place(self, placement: Placement) -> None:
        self.events.append(Placed(self.seat, self.lay(placement)))
