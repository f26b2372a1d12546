"""The board of TwixT: holes, pegs, and links a knight's move apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import hypot
from typing import ClassVar, TypeAlias

from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.page import BARE, BESIDE, LABELLED, rectangle
from pbmserv.games.boards.pieces import marked, pieces
from pbmserv.games.families import POINTS
from pbmserv.games.message import Listed, Message, in_a_row
from pbmserv.games.picture import Circle, Picture, Point, Polygon, Shape, Text

CORNER = " "
"""The character of a corner, which has no hole."""
Link: TypeAlias = tuple[int, int]
"""Two holes, the upper row first."""
_Stroke: TypeAlias = tuple[int, str]
"""A character of a link, with where it is written."""

KNIGHT = ((1, 2), (2, 1), (-1, 2), (-2, 1))
"""The steps of links, right and down."""
_AROUND = (*KNIGHT, *((-across, -down) for across, down in KNIGHT))
_APART = 30.0
"""The distance of holes in units."""
_BEYOND = _APART * 0.6
"""Units of board beyond its outer holes."""
_LEFT, _TOP = LABELLED + _BEYOND, BARE + _BEYOND
_PEG, _HOLE, _THICK = 11.0, 3.5, 6.0
_WIDE, _HIGH = 3, 2
"""Characters and lines between holes."""


@dataclass(frozen=True)
class Linked(BoardContents):
    """Pegs and links; `lit` are those of a winning chain."""

    links: Sequence[Link] = ()
    lit: Sequence[Link] = ()


class Pegs(Grid):
    """A rectangle of holes without corners; rows count from the top."""

    place_word: ClassVar[str] = "hole"
    family = POINTS
    from_above = True

    @staticmethod
    def empty(width: int, height: int) -> tuple[int, str]:
        """The width and cells of an empty board, corners included."""
        edge = CORNER + EMPTY * (width - 2) + CORNER
        return width, edge + EMPTY * width * (height - 2) + edge

    @property
    def extent(self) -> str:
        return Message("{width} by {height} holes", width=self.width, height=self.height)

    def where_it_is(self, name: str) -> str:
        text = "its columns are a to {last}, its rows 1 to {rows}, and the corners have no holes"
        return Message(text, last=self.columns[-1], rows=self.height)

    @cached_property
    def borders(self) -> tuple[tuple[frozenset[int], frozenset[int]], tuple[frozenset[int], frozenset[int]]]:
        """The two border rows that each seat has to join, without corners: top and bottom, left and right."""
        across, down = range(1, self.width - 1), range(1, self.height - 1)
        top, bottom = (frozenset(self.at(column, row) for column in across) for row in (0, self.height - 1))
        left, right = (frozenset(self.at(column, row) for row in down) for column in (0, self.width - 1))
        return (top, bottom), (left, right)

    @cached_property
    def others_borders(self) -> tuple[frozenset[int], frozenset[int]]:
        """For each seat, the border rows closed to it."""
        upright, level = (one | other for one, other in self.borders)
        return level, upright

    @cached_property
    def knights(self) -> tuple[tuple[int, ...], ...]:
        def near(place: int) -> Iterator[int]:
            column, row = place % self.width, place // self.width
            for across, down in _AROUND:
                if 0 <= column + across < self.width and 0 <= row + down < self.height:
                    yield self.at(column + across, row + down)

        return tuple(tuple(near(place)) for place in self.places)

    @cached_property
    def _links(self) -> dict[Link, Link]:
        """All links that there can be, each as one object, of which each crosses nine others."""
        holes = [*self.places]
        return {
            link: link
            for hole in holes
            for near in self.knights[hole]
            if hole < near
            for link in [(hole, holes[near])]
        }

    @cached_property
    def crossing(self) -> Callable[[Link], tuple[Link, ...]]:
        """What gives the links that cannot coexist with a link."""
        return cache(self._crossing)

    def _crossing(self, link: Link) -> tuple[Link, ...]:
        start, end = link
        column, row = start % self.width, start // self.width
        found = []
        for x, y, across, down in crossed(end % self.width - column, end // self.width - row):
            ends = ((column + x, row + y), (column + x + across, row + y + down))
            if all(0 <= at < self.width and 0 <= line < self.height for at, line in ends):
                found.append(self._links[self.at(*ends[0]), self.at(*ends[1])])
        return tuple(found)

    def text_of_link(self, link: Link) -> str:
        """The notation of a link: `c2/d4`."""
        return "/".join(self.names[place] for place in link)

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates and links; the last peg is in brackets."""
        page, known, first, wide = [*self._blank], self._known_strokes, self._first_hole, self._wide
        for link in contents.links if isinstance(contents, Linked) else ():
            for at, stroke in known.get(link) or self._strokes(link):
                page[at] = stroke
        for row in range(self.height):
            begins, at = row * self.width, first + row * _HIGH * wide
            page[at : at + (self.width - 1) * _WIDE + 1 : _WIDE] = contents.cells[begins : begins + self.width]
        for place in contents.winning_cells:
            page[self._written_at(place)] = contents.cells[place].upper()
        for place in contents.last:
            at = self._written_at(place)
            page[at - 1], page[at + 1] = "(", ")"
        header = " " * first + (" " * (_WIDE - 1)).join(self.columns)
        return "\n".join([header, *map(str.rstrip, "".join(page).split("\n")), header])

    @cached_property
    def _blank(self) -> tuple[str, ...]:
        """The characters of a board without holes, one line after the other."""
        label, drawn = self._first_hole - 2, " " * ((self.width - 1) * _WIDE + 4)
        lines = []
        for line in range(self.height * _HIGH - 1):
            row, between = divmod(line, _HIGH)
            name = "" if between else str(self.rows[row])
            lines.append(f"{name:>{label}}{drawn}{name:{label}}")
        return tuple("\n".join(lines))

    @cached_property
    def _first_hole(self) -> int:
        """Where in a line the first hole is written, after the name of its row."""
        return len(str(self.height)) + 2

    @cached_property
    def _wide(self) -> int:
        """The characters of a line, with its end."""
        return 2 * (self._first_hole - 2) + (self.width - 1) * _WIDE + 5

    def _written_at(self, place: int) -> int:
        row, column = divmod(place, self.width)
        return self._first_hole + row * _HIGH * self._wide + column * _WIDE

    @cached_property
    def _known_strokes(self) -> dict[Link, tuple[_Stroke, ...]]:
        return {}

    def _strokes(self, link: Link) -> tuple[_Stroke, ...]:
        """The characters of a link, each with where it is written; cached."""
        at, wide = self._written_at(link[0]), self._wide
        strokes = tuple((at + line * wide + aside, stroke) for line, aside, stroke in self._strokes_of(link))
        self._known_strokes[link] = strokes
        return strokes

    def _strokes_of(self, link: Link) -> Iterator[tuple[int, int, str]]:
        """Lines below the upper hole, characters aside of it, and what stands there."""
        start, end = link
        across, down = end % self.width - start % self.width, end // self.width - start // self.width
        side = 1 if across > 0 else -1
        if down == 1:
            yield 0, side, "_"
            yield from ((1, side * step, "-") for step in (2, 3, 4))
            yield 1, side * 5, "_"
            return
        stroke = "\\" if side > 0 else "/"
        yield 1, side, stroke
        yield 2, side, "|"
        yield 3, side * 2, stroke

    def picture(self, contents: BoardContents, words: str) -> Picture:
        links, lit = (contents.links, contents.lit) if isinstance(contents, Linked) else ((), ())
        far, across, down = self._far, *(2 * _BEYOND + (count - 1) * _APART for count in (self.width, self.height))
        shapes = [Shape(rectangle(Point(LABELLED, BARE), across, down), "board")]
        shapes += (*self._border_lines(), *self._labels())
        told = self._all_words(contents)
        for place, there in enumerate(contents.cells):
            if there != CORNER:
                x, y = self._centre(place)
                field = rectangle(Point(x - _APART / 2, y - _APART / 2), _APART, _APART)
                shapes.append(Shape(field, "touch", self.names[place], told[place]))
                # All of them, so that the empty board is the same below all pegs.
                shapes.append(Shape(Circle(Point(x, y), _HOLE), "mark", self.names[place]))
        for link in links:
            seat = contents.figures[contents.cells[link[0]]].seat or 0
            shapes.append(Shape(self._bar(link, _THICK), f"side.{seat}"))
        for link in lit:
            shapes += marked(self._bar(link, _THICK + 3), "win")
        pegs = [
            (place, contents.figures[each].seat)
            for place, each in enumerate(contents.cells)
            if each in contents.figures
        ]
        # Of no target, since a peg is never moved: those of a seat are one outline.
        laid = [("", seat or 0, self._centre(place)) for place, seat in pegs]
        shapes += pieces(laid, _PEG)
        # Around a peg, whose colour is to be seen.
        for place in contents.winning_cells:
            shapes += marked(Circle(self._centre(place), _PEG + 2), "win", self.names[place])
        for place in contents.last:
            radius = _PEG + (6 if place in contents.winning_cells else 2)
            shapes += marked(Circle(self._centre(place), radius), "last", self.names[place])
        return Picture(far.x + _TOP, far.y + _LEFT, tuple(shapes), words)

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return tuple(pieces([("", piece.seat or 0, Point(0, 0))], _PEG))

    def link_pieces(self, seat: int) -> dict[str, tuple[Shape, ...]]:
        """The links of a seat as pieces for pages, from a hole at (0, 0), by their number in `_AROUND`."""
        ends = [Point(across * _APART, down * _APART) for across, down in _AROUND]
        bars = [_bar(Point(0, 0), end, _THICK, bare=_PEG) for end in ends]
        return {str(number): (Shape(bar, f"side.{seat}"),) for number, bar in enumerate(bars)}

    def link_piece(self, link: Link, hole: int) -> str:
        """The name of a link's piece, from this hole."""
        end = sum(link) - hole
        step = end % self.width - hole % self.width, end // self.width - hole // self.width
        return str(_AROUND.index(step))

    def _all_words(self, contents: BoardContents) -> list[str]:
        """Each hole in words: `d4, Vertical's peg, linked to c2 and e6`."""
        near: dict[int, list[str]] = {}
        for link in contents.links if isinstance(contents, Linked) else ():
            for one, other in (link, link[::-1]):
                near.setdefault(one, []).append(self.names[other])
        words = [self.words_of(place, contents) if contents.cells[place] != CORNER else "" for place in self.places]
        for place, others in near.items():
            words[place] = in_a_row(
                words[place], Message("linked to {holes}", holes=Listed(others, " and ", " and "))
            )
        return words

    @property
    def _far(self) -> Point:
        return Point(_LEFT + (self.width - 1) * _APART, _TOP + (self.height - 1) * _APART)

    def _centre(self, place: int) -> Point:
        return Point(_LEFT + place % self.width * _APART, _TOP + place // self.width * _APART)

    def _border_lines(self) -> Iterator[Shape]:
        half = _APART / 2
        left, top, right, bottom = _LEFT + half, _TOP + half, self._far.x - half, self._far.y - half
        for across, down in ((left, top), (right, bottom)):
            yield Shape(rectangle(Point(left, down - 1), right - left, 2), "side.0")
            yield Shape(rectangle(Point(across - 1, top), 2, bottom - top), "side.1")

    def _bar(self, link: Link, thick: float) -> Polygon:
        start, end = map(self._centre, link)
        return _bar(start, end, thick)

    def _labels(self) -> Iterator[Shape]:
        for number, letter in enumerate(self.columns):
            below = self._far.y + _BEYOND + LABELLED / 2
            yield Shape(Text(letter, Point(_LEFT + number * _APART, below), 14), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(BESIDE, _TOP + number * _APART), 14), "label")


