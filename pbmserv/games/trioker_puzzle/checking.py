"""Whether, and in how many ways, Trioker's tiles fill a drawn shape."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.shapes import read_shape
from pbmserv.games.triangles.solver import Count, count_fillings
from pbmserv.games.trioker.tiles import FIGURE_TILES, TILES

MOST_WAYS = 1000
BUDGET = 2_000_000
"""Steps of the search, less than a minute: enough for all our shapes with fewer than a thousand ways."""


@dataclass(frozen=True)
class Verdict:
    cells: int
    tiles: int
    ways: Count

    @property
    def can_be_filled(self) -> bool:
        return self.ways.found > 0

    @property
    def text(self) -> str:
        cells = "1 cell" if self.cells == 1 else f"{self.cells} cells"
        return f"The shape has {cells}. There are {self.tiles} tiles.\n{self._about_the_ways()}"

    def _about_the_ways(self) -> str:
        found, is_exact = self.ways
        if self.cells > self.tiles:
            return "It cannot be filled: there are more cells than tiles."
        if found:
            ways = "1 way" if found == 1 else f"{found} ways"
            return f"It can be filled, in {'exactly' if is_exact else 'at least'} {ways}."
        if is_exact:
            return "It cannot be filled."
        return "No way to fill it was found, but the search was given up before it had tried everything."


def check_shape(drawing: str, joker: bool, most: int = MOST_WAYS, budget: int = BUDGET) -> Verdict:
    """Parse a drawing and count its fillings, up to `most` and within `budget` steps.

    Raises `ShapeError` for an unreadable drawing.
    """
    tiles = TILES if joker else FIGURE_TILES
    cells = read_shape(drawing).cells
    return Verdict(len(cells), len(tiles.names), count_fillings(Layout(board=cells), tiles, most, budget))
