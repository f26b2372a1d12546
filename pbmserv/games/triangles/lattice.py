"""The triangular lattice: vertices and cells.

Vertices are points (x, y) with even x + y; y grows downwards. Neighbours are 2 apart in a row, or 1 apart in both x
and y. A cell is a triangle of three neighbouring vertices: *up* with its apex above its base, or *down*.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

# All boards ask again and again what is around the same few hundred points and cells.
_remembered = lru_cache(maxsize=16384)


class Vertex(NamedTuple):
    x: int
    y: int

    @_remembered
    def neighbours(self) -> tuple[Vertex, ...]:
        """The six neighbours, clockwise from the upper right."""
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
        """The six adjacent cells, clockwise from above."""
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
    """A triangle between the vertices of y = `row` and the next line, with apex and middle at `x`.

    Cells compare in reading order: by top line, then from left to right.
    """

    row: int
    x: int

    @property
    def is_up(self) -> bool:
        return (self.row + self.x) % 2 == 0

    @_remembered
    def corners(self) -> tuple[Vertex, Vertex, Vertex]:
        """The corners clockwise from the apex: top, bottom right, bottom left, or bottom, top left, top right."""
        row, x = self
        if self.is_up:
            return _vertex(x, row), _vertex(x + 1, row + 1), _vertex(x - 1, row + 1)
        return _vertex(x, row + 1), _vertex(x - 1, row), _vertex(x + 1, row)

    @property
    def name(self) -> str:
        """A name for values of moves, the same at every position: `-1,4`."""
        return f"{self.row},{self.x}"

    @staticmethod
    def named(name: str) -> Cell:
        row, x = name.split(",")
        return _cell(int(row), int(x))

    @_remembered
    def neighbours(self) -> tuple[Cell, Cell, Cell]:
        """The neighbours: left, right, across the base."""
        row, x = self
        return _cell(row, x - 1), _cell(row, x + 1), _cell(row + 1 if self.is_up else row - 1, x)


# The same cell is the same object: quick to compare, and kept once however many others it lies beside.
_vertex = _remembered(Vertex)
_cell = _remembered(Cell)


def cells_around(vertices: Iterable[Vertex]) -> set[Cell]:
    return set().union(*map(Vertex.cells, vertices))
