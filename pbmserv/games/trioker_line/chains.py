"""Chains: strips of triangles that start at the sides of one tile, and never close or lie against each other.

The source says only that there are one, two or three paths, starting from the triple three; the details are ours. The
last tile of a chain has two sides to which nothing is joined: these are its free end, and one of them takes the next
tile. The first tile is such an end as well, until all chains have begun.

A tile lies beside nothing but the end that it extends. So no side joins one chain to another, or to itself further
back, and six tiles never close around a point. Corners may meet, and then they have to match as they do everywhere.
"""

from __future__ import annotations

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout


def chains_begun(layout: Layout) -> int:
    """How many chains start at the first tile."""
    return len(layout.neighbours(_first(layout)))


def ends(layout: Layout, paths: int) -> frozenset[Cell]:
    """The tiles that may be built on, if there are to be this many paths."""
    last = {cell for cell in layout.tiles if cell != _first(layout) and len(layout.neighbours(cell)) == 1}
    if chains_begun(layout) < paths:
        last.add(_first(layout))
    return frozenset(last)


def extensions(layout: Layout, paths: int) -> tuple[Cell, ...]:
    """The cells that would extend a chain, in reading order: beside an end, and beside no other tile."""
    built_on = ends(layout, paths)
    return tuple(
        cell
        for cell in layout.border
        if (beside := layout.neighbours(cell)) and len(beside) == 1 and beside[0] in built_on
    )


def _first(layout: Layout) -> Cell:
    return layout.placements[0].cell
