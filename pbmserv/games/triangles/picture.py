"""Tiles with three marks as a picture.

A move is made by touching a tile, a place, and an hour if the tile fits in several ways.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt

from pbmserv.games.boards.page import Row, Thing, moved, page_of, side_title, title
from pbmserv.games.boards.pieces import marked
from pbmserv.games.message import Message, counted, in_a_row
from pbmserv.games.picture import MOST_TINTS, Choice, Circle, Form, Picture, Point, Polygon, Shape, Text
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.triangles.tiles import BLANK, WILD, Edge, Marking, TileSet

SIDE = 60.0
"""The side of a cell in units."""
_HIGH = SIDE * sqrt(3) / 2
_FIGURE = 16.0
NUMBER = 17.0
"""The height of place numbers."""
_RIM = 13.0
"""The width of a board's rim."""
_IN_A_TRAY = {Marking.CORNERS: 0.88, Marking.EDGES: 0.95}
"""The scale of tiles beside the board, as small as is readable."""
_FACE_DOWN = 0.55
"""The scale of face-down tiles."""
_MOVE = re.compile(r"([0-9W-]+)(?:\.([0-9]+))?@([0-9]+)")
_TAKEN = re.compile(r"take ([0-9]+)")

_WORDS = {"hint": "ask for a hint"}
"""What a choice does where its word alone does not say it."""

# All boards have the same few hundred cells.
_ROUND = 0.1
"""How much of a tile's sides its rounded corners take."""
_remembered = lru_cache(maxsize=16384)


def steps_of(move: str) -> tuple[str, ...]:
    """The touches of a move: `2-4-5.08@7` is the tile, place 7, 8 o'clock."""
    if found := _MOVE.fullmatch(move):
        hour = (f"hour:{int(found[2])}",) if found[2] else ()
        return f"tile:{found[1]}", found[3], *hour
    if found := _TAKEN.fullmatch(move):
        return (found[1],)
    return (move.replace(" ", "-"),)


def asked_after(touched: Sequence[str]) -> Message:
    """What is asked after these touches of a move: where a tile lies, or how it is turned there."""
    return Message("Where does the tile go?") if len(touched) == 1 else Message("How is the tile turned?")


def slides_of(steps: tuple[str, ...], tiles: TileSet, layout: Layout, places: Sequence[Cell]) -> tuple[str, ...]:
    """What pages show at the touches of a move: a tile goes from a tray to its place, turned as it will lie.

    Until the hour is touched, it lies there in the first way that fits.
    """
    if len(steps) == 1:
        return ()
    tile, number, *hour = steps
    cell, name = places[int(number) - 1], tile.removeprefix("tile:").replace(tiles.separator, "")
    stands = tiles.hour(tiles.marks(name), _standing(tiles.marking))

    def turned(hour: int) -> int:
        return (hour - stands) * 30 % 360

    first = turned(tiles.hour(tiles.turns_that_fit(name, layout.pattern(cell))[0], cell))
    last = [f"{number} {number}~{turned(int(each.removeprefix('hour:')))}" for each in hour]
    return ("", f"{tile} .~{first}", *last)


@dataclass(frozen=True)
class Tray:
    """Tiles beside the board, by name, under a title."""

    title: str
    names: Sequence[str]
    can_be_touched: bool = False


