"""The shapes of puzzles, in files of `shapes/`.

The sources mention many but show none. Ours are new, except the parallelogram (120 ways) and the hexagon (none
without the joker), which are known. A golden record proves for each that it can be filled.
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
"""Names as typed, from easy to hard, those with the joker last."""
WITH_JOKER = frozenset({"hexagon", "chevron", "triangle", "crown"})
"""The shapes that need the joker."""


@cache
def cells_of(shape: str) -> frozenset[Cell]:
    return read_shape((files(__package__) / "shapes" / f"{shape}.txt").read_text(encoding="utf-8")).cells
