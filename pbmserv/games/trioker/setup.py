"""The start of Trioker: hands, coins, and the first tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbmserv.games.trioker.coins import Purse
from pbmserv.games.trioker.tiles import TILES, pips


@dataclass(frozen=True)
class Setup:
    """A line of the source's table: each player's tiles and coins."""

    tiles: int
    purse: Purse


SETUPS = {
    2: Setup(tiles=10, purse=Purse(red=5, black=5)),
    3: Setup(tiles=7, purse=Purse(red=5, black=5)),
    4: Setup(tiles=6, purse=Purse(red=4, black=5)),
}
"""By number of players; the tiles left over, 5, 4 or 1, are the bank."""


def starter_of(hands: Sequence[Sequence[str]]) -> tuple[int, str]:
    """The starting seat and tile: the one with most pips, 333 if anybody holds it.

    Among equal sums the higher figures decide (331 before 223), then the table's order.
    """

    def rank(tile: str) -> tuple[int, list[str], int]:
        return pips(tile), sorted(tile, reverse=True), -TILES.names.index(tile)

    tile, seat = max(
        ((tile, seat) for seat, hand in enumerate(hands) for tile in hand), key=lambda held: rank(held[0])
    )
    return seat, tile
