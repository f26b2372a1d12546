"""Trichet as a picture, in the seats' colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from pbmserv.games.boards.page import LETTERS, Row, Thing, moved, page_of, side_title
from pbmserv.games.boards.pieces import marked, sign
from pbmserv.games.message import Message, in_a_row, in_context
from pbmserv.games.picture import Choice, Circle, Picture, Point, Polygon, Shape, Text
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.picture import (
    NUMBER,
    SIDE,
    corners_of,
    middle_of,
    outlines,
    point_of,
    scaled,
    towards,
)
from pbmserv.games.trichet.rules import DOT, OH, ROTATIONS, Position, Tile

_SEATS = {OH: 0, DOT: 1}
_NAMES = {OH: "o", DOT: in_context("dot", "trichet")}
_CORNERS = {
    True: (
        in_context("top", "corners"),
        in_context("bottom right", "corners"),
        in_context("bottom left", "corners"),
    ),
    False: (
        in_context("bottom", "corners"),
        in_context("top left", "corners"),
        in_context("top right", "corners"),
    ),
}
_SMALL = 0.75
"""The scale of tiles in the legend."""


def picture_of(position: Position) -> Picture:
    before = position.numbers_before
    numbers = {place.cell: str(number) for number, place in enumerate(position.places, 1)}
    if position.is_numbered_before:
        laid = position.group.tiles
        numbers = {cell: str(number) for cell, number in before.items() if cell not in laid}
    shapes = [Shape(Polygon(corners_of(cell)), "cell", number, _free(number)) for cell, number in numbers.items()]
    shapes += _tiles(position.tiles, position)
    for outline in outlines(position.winning_cells):
        shapes += marked(outline, "win")
    for place, tile in enumerate(position.last_turn):
        # What followed by itself is marked smaller than the tile that was laid.
        form = Circle(middle_of(tile.cell), 3) if place else scaled(corners_of(tile.cell), 0.62)
        shapes += marked(form, "last")
        if not place and tile.cell in before:
            # The move names it by this number.
            middle = middle_of(tile.cell)
            shapes.append(Shape(Circle(middle, 10), "cell"))
            shapes.append(Shape(Text(str(before[tile.cell]), middle, 13), "number"))
    shapes += [Shape(Text(number, middle_of(cell), NUMBER), "number", number) for cell, number in numbers.items()]
    return page_of(shapes, _rotations() if numbers else (), "Trichet", choices=tuple(_choices(position)))


@lru_cache(maxsize=500)
def _free(number: str) -> str:
    return in_a_row(Message("position {number}", number=number), Message("free"))


def _tiles(tiles: tuple[Tile, ...], position: Position | None = None) -> Iterator[Shape]:
    """Each tile in its majority's colour with an odd corner, and a sign on Dot's."""
    for tile in tiles:
        colours = ROTATIONS[tile.rotation]
        role = f"part.{_SEATS[max(colours, key=colours.count)]}"
        yield Shape(Polygon(corners_of(tile.cell)), role, words=_words(tile, position))
    for tile in tiles:
        yield _odd_corner(tile)
    for tile in tiles:
        yield from _signs(tile)


@lru_cache(maxsize=2_000)
def _signs(tile: Tile) -> tuple[Shape, ...]:
    corners = zip(tile.cell.corners(), ROTATIONS[tile.rotation], strict=True)
    places = [towards(point_of(vertex), middle_of(tile.cell), 0.5) for vertex, colour in corners if colour == DOT]
    return tuple(Shape(form, "sign.1") for place in places for form in sign(_SEATS[DOT], place, 6))


@lru_cache(maxsize=2_000)
def _odd_corner(tile: Tile) -> Shape:
    colours = ROTATIONS[tile.rotation]
    place = next(place for place in range(3) if colours.count(colours[place]) == 1)
    corners = corners_of(tile.cell)
    corner, following, before = corners[place], corners[(place + 1) % 3], corners[place - 1]
    part = (corner, towards(corner, following, 0.5), middle_of(tile.cell), towards(corner, before, 0.5))
    return Shape(Polygon(part), f"part.{_SEATS[colours[place]]}")


def _words(tile: Tile, position: Position | None) -> str:
    told: list[str] = [Message("tile: {corners}", corners=_words_of(tile.rotation, tile.cell.is_up))]
    if position is None:
        return told[0]
    if tile.cell in position.winning_cells:
        told.append(Message("winning region"))
    if tile in position.last_turn:
        told.append(Message("last tile" if tile == position.last_turn[0] else "followed by itself"))
    return in_a_row(*told)


def _words_of(rotation: str, is_up: bool) -> str:
    corners = zip(ROTATIONS[rotation], _CORNERS[is_up], strict=True)
    return in_a_row(*(Message("{mark} {corner}", mark=_NAMES[colour], corner=place) for colour, place in corners))


def _rotations() -> Sequence[Row]:
    words = Message("Rotations: above for positions that point up, below for those that point down")
    return ((side_title(Message("Rotations"), 99, words), *map(_rotation, ROTATIONS)),)


def _of_rotation(letter: str, words: str) -> str:
    return in_a_row(Message("rotation {letter}", letter=letter), words)


@cache
def _rotation(letter: str) -> Thing:
    """A rotation in the legend, for players who type: it is smaller than a finger."""
    shapes: list[Shape] = []
    for cell, down in ((Cell(0, 0), 0.0), (Cell(0, 1), 60.0)):
        left = min(point.x for point in corners_of(cell))
        tile = (moved(shape, Point(-left * _SMALL, down), _SMALL) for shape in _tiles((Tile(cell, letter),)))
        shapes += (replace(shape, words=_of_rotation(letter, shape.words) if shape.words else "") for shape in tile)
    shapes.append(Shape(Text(letter, Point(SIDE / 2 * _SMALL, 50), LETTERS), "word"))
    return Thing(tuple(shapes), 64, 108)


@cache
def lying(rotation: str, is_up: bool) -> tuple[Shape, ...]:
    """A tile as a piece for pages, with the middle of its box at (0, 0)."""
    cell = Cell(0, 0 if is_up else 1)
    across, down = zip(*corners_of(cell), strict=True)
    middle = Point(-(min(across) + max(across)) / 2, -(min(down) + max(down)) / 2)
    return tuple(replace(moved(shape, middle), words="") for shape in _tiles((Tile(cell, rotation),)))


def target_of(rotation: str, is_up: bool) -> str:
    """What is touched to lay a tile so: `up:a`."""
    return f"{'up' if is_up else 'down'}:{rotation}"


def _choices(position: Position) -> Iterator[Choice]:
    """The ways to lay a tile on any of the places."""
    ways = {(rotation, place.cell.is_up) for place in position.places for rotation in place.rotations}
    for rotation, is_up in sorted(ways):
        yield Choice(target_of(rotation, is_up), rotation, _of_rotation(rotation, _words_of(rotation, is_up)))
