"""The rules of Hex: positions and chains.

Invented by Piet Hein in 1942 (as Polygon, in Politiken), and by John Nash in 1948. On a rhombus of hexagons, Vertical
joins top and bottom, Horizontal left and right, by a chain of stones that never move. On a full board exactly one has
done so (David Gale, The Game of Hex and the Brouwer Fixed-Point Theorem, 1979), so there are no draws.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pbmserv.games.boards.hexagons import Cell, Rhombus


def winning_chain(stones: Collection[Cell], seat: int, size: int) -> tuple[Cell, ...]:
    """A shortest chain of a seat's `stones` between its sides, or empty.

    `cell[seat]` is a cell's distance from the seat's first side.
    """
    came_from: dict[Cell, Cell | None] = {cell: None for cell in sorted(stones) if cell[seat] == 0}
    ahead = deque(came_from)
    while ahead:
        cell = ahead.popleft()
        if cell[seat] == size - 1:
            return tuple(_way_to(cell, came_from))[::-1]
        for neighbour in cell.neighbours():
            if neighbour in stones and neighbour not in came_from:
                came_from[neighbour] = cell
                ahead.append(neighbour)
    return ()


def _way_to(end: Cell, came_from: Mapping[Cell, Cell | None]) -> Iterator[Cell]:
    cell: Cell | None = end
    while cell is not None:
        yield cell
        cell = came_from[cell]


@dataclass(frozen=True)
class Position:
    """The stones in order of play.

    Vertical begins with one stone and `handicap` more before Horizontal's first; then they alternate.
    """

    size: int
    handicap: int = 0
    stones: tuple[Cell, ...] = ()

    def layer_of(self, number: int) -> int:
        """The seat of stone `number`, from 0."""
        return max(number - self.handicap, 0) % 2

    @property
    def next_seat(self) -> int:
        return self.layer_of(len(self.stones))

    @property
    def head_start(self) -> int:
        """How many stones Vertical places before Horizontal begins."""
        return max(self.handicap + 1 - len(self.stones), 0)

    @cached_property
    def owners(self) -> Mapping[Cell, int]:
        return {cell: self.layer_of(number) for number, cell in enumerate(self.stones)}

    @cached_property
    def chain(self) -> tuple[Cell, ...]:
        """A shortest winning chain; empty while the game is on.

        Only the last stone can have completed it.
        """
        if not self.stones:
            return ()
        mover = self.owners[self.stones[-1]]
        return winning_chain({cell for cell, seat in self.owners.items() if seat == mover}, mover, self.size)

    @property
    def winner(self) -> int | None:
        return self.owners[self.chain[0]] if self.chain else None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """Empty cells in reading order."""
        return tuple([cell for cell in Rhombus(self.size).cells if cell not in self.owners])

    def holds(self, cell: Cell) -> bool:
        return Rhombus(self.size).holds(cell)

    def after(self, cell: Cell) -> Position:
        return Position(self.size, self.handicap, (*self.stones, cell))