def _bar(start: Point, end: Point, thick: float, bare: float = 0) -> Polygon:
    """A bar from one point to another, but for its ends that are left `bare`."""
    (x, y), (to_x, to_y) = start, end
    far = hypot(to_x - x, to_y - y)
    left, aside = bare / far, thick / 2 / far
    by = Point((to_x - x) * left, (to_y - y) * left)
    x, y, to_x, to_y = x + by.x, y + by.y, to_x - by.x, to_y - by.y
    across, down = (end.y - start.y) * aside, (start.x - end.x) * aside
    near, other = Point(x + across, y + down), Point(to_x + across, to_y + down)
    return Polygon((near, other, Point(to_x - across, to_y - down), Point(x - across, y - down)))


@cache
def crossed(across: int, down: int) -> tuple[tuple[int, int, int, int], ...]:
    """The links that cross one from (0, 0): start and step."""
    found = []
    for x in range(-4, 5):
        for y in range(-2, 3):
            for way in KNIGHT:
                end = (x + way[0], y + way[1])
                if {(0, 0), (across, down)} & {(x, y), end}:
                    continue
                ours = _side((0, 0), (across, down), (x, y)) * _side((0, 0), (across, down), end)
                theirs = _side((x, y), end, (0, 0)) * _side((x, y), end, (across, down))
                if ours < 0 and theirs < 0:
                    found.append((x, y, *way))
    return tuple(found)


def _side(start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]) -> int:
    """On which side of a line a point lies, or 0."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
