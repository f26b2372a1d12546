"""Morris boards: squares within squares, joined at the middles of their sides.

Both drawings follow `paths`, the lines along which men stand and move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.points import APART, BEYOND, LEFT, TOP, Points
from pbmserv.games.message import Message, counted
from pbmserv.games.picture import Circle, Line, Point, Shape

_ACROSS, _DOWN = 4, 2
"""Characters between neighbouring columns and rows."""


class Mills(Points):
    """Squares within squares with points at corners and middles: three if seven points wide, two if five."""

    has_diagonals: ClassVar[bool] = False
    """Whether the corners are joined as well."""

    @classmethod
    def height_of(cls, width: int, places: int) -> int:  # noqa: ARG003 - the width tells it
        return width

    @cached_property
    def paths(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The straight lines, as columns and rows of their points."""
        middle, last = self.width // 2, self.width - 1
        sides = [
            line
            for near in range(middle)
            for far in [last - near]
            for line in (
                ((near, near), (middle, near), (far, near)),
                ((near, far), (middle, far), (far, far)),
                ((near, near), (near, middle), (near, far)),
                ((far, near), (far, middle), (far, far)),
            )
        ]
        inwards = [((middle, 0), (0, 1)), ((middle, last), (0, -1)), ((0, middle), (1, 0)), ((last, middle), (-1, 0))]
        if self.has_diagonals:
            inwards += [((0, 0), (1, 1)), ((last, 0), (-1, 1)), ((0, last), (1, -1)), ((last, last), (-1, -1))]
        spokes = [
            tuple((column + step * across, row + step * down) for step in range(middle))
            for (column, row), (across, down) in inwards
        ]
        return (*sides, *spokes)

    @cached_property
    def spots(self) -> tuple[tuple[int, int], ...]:
        return tuple(sorted({spot for path in self.paths for spot in path}, key=lambda spot: (spot[1], spot[0])))

    @cached_property
    def places(self) -> range:
        return range(len(self.spots))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{self.columns[column]}{self.rows[row]}" for column, row in self.spots)

    @cached_property
    def rows_of_three(self) -> tuple[tuple[int, ...], ...]:
        """The lines on which three men form a mill."""
        return tuple(tuple(map(self.spots.index, path)) for path in self.paths if len(path) == 3)

    @cached_property
    def joined(self) -> tuple[tuple[int, ...], ...]:
        pairs = {(one, other) for path in self.paths for one, other in pairwise(map(self.spots.index, path))}
        pairs |= {(other, one) for one, other in pairs}
        return tuple(tuple(sorted(other for one, other in pairs if one == place)) for place in self.places)

    @property
    def extent(self) -> str:
        return counted("{count} point", "{count} points", len(self.spots))

    def where_it_is(self, name: str) -> str:
        return Message("its points are {points}", points=", ".join(sorted(self.names)))

    def characters(self, contents: BoardContents) -> str:
        """The board with lines and coordinates, the last move in brackets, winning pieces in capitals."""
        canvas = [[" "] * (_ACROSS * (self.width - 1) + 3) for _ in range(_DOWN * (self.height - 1) + 1)]
        for path in self.paths:
            for start, end in pairwise(path):
                _draw_line(canvas, start, end)
        for place, (column, row) in enumerate(self.spots):
            line, at, there = canvas[row * _DOWN], column * _ACROSS + 1, contents.cells[place]
            line[at] = there.upper() if place in contents.winning_cells else there
            if place in contents.last and there != EMPTY:
                line[at - 1], line[at + 1] = "()"
        header = "   " + (" " * (_ACROSS - 1)).join(self.columns)
        names = {row * _DOWN: str(number) for row, number in enumerate(self.rows)}
        body = [f"{names.get(y, ''):2}{''.join(line)}{names.get(y, '')}".rstrip() for y, line in enumerate(canvas)]
        return "\n".join([header, *body, header])

    def _centre(self, place: int) -> Point:
        return self._at(self.spots[place])

    def _at(self, spot: tuple[int, int]) -> Point:
        return Point(LEFT + spot[0] * APART, TOP + spot[1] * APART)

    def _lines(self) -> Iterator[Shape]:
        side = (self.width - 1) * APART + 2 * BEYOND
        yield Shape(rectangle(Point(LABELLED, BARE), side, side), "board")
        for path in self.paths:
            yield Shape(Line(self._at(path[0]), self._at(path[-1])), "grid")
        yield from (Shape(Circle(self._at(spot), 3), "mark") for spot in self.spots)


class MillsWithDiagonals(Mills):
    has_diagonals = True


def _draw_line(canvas: Sequence[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    across, down = end[0] - start[0], end[1] - start[1]
    sign = "-" if not down else "|" if not across else "\\" if across == down else "/"
    steps = abs(across) * _ACROSS if across and not down else abs(down) * _DOWN
    for step in range(1, steps):
        x = start[0] * _ACROSS + 1 + across * _ACROSS * step // steps
        canvas[start[1] * _DOWN + down * _DOWN * step // steps][x] = sign
