"""The shapes to fill, as drawn in the files of `shapes/`.

The sources say that there are many, in the rules and in a book, but show none. These are ours, except for the
parallelogram and the hexagon, which are known from the literature: 120 ways for the first, none for the second
without the joker. A golden record of a game proves for each shape that it can be filled.
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
"""Their names as players type them: from easy to hard, and at the end those that need the joker."""
WITH_JOKER = frozenset({"hexagon", "chevron", "triangle", "crown"})
"""The shapes that the 24 tiles without the joker cannot fill."""


@cache
def cells_of(shape: str) -> frozenset[Cell]:
    """The cells of a shape."""
    return read_shape((files(__package__) / "shapes" / f"{shape}.txt").read_text(encoding="utf-8")).cells