@dataclass(frozen=True)
class Table:
    """The contents of a picture.

    `places` are the numbered cells, `last` the last tiles' cells. `moves` are the viewer's, for choices without a
    place; `remark` is a line below the tiles. A small fixed board may be `larger`.
    """

    layout: Layout
    tiles: TileSet
    places: Sequence[Cell] = ()
    last: Sequence[Cell] = ()
    board: PrintedBoard | None = None
    trays: Sequence[Tray] = ()
    moves: Sequence[str] = field(default=())
    remark: str = ""
    larger: float = 1

    def picture(self, words: str) -> Picture:
        return page_of(_Board(self).shapes(), [*self._trays()], words, self.larger, [*self._choices()])

    def _trays(self) -> Iterator[Row]:
        for tray in self.trays:
            tiles = [self._in_tray(name, tray) for name in tray.names]
            if any(map(self._is_known, tray.names)):
                yield [title(tray.title)]
                yield tiles
            else:
                words = counted(
                    "{whose}: {count} tile face down",
                    "{whose}: {count} tiles face down",
                    len(tiles),
                    whose=tray.title,
                )
                yield [side_title(tray.title, tiles[0].height, words), *tiles]
        if self.remark:
            yield [title(self.remark, self.remark)]

    def _in_tray(self, name: str, tray: Tray) -> Thing:
        if not self._is_known(name):
            return _face_down(self.tiles.marking)
        target = f"tile:{self.tiles.spelled(name)}" if tray.can_be_touched else ""
        words = Message("tile {tile}", tile=self.tiles.spelled(name))
        return _face_up(self.tiles, name, target, words if tray.can_be_touched else _told_of(tray, words))

    def _is_known(self, name: str) -> bool:
        return self.tiles.find(name) is not None or WILD in name

    def _choices(self) -> Iterator[Choice]:
        steps = dict.fromkeys(step for move in self.moves for step in steps_of(move))
        hours = sorted(int(step.removeprefix("hour:")) for step in steps if step.startswith("hour:"))
        for hour in hours:
            points = Message("the last figure points at {hour} o'clock", hour=hour)
            yield Choice(f"hour:{hour}", Message("{hour} o'clock", hour=hour), points)
        for word in filter(str.isalpha, steps):
            yield Choice(word, word.capitalize(), _WORDS.get(word, word))


def _told_of(tray: Tray, words: str) -> Message:
    return Message("{whose}: {tile}", whose=tray.title, tile=words)


class _Board:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._numbers = {cell: str(number) for number, cell in enumerate(table.places, 1)}
        printed = table.board.cells if table.board else frozenset[Cell]()
        self._cells = sorted({*printed, *table.layout.tiles, *table.places})

    def shapes(self) -> list[Shape]:
        table = self._table
        shapes = [*self._rims(), *map(self._cell, self._cells)]
        if table.layout.marking is Marking.CORNERS:
            shapes = [*map(_ground, table.layout.tiles), *map(_shade, table.layout.tiles), *shapes]
        if table.layout.marking is Marking.EDGES:
            shapes += self._colours()
        for cell in table.last:
            # On a tile of many colours, red alone would not be seen.
            is_coloured, target = table.layout.marking is Marking.EDGES, self._target(cell)
            frame = scaled(corners_of(cell), 0.92) if is_coloured else tile_of(cell, 0.86)
            shapes += marked(frame, "last", target) if is_coloured else [Shape(frame, "last", target)]
        for cell, marks in table.layout.tiles.items():
            shapes += _figures(cell, marks, table.layout.marking)
        for cell, number in self._numbers.items():
            if cell not in table.layout.tiles:
                shapes.append(Shape(Text(number, self._number_at(cell), NUMBER), "number", number))
        if table.board:
            for cell, mark in table.board.spaces.items():
                if cell not in table.layout.tiles:
                    shapes.append(Shape(Text(mark, _at_base(cell), _FIGURE * 0.8), "number", self._target(cell)))
        return shapes

    def _number_at(self, cell: Cell) -> Point:
        """The middle of a cell, or higher if a space's mark is at the base."""
        has_mark = self._table.board is not None and cell in self._table.board.spaces
        return towards(middle_of(cell), corners_of(cell)[0], 0.25) if has_mark else middle_of(cell)

    def _target(self, cell: Cell) -> str:
        return self._numbers.get(cell, "")

    def _cell(self, cell: Cell) -> Shape:
        table = self._table
        marks = table.layout.tiles.get(cell)
        space = table.board.spaces.get(cell, "") if table.board else ""
        role = "tile" if marks else "cell.goal" if space else "cell"
        told: list[str] = [Message("position {number}", number=self._numbers[cell])] if cell in self._numbers else []
        if marks:
            told.append(Message("tile {tile}", tile=table.tiles.spelled(table.tiles.name_of(marks))))
        else:
            told.append(Message("free"))
        if space:
            told.append(Message("space {space}", space=space))
        if marks:
            told.append(_as_it_lies(cell, marks, table.layout.marking))
        if cell in table.last:
            told.append(Message("last tile"))
        is_tile = marks and table.layout.marking is Marking.CORNERS
        form = tile_of(cell) if is_tile else Polygon(corners_of(cell))
        return Shape(form, role, self._target(cell), in_a_row(*told))

    def _colours(self) -> Iterator[Shape]:
        layout = self._table.layout
        for cell, marks in layout.tiles.items():
            for site, mark in zip(Marking.EDGES.sites(cell), marks, strict=True):
                if isinstance(site, Edge):
                    corners = (point_of(site.one), point_of(site.other), middle_of(cell))
                    yield Shape(Polygon(corners), f"tint.{_number_of_tint(mark)}", self._target(cell))

    def _rims(self) -> Iterator[Shape]:
        given = [(site, mark) for site, mark in self._table.layout.given.items() if isinstance(site, Edge)]
        for edge, mark in given:
            yield Shape(_outside(edge, self._cells), f"rim.{_number_of_tint(mark)}")
            for vertex in edge:
                yield Shape(Circle(point_of(vertex), _RIM), f"rim.{_number_of_tint(mark)}")
        for edge, mark in given:
            yield Shape(Text(mark, _middle_outside(edge, self._cells), _RIM - 1), "figure")


