"""The tiles of Even-Odd: whose they are, and the characters that are drawn on them in the edition of Spirou.

The source's table gives each side twelve. It writes the name of a tile so that it is an even number if the tile is
Even's: 112 and 012 are Even's, 221 and 021 are Odd's. The texts that we have show only its columns of triples and
singles; this rule divides the doubles into six and six.
"""

from __future__ import annotations

from enum import Enum

from pbmserv.games.trioker.tiles import FIGURE_TILES

TILES = FIGURE_TILES
"""All tiles: the joker takes no part."""

CHARACTERS = {
    "000": "Bobo",
    "222": "Kroston",
    "111": "Sibylline",
    "333": "Schtroumpf",
    "001": "Marc Lebut",
    "002": "Foufi",
    "003": "Sophie",
    "110": "Sandy",
    "112": "Vieux Nick",
    "113": "Oncle Paul",
    "220": "Patate",
    "223": "Benoît Brisefer",
    "221": "Timour",
    "332": "Gil Jourdan",
    "330": "César",
    "331": "Attila",
    "012": "Tif",
    "132": "Bill",
    "021": "Tondu",
    "123": "Boule",
    "230": "Johan",
    "310": "Fantasio",
    "203": "Pirlouit",
    "301": "Spirou",
}
"""Who is on each tile, in the order of the source's table."""

NOT_TO_OPEN = frozenset({"000", "222"})
"""The triples of Even: Odd would have too little to answer."""


class Side(Enum):
    """A side, by its name in letters."""

    EVEN = "Even"
    ODD = "Odd"

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.ODD if self is Side.EVEN else Side.EVEN

    @property
    def tiles(self) -> tuple[str, ...]:
        """The twelve tiles that this side begins with, in the order of the table."""
        return _TILES[self]


def side_of(tile: str) -> Side:
    """Whose tile it is."""
    return Side.ODD if int(tile) % 2 else Side.EVEN


_TILES = {side: tuple([tile for tile in CHARACTERS if side_of(tile) is side]) for side in Side}
