"""The board of Dots and Boxes.

Dots, lines and boxes form one grid, as on Richard's PBeM server: a1 is the top left dot, b1 the line to its right, a2
the line below it, b2 the first box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from pbmserv.games.boards.figures import figure
from pbmserv.games.boards.grids import EAST, EMPTY, NORTH, SOUTH, STRAIGHT, WEST, BoardContents, Grid
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.pieces import marked
from pbmserv.games.families import POINTS
from pbmserv.games.message import Listed, Message, in_a_row
from pbmserv.games.picture import Circle, Picture, Point, Polygon, Shape, Text

DOT, OPEN = "+", " "
"""A dot, and an unowned box; EMPTY is an undrawn line."""
ACROSS, DOWN = "-", "|"
"""Drawn lines."""

_STEP = 32.0
"""Units from a dot to the middle of a line."""
_BEYOND = 14.0
"""Units of board beyond its outer lines."""
_LEFT, _TOP = LABELLED + _BEYOND, BARE + _BEYOND
_DOT, _THICK = 5.0, 6.0
"""Units: a dot's radius, a drawn line's width."""


class Boxes(Grid):
    """Rows of dots with lines and boxes; 7 boxes in a row make 15 places."""

    place_word: ClassVar[str] = "line"
    family = POINTS
    from_above = True

    @staticmethod
    def empty(size: int) -> tuple[int, str]:
        """The width and cells of an empty board with `size` boxes along each side."""
        with_dots = EMPTY.join(DOT * (size + 1))
        with_boxes = OPEN.join(EMPTY * (size + 1))
        return len(with_dots), "".join([with_dots, *(with_boxes + with_dots for _ in range(size))])

    def line_at(self, place: int) -> str:
        """How a line at this place is drawn, or an empty text for a dot or box."""
        column, row = place % self.width, place // self.width
        return "" if (column + row) % 2 == 0 else DOWN if row % 2 else ACROSS

    def is_box(self, place: int) -> bool:
        return bool(place % self.width % 2 and place // self.width % 2)

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each line the adjacent boxes; for each box its four lines."""

        def near(place: int) -> Iterator[int]:
            for direction in STRAIGHT:
                for each in self.rays[place][direction][:1]:
                    if self.is_box(place) or self.is_box(each):
                        yield each

        return tuple(tuple(near(place)) for place in self.places)

    def where_it_is(self, name: str) -> str:
        text = "its columns are {first} to {last}, its rows 1 to {rows}"
        return Message(text, first=self.columns[0], last=self.columns[-1], rows=self.height)

    @property
    def extent(self) -> str:
        return Message("{width} by {height} boxes", width=self.width // 2, height=self.height // 2)

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates; the last lines are in brackets."""
        width = len(str(self.height))
        header = " " * (width + 2) + " ".join(self.columns)
        lines = [header]
        for number, row in enumerate(self.rows):
            begins = number * self.width
            drawn = [*" ".join([" ", *contents.cells[begins : begins + self.width], " "]).replace(EMPTY, " ")]
            for place in range(begins, begins + self.width):
                at = 2 * (place - begins) + 2
                if contents.cells[place] == ACROSS:
                    drawn[at - 1 : at + 2] = "(-)" if place in contents.last else "---"
                elif contents.cells[place] == DOWN and place in contents.last:
                    drawn[at - 1], drawn[at + 1] = "(", ")"
            lines.append(f"{row:{width}}{''.join(drawn)}{row}")
        return "\n".join([*lines, header])

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        if self.is_box(place):
            is_open = contents.cells[place] == OPEN
            return in_a_row(self.names[place], Message("open box")) if is_open else super().words_of(place, contents)
        drawn = Message("free" if contents.cells[place] == EMPTY else "drawn")
        return in_a_row(self.names[place], drawn, *([Message("last move")] if place in contents.last else []))

    def picture(self, contents: BoardContents, words: str) -> Picture:
        right, bottom = self._at(self.width - 1, self.height - 1)
        frame = rectangle(Point(LABELLED, BARE), right - _LEFT + 2 * _BEYOND, bottom - _TOP + 2 * _BEYOND)
        shapes = [Shape(frame, "board"), *self._labels()]
        lines = [place for place in self.places if self.line_at(place)]
        for place in self.places:
            if self.is_box(place):
                shapes += self._box(place, contents)
        for place in lines:
            corners = tuple(self._ends(place, (NORTH, EAST, SOUTH, WEST)))
            shapes.append(Shape(Polygon(corners), "touch", self.names[place], self.words_of(place, contents)))
        for place in lines:
            if contents.cells[place] != EMPTY:
                shapes.append(Shape(self._bar(place, _THICK), "mark", self.names[place]))
        for place in contents.last:
            shapes += marked(self._bar(place, _THICK + 7), "last", self.names[place])
        for place in self.places:
            if contents.cells[place] == DOT:
                shapes.append(Shape(Circle(self._centre(place), _DOT), "mark"))
        return Picture(right + _TOP, bottom + _LEFT, tuple(shapes), words)

    def _at(self, column: int, row: int) -> Point:
        return Point(_LEFT + column * _STEP, _TOP + row * _STEP)

    def _centre(self, place: int) -> Point:
        return self._at(place % self.width, place // self.width)

    def _box(self, place: int, contents: BoardContents) -> Iterator[Shape]:
        x, y = self._centre(place)
        square = rectangle(Point(x - _STEP, y - _STEP), 2 * _STEP, 2 * _STEP)
        yield Shape(square, "cell", words=self.words_of(place, contents))
        if contents.cells[place] != OPEN:
            yield from figure(contents.figures[contents.cells[place]], Point(x, y), _STEP * 0.8, "")

    def _ends(self, place: int, directions: Sequence[int]) -> Iterator[Point]:
        x, y = self._centre(place)
        along = (EAST, WEST) if self.line_at(place) == ACROSS else (NORTH, SOUTH)
        for direction in directions:
            across, down = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}[direction]
            # A line at the border can be touched as far as the picture goes.
            outwards = _STEP * 0.8 if self.rays[place][direction] else _BEYOND + BARE
            reach = _STEP if direction in along else outwards
            yield Point(x + across * reach, y + down * reach)

    def _bar(self, place: int, thick: float) -> Polygon:
        x, y = self._centre(place)
        wide, high = (2 * _STEP, thick) if self.line_at(place) == ACROSS else (thick, 2 * _STEP)
        return rectangle(Point(x - wide / 2, y - high / 2), wide, high)

    def _labels(self) -> Iterator[Shape]:
        _, bottom = self._at(0, self.height - 1)
        for number, letter in enumerate(self.columns):
            yield Shape(Text(letter, Point(_LEFT + number * _STEP, bottom + _BEYOND + LABELLED / 2), 14), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(LABELLED / 2, _TOP + number * _STEP), 14), "label")
