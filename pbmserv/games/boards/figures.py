"""Figures on grids: names and drawings; one seat's are dark, the other's light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pbmserv.games.message import Message, in_context
from pbmserv.games.picture import Circle, Path, Point, Polygon, Shape, Text

PIECE = in_context("piece", "round")
"""What a game with one kind of pieces calls them, where they are round."""


@dataclass(frozen=True)
class Figure:
    """A kind of piece of a seat, or of nobody: `Figure("X", 0, "king", "dark", "crown")`.

    `mark` is its character. `shade` is `dark`, `light`, or empty for immovable things of nobody. `emblem` is drawn on
    the piece (one of `EMBLEMS`, a number or a letter) or replaces it (one of `OUTLINES`); `faint` is a dead piece.
    `wedge` is a piece of shogi, which points away from its player and has its label on it.
    `label` replaces the character where there is room for two: `x5`. `character` is that of the piece in the
    country of the game, in place of a letter.
    """

    mark: str
    seat: int | None
    name: str
    shade: str = ""
    emblem: str = ""
    label: str = ""
    character: str = ""


def character_of(characters: str, seat: int) -> str:
    """The character of a seat's piece: that of both, or of two its own."""
    return characters[seat % len(characters)]


class _Outline(NamedTuple):
    """An outline around (0, 0), its unit as a fraction of half a place, and what is drawn on the piece."""

    path: str
    times: float
    details: str = ""


