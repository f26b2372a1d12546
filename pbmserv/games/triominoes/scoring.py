"""What earns and costs points in Triominoes, by the rules of the Deluxe set that the source quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import BLANK
from pbmserv.games.triominoes.tiles import hand_value, is_triple, value

TRIPLE_BONUS = 10
"""A bonus for a triple that opens a round."""
OPENING_ZEROS = 40
"""For opening a round with 0-0-0, all in all."""
HEXAGON_BONUS = 50
BRIDGE_BONUS = 40
DRAWN_TILE = 5
"""What each tile drawn costs."""
UNABLE = 10
"""What it costs to be unable to place a tile even then."""
MOST_DRAWN = 3
"""After this many tiles that do not fit, the turn passes."""
LAST_TILE_BONUS = 25


@dataclass(frozen=True)
class Earning:
    """What placing a tile earns: its value, and a bonus for the hexagons that it closes, or otherwise for a
    bridge."""

    value: int
    hexagons: int = 0
    bridge: bool = False

    @property
    def bonus(self) -> int:
        """The points beyond the tile's value."""
        return self.hexagons * HEXAGON_BONUS or self.bridge * BRIDGE_BONUS

    @property
    def points(self) -> int:
        """All of it."""
        return self.value + self.bonus


def opening_points(tile: str) -> int:
    """What a tile earns by opening a round."""
    if tile == "000":
        return OPENING_ZEROS
    return value(tile) + (TRIPLE_BONUS if is_triple(tile) else 0)


def earning(layout: Layout, placement: Placement) -> Earning:
    """What a tile earns by being placed on a layout.

    A bridge meets a tile with one side and another with the opposite point: all three corners had figures before. The
    same is true of a tile that is added to a bridge, between two others that an earlier bridge has joined.
    """
    hexagons = len(layout.with_tile(placement).hexagons_closed_by(placement.cell))
    bridge = not hexagons and BLANK not in layout.pattern(placement.cell)
    return Earning(value(placement.marks), hexagons, bridge)


def penalty(drawn: int, able: bool) -> int:
    """What a player loses by drawing this many tiles, whether or not one of them can be placed."""
    return drawn * DRAWN_TILE + (0 if able else UNABLE)


def gain_of_going_out(others: Sequence[Sequence[str]]) -> int:
    """What a player gains by placing the last tile of a hand, if these are the other hands."""
    return LAST_TILE_BONUS + sum(map(hand_value, others))


def gains_when_blocked(hands: Mapping[int, Sequence[str]]) -> dict[int, int]:
    """What each seat with the lowest hand gains when nobody can place: the excess of every other hand over it."""
    values = {seat: hand_value(hand) for seat, hand in hands.items()}
    lowest = min(values.values())
    gain = sum(each - lowest for each in values.values())
    return {seat: gain for seat, each in values.items() if each == lowest}
