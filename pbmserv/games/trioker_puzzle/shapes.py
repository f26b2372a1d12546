"""The shapes to fill, as drawn in the files of `shapes/`.

The sources tell that there are many, in the rules and in a book, but show none. These are ours, except that the
parallelogram and the hexagon are known from the literature: 120 ways for the one, none for the other without the
joker. That each shape can be filled is proven by a golden record of a game.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.shapes import read_shape

SHAPES = (
    "wheel",
    "star",
    "ring",
    "tree",
    "ribbon",
    "trapezium",
    "parallelogram",
    "hourglass",
    "boat",
    "hexagon",
    "chevron",
    "triangle",
    "crown",
)
"""Their names as players type them: from easy to hard, and last those for which the joker is needed."""
WITH_JOKER = frozenset({"hexagon", "chevron", "triangle", "crown"})
"""The shapes that the 24 tiles without the joker cannot fill."""


@cache
def cells_of(shape: str) -> frozenset[Cell]:
    """The cells of a shape."""
    return read_shape((files(__package__) / "shapes" / f"{shape}.txt").read_text(encoding="utf-8")).cells
