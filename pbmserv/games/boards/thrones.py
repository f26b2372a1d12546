"""Boards of hnefatafl: a throne in the middle, and corners or edges as the king's goal."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from pbmserv.games.boards.grids import EMPTY, STRAIGHT, BoardContents
from pbmserv.games.boards.squares import Squares
from pbmserv.games.message import Listed, Message, in_a_row

RESTRICTED = "="
"""The character of an empty square where only the king may stop."""


class ThroneAndEdges(Squares):
    @cached_property
    def throne(self) -> int:
        return len(self.names) // 2

    @cached_property
    def corners(self) -> frozenset[int]:
        last = len(self.names) - 1
        return frozenset({0, self.width - 1, last - self.width + 1, last})

    @cached_property
    def edges(self) -> frozenset[int]:
        return frozenset(place for place in self.places if len(self.around[place]) < len(self.around[self.throne]))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each square, its orthogonal neighbours."""
        return tuple(tuple(ray[0] for ray in map(rays.__getitem__, STRAIGHT) if ray) for rays in self.rays)

    @cached_property
    def goals(self) -> frozenset[int]:
        return self.edges

    @cached_property
    def restricted(self) -> frozenset[int]:
        """The squares where only the king may stop."""
        return frozenset({self.throne})

    def characters(self, contents: BoardContents) -> str:
        shown = [
            RESTRICTED if place in self.restricted and there == EMPTY else there
            for place, there in enumerate(contents.cells)
        ]
        last = [place for place in contents.last if contents.cells[place] != EMPTY]
        return super().characters(replace(contents, cells="".join(shown), last=last))

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        words = super().words_of(place, contents)
        if place != self.throne and place not in self.restricted:
            return words
        special = Message("the throne") if place == self.throne else Message("a corner")
        return in_a_row(words.items[0], special, *words.items[1:])

    def _role(self, place: int) -> str:
        return "cell.dark" if place == self.throne else "cell.goal" if place in self.goals else "cell.field"


class ThroneAndCorners(ThroneAndEdges):
    @cached_property
    def goals(self) -> frozenset[int]:
        return self.corners

    @cached_property
    def restricted(self) -> frozenset[int]:
        return self.corners | {self.throne}
