"""Points whose lines are joined around the corners of the board, as in Surakarta.

At each corner a small loop joins the second lines, and a large one the third. Both drawings follow `circuits`, the
closed tracks that lines and loops form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.points import APART, BEYOND, Points
from pbmserv.games.picture import Line, Path, Picture, Point, Shape, Text

LOOPS = (1, 2)
"""How far the lines with loops are from the edge: these are the radii of the loops, too."""
OUTSIDE = max(LOOPS)
_ACROSS, _DOWN = 4, 2
"""Characters between neighbouring columns and rows."""


class LoopedPoints(Points):
    """A square of points with two loops around each corner."""

    @cached_property
    def circuits(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each size of loop, four lines of places in the order of a round; a loop follows each."""
        last = self.width - 1
        return tuple(
            (
                tuple(self.at(column, near) for column in range(self.width)),
                tuple(self.at(last - near, row) for row in range(self.width)),
                tuple(self.at(column, last - near) for column in reversed(range(self.width))),
                tuple(self.at(near, row) for row in reversed(range(self.width))),
            )
            for near in LOOPS
        )

    @cached_property
    def ways_around(self) -> tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]:
        """For each place the ways along circuits: the places up to the first loop, and those beyond it until the
        circuit comes back.
        """
        found: list[list[tuple[tuple[int, ...], tuple[int, ...]]]] = [[] for _ in self.places]
        for lines in self.circuits:
            for circuit in (lines, tuple(line[::-1] for line in reversed(lines))):
                for number, line in enumerate(circuit):
                    others = sum(circuit[number + 1 :] + circuit[:number], ())
                    for index, place in enumerate(line):
                        found[place].append((line[index + 1 :], others + line[:index]))
        return tuple(map(tuple, found))

    def _centre(self, place: int) -> Point:
        return self._at(place % self.width, place // self.width)

    def _at(self, column: float, row: float) -> Point:
        left, top = (around + BEYOND + OUTSIDE * APART for around in (LABELLED, BARE))
        return Point(left + column * APART, top + row * APART)

    def picture(self, contents: BoardContents, words: str) -> Picture:
        picture = super().picture(contents, words)
        more = 2 * OUTSIDE * APART
        return Picture(picture.width + more, picture.height + more, picture.shapes, words)

    @property
    def _side(self) -> float:
        return (self.width - 1 + 2 * OUTSIDE) * APART + 2 * BEYOND

    def _lines(self) -> Iterator[Shape]:
        yield Shape(rectangle(Point(LABELLED, BARE), self._side, self._side), "board")
        last = self.width - 1
        for number in range(self.width):
            yield Shape(Line(self._at(number, 0), self._at(number, last)), "grid")
            yield Shape(Line(self._at(0, number), self._at(last, number)), "grid")
        # All of them are one outline about the middle, so that it is the same when the board is turned.
        middle = last / 2
        loops = " ".join(
            _three_quarters(across * middle * APART, down * middle * APART, radius * APART)
            for radius in LOOPS
            for across in (-1, 1)
            for down in (-1, 1)
        )
        yield Shape(Path(loops, self._at(middle, middle)), "grid")

    def _labels(self) -> Iterator[Shape]:
        below = BARE + self._side + LABELLED / 2
        for number, letter in enumerate(self.columns):
            yield Shape(Text(letter, Point(self._at(number, 0).x, below), 14), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(LABELLED / 2, self._at(0, number).y), 14), "label")

    def characters(self, contents: BoardContents) -> str:
        """The board with lines, loops and coordinates, the last move in brackets."""
        size = self.width + 2 * OUTSIDE
        canvas = [[" "] * (_ACROSS * (size - 1) + 3) for _ in range(_DOWN * (size - 1) + 1)]
        last = self.width - 1
        for number in range(self.width):
            _draw(canvas, ((number, 0), (number, last)))
            _draw(canvas, ((0, number), (last, number)))
        for near in LOOPS:
            for across in (1, -1):
                for down in (1, -1):
                    corners = ((near, 0), (near, -near), (-near, -near), (-near, near), (0, near))
                    _draw(
                        canvas,
                        [(x if across > 0 else last - x, y if down > 0 else last - y) for x, y in corners],
                    )
        for place, there in enumerate(contents.cells):
            column, row = place % self.width + OUTSIDE, place // self.width + OUTSIDE
            line, at = canvas[row * _DOWN], column * _ACROSS + 1
            line[at] = there.upper() if place in contents.winning_cells else there
            if place in contents.last and there != EMPTY:
                line[at - 1], line[at + 1] = "()"
        header = " " * (3 + OUTSIDE * _ACROSS) + (" " * (_ACROSS - 1)).join(self.columns)
        names = {(row + OUTSIDE) * _DOWN: str(number) for row, number in enumerate(self.rows)}
        body = [f"{names.get(y, ''):2}{''.join(line)} {names.get(y, '')}".rstrip() for y, line in enumerate(canvas)]
        return "\n".join([header, *body, header])


_KAPPA = 0.5523
"""How far the controls of a curve are from its ends, for a quarter of a circle."""


def _three_quarters(x: float, y: float, radius: float) -> str:
    """Three quarters of a circle around a corner of the board, without the quarter that is on the board.

    The corner is told from the middle of the board.
    """
    across, down = (radius if x > 0 else -radius), (radius if y > 0 else -radius)
    ends = ((-across, 0.0), (0.0, down), (across, 0.0), (0.0, -down))
    outline = f"M{x + ends[0][0]:.1f} {y + ends[0][1]:.1f}"
    for (x1, y1), (x2, y2) in pairwise(ends):
        # The tangent at one end of a quarter is the radius of its other end.
        controls = ((x1 + _KAPPA * x2, y1 + _KAPPA * y2), (x2 + _KAPPA * x1, y2 + _KAPPA * y1), (x2, y2))
        outline += " C" + " ".join(f"{x + right:.1f} {y + below:.1f}" for right, below in controls)
    return outline


def _draw(canvas: Sequence[list[str]], corners: Sequence[tuple[int, int]]) -> None:
    """Draw straight lines from corner to corner, which are columns and rows of points."""
    spots = [((column + OUTSIDE) * _ACROSS + 1, (row + OUTSIDE) * _DOWN) for column, row in corners]
    for (x1, y1), (x2, y2) in pairwise(spots):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            for y in range(min(y1, y2), max(y1, y2) + 1):
                canvas[y][x] = "-" if y1 == y2 else "|"
    for x, y in spots[1:-1]:
        canvas[y][x] = "+"
