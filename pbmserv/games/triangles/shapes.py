r"""Shapes drawn by people: drawings as in `printed_board`, with comments and careful errors.

# A line that begins with # is a comment.
        +-------+
       / \     /
      /   \   /
     /     \ /
    +-------+

Everything must belong to a whole cell; anything else is reported with line and column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from pbmserv.games.triangles.drawing import NORMAL, Canvas
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.printed_board import HOLE, PrintedBoard

_POINT = "+"
_UNDERSTOOD = f"{_POINT}-/\\{HOLE}"
_MOST_MISSING = 2 * (NORMAL - 1)
"""Two slanting edges: if more of an outline or its base is missing, no cell was meant."""


class Place(NamedTuple):
    """A character's place in a text, from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class ShapeError(ValueError):
    def __init__(self, place: Place, words: str) -> None:
        super().__init__(f"{place}: {words}")
        self.place = place


def read_shape(text: str) -> PrintedBoard:
    """The cells of a drawing, without those marked `HOLE`.

    Raises `ShapeError` if there is no cell, or anything off the lattice, unknown, or outside whole cells.
    """
    drawn = _characters(text)
    first = next((place for place, char in drawn.items() if char == _POINT), None)
    if first is None:
        raise ShapeError(Place(1, 1), f"no shape is drawn here: there is no point, {_POINT}.")
    candidates = {cell for vertex in _points(drawn, first) for cell in vertex.cells()}
    whole = {cell for cell in candidates if not _missing(cell, first, drawn)}
    holes = {place: cell for cell in whole for place in _mark_places(cell, first) if drawn.get(place) == HOLE}
    explained = holes.keys() | {place for cell in whole for place in _outline(cell, first)}
    for place, char in drawn.items():
        if place not in explained:
            raise ShapeError(place, _why_not(place, char, candidates, first, drawn))
    cells = frozenset(whole - {*holes.values()})
    if not cells:
        raise ShapeError(first, "every cell of this shape is a hole.")
    return PrintedBoard(cells, {})


_Drawn: TypeAlias = Mapping[Place, str]
"""The characters in reading order, without blanks and comments."""


def _characters(text: str) -> _Drawn:
    drawn = {
        Place(number, column): char
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith(HOLE)
        for column, char in enumerate(line, 1)
        if char != " "
    }
    for place, char in drawn.items():
        if char == "\t":
            raise ShapeError(place, "this is a tab, which is not as wide everywhere: draw with blanks.")
        if char not in _UNDERSTOOD:
            shown = char if char.isprintable() else "this"
            raise ShapeError(
                place, f"{shown} means nothing here: a shape is drawn with {' '.join(_UNDERSTOOD)} alone."
            )
    return drawn


def _points(drawn: _Drawn, first: Place) -> Iterator[Vertex]:
    for place, char in drawn.items():
        if char == _POINT:
            y, lines = divmod(place.line - first.line, NORMAL)
            x, columns = divmod(place.column - first.column, NORMAL)
            if lines or columns or (x + y) % 2:
                raise ShapeError(
                    place,
                    f"this {_POINT} is no point of the lattice of the first one, {first}: points lie {2 * NORMAL}"
                    f" columns apart in their line, and {NORMAL} columns and {NORMAL} lines apart on a slant.",
                )
            yield Vertex(x, y)


def _outline(cell: Cell, first: Place) -> Mapping[Place, str]:
    canvas = Canvas()
    canvas.outline(cell)
    return {Place(first.line + line, first.column + column): char for line, column, char in canvas.characters()}


def _mark_places(cell: Cell, first: Place) -> Iterator[Place]:
    line, column = Canvas().row_start(cell, NORMAL - 1)
    return (Place(first.line + line, first.column + column + step) for step in range(2 * NORMAL - 3))


def _missing(cell: Cell, first: Place, drawn: _Drawn) -> list[tuple[Place, str]]:
    outline = _outline(cell, first)
    return [(place, outline[place]) for place in sorted(outline) if drawn.get(place) != outline[place]]


def _why_not(place: Place, char: str, candidates: set[Cell], first: Place, drawn: _Drawn) -> str:
    """Why a character belongs to no cell: what its cell seems to lack."""
    if char == HOLE:
        return f"this {HOLE} marks no hole: it must stand inside a cell, in the line next to the cell's base."
    bounded = [cell for cell in candidates if _outline(cell, first).get(place) == char]
    missing = min((_missing(cell, first, drawn) for cell in sorted(bounded)), key=len, default=[])
    if not 0 < len(missing) <= _MOST_MISSING:
        return f"this {char} belongs to no cell."
    where, wanted = missing[0]
    return f"this {char} belongs to a cell that is not closed: there must be a {wanted} in {where}."
