"""Trichet in characters: board and rotations.

Tiles look as on the original server's help page: the two rows nearest to an odd corner have its mark; an edge shows o
on the half with vertex o, a stroke on the half with a dot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import chain, repeat

from pbmserv.games.triangles.drawing import Canvas, Picture, plain_edge
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.marked_drawing import POINTER
from pbmserv.games.trichet.rules import DOT, OH, ROTATIONS, Position, Tile

FOLLOWER = "+"
"""Marks the automatic moves of the last turn; `POINTER` marks the tile before them."""


@lru_cache(maxsize=16)
def draw_position(position: Position) -> str:
    """The board with the last turn marked, and position numbers while the game is on; cached for all viewers.

    A tile takes 4 columns, so about 18 side by side fill a page. A wider group is not wrapped, as it would be
    unreadable.
    """
    marks = chain(POINTER, repeat(FOLLOWER))
    last_turn = {tile.cell: mark for tile, mark in zip(position.last_turn, marks, strict=False)}
    numbers = {place.cell: str(number) for number, place in enumerate(position.places, 1)}
    return draw_tiles(position.tiles, last_turn | numbers)


def draw_tiles(tiles: Iterable[Tile], labels: Mapping[Cell, str] | None = None) -> str:
    canvas = Canvas()
    # Where two tiles disagree on the middle of their edge it belongs to an odd corner that is o. So tiles with such a
    # corner, a to c, come last and lie over the others.
    for tile in sorted(tiles, key=lambda tile: tile.rotation, reverse=True):
        canvas.stamp(tile.cell, _picture(tile.cell.is_up, tile.rotation))
    for cell, text in (labels or {}).items():
        canvas.label(cell, text)
    return str(canvas)


@cache
def draw_rotations() -> str:
    canvas = Canvas()
    for place, letter in enumerate(ROTATIONS):
        column = 13 * place
        canvas.paste(0, column, draw_tiles([Tile(Cell(0, 0), letter)]))
        canvas.write(5, column + 4, letter)
        canvas.paste(6, column, draw_tiles([Tile(Cell(1, 0), letter)]))
    return str(canvas)


@cache
def _picture(is_up: bool, rotation: str) -> Picture:
    canvas = Canvas()
    cell = Cell(0, 0 if is_up else 1)
    apex, second, third = cell.corners()
    colour_of = dict(zip((apex, second, third), ROTATIONS[rotation], strict=True))
    for one, other in ((apex, second), (second, third), (third, apex)):
        canvas.mark_edge(one, other, _edge_marks(one, other, colour_of, rotation in "abc"))
        canvas.mark_vertex(one)
    left, right = (third, second) if is_up else (second, third)
    canvas.fill(cell, _rows(colour_of[apex], colour_of[left], colour_of[right]))
    return canvas.picture(cell)


def _rows(apex: str, left: str, right: str) -> tuple[str, str, str]:
    if left == right:
        return apex, apex * 3, left * 5
    base = "...oo" if left == DOT else "oo..."
    # An odd corner at the base shows in the middle row as well: a dot inside the tile, an o on its edge only.
    if apex == DOT:
        return DOT, DOT * 3, base
    return OH, ".oo" if left == DOT else "oo.", base


def _edge_marks(one: Vertex, other: Vertex, colour_of: Mapping[Vertex, str], odd_is_oh: bool) -> str:
    """The marks of an edge, from left to right or top to bottom."""
    plain = plain_edge(one, other)
    start, end = sorted((one, other), key=lambda vertex: (vertex.y, vertex.x))
    if colour_of[start] == colour_of[end]:
        return OH * len(plain) if colour_of[start] == OH else plain
    # The middle goes to the stroke in a row, and to the odd corner on a slant.
    half = len(plain) // 2
    middle = OH if odd_is_oh and start.y != end.y else plain[0]
    ends = {OH: OH * half, DOT: plain[:half]}
    return ends[colour_of[start]] + middle + ends[colour_of[end]]
