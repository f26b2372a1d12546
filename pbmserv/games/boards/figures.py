"""Figures on grids: names and drawings; one seat's are dark, the other's light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pbmserv.games.picture import Circle, Path, Point, Polygon, Shape, Text


@dataclass(frozen=True)
class Figure:
    """A kind of piece of a seat, or of nobody: `Figure("X", 0, "king", "dark", "crown")`.

    `mark` is its character. `shade` is `dark`, `light`, or empty for immovable things of nobody. `emblem` is drawn on
    the piece (one of `EMBLEMS`, or a number) or replaces it (one of `OUTLINES`). `label` replaces the character where
    there is room for two: `x5`.
    """

    mark: str
    seat: int | None
    name: str
    shade: str = ""
    emblem: str = ""
    label: str = ""


class _Outline(NamedTuple):
    """An outline around (0, 0), and its unit as a fraction of half a place."""

    path: str
    times: float


EMBLEMS: Mapping[str, _Outline] = {
    "cross": _Outline(
        "M-5 -3.4 L-3.4 -5 L0 -1.6 L3.4 -5 L5 -3.4 L1.6 0 L5 3.4 L3.4 5 L0 1.6 L-3.4 5 L-5 3.4 L-1.6 0 Z", 1 / 12
    ),
    "crown": _Outline("M-5 4 L-6 -4 L-2.6 -0.6 L0 -5.4 L2.6 -0.6 L6 -4 L5 4 Z", 1 / 14),
}
"""Emblems on special round pieces."""
OUTLINES: Mapping[str, _Outline] = {
    "block": _Outline("M-3 -3 L3 -3 L3 3 L-3 3 Z", 1 / 12),
    "pawn": _Outline(
        "M-5 9 L5 9 L5 7 Q2 5 1.8 0 Q4 -1.5 2.6 -4.5 Q0 -7.5 -2.6 -4.5 Q-4 -1.5 -1.8 0 Q-2 5 -5 7 Z", 1 / 12
    ),
    "rook": _Outline(
        "M-6 9 L6 9 L6 7 L4 5 L4 -3 L5.5 -5 L5.5 -9 L3 -9 L3 -7 L1.2 -7 L1.2 -9 L-1.2 -9 L-1.2 -7 L-3 -7 L-3 -9"
        " L-5.5 -9 L-5.5 -5 L-4 -3 L-4 5 L-6 7 Z",
        1 / 12,
    ),
    "bishop": _Outline(
        "M-6 9 L6 9 L6 7.5 Q3 6.5 2.5 4 Q5 1 4 -2 Q3 -5 0.8 -7 L0.8 -9 L-0.8 -9 L-0.8 -7 Q-3 -5 -4 -2 Q-5 1 -2.5 4"
        " Q-3 6.5 -6 7.5 Z",
        1 / 12,
    ),
    "knight": _Outline("M-5 9 L6 9 Q7 -1 3 -6 L0 -9 L-1 -7 Q-5 -5 -7 0 L-6 2.5 L-4 2 L-1 0.5 Q-1 3 -4 6 Z", 1 / 12),
    "queen": _Outline("M-6 9 L6 9 L6 7 L5 4 L8 -5 L4 -1 L3.5 -8 L0 -2 L-3.5 -8 L-4 -1 L-8 -5 L-5 4 L-6 7 Z", 1 / 12),
    "king": _Outline(
        "M-6 9 L6 9 L6 7 L5 4 Q9 0 6 -3 Q3 -5 1 -2 L1 -6 L3 -6 L3 -8 L1 -8 L1 -10 L-1 -10 L-1 -8 L-3 -8 L-3 -6"
        " L-1 -6 L-1 -2 Q-3 -5 -6 -3 Q-9 0 -5 4 L-6 7 Z",
        1 / 12,
    ),
}
"""Pieces that are not round."""

RADIUS = 0.78
"""A round piece's radius as a fraction of half a place."""


def figure(piece: Figure, centre: Point, half: float, target: str) -> tuple[Shape, ...]:
    """A piece on a place of half width `half`."""
    if not piece.shade:
        reach = half * 0.72
        corners = ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))
        block = Polygon(tuple(Point(centre.x + x, centre.y + y) for x, y in corners))
        return (Shape(block, "hidden", target),)
    if piece.emblem in OUTLINES:
        path, times = OUTLINES[piece.emblem]
        return (Shape(Path(path, centre, half * times), f"piece.{piece.shade}", target),)
    disc = Shape(Circle(centre, half * RADIUS), f"piece.{piece.shade}", target)
    if not piece.emblem:
        return (disc,)
    if piece.emblem.isdigit():
        return disc, Shape(Text(piece.emblem, centre, half), f"sign.{piece.shade}", target)
    path, times = EMBLEMS[piece.emblem]
    return disc, Shape(Path(path, centre, half * times), f"sign.{piece.shade}", target)
