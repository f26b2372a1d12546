"""MacMahon's board, the hexagon of side 2 in the file `hexagon.txt`, with a border of one colour."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files

from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.shapes import read_shape
from pbmserv.games.triangles.tiles import Marking


@cache
def empty_hexagon(border: str) -> Layout:
    """The board without tiles; edges that belong to only one cell bear the colour `border`."""
    text = (files(__package__) / "hexagon.txt").read_text(encoding="utf-8")
    cells = read_shape(text).cells
    edges = Counter(edge for cell in cells for edge in Marking.EDGES.sites(cell))
    return Layout(
        marking=Marking.EDGES,
        board=cells,
        given={edge: border for edge, count in edges.items() if count == 1},
    )