EMBLEMS: Mapping[str, _Outline] = {
    "cross": _Outline(
        "M-5 -3.4 L-3.4 -5 L0 -1.6 L3.4 -5 L5 -3.4 L1.6 0 L5 3.4 L3.4 5 L0 1.6 L-3.4 5 L-5 3.4 L-1.6 0 Z", 1 / 12
    ),
    "crown": _Outline("M-5 4 L-6 -4 L-2.6 -0.6 L0 -5.4 L2.6 -0.6 L6 -4 L5 4 Z", 1 / 14),
    "bar": _Outline("M-5 -1.6 L5 -1.6 L5 1.6 L-5 1.6 Z", 1 / 12),
    "triangle": _Outline("M0 -5 L5 4 L-5 4 Z", 1 / 12),
    "diamond": _Outline("M0 -5.4 L5.4 0 L0 5.4 L-5.4 0 Z", 1 / 12),
}
"""Emblems on special round pieces."""
OUTLINES: Mapping[str, _Outline] = {
    "block": _Outline("M-3 -3 L3 -3 L3 3 L-3 3 Z", 1 / 12),
    "pawn": _Outline(
        "M-6 9 L6 9 L6 7.4 Q5.6 5.8 4.2 5.2 Q2.2 3.2 1.9 -0.3 L3.8 -0.3 L3.8 -1.9 L2.4 -1.9 Q4.2 -3.3 3.9 -5.3"
        " Q3.3 -8.3 0 -8.5 Q-3.3 -8.3 -3.9 -5.3 Q-4.2 -3.3 -2.4 -1.9 L-3.8 -1.9 L-3.8 -0.3 L-1.9 -0.3"
        " Q-2.2 3.2 -4.2 5.2 Q-5.6 5.8 -6 7.4 Z",
        1 / 11,
        "M-2.3 -1.6 L2.3 -1.6 L2.3 -0.8 L-2.3 -0.8 Z M-4.2 6.2 L4.2 6.2 L4.4 7 L-4.4 7 Z",
    ),
    "rook": _Outline(
        "M-6.6 9 L6.6 9 L6.6 7 L4.8 5 L4.4 -3 L6 -5 L6 -9 L3.4 -9 L3.4 -7.2 L1.4 -7.2 L1.4 -9 L-1.4 -9 L-1.4 -7.2"
        " L-3.4 -7.2 L-3.4 -9 L-6 -9 L-6 -5 L-4.4 -3 L-4.8 5 L-6.6 7 Z",
        1 / 11,
        "M-4.6 -4.6 L4.6 -4.6 L3.9 -3.7 L-3.9 -3.7 Z M-4.1 4.6 L4.1 4.6 L4.9 5.6 L-4.9 5.6 Z",
    ),
    "bishop": _Outline(
        "M-7 9 L7 9 L7 7.5 Q4 7 3.4 5.2 L3.4 4 Q5.8 1.4 4.7 -1.8 Q3.4 -5 1.1 -6.8 Q2 -7.5 2 -8.4 Q1.8 -10 0 -10"
        " Q-1.8 -10 -2 -8.4 Q-2 -7.5 -1.1 -6.8 Q-3.4 -5 -4.7 -1.8 Q-5.8 1.4 -3.4 4 L-3.4 5.2 Q-4 7 -7 7.5 Z",
        1 / 11,
        "M-0.5 -4.6 L0.5 -4.6 L0.5 -2.5 L2.2 -2.5 L2.2 -1.5 L0.5 -1.5 L0.5 1.4 L-0.5 1.4 L-0.5 -1.5 L-2.2 -1.5"
        " L-2.2 -2.5 L-0.5 -2.5 Z M-3.2 3.7 L3.2 3.7 L3.2 4.6 L-3.2 4.6 Z",
    ),
    "knight": _Outline(
        "M-4.8 9 L6.8 9 Q7.6 2 5.6 -2.4 Q3.8 -6 0.4 -7.2 L-0.5 -9.6 L-1.9 -7 Q-4.8 -5.6 -5.6 -2.8 Q-6 -1 -7.7 1"
        " Q-8.3 2.3 -7.2 3.3 Q-6 4.3 -4.7 3.1 Q-3.5 2.1 -1.6 1.9 Q0 1.7 1 0.3 Q1.2 3.5 -2.1 5.5 Q-4.7 7 -4.8 9 Z",
        1 / 11,
        "M-3.6 -3.2 L-2.5 -4.4 L-1.5 -3.5 L-2.6 -2.5 Z M-6.6 1.7 L-5.9 1.2 L-5.6 2 L-6.3 2.4 Z"
        " M1.7 -5.2 Q4.8 -2.8 5.2 2 Q5.4 5 5 7.7 L4.1 7.7 Q4.6 3 4 -0.4 Q3.4 -3.2 1.3 -4.6 Z",
    ),
    "queen": _Outline(
        "M-6.6 9 L6.6 9 L6.4 7.2 L5.6 5 L5.8 2.6 L8.3 -4.3 Q10 -5.1 9.4 -6.4 Q8.4 -7.4 7.4 -6.4 Q7 -5.5 7.5 -4.8"
        " L4.9 -0.6 L4.9 -7 Q6.2 -7.9 5.6 -9.1 Q4.6 -10.1 3.6 -9.1 Q3.1 -8.1 3.9 -7.2 L2 -1.4 L0.6 -7.8"
        " Q1.7 -8.6 1.1 -9.9 Q0 -10.9 -1.1 -9.9 Q-1.7 -8.6 -0.6 -7.8 L-2 -1.4 L-3.9 -7.2 Q-3.1 -8.1 -3.6 -9.1"
        " Q-4.6 -10.1 -5.6 -9.1 Q-6.2 -7.9 -4.9 -7 L-4.9 -0.6 L-7.5 -4.8 Q-7 -5.5 -7.4 -6.4 Q-8.4 -7.4 -9.4 -6.4"
        " Q-10 -5.1 -8.3 -4.3 L-5.8 2.6 L-5.6 5 L-6.4 7.2 Z",
        1 / 11,
        "M0 -1.2 L0.9 0.2 L0 1.4 L-0.9 0.2 Z"
        " M-5 2.7 Q0 1.2 5 2.7 L5 3.7 Q0 2.2 -5 3.7 Z M-5.2 5.9 Q0 4.4 5.2 5.9 L5.5 6.9 Q0 5.4 -5.5 6.9 Z",
    ),
    "king": _Outline(
        "M-6.4 9 L6.4 9 L6.4 7 L5.4 4.4 Q9.6 0.4 6.8 -2.8 Q3.8 -5.2 1 -2.6 L1 -6 L3 -6 L3 -8 L1 -8 L1 -10 L-1 -10"
        " L-1 -8 L-3 -8 L-3 -6 L-1 -6 L-1 -2.6 Q-3.8 -5.2 -6.8 -2.8 Q-9.6 0.4 -5.4 4.4 L-6.4 7 Z",
        1 / 11,
        "M-4.9 4.3 Q0 2.8 4.9 4.3 L5.2 5.2 Q0 3.8 -5.2 5.2 Z M-5.3 6.4 Q0 5 5.3 6.4 L5.5 7.3 Q0 5.9 -5.5 7.3 Z"
        " M-0.5 -1.6 L0.5 -1.6 L0.5 2.6 L-0.5 2.6 Z",
    ),
    "met": _Outline(
        "M-5.6 9 L5.6 9 L5.6 7.4 L4.6 6 Q4.6 2.4 2.4 0.6 L2.4 -0.8 L1 -1.6 L0 -5.4 L-1 -1.6 L-2.4 -0.8 L-2.4 0.6"
        " Q-4.6 2.4 -4.6 6 L-5.6 7.4 Z",
        1 / 11,
        "M-4.3 5 L4.3 5 L4.6 6 L-4.6 6 Z M-2.3 0.1 L2.3 0.1 L2.3 0.9 L-2.3 0.9 Z",
    ),
    "khon": _Outline(
        "M-6.8 9 L6.8 9 L6.8 7.2 L5.6 5.8 Q6 0.4 3 -2 L3 -3.6 L1.8 -4.2 L1.8 -5.6 L0.8 -6.2 L0 -10.4 L-0.8 -6.2"
        " L-1.8 -5.6 L-1.8 -4.2 L-3 -3.6 L-3 -2 Q-6 0.4 -5.6 5.8 L-6.8 7.2 Z",
        1 / 11,
        "M-5.4 4.8 L5.4 4.8 L5.6 5.8 L-5.6 5.8 Z M-5 1.6 L5 1.6 L5.2 2.6 L-5.2 2.6 Z"
        " M-3 -2.8 L3 -2.8 L3 -1.9 L-3 -1.9 Z",
    ),
}
"""Pieces that are not round."""

