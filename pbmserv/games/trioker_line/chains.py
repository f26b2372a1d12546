"""Chains: strips of tiles from the sides of one tile, which never close or touch along a side.

The source says only that one, two or three paths start from the triple three; the details are ours. A chain's last
tile has two free sides, one of which takes the next tile. The first tile is an end as well until all chains have
begun.

A tile adjoins only the end that it extends, so chains never meet along a side and six tiles never surround a point.
Corners may meet, and must match.
"""

from __future__ import annotations

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout


def chains_begun(layout: Layout) -> int:
    """The number of chains begun at the first tile."""
    return len(layout.neighbours(_first(layout)))


def ends(layout: Layout, paths: int) -> frozenset[Cell]:
    """The tiles that may be extended, given the number of paths."""
    last = {cell for cell in layout.tiles if cell != _first(layout) and len(layout.neighbours(cell)) == 1}
    if chains_begun(layout) < paths:
        last.add(_first(layout))
    return frozenset(last)


def extensions(layout: Layout, paths: int) -> tuple[Cell, ...]:
    """The cells next to an end and no other tile, in reading order."""
    built_on = ends(layout, paths)
    return tuple(
        cell
        for cell in layout.border
        if (beside := layout.neighbours(cell)) and len(beside) == 1 and beside[0] in built_on
    )


def _first(layout: Layout) -> Cell:
    return layout.placements[0].cell
