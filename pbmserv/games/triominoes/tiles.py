"""The tiles of Triominoes, how many each player gets, and whose tile opens a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pbmserv.games.triangles.tiles import Reading, TileSet


@cache
def tile_set(highest: int) -> TileSet:
    """All tiles with figures from 0 to `highest` that do not decrease clockwise: 56 up to 5, 84 up to 6."""
    figures = range(highest + 1)
    names = tuple(f"{a}{b}{c}" for a in figures for b in figures[a:] for c in figures[b:])
    return TileSet(names, Reading.CLOCKWISE, separator="-")


def value(tile: str) -> int:
    """The sum of a tile's figures."""
    return sum(map(int, tile))


def hand_value(hand: Sequence[str]) -> int:
    """The sum of all figures in a hand."""
    return sum(map(value, hand))


def is_triple(tile: str) -> bool:
    """Whether the three figures are the same."""
    return len(set(tile)) == 1


def hand_size(players: int) -> int:
    """How many tiles each player gets."""
    return 9 if players <= 2 else 7 if players <= 4 else 6


def opening_of(hands: Mapping[int, Sequence[str]]) -> tuple[int, str]:
    """The seat that opens the round, and its tile.

    That is the highest triple or, if nobody holds one, the tile with the highest sum. Between equal sums the holders'
    next highest tiles decide, and so on. Between hands that are equal throughout, the order of seats decides; between
    tiles of one sum in the same hand, the highest figures (2-5-5 before 3-4-5).
    """
    triples = [(tile, seat) for seat, hand in hands.items() for tile in hand if is_triple(tile)]
    if triples:
        tile, seat = max(triples)
        return seat, tile
    seat = max(hands, key=lambda seat: (sorted(map(value, hands[seat]), reverse=True), -seat))
    return seat, max(hands[seat], key=lambda tile: (value(tile), tile[::-1]))
