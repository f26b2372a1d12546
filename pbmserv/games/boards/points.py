"""Points where lines cross, as in go and gomoku. Column i is skipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import ClassVar

from pbmserv.games.boards.figures import EMBLEMS, Figure, figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.page import BARE, BESIDE, LABELLED, rectangle
from pbmserv.games.families import POINTS
from pbmserv.games.picture import Circle, Line, Path, Picture, Point, Shape, Text

APART = 32.0
"""The distance of points in units."""
STAR = "+"
"""The character of an empty star point."""
BEYOND = 20.0
"""Units of board beyond its outer lines."""
EDGE = 4.0
"""How broad a coloured side is."""
LEFT, TOP = BEYOND + LABELLED, BEYOND + BARE
"""Units from the edges of the picture to the outer lines."""


class Points(Grid):
    place_word: ClassVar[str] = "point"
    places_are = "its points are {low} to {high}"
    family = POINTS
    letters: ClassVar[str] = "abcdefghjklmnopqrstuvwxyz"

    def picture(self, contents: BoardContents, words: str) -> Picture:
        shapes = [*self._lines(), *self._labels()]
        # Whatever lies on it, a point can be touched within its square.
        shapes += [self._field(place, contents) for place in self.places]
        for place, there in enumerate(contents.cells):
            if there != EMPTY:
                shapes += self.drawn(contents.figures[there], place)
        rings = [(self.names[place], Circle(self._centre(place), APART * 0.48)) for place in contents.winning_cells]
        shapes += [Shape(ring, shown, name) for shown in ("halo", "win") for name, ring in rings]
        shapes += [shape for place in contents.last for shape in self._last(place, contents)]
        width, height = (LEFT + TOP + (count - 1) * APART for count in (self.width, self.height))
        return Picture(width, height, tuple(shapes), words)

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return figure(piece, Point(0, 0), APART * 0.57, "")

    def _last(self, place: int, contents: BoardContents) -> Iterator[Shape]:
        """A ring on the stone, or around the point that has been left."""
        piece = contents.figures.get(contents.cells[place])
        ring = Circle(self._centre(place), APART * (0.2 if piece else 0.26))
        yield Shape(ring, f"last.{piece.shade}" if piece and piece.shade else "last", self.names[place])

    def drawn(self, piece: Figure, place: int) -> tuple[Shape, ...]:
        return figure(piece, self._centre(place), APART * 0.57, self.names[place])

    def crossed(self, place: int, shade: str) -> Shape:
        """A cross upon what lies on a point."""
        path, times, _ = EMBLEMS["cross"]
        return Shape(Path(path, self._centre(place), APART * 0.57 * times), f"piece.{shade}", self.names[place])

    @cached_property
    def stars(self) -> tuple[int, ...]:
        if self.width != self.height or self.width % 2 == 0 or self.width < 9:
            return ()
        edge, middle = (3 if self.width >= 13 else 2), self.width // 2
        return tuple(
            self.at(column, row)
            for column, row in product((edge, middle, self.width - 1 - edge), repeat=2)
            # Only on the largest board are those at the middles of the sides marked, too.
            if self.width >= 19 or (column == middle) == (row == middle)
        )

    def _centre(self, place: int) -> Point:
        return Point(LEFT + place % self.width * APART, TOP + place // self.width * APART)

    def _field(self, place: int, contents: BoardContents) -> Shape:
        x, y = self._centre(place)
        words = self.words_of(place, contents)
        return Shape(rectangle(Point(x - APART / 2, y - APART / 2), APART, APART), "touch", self.names[place], words)

    def _lines(self) -> Iterator[Shape]:
        right, bottom = LEFT + (self.width - 1) * APART, TOP + (self.height - 1) * APART
        yield Shape(rectangle(Point(LABELLED, BARE), right - LEFT + 2 * BEYOND, bottom - TOP + 2 * BEYOND), "board")
        for column in range(self.width):
            x = LEFT + column * APART
            yield Shape(Line(Point(x, TOP), Point(x, bottom)), "grid")
        for row in range(self.height):
            y = TOP + row * APART
            yield Shape(Line(Point(LEFT, y), Point(right, y)), "grid")
        for place in self.stars:
            yield Shape(Circle(self._centre(place), 3), "mark")

    def _labels(self) -> Iterator[Shape]:
        below = TOP + (self.height - 1) * APART + BEYOND + LABELLED / 2
        for number, letter in enumerate(self.columns):
            yield Shape(Text(letter, Point(LEFT + number * APART, below), 14), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(BESIDE, TOP + number * APART), 14), "label")


class StarredPoints(Points):
    """Points with stars in characters, too, as in go."""

    def characters(self, contents: BoardContents) -> str:
        stars = {place for place in self.stars if contents.cells[place] == EMPTY}
        cells = "".join(STAR if place in stars else each for place, each in enumerate(contents.cells))
        return super().characters(replace(contents, cells=cells))


class PointsWithSides(Points):
    """Points on a board whose upper and lower sides are dark and the others light, for games that join them."""

    def _lines(self) -> Iterator[Shape]:
        yield from super()._lines()
        across, down = (2 * BEYOND + (count - 1) * APART for count in (self.width, self.height))
        yield from coloured_sides(Point(LABELLED, BARE), across, down, BEYOND)


def coloured_sides(corner: Point, across: float, down: float, bare: float) -> Iterator[Shape]:
    """Strips along the inside of a board, but for its corners: the upper and lower ones dark, the others light."""
    x, y = corner
    for top in (y, y + down - EDGE):
        yield Shape(rectangle(Point(x + bare, top), across - 2 * bare, EDGE), "piece.dark")
    for left in (x, x + across - EDGE):
        yield Shape(rectangle(Point(left, y + bare), EDGE, down - 2 * bare), "piece.light")
