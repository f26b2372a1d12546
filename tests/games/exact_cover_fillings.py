"""Filling a board with a published solver of exact covers, to compare ours to.

Each row of the matrix is a choice, and each column must be covered by exactly one of those chosen:

* a tile that lies on a cell in one of its turns, and each figure that a wild mark of it may stand for. It covers the
  cell, the tile, and for each of its marks the column of this cell, this site and this mark;
* a mark for a site. It covers the site, and for each cell around it the columns of all other marks;
* a tile that is not used. It covers the tile alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product

import numpy as np
from exact_cover import get_all_solutions  # type: ignore[import-untyped]
from exact_cover.error import NoSolution  # type: ignore[import-untyped]

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import WILD, Site, TileSet, turns


def exact_cover_fillings(layout: Layout, tiles: TileSet) -> set[frozenset[Placement]]:
    """All ways to fill the board of a layout, each as all tiles that lie there in the end."""
    rows = list(_rows(layout, tiles))
    columns = {column: number for number, column in enumerate(dict.fromkeys(c for _, row in rows for c in row))}
    matrix = np.zeros((len(rows), len(columns)), dtype=bool)
    for number, (_, row) in enumerate(rows):
        matrix[number, [columns[column] for column in row]] = True
    try:
        solutions = get_all_solutions(matrix)
    except NoSolution:
        return set()
    return {
        frozenset(placement for number in solution if (placement := rows[number][0]) is not None)
        for solution in solutions
    }


def _rows(layout: Layout, tiles: TileSet) -> Iterator[tuple[Placement | None, list[Hashable]]]:
    board = sorted(layout.board or ())
    marks = sorted({mark for name in tiles.names for mark in name} - {WILD})
    around: dict[Site, list[Cell]] = {}
    for cell in board:
        sites = layout.marking.sites(cell)
        for site in sites:
            around.setdefault(site, []).append(cell)
        for name in tiles.names:
            for turn in turns(tiles.marks(name)):
                if layout.tiles.get(cell, turn) == turn:
                    for stands_for in product(*(marks if mark == WILD else [mark] for mark in turn)):
                        matched = [(cell, *each) for each in zip(sites, stands_for, strict=True)]
                        yield Placement(cell, turn), [cell, name, *matched]
    for site, cells in around.items():
        for mark in marks:
            if layout.given.get(site, mark) == mark:
                others = [other for other in marks if other != mark]
                yield None, [("site", site), *((cell, site, other) for cell in cells for other in others)]
    for name in tiles.names:
        yield None, [name]
