"""The course of a game of hidden hands: turns, drawing, leaving.

Whatever leaves no choice is automatic, such as drawing, and passing if nothing fits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Generic, Self, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.events import Event, Left
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.triangles.tiles import TileSet

P = TypeVar("P", bound="HandsPosition")
"""A game's position."""

UNKNOWN = "???"
"""A tile hidden from the viewer."""


@lru_cache(maxsize=64)
def _laid_out(placements: tuple[Placement, ...], cells: frozenset[Cell] | None) -> Layout:
    return Layout(placements, board=cells)


@lru_cache(maxsize=64)
def _places(layout: Layout, cells: tuple[Cell, ...], tiles: TileSet) -> tuple[Cell, ...]:
    placed = {tiles.name_of(marks) for _, marks in layout.placements}
    unplaced = tuple([tiles.marks(name) for name in tiles.names if name not in placed])
    return tuple([cell for cell in cells if layout.takes(cell, unplaced)])


@dataclass(frozen=True, kw_only=True)
class HandsPosition(ABC):
    """What every position holds.

    `hands` are sorted; tiles are drawn from the front of the `bank`. `next_seat` has a tile that fits. `left` are
    seats that left. `prelude` are the events before the first move, kept until it is made, as a start has no notes.
    """

    hands: tuple[tuple[str, ...], ...]
    bank: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    next_seat: int = 0
    left: frozenset[int] = frozenset()
    is_over: bool = False
    prelude: tuple[str, ...] = ()

    @property
    @abstractmethod
    def tiles(self) -> TileSet:
        """All tiles of the game."""

    @property
    def printed_board(self) -> PrintedBoard | None:
        """The printed board; None for an endless table."""
        return None

    @property
    def part(self) -> int:
        """The round, each with a new board."""
        return 1

    @property
    def has_drawn(self) -> bool:
        return False

    @property
    def known_stuck(self) -> Collection[int]:
        """The seats publicly known to have no fitting tile."""
        return ()

    def open_cells(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells where the rules allow a matching tile, in reading order."""
        return layout.border

    @abstractmethod
    def table(self, chance: Chance) -> Table[Self]:
        """The position as a mutable table."""

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @cached_property
    def layout(self) -> Layout:
        return _laid_out(self.placements, self.printed_board.cells if self.printed_board else None)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The numbered cells, position 1 first, where some unplaced tile fits.

        Numbers reveal nothing, as it does not matter who holds that tile.
        """
        if self.is_over:
            return ()
        return _places(self.layout, self.open_cells(self.layout), self.tiles)

    def placements_of(self, seat: int) -> tuple[Placement, ...]:
        tiles = self.tiles
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.hands[seat]
            for marks in tiles.turns_that_fit(tile, self.layout.pattern(cell))
        )

    def with_most(self, points: Sequence[int]) -> tuple[int, ...]:
        most = max(points[seat] for seat in self.active)
        return tuple(seat for seat in self.active if points[seat] == most)


@dataclass(frozen=True)
class Advance(Generic[P]):
    """A position, and the events before it."""

    position: P
    events: tuple[Event, ...]


def place(position: P, placement: Placement, chance: Chance) -> Advance[P]:
    """The seat to move places a fitting tile of its hand."""
    table = position.table(chance)
    table.place(placement)
    return table.advance()


def leave(position: P, chance: Chance) -> Advance[P]:
    table = position.table(chance)
    table.left.add(table.seat)
    table.events.append(Left(table.seat, len(table.hands[table.seat])))
    return table.advance()


class Table(ABC, Generic[P]):
    """A changing position; `seat` has the turn, or had it last."""

    most_drawn = 1
    """After drawing this many unsuitable tiles the turn passes."""

    def __init__(self, position: P, chance: Chance) -> None:
        self.before = position
        self.chance = chance
        self.hands = [list(hand) for hand in position.hands]
        self.bank = list(position.bank)
        self.layout = position.layout
        self.seat = position.next_seat
        self.left = set(position.left)
        self.is_over = False
        self.events: list[Event] = []

    @abstractmethod
    def place(self, placement: Placement) -> None:
        """Place a tile of the seat's, with everything that follows."""

    @property
    @abstractmethod
    def is_blocked(self) -> bool:
        """Whether nobody can place a tile."""

    @abstractmethod
    def drew(self, tiles: Sequence[str], fits: bool) -> None:
        """Handle the seat's drawing, perhaps of no tiles."""

    @abstractmethod
    def end_with_last_tile(self) -> None:
        """The seat has placed its last tile."""

    @abstractmethod
    def end_blocked(self) -> None:
        """Nobody can move any more."""

    def lay(self, placement: Placement) -> str:
        """Move a tile from the seat's hand to the board; return its name."""
        tile = self.before.tiles.name_of(placement.marks)
        self.hands[self.seat].remove(tile)
        self.layout = _laid_out((*self.layout.placements, placement), self.layout.board)
        return tile

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.left]

    def followers_of(self, seat: int) -> list[int]:
        others = [other for other in self.active if other != seat]
        return sorted(others, key=lambda other: (other < seat, other))

    def hands_of(self, seats: Sequence[int]) -> dict[int, tuple[str, ...]]:
        return {seat: tuple(self.hands[seat]) for seat in seats}

    def advance(self) -> Advance[P]:
        """Do everything automatic until a seat has to move or the game is over."""
        while not self.is_over:
            if len(self.active) == 1:
                self.is_over = True
            elif not self.hands[self.seat]:
                self.end_with_last_tile()
            elif self.is_blocked:
                self.end_blocked()
            elif self.begin_turn():
                break
        return Advance(self.position(), tuple(self.events))

    def begin_turn(self) -> bool:
        """Go to the next seat, drawing if nothing fits; return whether it can place."""
        self.seat = self.followers_of(self.seat)[0]
        return self.can_place(self.seat) or self.draw()

    def can_place(self, seat: int) -> bool:
        return self.fits(self.hands[seat])

    def fits(self, tiles: Sequence[str]) -> bool:
        marks = tuple([self.before.tiles.marks(tile) for tile in tiles])
        return any(self.layout.takes(cell, marks) for cell in self.before.open_cells(self.layout))

    def draw(self) -> bool:
        """Draw for the seat until a tile fits, if possible; return whether one does."""
        tiles: list[str] = []
        fits = False
        while self.bank and not fits and len(tiles) < self.most_drawn:
            tiles.append(self.bank.pop(0))
            fits = self.fits(tiles[-1:])
        self.hands[self.seat] = sorted([*self.hands[self.seat], *tiles])
        self.drew(tiles, fits)
        return fits

    def position(self) -> P:
        return replace(
            self.before,
            hands=tuple(map(tuple, self.hands)),
            bank=tuple(self.bank),
            placements=self.layout.placements,
            next_seat=self.seat,
            left=frozenset(self.left),
            is_over=self.is_over,
            prelude=(),
        )
