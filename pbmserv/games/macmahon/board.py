"""MacMahon's triangles, and his board: the hexagon of side 2 in the file `hexagon.txt`, with a border of one colour.

The tiles are every way to give each edge of a triangle one of four colours, up to rotation. Percy Alexander MacMahon,
New Mathematical Pastimes (Cambridge, 1921). The names are those of the table that the sources print. The figures are
read anti-clockwise, beginning at the bottom left edge of a tile that stands on its point, and any of them may come
first; an hour, as in `143.08`, is the hour of the clock at which the edge of the last figure lies.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.resources import files

from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.shapes import read_shape
from pbmserv.games.triangles.tiles import Marking, Reading, TileSet


@cache
def empty_hexagon(border: str) -> Layout:
    """The empty board; outer edges have the colour `border`."""
    text = (files(__package__) / "hexagon.txt").read_text(encoding="utf-8")
    cells = read_shape(text).cells
    edges = Counter(edge for cell in cells for edge in Marking.EDGES.sites(cell))
    return Layout(
        marking=Marking.EDGES,
        board=cells,
        given={edge: border for edge, count in edges.items() if count == 1},
    )


TRIPLES = ("111", "222", "333", "444")
DOUBLES = ("112", "113", "114", "223", "224", "221", "334", "331", "332", "441", "442", "443")
SINGLES = ("123", "132", "234", "243", "341", "314", "412", "421")

TILES = TileSet((*TRIPLES, *DOUBLES, *SINGLES), Reading.ANTICLOCKWISE, marking=Marking.EDGES)
"""The 24 tiles."""
