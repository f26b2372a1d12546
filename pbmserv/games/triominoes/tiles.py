"""The tiles of Triominoes, hand sizes, and the opening tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pbmserv.games.triangles.tiles import Reading, TileSet


@cache
def tile_set(highest: int) -> TileSet:
    """All tiles with non-decreasing figures from 0 to `highest`: 56 up to 5, 84 up to 6."""
    figures = range(highest + 1)
    names = tuple(f"{a}{b}{c}" for a in figures for b in figures[a:] for c in figures[b:])
    return TileSet(names, Reading.CLOCKWISE, separator="-")


def value(tile: str) -> int:
    return sum(map(int, tile))


def hand_value(hand: Sequence[str]) -> int:
    return sum(map(value, hand))


def is_triple(tile: str) -> bool:
    return len(set(tile)) == 1


def hand_size(players: int) -> int:
    return 9 if players <= 2 else 7 if players <= 4 else 6


def opening_of(hands: Mapping[int, Sequence[str]]) -> tuple[int, str]:
    """The opening seat and tile.

    The highest triple or, without one, the highest sum. Among equal sums the holders' next highest tiles decide, and
    so on, finally the order of seats; within a hand, the highest figures (2-5-5 before 3-4-5).
    """
    triples = [(tile, seat) for seat, hand in hands.items() for tile in hand if is_triple(tile)]
    if triples:
        tile, seat = max(triples)
        return seat, tile
    seat = max(hands, key=lambda seat: (sorted(map(value, hands[seat]), reverse=True), -seat))
    return seat, max(hands[seat], key=lambda tile: (value(tile), tile[::-1]))
