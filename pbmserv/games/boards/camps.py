"""Boards with a camp at each of some corners, as in Halma, and the chequered one with camps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.squares import Chequered
from pbmserv.games.message import Listed, Message, in_a_row

FREE = ":"
"""The character of an empty square of a camp."""


class Camped(Grid):
    """A board with camps at its corners, which are numbered clockwise from the lower left or lowest one."""

    opposite: ClassVar[int]
    """How many corners clockwise from home a goal is."""

    @property
    @abstractmethod
    def corners(self) -> Sequence[int]:
        """The outermost place of each corner."""

    @property
    @abstractmethod
    def camps(self) -> Sequence[frozenset[int]]:
        """The places at each corner."""

    @property
    @abstractmethod
    def homes(self) -> Sequence[int]:
        """The corner from which each seat starts."""

    @abstractmethod
    def apart(self, place: int, other: int) -> int:
        """The square of the distance of two places."""

    def goal_of(self, seat: int) -> int:
        """The corner where a seat goes."""
        return (self.homes[seat] + self.opposite) % len(self.corners)

    @cached_property
    def in_use(self) -> frozenset[int]:
        """The places of all camps from which or to which somebody goes."""
        corners = {corner for seat, home in enumerate(self.homes) for corner in (home, self.goal_of(seat))}
        return frozenset().union(*(self.camps[corner] for corner in corners))

    def with_camps(self, contents: BoardContents) -> BoardContents:
        """The contents as drawn in characters: empty places of camps are seen, and places that were left unmarked."""
        cells = "".join(
            FREE if there == EMPTY and place in self.in_use else there for place, there in enumerate(contents.cells)
        )
        last = [place for place in contents.last if contents.cells[place] != EMPTY]
        return replace(contents, cells=cells, last=last)

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        words = super().words_of(place, contents)
        return in_a_row(*words.items, Message("in a camp")) if place in self.in_use else words


@dataclass(frozen=True)
class Camps(Camped, Chequered):
    """`lengths` are those of a camp's rows, from the edge inwards; `seats` camps belong to a player.

    Two players have opposite corners, unless they sit `beside` each other.
    """

    opposite: ClassVar[int] = 2

    lengths: tuple[int, ...] = (1,)
    seats: int = 2
    beside: bool = False

    @cached_property
    def corners(self) -> Sequence[int]:
        size = self.width
        return size * (size - 1), 0, size - 1, size * size - 1

    @cached_property
    def camps(self) -> Sequence[frozenset[int]]:
        last = self.width - 1
        near = [(column, row) for row, length in enumerate(self.lengths) for column in range(length)]
        return (
            frozenset(self.at(column, last - row) for column, row in near),
            frozenset(self.at(column, row) for column, row in near),
            frozenset(self.at(last - column, row) for column, row in near),
            frozenset(self.at(last - column, last - row) for column, row in near),
        )

    @cached_property
    def homes(self) -> Sequence[int]:
        return (0, 2) if self.seats == 2 and not self.beside else range(self.seats)

    def apart(self, place: int, other: int) -> int:
        size = self.width
        return (place % size - other % size) ** 2 + (place // size - other // size) ** 2

    def characters(self, contents: BoardContents) -> str:
        return super().characters(self.with_camps(contents))

    def _role(self, place: int) -> str:
        return "cell.goal" if place in self.in_use else super()._role(place)
