"""The course of a game of Trioker-Line: the start, turns, drawing, passing, and the end.

In "Surprenants triangles" (1976) Marc Odier proposes simple games with one, two or three paths that start from the
triple three. Details are not known: how many tiles there are, drawing and passing are taken from the Rapid game, and
the rest is ours. What leaves a player no choice is done here, never by a player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TILES, pips
from pbmserv.games.trioker_line.chains import extensions
from pbmserv.games.trioker_line.events import Blocked, Drew, Event, Left, Passed, Placed, Started, Stuck, WentOut

UNKNOWN = "???"
"""A tile that a viewer may not see."""

FIRST_TILE = "333"
FIRST_CELL = Cell(0, 0)


class Ending(Enum):
    """How a game ended."""

    OUT = "out"
    """Somebody has placed the last tile of a hand."""
    BLOCKED = "blocked"
    """Nobody could place a tile, and the bank had none."""
    ALONE = "alone"
    """All others have left."""


@dataclass(frozen=True)
class Position:
    """A position of a game.

    `hands` are sorted; tiles are drawn from the front of the `bank`. `next_seat` is to move and has a tile that fits;
    `drawn` is that tile if it was drawn in this very turn, so that the seat may pass. `left` are the seats that take
    no part any more. `prelude` says what happened before anybody's first move, as long as that is to come: there are
    no notes of a start.
    """

    paths: int
    hands: tuple[tuple[str, ...], ...]
    bank: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    next_seat: int = 0
    drawn: str | None = None
    left: frozenset[int] = frozenset()
    ending: Ending | None = None
    prelude: tuple[str, ...] = ()

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

    @property
    def winners(self) -> tuple[int, ...]:
        """When the game is over, who has won, or shares in the tie.

        That is who holds the fewest pips, and of these who holds the fewest tiles, none at all being the fewest.
        """
        rank = {seat: (pips_of(self.hands[seat]), len(self.hands[seat])) for seat in self.active}
        return tuple(seat for seat in self.active if rank[seat] == min(rank.values()))

    @cached_property
    def layout(self) -> Layout:
        """The tiles on the table."""
        return Layout(self.placements)

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        """The numbered cells, position 1 first: where a tile that is not on the table yet would extend a chain.

        Whether somebody holds such a tile makes no difference, so that the numbers tell nothing of a hand.
        """
        if self.is_over:
            return ()
        on_table = {TILES.name_of(marks) for _, marks in self.placements}
        unplaced = [TILES.marks(name) for name in TILES.names if name not in on_table]
        return tuple(cell for cell in extensions(self.layout, self.paths) if self.layout.takes(cell, unplaced))

    def placements_of(self, seat: int) -> tuple[Placement, ...]:
        """All that a seat could place now, by the places' numbers and then by tiles."""
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.hands[seat]
            for marks in TILES.turns_that_fit(tile, self.layout.pattern(cell))
        )


@dataclass(frozen=True)
class Advance:
    """A position, and what led to it."""

    position: Position
    events: tuple[Event, ...]


def pips_of(hand: Iterable[str]) -> int:
    """The sum of the dots in a hand."""
    return sum(map(pips, hand))


def start(paths: int, seats: int, chance: Chance) -> Advance:
    """Deal, lay 333, and go on up to the first move of a player."""
    tiles = chance.shuffled(TILES.names)
    size = SETUPS[seats].tiles
    hands = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size])) for seat in range(seats))
    table = _Table(Position(paths, hands, tiles[seats * size :]))
    table.lay_first_tile()
    return table.advance()


def place(position: Position, placement: Placement) -> Advance:
    """The seat to move places a tile of its hand that fits."""
    table = _Table(position)
    table.place(placement)
    return table.advance()


def decline(position: Position) -> Advance:
    """The seat to move keeps the tile that it has drawn, and passes."""
    table = _Table(position)
    table.events.append(Passed(table.seat))
    return table.advance()


def leave(position: Position) -> Advance:
    """The seat to move takes no part any more; the others go on."""
    table = _Table(position)
    table.leave()
    return table.advance()


class _Table:
    """A position while it changes."""

    def __init__(self, position: Position) -> None:
        self.paths = position.paths
        self.hands = [list(hand) for hand in position.hands]
        self.bank = list(position.bank)
        self.layout = position.layout
        self.seat = position.next_seat
        self.drawn: str | None = None
        self.left = set(position.left)
        self.ending: Ending | None = None
        self.events: list[Event] = []

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.left]

    def lay_first_tile(self) -> None:
        """Whoever holds 333 begins with it; if it is in the bank, it is nobody's turn, and seat 0 comes next."""
        holder = next((seat for seat, hand in enumerate(self.hands) if FIRST_TILE in hand), None)
        (self.bank if holder is None else self.hands[holder]).remove(FIRST_TILE)
        self.layout = Layout((Placement(FIRST_CELL, FIRST_TILE),))
        self.seat = self.active[-1] if holder is None else holder
        self.events.append(Started(holder))

    def place(self, placement: Placement) -> None:
        tile = TILES.name_of(placement.marks)
        self.hands[self.seat].remove(tile)
        self.layout = self.layout.with_tile(placement)
        self.events.append(Placed(self.seat, tile))

    def leave(self) -> None:
        self.left.add(self.seat)
        self.events.append(Left(self.seat, len(self.hands[self.seat])))

    def advance(self) -> Advance:
        """Let everything happen that happens by itself, until a seat can place a tile or the game is over."""
        able = False
        while not able and self.ending is None:
            if len(self.active) == 1:
                self.ending = Ending.ALONE
            elif not self.hands[self.seat]:
                self.end_with_last_tile()
            elif not self.bank and not any(map(self.can_place, self.active)):
                self.end_blocked()
            else:
                self.seat = self.seat_after(self.seat)
                able = self.can_place(self.seat) or self.draw()
        return Advance(self.position(), tuple(self.events))

    def seat_after(self, seat: int) -> int:
        return next((other for other in self.active if other > seat), self.active[0])

    def can_place(self, seat: int) -> bool:
        marks = [TILES.marks(tile) for tile in self.hands[seat]]
        return any(self.layout.takes(cell, marks) for cell in extensions(self.layout, self.paths))

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
        self.ending = Ending.OUT
        self.events.append(
            WentOut(self.seat, {seat: tuple(self.hands[seat]) for seat in self.active if seat != self.seat})
        )

    def end_blocked(self) -> None:
        self.ending = Ending.BLOCKED
        self.events.append(Blocked({seat: tuple(self.hands[seat]) for seat in self.active}))

    def position(self) -> Position:
        return Position(
            paths=self.paths,
            hands=tuple(map(tuple, self.hands)),
            bank=tuple(self.bank),
            placements=self.layout.placements,
            next_seat=self.seat,
            drawn=self.drawn,
            left=frozenset(self.left),
            ending=self.ending,
        )
