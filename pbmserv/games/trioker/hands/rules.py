"""The course of a game of hidden hands: dealing, turns, drawing, passing, leaving, and the end.

What leaves a player no choice is done here: drawing, and passing where nothing fits. Only a player who has drawn a
tile that fits may choose to pass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Generic, Self, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.trioker.hands.events import Blocked, Drew, Event, Left, Passed, Stuck, WentOut
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TILES

P = TypeVar("P", bound="HandsPosition")
"""A game's position."""

UNKNOWN = "???"
"""A tile that a viewer may not see."""


class Ending(Enum):
    """How a game ended."""

    OUT = "out"
    """Somebody has placed the last tile of a hand."""
    BLOCKED = "blocked"
    """Nobody could place a tile, and the bank had none."""
    ALONE = "alone"
    """All others have left."""


@dataclass(frozen=True, kw_only=True)
class HandsPosition(ABC):
    """What every position holds.

    `hands` are sorted; tiles are drawn from the front of the `bank`. `next_seat` is to move and has a tile that fits;
    `drawn` is that tile if it was drawn in this very turn, so that the seat may pass. `left` are the seats that take
    no part any more. `prelude` says what happened before anybody's first move, as long as that is to come: there are
    no notes of a start.
    """

    hands: tuple[tuple[str, ...], ...]
    bank: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    next_seat: int = 0
    drawn: str | None = None
    left: frozenset[int] = frozenset()
    ending: Ending | None = None
    prelude: tuple[str, ...] = ()

    @property
    def board_cells(self) -> frozenset[Cell] | None:
        """The cells of the printed board; None where the table is endless."""
        return None

    @abstractmethod
    def open_cells(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells on which the rules allow a tile that matches, in reading order."""

    @abstractmethod
    def table(self) -> Table[Self]:
        """The position laid out, to be changed."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.ending is not None

    @property
    def may_pass(self) -> bool:
        """Whether the seat to move has drawn a tile, which it need not place."""
        return self.drawn is not None

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that take part."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.left)

    @cached_property
    def layout(self) -> Layout:
        """The tiles that have been placed."""
        return Layout(self.placements, board=self.board_cells)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The numbered cells, position 1 first: where a tile that has not been placed yet could be.

        Whether somebody holds such a tile makes no difference, so that the numbers tell nothing of a hand.
        """
        if self.is_over:
            return ()
        placed = {TILES.name_of(marks) for _, marks in self.placements}
        unplaced = [TILES.marks(name) for name in TILES.names if name not in placed]
        return tuple(cell for cell in self.open_cells(self.layout) if self.layout.takes(cell, unplaced))

    def placements_of(self, seat: int) -> tuple[Placement, ...]:
        """All that a seat could place now, by the places' numbers and then by tiles."""
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.hands[seat]
            for marks in TILES.turns_that_fit(tile, self.layout.pattern(cell))
        )


@dataclass(frozen=True)
class Advance(Generic[P]):
    """A position, and what led to it."""

    position: P
    events: tuple[Event, ...]


def deal(seats: int, chance: Chance) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The hands, as many tiles in each as the source's table says, and the bank."""
    tiles = chance.shuffled(TILES.names)
    size = SETUPS[seats].tiles
    hands = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size])) for seat in range(seats))
    return hands, tiles[seats * size :]


def place(position: P, placement: Placement) -> Advance[P]:
    """The seat to move places a tile of its hand that fits."""
    table = position.table()
    table.place(placement)
    return table.advance()


def decline(position: P) -> Advance[P]:
    """The seat to move keeps the tile that it has drawn, and passes."""
    table = position.table()
    table.events.append(Passed(table.seat))
    return table.advance()


def leave(position: P) -> Advance[P]:
    """The seat to move takes no part any more; the others go on."""
    table = position.table()
    table.leave()
    return table.advance()


class Table(ABC, Generic[P]):
    """A position while it changes; `seat` is the one whose turn it is, or was last."""

    def __init__(self, position: P) -> None:
        self.before = position
        self.hands = [list(hand) for hand in position.hands]
        self.bank = list(position.bank)
        self.layout = position.layout
        self.seat = position.next_seat
        self.drawn: str | None = None
        self.left = set(position.left)
        self.ending: Ending | None = None
        self.events: list[Event] = []

    @abstractmethod
    def place(self, placement: Placement) -> None:
        """Place a tile of the seat whose turn it is, with all that comes of it."""

    def lay(self, placement: Placement) -> str:
        """Take a tile from the hand of the seat whose turn it is, and lay it; the tile's name."""
        tile = TILES.name_of(placement.marks)
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
        """The hands of some seats, in their order."""
        return {seat: tuple(self.hands[seat]) for seat in seats}

    def leave(self) -> None:
        """The seat whose turn it is takes no part any more."""
        self.left.add(self.seat)
        self.events.append(Left(self.seat, len(self.hands[self.seat])))

    def advance(self) -> Advance[P]:
        """Let everything happen that happens by itself, until a seat has to move or the game is over."""
        while self.ending is None:
            if len(self.active) == 1:
                self.ending = Ending.ALONE
            elif not self.hands[self.seat]:
                self.end_with_last_tile()
            elif not self.bank and not any(map(self.can_place, self.active)):
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
        marks = [TILES.marks(tile) for tile in self.hands[seat]]
        return any(self.layout.takes(cell, marks) for cell in self.before.open_cells(self.layout))

    def draw(self) -> bool:
        """Draw for the seat whose turn it is, if there is anything to draw; whether it fits."""
        if not self.bank:
            self.events.append(Stuck(self.seat))
            return False
        tile = self.bank.pop(0)
        self.hands[self.seat] = sorted([*self.hands[self.seat], tile])
        fits = self.can_place(self.seat)
        self.drawn = tile if fits else None
        self.events.append(Drew(self.seat, tile, fits))
        return fits

    def end_with_last_tile(self) -> None:
        """The seat whose turn it was has no tile any more."""
        self.ending = Ending.OUT
        self.events.append(WentOut(self.seat, self.hands_of(self.followers_of(self.seat))))

    def end_blocked(self) -> None:
        """Nobody can do anything any more."""
        self.ending = Ending.BLOCKED
        self.events.append(Blocked(self.hands_of(self.active)))

    def position(self) -> P:
        """The position as it is now."""
        return replace(
            self.before,
            hands=tuple(map(tuple, self.hands)),
            bank=tuple(self.bank),
            placements=self.layout.placements,
            next_seat=self.seat,
            drawn=self.drawn,
            left=frozenset(self.left),
            ending=self.ending,
            prelude=(),
        )
