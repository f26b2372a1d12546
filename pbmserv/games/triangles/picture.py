"""Tiles with three marks as a picture: what lies on the table, the places one may name, and tiles beside the board.

A move is made by touching a tile, then a place, and then an hour of the clock where the tile fits in several ways.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt

from pbmserv.games.boards.page import Row, Thing, button, moved, page_of, side_title, title
from pbmserv.games.boards.pieces import marked
from pbmserv.games.picture import MOST_TINTS, Circle, Form, Picture, Point, Polygon, Shape, Text
from pbmserv.games.triangles.lattice import Cell, Vertex
from pbmserv.games.triangles.layout import Layout
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.triangles.tiles import BLANK, WILD, Edge, Marking, TileSet

SIDE = 60.0
"""Units: the side of a cell."""
_HIGH = SIDE * sqrt(3) / 2
_FIGURE = 15.0
NUMBER = 17.0
"""How high the numbers of places are."""
_RIM = 13.0
"""How wide the border is that a board bears."""
_IN_A_TRAY = {Marking.CORNERS: 0.88, Marking.EDGES: 0.95}
"""How large tiles beside the board are: as small as their figures can be read."""
_FACE_DOWN = 0.55
"""How large they are where there is nothing to be read."""
_MOVE = re.compile(r"([0-9W-]+)(?:\.([0-9]+))?@([0-9]+)")
_TAKEN = re.compile(r"take ([0-9]+)")

# All boards have the same few hundred cells.
_remembered = lru_cache(maxsize=16384)


def steps_of(move: str) -> tuple[str, ...]:
    """What to touch for a move of a game with tiles: `2-4-5.08@7` is the tile, place 7, and 8 o'clock."""
    if found := _MOVE.fullmatch(move):
        hour = (f"hour:{int(found[2])}",) if found[2] else ()
        return f"tile:{found[1]}", found[3], *hour
    if found := _TAKEN.fullmatch(move):
        return (found[1],)
    return (move.replace(" ", "-"),)


@dataclass(frozen=True)
class Tray:
    """Tiles that lie beside the board, below a title; names that are not in the set are those of tiles face down."""

    title: str
    names: Sequence[str]
    can_be_touched: bool = False


@dataclass(frozen=True)
class Table:
    """What is to be seen of a game with tiles.

    `places` are the cells that have a number, the first of them number 1, and `last` those of the tiles that were
    laid last. `moves` are those of the viewer, for the choices that no place on the board stands for; `remark` is a
    line below the tiles. A small board that never grows may be so many times `larger`.
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
        """The picture of it."""
        return page_of(_Board(self).shapes(), [*self._trays(), *self._choices()], words, self.larger)

    def _trays(self) -> Iterator[Row]:
        for tray in self.trays:
            tiles = [self._in_tray(name, tray) for name in tray.names]
            if any(map(self._is_known, tray.names)):
                yield [title(tray.title)]
                yield tiles
            else:
                words = f"{tray.title}: {len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'} face down"
                yield [side_title(tray.title, tiles[0].height, words), *tiles]
        if self.remark:
            yield [title(self.remark, self.remark)]

    def _in_tray(self, name: str, tray: Tray) -> Thing:
        if not self._is_known(name):
            return _face_down(self.tiles.marking)
        target = f"tile:{self.tiles.spelled(name)}" if tray.can_be_touched else ""
        words = f"tile {self.tiles.spelled(name)}"
        return _face_up(self.tiles, name, target, words if tray.can_be_touched else f"{tray.title}: {words}")

    def _is_known(self, name: str) -> bool:
        return self.tiles.find(name) is not None or WILD in name

    def _choices(self) -> Iterator[Row]:
        """Buttons for what is no tile and no place: the hours at which a figure may point, and words such as pass."""
        steps = dict.fromkeys(step for move in self.moves for step in steps_of(move))
        hours = sorted(int(step.removeprefix("hour:")) for step in steps if step.startswith("hour:"))
        if hours:
            yield [title("The hour at which the last figure is to point")]
            yield [button(f"hour:{hour}", str(hour), f"{hour} o'clock") for hour in hours]
        said = [step for step in steps if step.isalpha()]
        if said:
            yield [button(word, word.capitalize(), word) for word in said]


class _Board:
    """What lies on the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._numbers = {cell: str(number) for number, cell in enumerate(table.places, 1)}
        printed = table.board.cells if table.board else frozenset[Cell]()
        self._cells = sorted({*printed, *table.layout.tiles, *table.places})

    def shapes(self) -> list[Shape]:
        table = self._table
        shapes = [*self._rims(), *map(self._cell, self._cells)]
        if table.layout.marking is Marking.EDGES:
            shapes += self._colours()
        for cell in table.last:
            frame, target = scaled(corners_of(cell), 0.92), self._target(cell)
            # On a tile of many colours, red alone would not be seen.
            is_coloured = table.layout.marking is Marking.EDGES
            shapes += marked(frame, "last", target) if is_coloured else [Shape(frame, "last", target)]
        for cell, marks in table.layout.tiles.items():
            shapes += _figures(cell, marks, table.layout.marking)
        for cell, number in self._numbers.items():
            if cell not in table.layout.tiles:
                shapes.append(Shape(Text(number, self._number_at(cell), NUMBER), "number", number))
        if table.board:
            for cell, mark in table.board.spaces.items():
                if cell not in table.layout.tiles:
                    shapes.append(Shape(Text(mark, _at_base(cell), _FIGURE * 0.8), "label", self._target(cell)))
        return shapes

    def _number_at(self, cell: Cell) -> Point:
        """In the middle, or further up where the mark of a space stands at the base."""
        has_mark = self._table.board is not None and cell in self._table.board.spaces
        return towards(middle_of(cell), corners_of(cell)[0], 0.25) if has_mark else middle_of(cell)

    def _target(self, cell: Cell) -> str:
        return self._numbers.get(cell, "")

    def _cell(self, cell: Cell) -> Shape:
        table = self._table
        marks = table.layout.tiles.get(cell)
        space = table.board.spaces.get(cell, "") if table.board else ""
        role = "tile" if marks else "cell.goal" if space else "cell"
        what = f"tile {table.tiles.spelled(table.tiles.name_of(marks))}" if marks else "free"
        place = f"position {self._numbers[cell]}, " if cell in self._numbers else ""
        words = f"{place}{what}"
        if space:
            words += f", space {space}"
        if marks:
            words += f", {_as_it_lies(cell, marks, table.layout.marking)}"
        if cell in table.last:
            words += ", last tile"
        return Shape(Polygon(corners_of(cell)), role, self._target(cell), words)

    def _colours(self) -> Iterator[Shape]:
        """Of tiles whose marks are at the edges, each edge in its colour."""
        layout = self._table.layout
        for cell, marks in layout.tiles.items():
            for site, mark in zip(Marking.EDGES.sites(cell), marks, strict=True):
                if isinstance(site, Edge):
                    corners = (point_of(site.one), point_of(site.other), middle_of(cell))
                    yield Shape(Polygon(corners), f"tint.{_number_of_tint(mark)}", self._target(cell))

    def _rims(self) -> Iterator[Shape]:
        """The border that the board bears, below all cells."""
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
    """Where the mark of a space stands: next to the base."""
    corners = corners_of(cell)
    return towards(between(corners[1:]), corners[0], 0.13)