@_remembered
def point_of(vertex: Vertex) -> Point:
    return Point(vertex.x * SIDE / 2, vertex.y * _HIGH)


@_remembered
def corners_of(cell: Cell) -> tuple[Point, ...]:
    return tuple(map(point_of, cell.corners()))


@_remembered
def middle_of(cell: Cell) -> Point:
    return between(corners_of(cell))


def between(points: Sequence[Point]) -> Point:
    return Point(sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points))


def towards(start: Point, end: Point, part: float) -> Point:
    return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)


def _at_base(cell: Cell) -> Point:
    corners = corners_of(cell)
    return towards(between(corners[1:]), corners[0], 0.13)


def scaled(corners: Sequence[Point], times: float) -> Polygon:
    middle = between(corners)
    return Polygon(tuple(towards(middle, corner, times) for corner in corners))


@_remembered
def tile_of(cell: Cell, times: float = 0.94) -> Polygon:
    """A tile with corners that are rounded, by three points each, somewhat smaller than its place."""
    corners = scaled(corners_of(cell), times).corners
    middle = between(corners)
    points: list[Point] = []
    for before, corner, after in zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False):
        points += (towards(corner, before, _ROUND), towards(corner, middle, _ROUND), towards(corner, after, _ROUND))
    return Polygon(tuple(points))


def _ground(cell: Cell) -> Shape:
    """What is seen between a tile and its neighbours."""
    return Shape(Polygon(corners_of(cell)), "cell")


def _shade(cell: Cell, role: str = "shade.board") -> Shape:
    """The shadow of a tile, by which it lies upon the board."""
    return moved(Shape(tile_of(cell), role), Point(0.8, 2))


def outlines(cells: Iterable[Cell]) -> Iterator[Polygon]:
    edges = Counter(edge for cell in cells for edge in Marking.EDGES.sites(cell))
    ahead: dict[Vertex, list[Vertex]] = defaultdict(list)
    for edge, count in edges.items():
        if count == 1 and isinstance(edge, Edge):
            ahead[edge.one].append(edge.other)
            ahead[edge.other].append(edge.one)
    for start in [*ahead]:
        while ahead[start]:
            way = [start]
            while ahead[way[-1]]:
                following = ahead[way[-1]].pop()
                ahead[following].remove(way[-1])
                way.append(following)
            yield Polygon(tuple(map(point_of, way[:-1])))


