"""Tiles laid out on the lattice: what the sites bear, what fits where, which hexagons are closed.

Whether a move is otherwise allowed (board spaces, hands, turns) is up to the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.tiles import BLANK, WILD, Marking, Site, turns_that_fit


class Placement(NamedTuple):
    """A tile on the table: its cell, and its marks clockwise from the cell's apex."""

    cell: Cell
    marks: str


@lru_cache(maxsize=4096)
def _some_fit(tiles: tuple[str, ...], pattern: str) -> bool:
    """Whether one of these tiles agrees with such marks; they are the same in many places, and for many viewers."""
    return any(turns_that_fit(marks, pattern) for marks in tiles)


@dataclass(frozen=True)
class Layout:
    """Tiles that have been laid, in that order; they are known to match.

    `board` is the cells of a printed board, None if the table is endless; `given` are marks that the board itself
    bears, such as a border of one colour.
    """

    placements: tuple[Placement, ...] = ()
    marking: Marking = Marking.CORNERS
    board: frozenset[Cell] | None = None
    given: Mapping[Site, str] = field(default_factory=dict, hash=False)

    def with_tile(self, placement: Placement) -> Layout:
        """The layout after one more tile."""
        return replace(self, placements=(*self.placements, placement))

    def without_tile(self, cell: Cell) -> Layout:
        """The layout after the tile on a cell has been taken off."""
        return replace(self, placements=tuple(placement for placement in self.placements if placement.cell != cell))

    @cached_property
    def tiles(self) -> Mapping[Cell, str]:
        """The marks of each tile by its cell."""
        return dict(self.placements)

    @cached_property
    def sites(self) -> Mapping[Site, str]:
        """The mark of each site that a tile or the board has given one; `WILD` only where nothing else says more."""
        marks = dict(self.given)
        for cell, tile in self.placements:
            for site, mark in zip(self.marking.sites(cell), tile, strict=True):
                if marks.get(site, WILD) == WILD:
                    marks[site] = mark
        return marks

    def pattern(self, cell: Cell) -> str:
        """The marks around a cell, clockwise from its apex, `BLANK` where there is none yet."""
        known = self._patterns.get(cell)
        if known is None:
            sites = self.sites
            known = self._patterns[cell] = "".join([sites.get(site, BLANK) for site in self.marking.sites(cell)])
        return known

    @cached_property
    def _patterns(self) -> dict[Cell, str]:
        """Those that somebody has asked for: all who look at a board ask for the same ones."""
        return {}

    def is_free(self, cell: Cell) -> bool:
        """Whether there is room for a tile: the cell is on the board and has no tile yet."""
        return cell not in self.tiles and (self.board is None or cell in self.board)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells with tiles that share a whole side with this one."""
        return tuple(neighbour for neighbour in cell.neighbours() if neighbour in self.tiles)

    @cached_property
    def border(self) -> tuple[Cell, ...]:
        """The free cells that share a whole side with a tile, in reading order."""
        beside = {neighbour for cell in self.tiles for neighbour in cell.neighbours()}
        return tuple(sorted(filter(self.is_free, beside)))

    def places(self, tiles: Iterable[str]) -> tuple[Cell, ...]:
        """The cells of the border on which at least one of these tiles fits in some way, in reading order.

        The tiles are given as marks, in any of their turns.
        """
        candidates = tuple(tiles)
        return tuple(cell for cell in self.border if self.takes(cell, candidates))

    def takes(self, cell: Cell, tiles: Iterable[str]) -> bool:
        """Whether at least one of these tiles, given as marks, agrees in some way with the marks around a cell."""
        return _some_fit(tuple(tiles), self.pattern(cell))

    def is_surrounded(self, vertex: Vertex) -> bool:
        """Whether tiles lie on all six cells around a vertex."""
        return all(cell in self.tiles for cell in vertex.cells())

    def hexagons_closed_by(self, cell: Cell) -> tuple[Vertex, ...]:
        """The middles of the hexagons that the tile on this cell closes or closed, as their sixth tile."""
        return tuple(vertex for vertex in cell.corners() if self.is_surrounded(vertex))