def scaled(corners: Sequence[Point], times: float) -> Polygon:
    middle = between(corners)
    return Polygon(tuple(towards(middle, corner, times) for corner in corners))


def outlines(cells: Iterable[Cell]) -> Iterator[Polygon]:
    """The lines around an area of cells: one around each part of it, and one around each hole."""
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
                yield Shape(Text(mark, towards(place, middle, 0.52), _FIGURE), "word")
            else:
                yield Shape(Text(mark, towards(place, middle, 0.46), _FIGURE - 1), "figure")


def _as_it_lies(cell: Cell, marks: str, marking: Marking) -> str:
    return ", ".join(f"{mark} {name}" for mark, name in zip(marks, marking.names(cell), strict=True))


def _number_of_tint(mark: str) -> int:
    return int(mark) if mark.isdigit() and int(mark) < MOST_TINTS else 0


def _outside(edge: Edge, cells: Iterable[Cell]) -> Form:
    """A strip along an edge of the board, on the side where no cell is."""
    one, other = point_of(edge.one), point_of(edge.other)
    by = _away(edge, cells)
    return Polygon((one, other, Point(other.x + by.x, other.y + by.y), Point(one.x + by.x, one.y + by.y)))


def _middle_outside(edge: Edge, cells: Iterable[Cell]) -> Point:
    middle, by = between((point_of(edge.one), point_of(edge.other))), _away(edge, cells)
    return Point(middle.x + by.x / 2, middle.y + by.y / 2)


def _away(edge: Edge, cells: Iterable[Cell]) -> Point:
    """From an edge of the board as far as its rim is wide."""
    cell = next(cell for cell in cells if edge in Marking.EDGES.sites(cell))
    on_edge, middle = between((point_of(edge.one), point_of(edge.other))), middle_of(cell)
    times = _RIM / (_HIGH / 3)
    return Point((on_edge.x - middle.x) * times, (on_edge.y - middle.y) * times)


def _face_up(tiles: TileSet, name: str, target: str, words: str) -> Thing:
    """A tile that stands on its base, or on its point where that is how its name is read."""
    cell, marks = _standing(tiles.marking), tiles.marks(name)
    shapes = [Shape(Polygon(corners_of(cell)), "hand", target, words)]
    if tiles.marking is Marking.EDGES:
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


def _standing(marking: Marking) -> Cell:
    return Cell(0, 0) if marking is Marking.CORNERS else Cell(0, 1)


def _beside(shapes: Sequence[Shape], cell: Cell, times: float) -> Thing:
    """The shapes of a tile, beside the board."""
    left = min(point.x for point in corners_of(cell))
    standing = tuple(moved(shape, Point(-left * times, 0), times) for shape in shapes)
    return Thing(standing, (SIDE + 7) * times, (_HIGH + 9) * times)