FAINT = "faint"
"""The emblem of pieces that are dead."""
WEDGE = "wedge"
"""The emblem of pieces of shogi."""
_WEDGE = ((0, -0.88), (0.58, -0.56), (0.76, 0.84), (-0.76, 0.84), (-0.58, -0.56))
"""Its corners as fractions of half a place, pointing up."""
RADIUS = 0.84
"""A round piece's radius as a fraction of half a place."""


def figure(piece: Figure, centre: Point, half: float, target: str) -> tuple[Shape, ...]:
    """A piece on a place of half width `half`."""
    if not piece.shade:
        reach = half * 0.93
        corners = ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))
        block = Polygon(tuple(Point(centre.x + x, centre.y + y) for x, y in corners))
        return (Shape(block, "block", target),)
    if piece.emblem in OUTLINES:
        path, times, details = OUTLINES[piece.emblem]
        body = Shape(Path(path, centre, half * times), f"piece.{piece.shade}", target)
        if not details:
            return (body,)
        return body, Shape(Path(details, centre, half * times), f"sign.{piece.shade}", target)
    if piece.emblem == WEDGE:
        # A polygon turns with the board, as the pieces of no other game do.
        ahead = half if piece.seat == 0 else -half
        wedge = Polygon(tuple(Point(centre.x + x * ahead, centre.y + y * ahead) for x, y in _WEDGE))
        at = Point(centre.x, centre.y + 0.12 * ahead)
        written = Text(piece.label.upper(), at, half * 0.9, character=piece.character)
        return Shape(wedge, f"piece.{piece.shade}", target), Shape(written, f"sign.{piece.shade}", target)
    role = "dead" if piece.emblem == FAINT else "piece"
    disc = Shape(Circle(centre, half * RADIUS), f"{role}.{piece.shade}", target)
    if piece.emblem in ("", FAINT):
        return (disc,)
    if len(piece.emblem) == 1 or piece.emblem.isdigit():
        written = Text(piece.emblem, centre, half, character=piece.character)
        return disc, Shape(written, f"sign.{piece.shade}", target)
    path, times, _ = EMBLEMS[piece.emblem]
    return disc, Shape(Path(path, centre, half * times), f"sign.{piece.shade}", target)


def stacks(marks: str, seat: int, shade: str, letter: str) -> tuple[Figure, ...]:
    """A seat's stacks by height, with the height upon them: `x3`."""
    return tuple(
        Figure(mark, seat, Message("stack of {height}", height=height), shade, str(height), f"{letter}{height}")
        for height, mark in enumerate(marks, 1)
    )
