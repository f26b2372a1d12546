"""Tiles on the lattice: marks of sites, what fits where, closed hexagons.

Other rules, such as spaces, hands and turns, belong to the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.tiles import BLANK, WILD, Marking, Site, turns_that_fit


class Placement(NamedTuple):
    """A placed tile: its cell, and its marks clockwise from the cell's apex."""

    cell: Cell
    marks: str


@lru_cache(maxsize=4096)
def _some_fit(tiles: tuple[str, ...], pattern: str) -> bool:
    return any(turns_that_fit(marks, pattern) for marks in tiles)


@dataclass(frozen=True)
class Layout:
    """Placed tiles in order, known to match.

    `board` are a printed board's cells, None for an endless table; `given` are marks of the board, such as a border.
    """

    placements: tuple[Placement, ...] = ()
    marking: Marking = Marking.CORNERS
    board: frozenset[Cell] | None = None
    given: Mapping[Site, str] = field(default_factory=dict, hash=False)

    def with_tile(self, placement: Placement) -> Layout:
        return replace(self, placements=(*self.placements, placement))

    def without_tile(self, cell: Cell) -> Layout:
        return replace(self, placements=tuple(placement for placement in self.placements if placement.cell != cell))

    @cached_property
    def tiles(self) -> Mapping[Cell, str]:
        return dict(self.placements)

    @cached_property
    def sites(self) -> Mapping[Site, str]:
        """The mark of each marked site; `WILD` only if nothing says more."""
        marks = dict(self.given)
        for cell, tile in self.placements:
            for site, mark in zip(self.marking.sites(cell), tile, strict=True):
                if marks.get(site, WILD) == WILD:
                    marks[site] = mark
        return marks

    def pattern(self, cell: Cell) -> str:
        """The marks around a cell clockwise from its apex, `BLANK` if there is none."""
        known = self._patterns.get(cell)
        if known is None:
            sites = self.sites
            known = self._patterns[cell] = "".join([sites.get(site, BLANK) for site in self.marking.sites(cell)])
        return known

    @cached_property
    def _patterns(self) -> dict[Cell, str]:
        return {}

    def is_free(self, cell: Cell) -> bool:
        return cell not in self.tiles and (self.board is None or cell in self.board)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple(neighbour for neighbour in cell.neighbours() if neighbour in self.tiles)

    @cached_property
    def border(self) -> tuple[Cell, ...]:
        """The free cells next to a tile, in reading order."""
        beside = set[Cell]().union(*map(Cell.neighbours, self.tiles)) - self.tiles.keys()
        return tuple(sorted(beside if self.board is None else beside & self.board))

    def places(self, tiles: Iterable[str]) -> tuple[Cell, ...]:
        """The border cells where one of these tiles fits, in reading order.

        Tiles are given as marks, in any turn.
        """
        candidates = tuple(tiles)
        return tuple(cell for cell in self.border if self.takes(cell, candidates))

    def takes(self, cell: Cell, tiles: Iterable[str]) -> bool:
        """Whether one of these tiles, as marks, fits a cell in some turn."""
        return _some_fit(tuple(tiles), self.pattern(cell))

    def is_surrounded(self, vertex: Vertex) -> bool:
        """Whether all six cells around a vertex have tiles."""
        return all(cell in self.tiles for cell in vertex.cells())

    def hexagons_closed_by(self, cell: Cell) -> tuple[Vertex, ...]:
        """The centres of hexagons that the tile on this cell completes."""
        return tuple(vertex for vertex in cell.corners() if self.is_surrounded(vertex))
