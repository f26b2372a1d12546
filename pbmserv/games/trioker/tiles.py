"""The tiles of Trioker: every triple of the figures 0 to 3, mirror images apart, and the joker.

MacMahon's 24 triangles of 1921 with the marks moved from the edges to the corners. The names are those of the table
that the sources print; the figures are read anti-clockwise, and any of them may come first. An hour, as in `301.08`,
is the hour of the clock at which the last figure points: `TileSet.hour` and `TileSet.marks_at_hour`.
"""

from __future__ import annotations

from pbmserv.games.triangles.tiles import WILD, Reading, TileSet

TRIPLES = ("000", "111", "222", "333")
DOUBLES = ("001", "002", "003", "112", "113", "110", "223", "220", "221", "330", "331", "332")
SINGLES = ("012", "021", "123", "132", "230", "203", "301", "310")
JOKER = "12W"
"""The tile that Odier added: the solid square in its third corner matches every figure."""

FIGURE_TILES = TileSet((*TRIPLES, *DOUBLES, *SINGLES), Reading.ANTICLOCKWISE)
"""The 24 tiles without the joker."""
TILES = TileSet((*FIGURE_TILES.names, JOKER), Reading.ANTICLOCKWISE)
"""The full set of 25 tiles."""


def pips(tile: str) -> int:
    """The sum of the dots on a tile; the solid square of the joker is none."""
    return sum(int(figure) for figure in tile if figure != WILD)
