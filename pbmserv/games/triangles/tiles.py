"""Tiles with three marks: names, readings, turns.

Marks of a placed tile or cell are three characters clockwise from the apex (see `Cell.corners`): `"245"`. A `Marking`
says whether they are in corners or at edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from pbmserv.games.message import Message
from pbmserv.games.triangles.lattice import Cell, Vertex

BLANK = " "
"""No mark yet."""
WILD = "W"
"""A mark that matches every other."""


class Edge(NamedTuple):
    one: Vertex
    other: Vertex


Site: TypeAlias = Vertex | Edge
"""The location of a mark."""


class Marking(Enum):
    """Whether marks are in corners, or at edges, each in place of the opposite corner."""

    CORNERS = "corners"
    EDGES = "edges"

    def sites(self, cell: Cell) -> tuple[Site, Site, Site]:
        """The sites of a cell's marks, in order."""
        return cell.corners() if self is Marking.CORNERS else _edges_of(cell)

    def hours(self, cell: Cell) -> tuple[int, int, int]:
        """The hours at which the marks point, in order."""
        return (12, 4, 8) if cell.is_up == (self is Marking.CORNERS) else (6, 10, 2)

    def names(self, cell: Cell) -> tuple[str, str, str]:
        """The names of the marks' places, in order: `bottom right corner`."""
        if self is Marking.CORNERS:
            if cell.is_up:
                return Message("top corner"), Message("bottom right corner"), Message("bottom left corner")
            return Message("bottom corner"), Message("top left corner"), Message("top right corner")
        if cell.is_up:
            return Message("bottom edge"), Message("top left edge"), Message("top right edge")
        return Message("top edge"), Message("bottom right edge"), Message("bottom left edge")


@lru_cache(maxsize=16384)
def _edges_of(cell: Cell) -> tuple[Edge, Edge, Edge]:
    corners = cell.corners()
    first, second, third = sorted(corners[1:]), sorted(corners[::2]), sorted(corners[:2])
    return Edge(*first), Edge(*second), Edge(*third)


@cache
def turns(marks: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(marks[start:] + marks[:start] for start in range(3)))


def agree(mark: str, other: str) -> bool:
    return mark == other or BLANK in (mark, other) or WILD in (mark, other)


@cache
def turns_that_fit(marks: str, pattern: str) -> tuple[str, ...]:
    return tuple(turn for turn in turns(marks) if all(map(agree, turn, pattern)))


class Reading(Enum):
    """The direction of the figures in a tile's name."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anti-clockwise"


@dataclass(frozen=True)
class TileSet:
    """The tiles of a game by canonical name, such as `245` or `12W`.

    A name's figures are marks in the direction of `reading`; letters join them with `separator`. `without_joker` is
    the message for a joker if the set has none.
    """

    names: tuple[str, ...]
    reading: Reading
    separator: str = ""
    marking: Marking = Marking.CORNERS
    without_joker: str = field(default="There is no tile {tile}: no joker takes part in this game.", compare=False)

    def marks(self, figures: str) -> str:
        """The marks, clockwise, of a tile read as these figures."""
        return figures if self.reading is Reading.CLOCKWISE else figures[::-1]

    def find(self, figures: str) -> str | None:
        return self._name_of_marks.get(self.marks(figures))

    def name_of(self, marks: str) -> str:
        """The tile with these marks, clockwise."""
        return self._name_of_marks[marks]

    def turns_that_fit(self, name: str, pattern: str) -> tuple[str, ...]:
        return turns_that_fit(self.marks(name), pattern)

    def spelled(self, name: str) -> str:
        return self.separator.join(name)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The marks of the tiles, lowest first, without the joker's."""
        return tuple(sorted(set("".join(self.names)) - {WILD}))

    def listed(self, names: Iterable[str]) -> str:
        return " ".join(map(self.spelled, names))

    def hour(self, marks: str, cell: Cell) -> int:
        """The hour of the last figure of a tile's name in this turn on a cell, as in `245.08`.

        For three equal marks, one of the three hours.
        """
        known = self._hours.get((marks, cell.is_up))
        if known is None:
            known = self.hour_of(self.name_of(marks), marks, cell)
            self._hours[marks, cell.is_up] = known
        return known

    def hour_of(self, figures: str, marks: str, cell: Cell) -> int:
        """The hour of the last of these figures, which may start at any mark."""
        hours = self.marking.hours(cell)
        return next(hour for hour in hours if self.marks_at_hour(figures, hour, cell) == marks)

    @cached_property
    def _hours(self) -> dict[tuple[str, bool], int]:
        return {}

    def marks_at_hour(self, figures: str, hour: int, cell: Cell) -> str:
        """The turn of a tile read as these figures, with the last one at this hour."""
        marks = self.marks(figures)
        # The last figure is the last of the clockwise marks, or the first where the name is read the other way.
        last = 2 if self.reading is Reading.CLOCKWISE else 0
        start = last - self.marking.hours(cell).index(hour)
        return "".join(marks[(start + place) % 3] for place in range(3))

    @cached_property
    def _name_of_marks(self) -> Mapping[str, str]:
        return {turn: name for name in self.names for turn in turns(self.marks(name))}
