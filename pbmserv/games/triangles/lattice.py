"""The triangular lattice: its vertices, its cells, and which of them meet.

Vertices are the points (x, y) with an even x + y; y grows down the page. Two neighbours lie 2 apart in their row or 1
apart in both x and y. A cell is a triangle of three neighbouring vertices: an *up* cell has its apex above its base,
a *down* cell below. What lies on a cell, and how it is drawn, is not said here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

# All boards ask again and again what is around the same few hundred points and cells.
_remembered = lru_cache(maxsize=16384)


class Vertex(NamedTuple):
    """A point of the lattice."""

    x: int
    y: int

    @_remembered
    def neighbours(self) -> tuple[Vertex, ...]:
        """The six vertices that an edge joins to this one, clockwise from the upper right."""
        x, y = self
        return (
            _vertex(x + 1, y - 1),
            _vertex(x + 2, y),
            _vertex(x + 1, y + 1),
            _vertex(x - 1, y + 1),
            _vertex(x - 2, y),
            _vertex(x - 1, y - 1),
        )

    @_remembered
    def cells(self) -> tuple[Cell, ...]:
        """The six cells that meet here, clockwise from the one above."""
        x, y = self
        return (
            _cell(y - 1, x),
            _cell(y - 1, x + 1),
            _cell(y, x + 1),
            _cell(y, x),
            _cell(y, x - 1),
            _cell(y - 1, x - 1),
        )


class Cell(NamedTuple):
    """A triangle between the vertices of line y = `row` and those of the next, with its apex and middle at `x`.

    Cells compare in reading order: by the line of their upper edge or apex, then from left to right.
    """

    row: int
    x: int

    @property
    def is_up(self) -> bool:
        """Whether the apex is above the base."""
        return (self.row + self.x) % 2 == 0

    @_remembered
    def corners(self) -> tuple[Vertex, Vertex, Vertex]:
        """The corners clockwise from the apex.

        That is top, bottom right, bottom left for an up cell; bottom, top left, top right for a down cell.
        """
        row, x = self
        if self.is_up:
            return _vertex(x, row), _vertex(x + 1, row + 1), _vertex(x - 1, row + 1)
        return _vertex(x, row + 1), _vertex(x - 1, row), _vertex(x + 1, row)

    @property
    def name(self) -> str:
        """The same in every position, for the values of moves: `-1,4`."""
        return f"{self.row},{self.x}"

    @staticmethod
    def named(name: str) -> Cell:
        """The cell of that name."""
        row, x = name.split(",")
        return _cell(int(row), int(x))

    def neighbours(self) -> tuple[Cell, Cell, Cell]:
        """The cells on the other side of this one's edges: left, right, and across its base."""
        row, x = self
        return _cell(row, x - 1), _cell(row, x + 1), _cell(row + 1 if self.is_up else row - 1, x)


# The same cell is the same object: quick to compare, and kept once however many others it lies beside.
_vertex = _remembered(Vertex)
_cell = _remembered(Cell)


def cells_around(vertices: Iterable[Vertex]) -> set[Cell]:
    """The cells that have at least one of these vertices as a corner."""
    return set().union(*map(Vertex.cells, vertices))
