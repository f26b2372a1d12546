"""The course of a game of hidden hands: turns, drawing, leaving.

Whatever leaves a player no choice happens here by itself, such as drawing, and passing where nothing fits.
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
"""A tile that a viewer may not see."""


@lru_cache(maxsize=64)
def _laid_out(placements: tuple[Placement, ...], cells: frozenset[Cell] | None) -> Layout:
    """One layout for all who look at the same tiles, so that what follows from it is found out once."""
    return Layout(placements, board=cells)


@lru_cache(maxsize=64)
def _places(layout: Layout, cells: tuple[Cell, ...], tiles: TileSet) -> tuple[Cell, ...]:
    """Those of these cells that take a tile which has not been placed; the same for all who look at them."""
    placed = {tiles.name_of(marks) for _, marks in layout.placements}
    unplaced = tuple([tiles.marks(name) for name in tiles.names if name not in placed])
    return tuple([cell for cell in cells if layout.takes(cell, unplaced)])


@dataclass(frozen=True, kw_only=True)
class HandsPosition(ABC):
    """What every position holds.

    `hands` are sorted; tiles are drawn from the front of the `bank`. `next_seat` is to move and has a tile that fits.
    `left` are the seats that take no further part. `prelude` says what happened before anybody's first move, until
    that move is made: a start has no notes.
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
        """The board under the tiles; None where the table is endless."""
        return None

    @property
    def part(self) -> int:
        """Which of several rounds this is, each with a new board."""
        return 1

    @property
    def has_drawn(self) -> bool:
        """Whether the seat to move had no tile that fits, and has drawn one."""
        return False

    @property
    def known_stuck(self) -> Collection[int]:
        """The seats of which everybody knows that none of their tiles fits now."""
        return ()

    def open_cells(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells on which the rules allow a tile that matches, in reading order."""
        return layout.border

    @abstractmethod
    def table(self, chance: Chance) -> Table[Self]:
        """The position laid out, to be changed."""

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that take part."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @cached_property
    def layout(self) -> Layout:
        """The tiles that have been placed."""
        return _laid_out(self.placements, self.printed_board.cells if self.printed_board else None)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The numbered cells, position 1 first: where a tile that has not been placed yet could go.

        Whether anybody holds such a tile makes no difference, so the numbers give no hand away.
        """
        if self.is_over:
            return ()
        return _places(self.layout, self.open_cells(self.layout), self.tiles)

    def placements_of(self, seat: int) -> tuple[Placement, ...]:
        """All that a seat could place now, in the order of the places' numbers and then of the tiles."""
        tiles = self.tiles
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.hands[seat]
            for marks in tiles.turns_that_fit(tile, self.layout.pattern(cell))
        )

    def with_most(self, points: Sequence[int]) -> tuple[int, ...]:
        """The seats with the most of these points, among those that take part."""
        most = max(points[seat] for seat in self.active)
        return tuple(seat for seat in self.active if points[seat] == most)


@dataclass(frozen=True)
class Advance(Generic[P]):
    """A position, and what led to it."""

    position: P
    events: tuple[Event, ...]


def place(position: P, placement: Placement, chance: Chance) -> Advance[P]:
    """The seat to move places a tile of its hand that fits."""
    table = position.table(chance)
    table.place(placement)
    return table.advance()


def leave(position: P, chance: Chance) -> Advance[P]:
    """The seat to move takes no further part; the others go on."""
    table = position.table(chance)
    table.left.add(table.seat)
    table.events.append(Left(table.seat, len(table.hands[table.seat])))
    return table.advance()


class Table(ABC, Generic[P]):
    """A position while it changes; `seat` is the one whose turn it is, or was last."""

    most_drawn = 1
    """After drawing this many tiles that do not fit, a seat's turn passes."""

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
        """Place a tile of the seat whose turn it is, with all that follows."""

    @property
    @abstractmethod
    def is_blocked(self) -> bool:
        """Whether nobody can place a tile."""

    @abstractmethod
    def drew(self, tiles: Sequence[str], fits: bool) -> None:
        """Note what follows from the drawing of the seat whose turn it is, which may have found no tiles to draw."""

    @abstractmethod
    def end_with_last_tile(self) -> None:
        """The seat whose turn it was has no tile left."""

    @abstractmethod
    def end_blocked(self) -> None:
        """Nobody can do anything any more."""

    def lay(self, placement: Placement) -> str:
        """Take a tile from the hand of the seat whose turn it is, and lay it; gives the tile's name."""
        tile = self.before.tiles.name_of(placement.marks)
        self.hands[self.seat].remove(tile)
        self.layout = self.layout.with_tile(placement)
        return tile

    @property
    def active(self) -> list[int]:
        """The seats that take part."""
        return [seat for seat in range(len(self.hands)) if seat not in self.left]

    def followers_of(self, seat: int) -> list[int]:
        """The other seats that take part, in the order of their turns."""
        others = [other for other in self.active if other != seat]
        return sorted(others, key=lambda other: (other < seat, other))

    def hands_of(self, seats: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """The hands of some seats, in the order given."""
        return {seat: tuple(self.hands[seat]) for seat in seats}

    def advance(self) -> Advance[P]:
        """Let everything happen that happens by itself, until a seat has to move or the game is over."""
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
        """Go on to the next seat, and draw if nothing fits; whether that seat is able to place a tile."""
        self.seat = self.followers_of(self.seat)[0]
        return self.can_place(self.seat) or self.draw()

    def can_place(self, seat: int) -> bool:
        """Whether a seat has a tile that fits."""
        return self.fits(self.hands[seat])

    def fits(self, tiles: Sequence[str]) -> bool:
        """Whether one of these tiles could be placed somewhere."""
        marks = tuple([self.before.tiles.marks(tile) for tile in tiles])
        return any(self.layout.takes(cell, marks) for cell in self.before.open_cells(self.layout))

    def draw(self) -> bool:
        """Draw for the seat whose turn it is until a tile fits, if possible; whether one does."""
        tiles: list[str] = []
        fits = False
        while self.bank and not fits and len(tiles) < self.most_drawn:
            tiles.append(self.bank.pop(0))
            fits = self.fits(tiles[-1:])
        self.hands[self.seat] = sorted([*self.hands[self.seat], *tiles])
        self.drew(tiles, fits)
        return fits

    def position(self) -> P:
        """The position as it is now."""
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
