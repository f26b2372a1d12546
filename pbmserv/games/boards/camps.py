"""Chequered boards with a camp in each of some corners, as in Halma."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.squares import Chequered

FREE = ":"
"""The character of an empty square of a camp."""


@dataclass(frozen=True)
class Camps(Chequered):
    """`lengths` are those of a camp's rows, from the edge inwards; `seats` camps belong to a player.

    Corners are numbered clockwise from the lower left one. Two players have opposite ones, unless they sit `beside`
    each other.
    """

    lengths: tuple[int, ...] = (1,)
    seats: int = 2
    beside: bool = False

    @cached_property
    def corners(self) -> tuple[int, int, int, int]:
        size = self.width
        return size * (size - 1), 0, size - 1, size * size - 1

    @cached_property
    def camps(self) -> tuple[frozenset[int], ...]:
        """The squares at each corner."""
        last = self.width - 1
        near = [(column, row) for row, length in enumerate(self.lengths) for column in range(length)]
        return (
            frozenset(self.at(column, last - row) for column, row in near),
            frozenset(self.at(column, row) for column, row in near),
            frozenset(self.at(last - column, row) for column, row in near),
            frozenset(self.at(last - column, last - row) for column, row in near),
        )

    @cached_property
    def in_use(self) -> frozenset[int]:
        """The squares of all camps from which or to which somebody goes."""
        corners = [self.corner_of(seat, away) for seat in range(self.seats) for away in (0, 2)]
        return frozenset().union(*(self.camps[corner] for corner in corners))

    def corner_of(self, seat: int, away: int = 0) -> int:
        """The corner from which a seat starts, or one so many corners clockwise from there: the goal is 2 away."""
        return ((2 * seat if self.seats == 2 and not self.beside else seat) + away) % 4

    def characters(self, contents: BoardContents) -> str:
        cells = "".join(
            FREE if there == EMPTY and place in self.in_use else there for place, there in enumerate(contents.cells)
        )
        last = [place for place in contents.last if contents.cells[place] != EMPTY]
        return super().characters(replace(contents, cells=cells, last=last))

    def words_of(self, place: int, contents: BoardContents) -> str:
        words = super().words_of(place, contents)
        return f"{words}, in a camp" if place in self.in_use else words

    def _role(self, place: int) -> str:
        return "cell.goal" if place in self.in_use else super()._role(place)
