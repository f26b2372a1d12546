"""The rules of Hex: positions and chains, without words or pictures.

Piet Hein invented Hex in 1942 (as Polygon, in the newspaper Politiken), John Nash again in 1948. The board is a
rhombus of hexagons; Vertical owns its top and bottom, Horizontal its left and right side, and whoever joins their own
two sides by a chain of stones wins. Stones never move. On a full board exactly one of the two has done so (David
Gale, The Game of Hex and the Brouwer Fixed-Point Theorem, 1979), so there are no ties.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pbmserv.games.boards.hexagons import Cell, Rhombus


def winning_chain(stones: Collection[Cell], seat: int, size: int) -> tuple[Cell, ...]:
    """A shortest chain of a seat's `stones` from its first side to its second; empty where there is none.

    `cell[seat]` is how far a cell is on that seat's way: a row for Vertical, a column for Horizontal.
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
    """The cells from `end` back to where the search began."""
    cell: Cell | None = end
    while cell is not None:
        yield cell
        cell = came_from[cell]


@dataclass(frozen=True)
class Position:
    """A position: the stones in the order in which they were laid.

    Vertical begins, and lays one stone and `handicap` more before Horizontal lays the first; then they take turns.
    """

    size: int
    handicap: int = 0
    stones: tuple[Cell, ...] = ()

    def layer_of(self, number: int) -> int:
        """The seat that lays stone `number`, counted from 0."""
        return max(number - self.handicap, 0) % 2

    @property
    def next_seat(self) -> int:
        """The seat that lays the next stone, or would if the game were not over."""
        return self.layer_of(len(self.stones))

    @property
    def head_start(self) -> int:
        """How many stones Vertical has yet to lay before Horizontal begins."""
        return max(self.handicap + 1 - len(self.stones), 0)

    @cached_property
    def owners(self) -> Mapping[Cell, int]:
        """The seat of each stone."""
        return {cell: self.layer_of(number) for number, cell in enumerate(self.stones)}

    @cached_property
    def chain(self) -> tuple[Cell, ...]:
        """A shortest chain that has won, from side to side; empty while the game is on.

        Only the last stone can have completed it.
        """
        if not self.stones:
            return ()
        mover = self.owners[self.stones[-1]]
        return winning_chain({cell for cell, seat in self.owners.items() if seat == mover}, mover, self.size)

    @property
    def winner(self) -> int | None:
        """The seat that has joined its sides, None while the game is on."""
        return self.owners[self.chain[0]] if self.chain else None

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The empty cells in reading order."""
        return tuple([cell for cell in Rhombus(self.size).cells if cell not in self.owners])

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return Rhombus(self.size).holds(cell)

    def after(self, cell: Cell) -> Position:
        """The position after laying a stone on a free cell."""
        return Position(self.size, self.handicap, (*self.stones, cell))
