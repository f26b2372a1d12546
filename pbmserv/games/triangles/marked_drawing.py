"""Tiles with three marks in characters, with numbered places.

Corner marks stand inside corners, edge marks in the middle of edges, once for both tiles. An edge has 8 columns; a
board too wide for the page is drawn with 6, and one still too wide is cut into parts with titles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from pbmserv.games.triangles.drawing import COMPACT, NORMAL, PAGE_WIDTH, Canvas, Picture, plain_edge
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.triangles.tiles import Edge, Marking

POINTER = "*"
"""The mark of highlighted tiles, usually the last."""
OVERLAP = 12
"""The columns shared by two parts."""

_NO_LABELS: Mapping[Cell, str] = {}


def draw_layout(
    layout: Layout,
    labels: Mapping[Cell, str] = _NO_LABELS,
    last: Collection[Cell] = (),
    board: PrintedBoard | None = None,
    width: int = PAGE_WIDTH,
) -> str:
    """The tiles with `labels`, `POINTER` on `last`, over the outline of a `board`.

    Only tiles with corner marks can be small, as small slanting edges have no middle.
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
    labels = dict(labelled)
    can_be_small = layout.marking is Marking.CORNERS and board is None
    scale = COMPACT if can_be_small and _columns(layout.tiles, labels) > width else NORMAL
    drawing = str(_canvas(scale, layout, labels, last, board))
    return drawing if _width_of(drawing) <= width else _in_parts(drawing, width)


def _columns(tiles: Iterable[Cell], labels: Mapping[Cell, str]) -> int:
    """The width of tiles and labels at the normal scale."""
    spans = [(NORMAL * (cell.x - 1), NORMAL * (cell.x + 1) + 1) for cell in tiles]
    starts = [(NORMAL * cell.x - len(text) // 2, len(text)) for cell, text in labels.items()]
    spans += [(start, start + length) for start, length in starts]
    return max([end for _, end in spans], default=0) - min([start for start, _ in spans], default=0)


def numbered(cells: Sequence[Cell]) -> dict[Cell, str]:
    """The numbers of places, from 1, as labels."""
    return {cell: str(number) for number, cell in enumerate(cells, 1)}


def _canvas(
    scale: int, layout: Layout, labels: Mapping[Cell, str], last: Collection[Cell], board: PrintedBoard | None
) -> Canvas:
    canvas = Canvas(scale)
    if board is not None:
        board.draw_on(canvas, covered=layout.tiles)
    for cell, marks in layout.tiles.items():
        canvas.stamp(cell, _tile(cell.is_up, scale, marks if layout.marking is Marking.CORNERS else ""))
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


@cache
def _tile(is_up: bool, scale: int, in_corners: str) -> Picture:
    canvas, cell = Canvas(scale), Cell(0, 0 if is_up else 1)
    canvas.outline(cell)
    if in_corners:
        canvas.mark_corners(cell, in_corners)
    return canvas.picture(cell)


def _in_the_middle(mark: str, edge: str) -> str:
    half = len(edge) // 2
    return edge[:half] + mark + edge[-half:]


def _width_of(drawing: str) -> int:
    return max(map(len, drawing.splitlines()), default=0)


def _in_parts(drawing: str, width: int) -> str:
    """Cut a drawing that is too wide into parts, one below the other."""
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
