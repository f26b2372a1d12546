"""The board of xiangqi: nine files with letters, ten ranks from 0, as in UCCI, with a river and two palaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import pairwise, product
from typing import ClassVar

from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.pieces import marked
from pbmserv.games.boards.points import APART, BEYOND, LEFT, STAR, TOP, Points
from pbmserv.games.picture import Circle, Line, Picture, Point, Shape

COLUMNS, ROWS = 9, 10
BANK = 5
"""The first row below the river."""
PALACE_COLUMNS, PALACE_ROWS = range(3, 6), (range(3), range(7, 10))


class XiangqiBoard(Points):
    """Points `a9` to `i0`."""

    letters = "abcdefghi"
    has_river: ClassVar[bool] = True

    @cached_property
    def rows(self) -> tuple[int, ...]:
        return tuple(range(self.height - 1, -1, -1))

    @cached_property
    def palaces(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The points of the upper palace, and of the lower one."""
        upper, lower = (
            tuple(self.at(column, row) for row in rows for column in PALACE_COLUMNS) for rows in PALACE_ROWS
        )
        return upper, lower

    def characters(self, contents: BoardContents) -> str:
        """With a river, and free points of the palaces as stars."""
        stars = {place for palace in self.palaces for place in palace if contents.cells[place] == EMPTY}
        cells = "".join(STAR if place in stars else each for place, each in enumerate(contents.cells))
        last = [place for place in contents.last if contents.cells[place] != EMPTY]
        rows = [*self._rows_of_characters(replace(contents, cells=cells, last=last), 1)]
        header, river = (f"  {' '.join(signs)}" for signs in (self.columns, "~" * self.width))
        return "\n".join([header, *rows[:BANK], *([river] if self.has_river else ()), *rows[BANK:], header])

    def picture(self, contents: BoardContents, words: str) -> Picture:
        picture = super().picture(contents, words)
        return replace(picture, shapes=tuple(map(self._in_colour, picture.shapes)))

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return tuple(map(self._in_colour, super().piece(piece)))

    def _in_colour(self, shape: Shape) -> Shape:
        """What is written on the light pieces, which are Red's, is red."""
        return replace(shape, role="sign.red") if shape.role == "sign.light" else shape

    def _last(self, place: int, contents: BoardContents) -> Iterator[Shape]:
        # Within its rim a piece has its letter.
        reach = 0.26 if contents.cells[place] == EMPTY else 0.5
        yield from marked(Circle(self._centre(place), APART * reach), "last", self.names[place])

    @cached_property
    def _marked(self) -> tuple[Point, ...]:
        """Where cannons and soldiers stand at first."""
        cannons = product((1, 7), (2, 7))
        soldiers = product(range(0, 9, 2), (3, 6))
        return tuple(self._centre(self.at(column, row)) for column, row in (*cannons, *soldiers))

    def _lines(self) -> Iterator[Shape]:
        right, bottom = LEFT + (self.width - 1) * APART, TOP + (self.height - 1) * APART
        yield Shape(rectangle(Point(LABELLED, BARE), right - LEFT + 2 * BEYOND, bottom - TOP + 2 * BEYOND), "board")
        ends = [(TOP, bottom)]
        banks = [(TOP, TOP + (BANK - 1) * APART), (TOP + BANK * APART, bottom)]
        for column in range(self.width):
            x = LEFT + column * APART
            for top, low in banks if self.has_river and 0 < column < self.width - 1 else ends:
                yield Shape(Line(Point(x, top), Point(x, low)), "grid")
        for row in range(self.height):
            y = TOP + row * APART
            yield Shape(Line(Point(LEFT, y), Point(right, y)), "grid")
        for palace in self.palaces:
            for corners in ((palace[0], palace[-1]), (palace[2], palace[-3])):
                for start, end in pairwise(map(self._centre, corners)):
                    yield Shape(Line(start, end), "grid")
        yield from (Shape(Circle(spot, 2.5), "mark") for spot in self._marked)


class JanggiBoard(XiangqiBoard):
    """The same without a river; one side's pieces are blue."""

    has_river = False

    def _in_colour(self, shape: Shape) -> Shape:
        kind, _, shade = shape.role.partition(".")
        return replace(shape, role=f"{kind}.0") if shade == "dark" else super()._in_colour(shape)
