"""Tiles with three marks in characters: marks where the tile bears them, and numbers in the places that can be named.

Marks of corners stand inside their corners; a mark of an edge stands in the middle of the edge, once for both tiles.

At the normal scale an edge has 8 columns. A board that would be wider than the page is drawn with 6; one that is
still too wide is cut into parts, from left to right, each with a line that says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from pbmserv.games.triangles.drawing import COMPACT, NORMAL, PAGE_WIDTH, Canvas, plain_edge
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.triangles.tiles import Edge, Marking

POINTER = "*"
"""Stands in the middle of tiles that are pointed out, usually those laid last."""
OVERLAP = 12
"""How many columns two parts of a board share: a tile or two, to show how they join."""

_NO_LABELS: Mapping[Cell, str] = {}


def draw_layout(
    layout: Layout,
    labels: Mapping[Cell, str] = _NO_LABELS,
    last: Collection[Cell] = (),
    board: PrintedBoard | None = None,
    width: int = PAGE_WIDTH,
) -> str:
    """The tiles on the table; `labels` in cells, `POINTER` in those of `last`, over the outline of a `board`.

    Only tiles marked in the corners are drawn small: the slanting edges of small cells have no middle.
    """
    return _drawn(layout, tuple(labels.items()), tuple(last), board, width)


@lru_cache(maxsize=16)
def _drawn(
    layout: Layout,
    labelled: tuple[tuple[Cell, str], ...],
    last: tuple[Cell, ...],
    board: PrintedBoard | None,
    width: int,
) -> str:
    """All readers of a board get the same drawing, one after the other."""
    labels = dict(labelled)
    scales = (NORMAL, COMPACT) if layout.marking is Marking.CORNERS and board is None else (NORMAL,)
    for scale in scales:
        drawing = str(_canvas(scale, layout, labels, last, board))
        if _width_of(drawing) <= width:
            return drawing
    return _in_parts(drawing, width)


def numbered(cells: Sequence[Cell]) -> dict[Cell, str]:
    """The labels of places that are named by their numbers, from 1."""
    return {cell: str(number) for number, cell in enumerate(cells, 1)}


def _canvas(
    scale: int, layout: Layout, labels: Mapping[Cell, str], last: Collection[Cell], board: PrintedBoard | None
) -> Canvas:
    canvas = Canvas(scale)
    if board is not None:
        board.draw_on(canvas, covered=layout.tiles)
    for cell, marks in layout.tiles.items():
        canvas.outline(cell)
        if layout.marking is Marking.CORNERS:
            canvas.mark_corners(cell, marks)
        if cell in last:
            canvas.label(cell, POINTER)
    for site, mark in layout.sites.items():
        if isinstance(site, Edge):
            canvas.mark_edge(*site, _in_the_middle(mark, plain_edge(*site, scale)))
    # Between the middles of two edges there is no room for a number.
    write = canvas.label if layout.marking is Marking.CORNERS else canvas.label_base
    for cell, text in labels.items():
        write(cell, text)
    return canvas


def _in_the_middle(mark: str, edge: str) -> str:
    half = len(edge) // 2
    return edge[:half] + mark + edge[-half:]


def _width_of(drawing: str) -> int:
    return max(map(len, drawing.splitlines()), default=0)


def _in_parts(drawing: str, width: int) -> str:
    """A drawing that is too wide, cut into parts that stand one below the other."""
    step = width - OVERLAP
    count = -(-(_width_of(drawing) - OVERLAP) // step)
    lines = drawing.splitlines()
    parts: list[str] = []
    for number in range(count):
        start = number * step
        parts.append(
            f"Part {number + 1} of {count}, from left to right; {OVERLAP} columns of each are in the next, too."
        )
        parts += [line[start : start + width].rstrip() for line in lines]
    return "\n".join(parts)
