"""The course of a game of Trioker-Line: the start, where tiles may be placed, and who wins.

In "Surprenants triangles" (1976) Marc Odier proposes simple games with one, two or three paths that start from the
triple three. Details are not known: how many tiles there are, drawing and passing are taken from the Rapid game, and
the rest is ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.trioker.hands.rules import Advance as HandsAdvance
from pbmserv.games.trioker.hands.rules import Ending, HandsPosition, Table, deal, decline, leave, place
from pbmserv.games.trioker.tiles import pips
from pbmserv.games.trioker_line.chains import extensions
from pbmserv.games.trioker_line.events import Placed, Started

__all__ = [
    "FIRST_CELL",
    "FIRST_TILE",
    "Advance",
    "Ending",
    "Position",
    "decline",
    "leave",
    "pips_of",
    "place",
    "start",
]

FIRST_TILE = "333"
FIRST_CELL = Cell(0, 0)


@dataclass(frozen=True, kw_only=True)
class Position(HandsPosition):
    """A position of a game, in which there are to be so many `paths`."""

    paths: int

    @property
    def winners(self) -> tuple[int, ...]:
        """When the game is over, who has won, or shares in the tie.

        That is who holds the fewest pips, and of these who holds the fewest tiles, none at all being the fewest.
        """
        rank = {seat: (pips_of(self.hands[seat]), len(self.hands[seat])) for seat in self.active}
        return tuple(seat for seat in self.active if rank[seat] == min(rank.values()))

    def open_cells(self, layout: Layout) -> tuple[Cell, ...]:
        return extensions(layout, self.paths)

    def table(self) -> _Table:
        return _Table(self)


Advance: TypeAlias = HandsAdvance[Position]


def pips_of(hand: Iterable[str]) -> int:
    """The sum of the dots in a hand."""
    return sum(map(pips, hand))


def start(paths: int, seats: int, chance: Chance) -> Advance:
    """Deal, lay 333, and go on up to the first move of a player."""
    hands, bank = deal(seats, chance)
    table = Position(paths=paths, hands=hands, bank=bank).table()
    table.lay_first_tile()
    return table.advance()


class _Table(Table[Position]):
    """A position while it changes."""

    def lay_first_tile(self) -> None:
        """Whoever holds 333 begins with it; if it is in the bank, it is nobody's turn, and seat 0 comes next."""
        holder = next((seat for seat, hand in enumerate(self.hands) if FIRST_TILE in hand), None)
        (self.bank if holder is None else self.hands[holder]).remove(FIRST_TILE)
        self.layout = Layout((Placement(FIRST_CELL, FIRST_TILE),))
        self.seat = self.active[-1] if holder is None else holder
        self.events.append(Started(holder))

    def place(self, placement: Placement) -> None:
        self.events.append(Placed(self.seat, self.lay(placement)))
