"""Dice in characters and pictures."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.boards.page import Thing, rounded
from pbmserv.games.boards.pieces import marked
from pbmserv.games.picture import Circle, Point, Shape

NAMES = ("one", "two", "three", "four", "five", "six")
"""Names of faces."""

SIDE = 74.0
"""Units."""
_APART, _PIP = 19.0, 7.0
"""Units: between pips, and a pip's radius."""

_PIPS = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


def characters(dice: Sequence[int]) -> str:
    rows = [["+-----+"] * len(dice)]
    rows += [[f"|{_PIPS[die][line]}|" for die in dice] for line in range(3)]
    rows.append(rows[0])
    return "\n".join("  ".join(row) for row in rows)


def die(face: int, words: str, target: str = "", mark: str = "") -> Thing:
    """A die; `mark` is the role of its border."""
    shapes = [Shape(rounded(Point(0, 0), SIDE, SIDE, 12), "hand", target, words)]
    middle = SIDE / 2
    for line, row in enumerate(_PIPS[face]):
        for column in (0, 2, 4):
            if row[column] == "o":
                at = Point(middle + (column / 2 - 1) * _APART, middle + (line - 1) * _APART)
                shapes.append(Shape(Circle(at, _PIP), "word", target))
    if mark:
        shapes += marked(rounded(Point(1, 1), SIDE - 2, SIDE - 2, 12), mark, target)
    return Thing(tuple(shapes), SIDE + 12, SIDE + 12)