def _figures(cell: Cell, marks: str, marking: Marking) -> Iterator[Shape]:
    middle = middle_of(cell)
    for site, mark in zip(marking.sites(cell), marks, strict=True):
        place = between([point_of(site.one), point_of(site.other)]) if isinstance(site, Edge) else point_of(site)
        if mark != BLANK:
            if marking is Marking.CORNERS:
                yield Shape(Text(mark, towards(place, middle, 0.54), _FIGURE), "sign.word")
            else:
                yield Shape(Text(mark, towards(place, middle, 0.46), _FIGURE - 1), "figure")


def _as_it_lies(cell: Cell, marks: str, marking: Marking) -> str:
    corners = zip(marks, marking.names(cell), strict=True)
    return in_a_row(*(Message("{mark} {corner}", mark=mark, corner=Message(name)) for mark, name in corners))


def _number_of_tint(mark: str) -> int:
    return int(mark) if mark.isdigit() and int(mark) < MOST_TINTS else 0


def _outside(edge: Edge, cells: Iterable[Cell]) -> Form:
    one, other = point_of(edge.one), point_of(edge.other)
    by = _away(edge, cells)
    return Polygon((one, other, Point(other.x + by.x, other.y + by.y), Point(one.x + by.x, one.y + by.y)))


def _middle_outside(edge: Edge, cells: Iterable[Cell]) -> Point:
    middle, by = between((point_of(edge.one), point_of(edge.other))), _away(edge, cells)
    return Point(middle.x + by.x / 2, middle.y + by.y / 2)


def _away(edge: Edge, cells: Iterable[Cell]) -> Point:
    cell = next(cell for cell in cells if edge in Marking.EDGES.sites(cell))
    on_edge, middle = between((point_of(edge.one), point_of(edge.other))), middle_of(cell)
    times = _RIM / (_HIGH / 3)
    return Point((on_edge.x - middle.x) * times, (on_edge.y - middle.y) * times)


def _face_up(tiles: TileSet, name: str, target: str, words: str) -> Thing:
    """A tile on its base, or on its point if it is read so."""
    cell, marks = _standing(tiles.marking), tiles.marks(name)
    if tiles.marking is Marking.CORNERS:
        shapes = [_shade(cell, "shade"), Shape(tile_of(cell), "tile.hand", target, words)]
    else:
        shapes = [Shape(Polygon(corners_of(cell)), "tile.hand", target, words)]
        for site, mark in zip(Marking.EDGES.sites(cell), marks, strict=True):
            if isinstance(site, Edge):
                corners = (point_of(site.one), point_of(site.other), middle_of(cell))
                shapes.append(Shape(Polygon(corners), f"tint.{_number_of_tint(mark)}", target))
    shapes += [replace(figure, target=target) for figure in _figures(cell, marks, tiles.marking)]
    return _beside(shapes, cell, _IN_A_TRAY[tiles.marking])


def _face_down(marking: Marking) -> Thing:
    cell = _standing(marking)
    corners = corners_of(cell)
    return _beside([Shape(Polygon(corners), "hidden"), Shape(scaled(corners, 0.6), "back")], cell, _FACE_DOWN)


@_remembered
def _standing(marking: Marking) -> Cell:
    return Cell(0, 0) if marking is Marking.CORNERS else Cell(0, 1)


def _beside(shapes: Sequence[Shape], cell: Cell, times: float) -> Thing:
    left = min(point.x for point in corners_of(cell))
    standing = tuple(moved(shape, Point(-left * times, 0), times) for shape in shapes)
    return Thing(standing, (SIDE + 7) * times, (_HIGH + 9) * times)
