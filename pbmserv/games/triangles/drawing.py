r"""A character canvas for the triangular lattice.

A vertex is `+`; a unit of x is 4 columns, a unit of y 4 lines, so a cell is 4 lines high with a base of 8 columns:

       +            +-------+
      / \            \     /
     /   \            \   /
    /     \            \ /
+-------+            +

A cell has three inner *rows*, of 1, 3 and 5 characters from apex to base; the second is its middle.

That is the scale `NORMAL`. `COMPACT`, for wide boards, has 3 columns and lines to a unit and two rows in a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from pbmserv.games.triangles.lattice import Cell, Vertex

NORMAL = 4
"""Columns for x and lines for y; equal, so that slanting edges are straight."""
COMPACT = 3
"""The same at the smaller scale."""
PAGE_WIDTH = 79
"""The columns of a letter."""


Picture: TypeAlias = tuple[tuple[int, int, tuple[str, ...]], ...]
"""Lines, columns and characters, relative to a cell's top and middle.

Characters are split beforehand for speed.
"""

_WORD = re.compile("[^ ]+")


class Canvas:
    """An unbounded page; later characters overwrite earlier ones."""

    def __init__(self, scale: int = NORMAL) -> None:
        self.scale = scale
        self._lines: dict[int, list[str]] = {}
        """Lines of characters from column `_left`, without outer blanks."""
        self._left = 0

    def __str__(self) -> str:
        """The used part without margins and trailing blanks."""
        if not self._lines:
            return ""
        lines = {line: "".join(characters) for line, characters in self._lines.items()}
        margin = min([len(text) - len(text.lstrip(" ")) for text in lines.values()])
        page = range(min(lines), max(lines) + 1)
        return "\n".join([lines.get(line, "")[margin:] for line in page])

    def write(self, line: int, column: int, text: str) -> None:
        """Write text; its blanks are transparent."""
        if text and " " not in text:
            self._write_word(line, column, text)
            return
        for word in _WORD.finditer(text):
            self._write_word(line, column + word.start(), word.group())

    def paste(self, line: int, column: int, drawing: str) -> None:
        for distance, text in enumerate(drawing.splitlines()):
            self.write(line + distance, column, text)

    def mark_vertex(self, vertex: Vertex, mark: str = "+") -> None:
        self.write(vertex.y * self.scale, vertex.x * self.scale, mark)

    def mark_edge(self, one: Vertex, other: Vertex, marks: str) -> None:
        """Write on the edge between neighbours, from left to right or top to bottom.

        A horizontal edge has 7 characters, a slanting one 3; at the compact scale 5 and 2.
        """
        start, end = sorted((one, other), key=lambda vertex: (vertex.y, vertex.x))
        line, column = start.y * self.scale, start.x * self.scale
        if start.y == end.y:
            self.write(line, column + 1, marks)
            return
        step = end.x - start.x
        for distance, mark in enumerate(marks, 1):
            self.write(line + distance, column + step * distance, mark)

    def outline(self, cell: Cell) -> None:
        self.stamp(cell, _outline(cell.is_up, self.scale))

    def picture(self, cell: Cell) -> Picture:
        """The contents, for stamping on cells of this orientation."""
        top, left = cell.row * self.scale, cell.x * self.scale
        return tuple(
            (line - top, self._left + word.start() - left, tuple(word.group()))
            for line, characters in self._lines.items()
            for word in _WORD.finditer("".join(characters))
        )

    def stamp(self, cell: Cell, picture: Picture) -> None:
        row, x = cell
        top, left = row * self.scale, x * self.scale
        lines = self._lines
        # Most of a board is written here: where there is something to the left already, at once.
        for line, column, word in picture:
            start = left + column - self._left
            characters = lines.get(top + line)
            if characters is None or not 0 <= start <= len(characters):
                self._write_word(top + line, left + column, word)
            else:
                characters[start : start + len(word)] = word

    def fill(self, cell: Cell, rows: Sequence[str]) -> None:
        """Write a cell's rows from apex to base: 1, 3 and 5 characters."""
        for distance, row in enumerate(rows, 1):
            self._write_row(cell, distance, row)

    def mark_corners(self, cell: Cell, marks: Sequence[str]) -> None:
        """Write a character in each corner of a cell, clockwise from the apex."""
        apex, second, third = marks
        left, right = (third, second) if cell.is_up else (second, third)
        self._write_row(cell, 1, apex)
        base = self.scale - 1
        self._write_row(cell, base, left + " " * (2 * base - 3) + right)

    def label(self, cell: Cell, text: str) -> None:
        """Centre a short text in a cell; two characters stand half a column to the left."""
        self.write(self._line_of(cell, 2), cell.x * self.scale - len(text) // 2, text)

    def label_base(self, cell: Cell, text: str) -> None:
        width = 2 * self.scale - 3
        self._write_row(cell, self.scale - 1, text.rjust((width + len(text)) // 2))

    def row_start(self, cell: Cell, row: int) -> tuple[int, int]:
        """Line and column of the first character of a row, from 1 at the apex."""
        return self._line_of(cell, row), cell.x * self.scale - row + 1

    def characters(self) -> Iterator[tuple[int, int, str]]:
        for line, column, word in self.picture(Cell(0, 0)):
            for distance, char in enumerate(word):
                yield line, column + distance, char

    def _write_word(self, line: int, column: int, word: Sequence[str]) -> None:
        start = column - self._left
        if start < 0:
            self._move_left(-start)
            start = column - self._left
        characters = self._lines.get(line)
        if characters is None:
            characters = self._lines[line] = []
        if len(characters) < start:
            characters.extend(" " * (start - len(characters)))
        characters[start : start + len(word)] = word

    def _move_left(self, columns: int) -> None:
        room = columns + PAGE_WIDTH
        self._left -= room
        for characters in self._lines.values():
            characters[:0] = " " * room

    def _write_row(self, cell: Cell, row: int, text: str) -> None:
        self.write(*self.row_start(cell, row), text)

    def _line_of(self, cell: Cell, distance: int) -> int:
        top = cell.row * self.scale
        return top + distance if cell.is_up else top + self.scale - distance


def plain_edge(one: Vertex, other: Vertex, scale: int = NORMAL) -> str:
    if one.y == other.y:
        return "-" * (2 * scale - 1)
    return ("/" if (one.x < other.x) == (one.y > other.y) else "\\") * (scale - 1)


@cache
def _outline(is_up: bool, scale: int) -> Picture:
    canvas = Canvas(scale)
    cell = Cell(0, 0 if is_up else 1)
    apex, second, third = cell.corners()
    for one, other in ((apex, second), (second, third), (third, apex)):
        canvas.mark_edge(one, other, plain_edge(one, other, scale))
        canvas.mark_vertex(one)
    return canvas.picture(cell)
