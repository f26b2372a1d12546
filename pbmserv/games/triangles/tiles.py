"""Tiles with three marks: how they are named, read and turned.

The marks of a tile that lies on a cell, and of the cell itself, are a text of three characters, clockwise from the
apex (see `Cell.corners`): `"245"`. A `Marking` says where they lie: in the corners or at the edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from pbmserv.games.triangles.lattice import Cell, Vertex

BLANK = " "
"""Among the marks of a cell: nothing has been laid there yet."""
WILD = "W"
"""A mark that matches every other."""


class Edge(NamedTuple):
    """The edge between two neighbouring vertices, the smaller first."""

    one: Vertex
    other: Vertex


Site: TypeAlias = Vertex | Edge
"""Where a mark lies."""


class Marking(Enum):
    """Where a tile bears its marks: in its corners, or at its edges, each in the place of the corner opposite."""

    CORNERS = "corners"
    EDGES = "edges"

    def sites(self, cell: Cell) -> tuple[Site, Site, Site]:
        """Where the marks of a tile on this cell lie, in their order."""
        return cell.corners() if self is Marking.CORNERS else _edges_of(cell)

    def hours(self, cell: Cell) -> tuple[int, int, int]:
        """The hours of the clock at which the marks point, in their order."""
        return (12, 4, 8) if cell.is_up == (self is Marking.CORNERS) else (6, 10, 2)

    def names(self, cell: Cell) -> tuple[str, str, str]:
        """What the places of the marks are called, in their order: `bottom right corner`."""
        if cell.is_up == (self is Marking.CORNERS):
            places = "top", "bottom right", "bottom left"
        else:
            places = "bottom", "top left", "top right"
        noun = "corner" if self is Marking.CORNERS else "edge"
        first, second, third = (f"{place} {noun}" for place in places)
        return first, second, third


@lru_cache(maxsize=16384)
def _edges_of(cell: Cell) -> tuple[Edge, Edge, Edge]:
    """The edges of a cell, each in the place of the corner opposite."""
    corners = cell.corners()
    first, second, third = sorted(corners[1:]), sorted(corners[::2]), sorted(corners[:2])
    return Edge(*first), Edge(*second), Edge(*third)


@cache
def turns(marks: str) -> tuple[str, ...]:
    """The different ways to lay a tile: its marks clockwise, beginning with each of them in turn."""
    return tuple(dict.fromkeys(marks[start:] + marks[:start] for start in range(3)))


def agree(mark: str, other: str) -> bool:
    """Whether two marks may lie at one site."""
    return mark == other or BLANK in (mark, other) or WILD in (mark, other)


@cache
def turns_that_fit(marks: str, pattern: str) -> tuple[str, ...]:
    """The ways to lay a tile that agree with the marks around a cell."""
    return tuple(turn for turn in turns(marks) if all(map(agree, turn, pattern)))


class Reading(Enum):
    """In which direction the figures of a tile's name go round the tile."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anti-clockwise"


@dataclass(frozen=True)
class TileSet:
    """The tiles of a game by their canonical names, such as `245` or `12W`.

    A name's figures are the tile's marks in the direction of `reading`; letters put `separator` between them.
    `without_joker` is what to say to somebody who names a joker if the set has none.
    """

    names: tuple[str, ...]
    reading: Reading
    separator: str = ""
    marking: Marking = Marking.CORNERS
    without_joker: str = field(default="no joker takes part in this game", compare=False)

    def marks(self, figures: str) -> str:
        """The marks, clockwise, of a tile that is read as these figures; one of its turns."""
        return figures if self.reading is Reading.CLOCKWISE else figures[::-1]

    def find(self, figures: str) -> str | None:
        """The name of the tile that is read as these figures, beginning anywhere; None if there is none."""
        return self._name_of_marks.get(self.marks(figures))

    def name_of(self, marks: str) -> str:
        """The name of the tile of the set that bears these marks, clockwise."""
        return self._name_of_marks[marks]

    def turns_that_fit(self, name: str, pattern: str) -> tuple[str, ...]:
        """The ways to lay a tile, as marks, that agree with the marks around a cell."""
        return turns_that_fit(self.marks(name), pattern)

    def spelled(self, name: str) -> str:
        """A tile as letters name it: `2-4-5`."""
        return self.separator.join(name)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The marks that the tiles bear, lowest first, without the joker's."""
        return tuple(sorted(set("".join(self.names)) - {WILD}))

    def listed(self, names: Iterable[str]) -> str:
        """Several tiles as letters name them, with blanks between them."""
        return " ".join(map(self.spelled, names))

    def hour(self, marks: str, cell: Cell) -> int:
        """The hour at which the last figure of a tile's name points when it lies like this on a cell, as in `245.08`.

        A tile with three equal marks looks the same each way; this gives one of its three hours.
        """
        known = self._hours.get((marks, cell.is_up))
        if known is None:
            known = self.hour_of(self.name_of(marks), marks, cell)
            self._hours[marks, cell.is_up] = known
        return known

    def hour_of(self, figures: str, marks: str, cell: Cell) -> int:
        """The hour of the last of these figures, which read the tile from any of its marks on."""
        hours = self.marking.hours(cell)
        return next(hour for hour in hours if self.marks_at_hour(figures, hour, cell) == marks)

    @cached_property
    def _hours(self) -> dict[tuple[str, bool], int]:
        """Hours that are known, by the marks, and by whether the cell's apex is above."""
        return {}

    def marks_at_hour(self, figures: str, hour: int, cell: Cell) -> str:
        """How a tile that is read as these figures lies on a cell if the last of them points at one of its hours."""
        marks = self.marks(figures)
        # The last figure is the last of the clockwise marks, or the first where the name is read the other way.
        last = 2 if self.reading is Reading.CLOCKWISE else 0
        start = last - self.marking.hours(cell).index(hour)
        return "".join(marks[(start + place) % 3] for place in range(3))

    @cached_property
    def _name_of_marks(self) -> Mapping[str, str]:
        return {turn: name for name in self.names for turn in turns(self.marks(name))}
