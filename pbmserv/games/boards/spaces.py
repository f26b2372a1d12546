"""The board of ConHex: points at the corners of spaces, ring by ring around the middle.

Three spaces meet in each point, but for the middle and the four corners, which belong to one space each. So spaces
are neighbours if they share a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple, TypeAlias

from pbmserv.games.boards.figures import Figure, figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.points import coloured_sides
from pbmserv.games.families import POINTS
from pbmserv.games.message import Listed, Message, in_a_row
from pbmserv.games.picture import Circle, Picture, Point, Polygon, Shape, Text

SIZE = 11
"""Columns and rows; the outermost hold the four points in the corners alone."""
FAR = SIZE // 2
"""How far the corners are from the middle."""
OUTER = FAR - 1
"""How far the outermost ring of points is from the middle."""
_APART = 40.0
"""Units between columns."""
_BEYOND = 24.0
_LEFT, _TOP = LABELLED + _BEYOND, BARE + _BEYOND
_STONE, _HOLE = 0.5, 4.0
"""Half of the room for a stone, as a part of the distance of columns, and the radius of a free point in units."""
_WIDE, _HIGH = 4, 2
"""Characters and lines between columns and rows."""

Spot: TypeAlias = tuple[int, int]
"""Columns and rows from the middle, right and down."""


class Space(NamedTuple):
    """A space by its corners and the places around it; `centre` is where its owner is written."""

    outline: tuple[Spot, ...]
    places: tuple[int, ...]
    centre: tuple[float, float]

    @property
    def needed(self) -> int:
        """How many of its points make it a player's: at least half."""
        return (len(self.places) + 1) // 2


@dataclass(frozen=True)
class Owned(BoardContents):
    """Stones on points, and the spaces' owners; `lit` are spaces of a winning chain."""

    owners: str = ""
    lit: Sequence[int] = ()


