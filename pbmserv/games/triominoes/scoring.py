"""Scoring of Triominoes, by the Deluxe set's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import BLANK
from pbmserv.games.triominoes.tiles import hand_value, is_triple, value

TRIPLE_BONUS = 10
"""The bonus for opening with a triple."""
OPENING_ZEROS = 40
"""The points for opening with 0-0-0."""
HEXAGON_BONUS = 50
BRIDGE_BONUS = 40
DRAWN_TILE = 5
"""The cost of each drawn tile."""
UNABLE = 10
"""The cost of being unable to place after drawing."""
MOST_DRAWN = 3
"""After this many unsuitable tiles the turn passes."""
LAST_TILE_BONUS = 25


@dataclass(frozen=True)
class Earning:
    """A tile's points: its value, and a bonus for hexagons closed, or otherwise for a bridge."""

    value: int
    hexagons: int = 0
    bridge: bool = False

    @property
    def bonus(self) -> int:
        return self.hexagons * HEXAGON_BONUS or self.bridge * BRIDGE_BONUS

    @property
    def points(self) -> int:
        return self.value + self.bonus


def opening_points(tile: str) -> int:
    if tile == "000":
        return OPENING_ZEROS
    return value(tile) + (TRIPLE_BONUS if is_triple(tile) else 0)


def earning(layout: Layout, placement: Placement) -> Earning:
    """The points for placing a tile on a layout.

    A bridge meets one tile with a side and another with the opposite point: all three corners had figures before. So
    does a tile added to a bridge, between two others already joined by one.
    """
    hexagons = len(layout.with_tile(placement).hexagons_closed_by(placement.cell))
    bridge = not hexagons and BLANK not in layout.pattern(placement.cell)
    return Earning(value(placement.marks), hexagons, bridge)


def penalty(drawn: int, able: bool) -> int:
    """The cost of drawing, whether or not a tile can then be placed."""
    return drawn * DRAWN_TILE + (0 if able else UNABLE)


def gain_of_going_out(others: Sequence[Sequence[str]]) -> int:
    """The gain from placing a hand's last tile, given the other hands."""
    return LAST_TILE_BONUS + sum(map(hand_value, others))


def gains_when_blocked(hands: Mapping[int, Sequence[str]]) -> dict[int, int]:
    """The gain of each seat with the lowest hand when nobody can place: the others' excess over it."""
    values = {seat: hand_value(hand) for seat, hand in hands.items()}
    lowest = min(values.values())
    gain = sum(each - lowest for each in values.values())
    return {seat: gain for seat, each in values.items() if each == lowest}
