"""Nine by nine squares with grooves between them, in which fences two squares long stand.

The places are the squares in reading order, then the fences that lie across, then the upright ones. A fence has the
name of the square at the lower left of its middle: e3h lies above e3 and f3, e3v stands right of e3 and e4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from pbmserv.games.boards.figures import Figure, figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.pieces import lit, marked
from pbmserv.games.families import SQUARES as FAMILY
from pbmserv.games.message import Listed, Message, in_a_row
from pbmserv.games.picture import ASIDE, Picture, Point, Polygon, Shape, Text

SIZE = 9
SQUARES = SIZE * SIZE
MIDDLES = (SIZE - 1) ** 2
"""Where four squares meet: in each a fence can have its middle."""
PLACES = SQUARES + 2 * MIDDLES
ACROSS, UPRIGHT, LAST = "-", "|", "#"
"""Fences in characters, and the last one."""
_WIDE = 4
"""Characters between neighbouring columns."""

_SIDE, _GAP = 44.0, 10.0
_PITCH = _SIDE + _GAP
_LONG = 2 * _SIDE + _GAP
_REACH = 7.0
"""Units: how far into the squares a groove can be touched."""


class Fence(NamedTuple):
    """A fence: the squares that it parts from those below them, and from those right of them, as bits; the other
    fences for which it leaves no room; its ends and middle, as bits of corners of squares.
    """

    below: int
    beside: int
    others: tuple[int, ...]
    corners: int


class Ways(NamedTuple):
    """Where no fence stands: bits of squares from which a pawn can go down, and right."""

    down: int
    right: int

    def without(self, fence: Fence) -> Ways:
        return Ways(self.down & ~fence.below, self.right & ~fence.beside)

    def beside(self, places: int) -> int:
        """These squares and all next to them, as bits."""
        down, right = self
        return (
            places | (places & down) << SIZE | (places >> SIZE) & down | (places & right) << 1 | (places >> 1) & right
        )

    def rounds(self, place: int, goal: int) -> list[int]:
        """The squares within reach after each step, up to the goal; an empty list if it is out of reach."""
        found = [1 << place]
        while not found[-1] & goal:
            more = self.beside(found[-1])
            if more == found[-1]:
                return []
            found.append(more)
        return found

    def is_open(self, place: int, step: int) -> bool:
        """Whether a pawn can go a step up, down, left or right as far as fences and edges are concerned."""
        if step < 0:
            return self.is_open(place + step, -step) if place + step >= 0 else False
        return bool((self.down if step == SIZE else self.right) >> place & 1)


class Fenced(Grid):
    place_word: ClassVar[str] = "square"
    places_are = "its squares are {low} to {high}"
    family = FAMILY

    @classmethod
    def height_of(cls, width: int, places: int) -> int:  # noqa: ARG003 - the width tells it
        """Equal to the width."""
        return width

    @cached_property
    def places(self) -> range:
        return range(PLACES)

    @cached_property
    def names(self) -> tuple[str, ...]:
        squares = super().names
        middles = [squares[self.at(column, row + 1)] for row in range(SIZE - 1) for column in range(SIZE - 1)]
        return (*squares, *(f"{name}h" for name in middles), *(f"{name}v" for name in middles))

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """There are none: fences stand between squares."""
        return ((),) * PLACES

    def where_it_is(self, name: str) -> str:
        if name.endswith(("h", "v")):
            text = "its fences are {low} to {high}, with h for one that lies across and v for an upright one"
            return Message(text, low="a1", high="h8")
        return Message(self.places_are, low="a1", high="i9")

    @cached_property
    def fences(self) -> tuple[Fence, ...]:
        """The fences by their place, from that of the first one."""
        return (*map(self._across, range(MIDDLES)), *map(self._upright, range(MIDDLES)))

    @cached_property
    def edge(self) -> int:
        """The corners of squares at the edge of the board, as bits."""
        corners = [(column, row) for column in range(SIZE + 1) for row in range(SIZE + 1)]
        return sum(_corner(*each) for each in corners if {*each} & {0, SIZE})

    def _across(self, number: int) -> Fence:
        row, column = divmod(number, SIZE - 1)
        above = self.at(column, row)
        others = [SQUARES + number + step for step in (-1, 1) if 0 <= column + step < SIZE - 1]
        corners = sum(_corner(column + step, row + 1) for step in range(3))
        return Fence(3 << above, 0, (*others, SQUARES + MIDDLES + number), corners)

    def _upright(self, number: int) -> Fence:
        row, column = divmod(number, SIZE - 1)
        left = self.at(column, row)
        first = SQUARES + MIDDLES + number
        others = [first + step * (SIZE - 1) for step in (-1, 1) if 0 <= row + step < SIZE - 1]
        corners = sum(_corner(column + 1, row + step) for step in range(3))
        return Fence(0, 1 << left | 1 << left + SIZE, (*others, SQUARES + number), corners)

    def mark_of(self, place: int) -> str:
        """How the fence of this place is drawn."""
        return ACROSS if place < SQUARES + MIDDLES else UPRIGHT

    def ways(self, cells: str) -> Ways:
        return _ways(self, cells[SQUARES:])

    def has_room(self, cells: str, place: int) -> bool:
        """Whether no fence stands where this one would."""
        return cells[place] == EMPTY and all(cells[each] == EMPTY for each in self.fences[place - SQUARES].others)

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates and fences, the last move in brackets, or as a fence of another kind."""
        canvas = [[" "] * (_WIDE * SIZE + 1) for _ in range(2 * SIZE - 1)]
        for place, there in enumerate(contents.cells[:SQUARES]):
            row, column = divmod(place, SIZE)
            line, at = canvas[2 * row], _WIDE * column + 2
            line[at] = there.upper() if place in contents.winning_cells else there
            if place in contents.last and there != EMPTY:
                line[at - 1], line[at + 1] = "()"
        for place in range(SQUARES, PLACES):
            if contents.cells[place] != EMPTY:
                mark = LAST if place in contents.last else contents.cells[place]
                row, column = divmod((place - SQUARES) % MIDDLES, SIZE - 1)
                if contents.cells[place] == ACROSS:
                    begin = _WIDE * column + 1
                    canvas[2 * row + 1][begin : begin + 2 * _WIDE - 1] = mark * (2 * _WIDE - 1)
                else:
                    for line in canvas[2 * row : 2 * row + 3]:
                        line[_WIDE * (column + 1)] = mark
        header = "    " + (" " * (_WIDE - 1)).join(self.columns)
        labels = [str(row) for row in self.rows for _ in range(2)]
        body = [
            f"{'' if number % 2 else labels[number]:2}{''.join(line)} {'' if number % 2 else labels[number]}".rstrip()
            for number, line in enumerate(canvas)
        ]
        return "\n".join([header, *body, header])

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        if place < SQUARES:
            return super().words_of(place, contents)
        first, second = self._beside(place)
        text = (
            "fence {place}, above {first} and {second}"
            if self.mark_of(place) == ACROSS
            else "fence {place}, right of {first} and {second}"
        )
        where = Message(text, place=self.names[place], first=first, second=second)
        stands = Message("free" if contents.cells[place] == EMPTY else "laid")
        return in_a_row(where, stands, *([Message("last move")] if place in contents.last else []))

    def _beside(self, place: int) -> tuple[str, str]:
        """The squares below a fence, or left of it."""
        row, column = divmod((place - SQUARES) % MIDDLES, SIZE - 1)
        first = self.at(column, row + 1)
        return self.names[first], self.names[first + 1 if self.mark_of(place) == ACROSS else first - SIZE]

    def picture(self, contents: BoardContents, words: str) -> Picture:
        width = height = SIZE * _PITCH - _GAP + 2 * BARE
        squares = [
            Shape(
                rectangle(self._at(*divmod(place, SIZE)), _SIDE, _SIDE),
                "cell",
                self.names[place],
                self.words_of(place, contents),
            )
            for place in range(SQUARES)
        ]
        shapes = [Shape(rectangle(Point(LABELLED, BARE), width, height), "board"), *squares, *self._labels()]
        shapes += lit(squares, [place for place in contents.last if place < SQUARES])
        for place, there in enumerate(contents.cells[:SQUARES]):
            if there != EMPTY:
                shapes += figure(contents.figures[there], self._middle(place), _SIDE / 2, self.names[place])
        for place in contents.winning_cells:
            x, y = self._at(*divmod(place, SIZE))
            shapes.append(Shape(rectangle(Point(x + 3, y + 3), _SIDE - 6, _SIDE - 6), "win", self.names[place]))
        for place in range(SQUARES, PLACES):
            shapes.append(Shape(self._groove(place), ASIDE, self.names[place], self.words_of(place, contents)))
        for place in range(SQUARES, PLACES):
            if contents.cells[place] != EMPTY:
                bar = self.bar(self.mark_of(place), self._middle(place))
                if place in contents.last:
                    shapes += marked(bar, "last", self.names[place])
                shapes.append(Shape(bar, "mark", self.names[place]))
        return Picture(LABELLED + width + BARE, BARE + height + LABELLED, tuple(shapes), words)

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return figure(piece, Point(0, 0), _SIDE / 2, "")

    @staticmethod
    def bar(mark: str, middle: Point) -> Polygon:
        """A fence, by the middle of the groove that is touched for it: beside the square that it is named after."""
        x, y = middle
        if mark == ACROSS:
            return rectangle(Point(x - _SIDE / 2, y - _GAP / 2 + 1), _LONG, _GAP - 2)
        return rectangle(Point(x - _GAP / 2 + 1, y - _PITCH - _SIDE / 2), _GAP - 2, _LONG)

    @staticmethod
    def _at(row: int, column: int) -> Point:
        """The upper left corner of a square."""
        return Point(LABELLED + BARE + column * _PITCH, 2 * BARE + row * _PITCH)

    def _middle(self, place: int) -> Point:
        """The middle of a square, or of the groove that is touched for a fence."""
        if place < SQUARES:
            x, y = self._at(*divmod(place, SIZE))
            return Point(x + _SIDE / 2, y + _SIDE / 2)
        row, column = divmod((place - SQUARES) % MIDDLES, SIZE - 1)
        x, y = self._at(row + 1, column)
        if self.mark_of(place) == ACROSS:
            return Point(x + _SIDE / 2, y - _GAP / 2)
        return Point(x + _SIDE + _GAP / 2, y + _SIDE / 2)

    def _groove(self, place: int) -> Polygon:
        x, y = self._middle(place)
        thick = _GAP + 2 * _REACH
        # Grooves meet nowhere: each is as long as its square, less what those that cross it take of it.
        long = _SIDE - 2 * _REACH
        wide, high = (long, thick) if self.mark_of(place) == ACROSS else (thick, long)
        return rectangle(Point(x - wide / 2, y - high / 2), wide, high)

    def _labels(self) -> Iterator[Shape]:
        below = SIZE * _PITCH - _GAP + 3 * BARE + LABELLED / 2
        for number, letter in enumerate(self.columns):
            yield Shape(Text(letter, Point(self._middle(number).x, below), 14), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(LABELLED / 2, self._middle(number * SIZE).y), 14), "label")


def bits(places: Sequence[int]) -> int:
    """These places as bits."""
    return sum(1 << place for place in places)


def _corner(column: int, row: int) -> int:
    return 1 << row * (SIZE + 1) + column


@lru_cache(maxsize=4096)
def _ways(board: Fenced, fences: str) -> Ways:
    ways = Ways(bits(range(SQUARES - SIZE)), bits([place for place in range(SQUARES) if place % SIZE < SIZE - 1]))
    for number, there in enumerate(fences):
        if there != EMPTY:
            ways = ways.without(board.fences[number])
    return ways
