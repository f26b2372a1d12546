"""Trichet as a picture, in the seats' colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from pbmserv.games.boards.page import LETTERS, Row, Thing, moved, page_of, title
from pbmserv.games.boards.pieces import marked, sign
from pbmserv.games.picture import Circle, Picture, Point, Polygon, Shape, Text
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.picture import (
    NUMBER,
    corners_of,
    middle_of,
    outlines,
    point_of,
    scaled,
    towards,
)
from pbmserv.games.trichet.rules import DOT, OH, ROTATIONS, Position, Tile

_SEATS = {OH: 0, DOT: 1}
_NAMES = {OH: "o", DOT: "dot"}
_CORNERS = {True: ("top", "bottom right", "bottom left"), False: ("bottom", "top left", "top right")}


def picture_of(position: Position) -> Picture:
    numbers = {place.cell: str(number) for number, place in enumerate(position.places, 1)}
    shapes = [
        Shape(Polygon(corners_of(cell)), "cell", number, f"position {number}, free")
        for cell, number in numbers.items()
    ]
    shapes += _tiles(position.tiles, position)
    for outline in outlines(position.winning_cells):
        shapes += marked(outline, "win")
    for place, tile in enumerate(position.last_turn):
        # What followed by itself is marked smaller than the tile that was laid.
        form = Circle(middle_of(tile.cell), 3) if place else scaled(corners_of(tile.cell), 0.62)
        shapes += marked(form, "last")
    shapes += [Shape(Text(number, middle_of(cell), NUMBER), "number", number) for cell, number in numbers.items()]
    return page_of(shapes, _rotations() if numbers else (), "Trichet")


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
    places = _CORNERS[tile.cell.is_up]
    words = "tile: " + ", ".join(
        f"{_NAMES[colour]} {place}" for colour, place in zip(ROTATIONS[tile.rotation], places, strict=True)
    )
    if position is None:
        return words
    if tile.cell in position.winning_cells:
        words += ", winning region"
    if tile in position.last_turn:
        words += ", last tile" if tile == position.last_turn[0] else ", followed by itself"
    return words


@cache
def _rotations() -> Sequence[Row]:
    words = "Rotations: above for positions that point up, below for those that point down"
    return (title(words),), tuple(map(_rotation, ROTATIONS))


def _rotation(letter: str) -> Thing:
    target = f"rotation:{letter}"
    shapes: list[Shape] = []
    for cell, down in ((Cell(0, 0), 0.0), (Cell(0, 1), 84.0)):
        left = min(point.x for point in corners_of(cell))
        shapes += [moved(shape, Point(-left, down)) for shape in _tiles((Tile(cell, letter),))]
    shapes.append(Shape(Text(letter, Point(30, 68), LETTERS), "word"))
    words = (f"rotation {letter}, {each.words}" if each.words else "" for each in shapes)
    touched = (Shape(each.form, each.role, target, said) for each, said in zip(shapes, words, strict=True))
    return Thing(tuple(touched), 80, 146)
