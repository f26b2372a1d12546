"""Pages: a board with rows of things below it, such as tiles in hand."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pbmserv.games.picture import Choice, Circle, Form, Line, Path, Picture, Point, Polygon, Shape, Text
from pbmserv.games.picture_words import said

MARGIN = 10.0
LABELLED, BARE = 22.0, 5.0
"""Units beside a grid's board: on the left and below, where columns and rows are named, and on the other sides."""
BESIDE = LABELLED / 2 - 1
"""Where the middle of numbers of two digits is, between the page's end and the frame of a board."""
NARROWEST = 480.0
"""The minimum width of a page with rows, in units."""
LARGEST_BOARD = 6_000.0
"""The maximum size of a board, in units."""
LETTERS = 16.0
"""The height of letters."""
_ADVANCE = LETTERS * 0.58
"""The average width of letters."""


@dataclass(frozen=True)
class Thing:
    """Shapes right of and below (0, 0), with their size."""

    shapes: tuple[Shape, ...]
    width: float
    height: float


Row: TypeAlias = Sequence[Thing]


def title(text: str, words: str = "") -> Thing:
    """A title above a row, on one or more lines; `words` if it says something new."""
    lines = textwrap.wrap(said(text), int(NARROWEST / _ADVANCE * 1.08))
    shapes = [
        Shape(Text(line, Point(0, 18 + 20 * number), LETTERS, from_left=True), "label", words="" if number else words)
        for number, line in enumerate(lines)
    ]
    return Thing(tuple(shapes), NARROWEST, 14 + 20.0 * max(1, len(lines)))


def room(height: float) -> Thing:
    """Nothing, by which its row is at least this high."""
    return Thing((), 0, height)


def side_title(text: str, height: float, words: str) -> Thing:
    """A title left of a row of this height; `words` describe the whole row."""
    text = said(text)
    shape = Shape(Text(text, Point(0, height / 2), LETTERS, from_left=True), "label", words=words)
    return Thing((shape,), _ADVANCE * len(text) + 14, height)


def height_for(text: str, width: float) -> float:
    """The height of the letters of a text that has so much room; words are longer in some languages."""
    return LETTERS * min(1.0, width / (_ADVANCE * len(text) or 1))


def rounded(corner: Point, width: float, height: float, radius: float = 7) -> Path:
    """A rounded rectangle, by its top left corner."""
    right, bottom, near = width - radius, height - radius, radius * 0.45
    outline = (
        f"M{radius} 0 L{right:.2f} 0 C{width - near:.2f} 0 {width:.2f} {near:.2f} {width:.2f} {radius}"
        f" L{width:.2f} {bottom:.2f} C{width:.2f} {height - near:.2f} {width - near:.2f} {height:.2f}"
        f" {right:.2f} {height:.2f} L{radius} {height:.2f} C{near:.2f} {height:.2f} 0 {height - near:.2f}"
        f" 0 {bottom:.2f} L0 {radius} C0 {near:.2f} {near:.2f} 0 {radius} 0 Z"
    )
    return Path(outline, corner)


def rectangle(corner: Point, width: float, height: float) -> Polygon:
    """A rectangle, by its top left corner."""
    x, y = corner
    return Polygon((corner, Point(x + width, y), Point(x + width, y + height), Point(x, y + height)))


def page_of(
    board: Sequence[Shape], rows: Sequence[Row], words: str, larger: float = 1, choices: Sequence[Choice] = ()
) -> Picture:
    """A page with the board in the middle and the rows below it, wrapped to its width.

    If there is room, the board is up to `larger` times as large.
    """
    left, top, right, bottom = _box(board)
    size = max(right - left, bottom - top)
    times = LARGEST_BOARD / size if size > LARGEST_BOARD else max(1.0, min(larger, NARROWEST / size if size else 1))
    across, down = (right - left) * times, (bottom - top) * times
    width = max(across, NARROWEST) + 2 * MARGIN
    by = Point((width - across) / 2 - left * times, MARGIN - top * times)
    shapes = [moved(shape, by, times) for shape in board]
    y = down + 2 * MARGIN if board else MARGIN
    for row in rows:
        x, height = MARGIN, 0.0
        for thing in row:
            if x > MARGIN and x + thing.width > width - MARGIN + 10:
                x, y, height = MARGIN, y + height, 0.0
            shapes += [moved(shape, Point(x, y)) for shape in thing.shapes]
            x, height = x + thing.width, max(height, thing.height)
        y += height
    return Picture(width, y + (MARGIN if rows else 0), tuple(shapes), words, tuple(choices))


def _box(board: Sequence[Shape]) -> tuple[float, float, float, float]:
    points = [point for shape in board for point in _extremes(shape.form)] or [Point(0, 0)]
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def moved(shape: Shape, by: Point, times: float = 1) -> Shape:
    """A shape scaled, then moved."""
    across, down = by

    def to(point: Point) -> Point:
        x, y = point
        return Point(x * times + across, y * times + down)

    match shape.form:
        case Polygon(corners):
            form: Form = Polygon(tuple([Point(x * times + across, y * times + down) for x, y in corners]))
        case Circle(centre, radius):
            form = Circle(to(centre), radius * times)
        case Line(start, end):
            form = Line(to(start), to(end))
        case Path(outline, at, size):
            form = Path(outline, to(at), size * times)
        case Text(text, at, height, from_left):
            form = Text(text, to(at), height * times, from_left)
    return Shape(form, shape.role, shape.target, shape.words)


def _extremes(form: Form) -> tuple[Point, ...]:
    """The points that must be on the page; of an outline only its origin."""
    match form:
        case Polygon(corners):
            return corners
        case Circle((x, y), radius):
            return Point(x - radius, y - radius), Point(x + radius, y + radius)
        case Line(start, end):
            return start, end
        case Path(_, at) | Text(_, at):
            return (at,)
