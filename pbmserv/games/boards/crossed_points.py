"""Points on lines of which every other one has diagonals, too, as in Fanorona."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from string import ascii_lowercase
from typing import ClassVar

from pbmserv.games.boards.grids import DIAGONAL, EMPTY, BoardContents
from pbmserv.games.boards.points import Points
from pbmserv.games.picture import Line, Shape

_ACROSS = 4
"""Characters between neighbouring columns."""


class CrossedPoints(Points):
    """The corners have diagonals; no diagonal begins where another kind of point is."""

    letters: ClassVar[str] = ascii_lowercase

    def is_strong(self, place: int) -> bool:
        """Whether diagonals meet at a point."""
        return (place % self.width + place // self.width) % 2 == 0

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Along the lines: elsewhere there is nothing ahead."""
        return tuple(
            tuple(
                () if direction in DIAGONAL and not self.is_strong(place) else ray
                for direction, ray in enumerate(rays)
            )
            for place, rays in enumerate(super().rays)
        )

    @cached_property
    def stars(self) -> tuple[int, ...]:
        return ()

    def _lines(self) -> Iterator[Shape]:
        yield from super()._lines()
        for column in range(self.width - 1):
            for row in range(self.height - 1):
                falls = self.is_strong(self.at(column, row))
                start, end = (column, column + 1) if falls else (column + 1, column)
                yield Shape(Line(self._centre(self.at(start, row)), self._centre(self.at(end, row + 1))), "grid")

    def characters(self, contents: BoardContents) -> str:
        """The board with lines and coordinates, the last move in brackets."""
        lines = []
        for row, name in enumerate(self.rows):
            line = [*f" {('-' * (_ACROSS - 1)).join('.' * self.width)} "]
            for column in range(self.width):
                place, at = self.at(column, row), _ACROSS * column + 1
                there = contents.cells[place]
                line[at] = there.upper() if place in contents.winning_cells else there
                if place in contents.last and there != EMPTY:
                    line[at - 1], line[at + 1] = "()"
            lines.append(f"{name} {''.join(line)} {name}")
            if row < self.height - 1:
                between = [
                    "|" if at % _ACROSS == 0 else self._diagonal(at // _ACROSS, row) if at % _ACROSS == 2 else " "
                    for at in range(_ACROSS * (self.width - 1) + 1)
                ]
                lines.append(f"   {''.join(between)}")
        header = f"   {(' ' * (_ACROSS - 1)).join(self.columns)}"
        return "\n".join([header, *lines, header])

    def _diagonal(self, column: int, row: int) -> str:
        return "\\" if self.is_strong(self.at(column, row)) else "/"