class Spaces(Grid):
    """69 points around 41 spaces."""

    place_word: ClassVar[str] = "point"
    places_are: ClassVar[str] = "its points are the dots of the drawing, from a1 to {last}"
    family = POINTS

    @staticmethod
    def empty() -> tuple[int, str]:
        """The width and points of an empty board."""
        return SIZE, EMPTY * len(Spaces(SIZE, SIZE).spots)

    @classmethod
    def height_of(cls, width: int, places: int) -> int:  # noqa: ARG003 - the width tells it
        """Equal to the width."""
        return width

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The points in reading order."""
        far = range(-FAR, FAR + 1)
        return tuple((x, y) for y in far for x in far if _is_point(abs(x), abs(y)))

    @cached_property
    def places(self) -> range:
        return range(len(self.spots))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{self.columns[x + FAR]}{FAR - y + 1}" for x, y in self.spots)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """None: nothing moves along lines."""
        return tuple(() for _ in self.places)

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces in reading order of their middles."""
        place_of = {spot: place for place, spot in enumerate(self.spots)}

        def space(outline: tuple[Spot, ...]) -> Space:
            places = sorted(place_of[spot] for spot in outline if spot in place_of)
            across, down = (sum(axis) / len(outline) for axis in zip(*outline, strict=True))
            return Space(outline, tuple(places), (across, down))

        # In the middle there is a point, so that the owner of the space around it is written above it.
        middle = space(((0, -1), (1, 0), (0, 1), (-1, 0)))
        middle = middle._replace(places=tuple(sorted((*middle.places, place_of[0, 0]))), centre=(0, -0.5))
        found = [space(each) for outline in _upper_spaces() for each in _turned(outline)]
        return tuple(sorted([*found, middle], key=lambda each: (round(each.centre[1], 3), each.centre[0])))

    @cached_property
    def spaces_at(self) -> tuple[tuple[int, ...], ...]:
        """For each place the spaces around it."""
        return tuple(
            tuple(number for number, space in enumerate(self.spaces) if place in space.places)
            for place in self.places
        )

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each space its neighbours."""
        near = ({each for place in space.places for each in self.spaces_at[place]} for space in self.spaces)
        return tuple(tuple(sorted(found - {number})) for number, found in enumerate(near))

    @cached_property
    def sides(self) -> tuple[tuple[frozenset[int], frozenset[int]], tuple[frozenset[int], frozenset[int]]]:
        """The spaces along the sides that each seat has to join: top and bottom, left and right."""

        def along(axis: int, at: int) -> frozenset[int]:
            return frozenset(
                number for number, space in enumerate(self.spaces) if any(spot[axis] == at for spot in space.outline)
            )

        return (along(1, -FAR), along(1, FAR)), (along(0, -FAR), along(0, FAR))

    def where_it_is(self, name: str) -> str:
        return Message(self.places_are, last=self.names[1])

    @property
    def extent(self) -> str:
        return Message("{points} points around {spaces} spaces", points=len(self.spots), spaces=len(self.spaces))

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        """A point in words, with the owners of the spaces around it: `d8, empty; spaces: Black's, free`."""
        owners = contents.owners if isinstance(contents, Owned) else EMPTY * len(self.spaces)
        told = []
        for number in self.spaces_at[place]:
            there = contents.figures.get(owners[number])
            name = contents.seat_names[there.seat or 0] if there else ""
            told.append(Message("{player}'s", player=Message(name)) if there else Message("free"))
        return Listed(
            [super().words_of(place, contents), Message("spaces: {owners}", owners=in_a_row(*told))], "; ", "; "
        )

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates and walls; the last stone is in brackets."""
        page = [[*line] for line in self._walls]

        def put(x: float, y: float, text: str) -> None:
            at = round((x + FAR) * _WIDE) + 1 - len(text) // 2
            page[round((y + FAR) * _HIGH)][at : at + len(text)] = text

        for place, (x, y) in enumerate(self.spots):
            there = contents.cells[place]
            put(x, y, f"({there})" if place in contents.last else there)
        if isinstance(contents, Owned):
            for number, space in enumerate(self.spaces):
                owner = contents.owners[number].upper()
                if owner != EMPTY:
                    put(*space.centre, f"[{owner}]" if number in contents.lit else owner * 3)
        header = (" " * 3 + (" " * (_WIDE - 1)).join(self.columns)).rstrip()
        lines = [header]
        for line, drawn in enumerate(page):
            row, between = divmod(line, _HIGH)
            label = "" if between else str(self.rows[row])
            lines.append(f"{label:>2}{''.join(drawn)}{label}".rstrip())
        return "\n".join([*lines, header])

    @cached_property
    def _walls(self) -> tuple[str, ...]:
        """The lines of the board without points, stones and owners."""
        page = [[" "] * ((SIZE - 1) * _WIDE + 1) for _ in range((SIZE - 1) * _HIGH + 1)]
        for space in self.spaces:
            for (x, y), (to_x, to_y) in pairwise((*space.outline, space.outline[0])):
                column, line = (x + FAR) * _WIDE, (y + FAR) * _HIGH
                end, last = (to_x + FAR) * _WIDE, (to_y + FAR) * _HIGH
                if line == last:
                    for each in range(min(column, end) + 1, max(column, end)):
                        page[line][each] = "-"
                elif column == end:
                    for each in range(min(line, last) + 1, max(line, last)):
                        page[each][column] = "|"
                else:
                    page[(line + last) // 2][(column + end) // 2] = "\\" if (end > column) == (last > line) else "/"
        for space in self.spaces:
            for x, y in space.outline:
                page[(y + FAR) * _HIGH][(x + FAR) * _WIDE] = "+"
        # Beside the board there is room for brackets around stones in the corners.
        return tuple(f" {''.join(line)} " for line in page)

    def picture(self, contents: BoardContents, words: str) -> Picture:
        owners, lit = (contents.owners, contents.lit) if isinstance(contents, Owned) else ("", ())
        forms = [Polygon(tuple(_at(*spot) for spot in space.outline)) for space in self.spaces]
        across = 2 * (FAR * _APART + _BEYOND)
        shapes = [Shape(rectangle(Point(LABELLED, BARE), across, across), "cell.dark")]
        shapes += [Shape(form, "cell.wood") for form in forms]
        shapes += coloured_sides(Point(LABELLED, BARE), across, across, _BEYOND)
        shapes += self._labels()
        for form, owner in zip(forms, owners, strict=False):
            if owner != EMPTY:
                # Paler than the stones around it.
                shapes.append(Shape(form, f"dead.{contents.figures[owner].shade}"))
        shapes += [Shape(forms[number], "win") for number in lit]
        for place, spot in enumerate(self.spots):
            centre, name = _at(*spot), self.names[place]
            shapes.append(Shape(Circle(centre, _APART * 0.47), "touch", name, self.words_of(place, contents)))
            if contents.cells[place] == EMPTY:
                shapes.append(Shape(Circle(centre, _HOLE), "mark", name))
            else:
                shapes += figure(contents.figures[contents.cells[place]], centre, _APART * _STONE, name)
        for place in contents.last:
            shade = contents.figures[contents.cells[place]].shade
            shapes.append(Shape(Circle(_at(*self.spots[place]), _APART * 0.2), f"last.{shade}", self.names[place]))
        size = across + LABELLED + BARE
        return Picture(size, size, tuple(shapes), words)

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return figure(piece, Point(0, 0), _APART * _STONE, "")

    def _labels(self) -> Iterator[Shape]:
        below = _at(0, FAR).y + _BEYOND + LABELLED / 2
        for number, letter in enumerate(self.columns):
            yield Shape(Text(letter, Point(_LEFT + number * _APART, below), 14), "label")
        for number, row in enumerate(self.rows):
            yield Shape(Text(str(row), Point(LABELLED / 2, _TOP + number * _APART), 14), "label")


def _is_point(across: int, down: int) -> bool:
    return across in (0, FAR) if across == down else max(across, down) < FAR


def _upper_spaces() -> Iterator[tuple[Spot, ...]]:
    """The outlines of the spaces of one of four parts, each of which is turned into the others."""
    near = OUTER - 1
    yield (-FAR, -FAR), (-near, -FAR), (-near, -OUTER), (-OUTER, -near), (-FAR, -near)
    for x in range(-near, near, 2):
        yield (x, -OUTER), (x + 1, -OUTER), (x + 2, -OUTER), (x + 2, -FAR), (x, -FAR)
    for ring in range(2, OUTER + 1):
        one, two = ring - 1, ring - 2
        yield (-one, -ring), (-two, -ring), (-two, -one), (-one, -two), (-ring, -two), (-ring, -one)
        for x in range(-two, two, 2):
            yield (x, -ring), (x + 1, -ring), (x + 2, -ring), (x + 2, -one), (x + 1, -one), (x, -one)


def _turned(outline: tuple[Spot, ...]) -> Iterator[tuple[Spot, ...]]:
    for _ in range(4):
        yield outline
        outline = tuple((-y, x) for x, y in outline)


def _at(x: float, y: float) -> Point:
    return Point(_LEFT + (x + FAR) * _APART, _TOP + (y + FAR) * _APART)
