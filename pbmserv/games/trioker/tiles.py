"""The tiles of Trioker: all triples of figures 0 to 3, one of each mirror pair, and the joker.

MacMahon's 24 triangles of 1921 with marks in corners. Names are from the sources' table; figures are read
anti-clockwise from any start. An hour, as in `301.08`, is where the last figure points: `TileSet.hour` and
`TileSet.marks_at_hour`.
"""

from __future__ import annotations

from pbmserv.games.triangles.tiles import WILD, Reading, TileSet

TRADEMARK = "We do not know whether Trioker is a trademark today, or whose."

TRIPLES = ("000", "111", "222", "333")
DOUBLES = ("001", "002", "003", "112", "113", "110", "223", "220", "221", "330", "331", "332")
SINGLES = ("012", "021", "123", "132", "230", "203", "301", "310")
JOKER = "12W"
"""Odier's additional tile: the solid square matches every figure."""

FIGURE_TILES = TileSet((*TRIPLES, *DOUBLES, *SINGLES), Reading.ANTICLOCKWISE)
TILES = TileSet((*FIGURE_TILES.names, JOKER), Reading.ANTICLOCKWISE)


def pips(tile: str) -> int:
    """The sum of dots; the joker's square has none."""
    return sum(int(figure) for figure in tile if figure != WILD)
