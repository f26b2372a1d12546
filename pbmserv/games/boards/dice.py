"""Dice in characters and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from pbmserv.games.boards.cards import shade_of
from pbmserv.games.boards.page import Thing, rounded
from pbmserv.games.picture import Circle, Path, Point, Shape

NAMES = ("one", "two", "three", "four", "five", "six")
"""Names of faces."""

SIDE = 74.0
"""Units."""
_APART, _PIP, _ROUND = 19.5, 7.5, 15.0
"""Units: between pips, a pip's radius, and that of the corners."""
_SQUARE = rounded(Point(0, 0), SIDE, SIDE, _ROUND)
_CROSSED = "".join(f"M{across} {down - 9}l9 9-9 9-9-9z" for across, down in product((-18, 0, 18), repeat=2))
"""The pattern of a die that is not seen."""

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


def die(face: int, words: str, target: str = "", role: str = "hand") -> Thing:
    """A die of this role, which is white where it is `LAID` on a cloth."""
    shapes = [*_shade(role), Shape(_SQUARE, role, target, words)]
    middle = SIDE / 2
    for line, row in enumerate(_PIPS[face]):
        for column in (0, 2, 4):
            if row[column] == "o":
                at = Point(middle + (column / 2 - 1) * _APART, middle + (line - 1) * _APART)
                shapes.append(Shape(Circle(at, _PIP), "pip.black", target))
    return Thing(tuple(shapes), SIDE + 12, SIDE + 12)


def unseen(role: str = "hand") -> Thing:
    """A die whose face is hidden, as one of this role lies."""
    shapes = [
        *_shade(role),
        Shape(_SQUARE, "hidden"),
        Shape(rounded(Point(6, 6), SIDE - 12, SIDE - 12, _ROUND - 5), "court.blue"),
        Shape(Path(_CROSSED, Point(SIDE / 2, SIDE / 2)), "back"),
    ]
    return Thing(tuple(shapes), SIDE + 12, SIDE + 12)


def _shade(role: str) -> Sequence[Shape]:
    """The shadow of a die, by which it lies upon the table."""
    return [Shape(rounded(Point(1.5, 4), SIDE, SIDE, _ROUND), shade_of(role))]
