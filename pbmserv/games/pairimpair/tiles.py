"""The tiles of Even-Odd, their sides, and the characters of the Spirou edition.

In the source's table each side has twelve tiles, named so that Even's are even numbers: 112 and 012 are Even's, 221
and 021 Odd's. Our texts show only the columns of triples and singles; this rule divides the doubles six and six.
"""

from __future__ import annotations

from enum import Enum

from pbmserv.games.trioker.tiles import FIGURE_TILES

TILES = FIGURE_TILES
"""All tiles except the joker."""

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
"""Each tile's character, in the order of the source's table."""

NOT_TO_OPEN = frozenset({"000", "222"})
"""Even's triples, which may not open."""


class Side(Enum):
    EVEN = "Even"
    ODD = "Odd"

    @property
    def other(self) -> Side:
        return Side.ODD if self is Side.EVEN else Side.EVEN

    @property
    def tiles(self) -> tuple[str, ...]:
        return _TILES[self]


def side_of(tile: str) -> Side:
    return Side.ODD if int(tile) % 2 else Side.EVEN


_TILES = {side: tuple([tile for tile in CHARACTERS if side_of(tile) is side]) for side in Side}
