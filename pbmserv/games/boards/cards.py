"""Cards in pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pbmserv.games.boards.courts import FIGURES, PIPS, SUITS, figure, jester, pips, role_of, sign
from pbmserv.games.boards.page import NARROWEST, Thing, height_for, moved, rectangle, rounded
from pbmserv.games.boards.pieces import marked
from pbmserv.games.picture import Path, Point, Shape, Text
from pbmserv.games.picture_words import said

WIDTH, HEIGHT = 46.0, 64.0
SMALL = 0.74
"""The scale of played cards."""
TOUCHED = 1.29
"""The scale of cards to be touched: seven fill the width of a page, on a phone as broad as a finger."""
_LARGE = 0.8
"""The scale from which cards have room for figures and pips."""
_FACE = Point(31.2, 32)
"""The middle of what is beside the corner."""
_BESIDE_EACH_OTHER = (9.8, 5.6, 12.8)
"""Where the middle of one letter in the corner is, and those of two."""
_LATTICE = "".join(
    f"M{across} {down - 4}l4 4-4 4-4-4z" for across, down in product((-12, -4, 4, 12), range(-20, 24, 8))
)
LAID = "hand.laid"
"""The look of cards on the cloth of a table."""
NOT_NOW = "hand.not_now"
"""The look of cards in a hand that cannot be played now."""
_FITS = 3
"""How many letters fit into a free place."""


def card(
    face: str,
    suit: str,
    words: str,
    target: str = "",
    mark: str = "",
    times: float = 1,
    tag: str = "",
    role: str = "hand",
    is_small: bool = False,
) -> Thing:
    """A card, a joker without a suit; `mark` is the role of its border, `tag` a letter in its corner for mail.

    One that `is_small`, as its scale may say, has nothing on it that is too small to be seen.
    """
    shapes = [*_shade(role), Shape(rounded(Point(0, 0), WIDTH, HEIGHT, 6), role, target, words)]
    if suit:
        painted = [*_face(face, suit)] if times >= _LARGE and not is_small else [*_plain(face, suit)]
    else:
        painted = [Shape(Text(face, Point(10, 10), 13), "pip.black"), *jester(Point(28, 38))]
    if tag:
        painted.append(Shape(Text(tag, Point(9, 53), 14), "letter"))
    shapes += (replace(shape, target=target) for shape in painted)
    if mark:
        shapes += marked(rounded(Point(1, 1), WIDTH - 2, HEIGHT - 2, 6), mark, target)
    return _laid(shapes, times)


def _shade(role: str) -> Iterator[Shape]:
    """The shadow of a card, by which it lies upon the table; none of what cannot be played."""
    if role != NOT_NOW:
        yield Shape(rounded(Point(1, 2), WIDTH, HEIGHT, 6), shade_of(role))


def shade_of(role: str) -> str:
    """The role of the shadow of what has this role."""
    return "shade.cloth" if role == LAID else "shade"


def _face(face: str, suit: str) -> Iterator[Shape]:
    """What is in the corner, which is seen where another card lies over this one, and a figure or pips beside it."""
    yield from _index(face, suit, 13, 20)
    yield sign(suit, Point(9.5, 31), 12)
    if face == "A":
        yield sign(suit, Point(30, 41), 29)
    elif suit not in SUITS:
        yield sign(suit, Point(31, 47), 24)
    elif face in FIGURES:
        yield Shape(rectangle(Point(_FACE.x - 13, _FACE.y - 28), 26, 56), "grid")
        yield from figure(face, suit, _FACE)
    elif face in PIPS:
        yield from pips(face, suit, _FACE)
    else:
        yield sign(suit, Point(31, 47), 24)


def _plain(face: str, suit: str) -> Iterator[Shape]:
    """The same on a card so small that only this can be read."""
    yield from _index(face, suit, 15, 25)
    yield sign(suit, Point(12, 37), 15)
    yield sign(suit, Point(31, 47), 24)


def _index(face: str, suit: str, y: float, height: float) -> Iterator[Shape]:
    first, *both = _BESIDE_EACH_OTHER
    places, lower = (both, 0.82) if len(face) == 2 else ([first], 1)
    for letter, x in zip(face, places, strict=True):
        yield Shape(Text(letter, Point(x * height / 20, y), height * lower), role_of(suit))


def face_down(words: str, times: float = 1, role: str = LAID) -> Thing:
    """A card of which the back is seen, as one of this role lies."""
    shapes = [
        *_shade(role),
        Shape(rounded(Point(0, 0), WIDTH, HEIGHT, 6), "hidden", words=words),
        Shape(rounded(Point(4, 4), WIDTH - 8, HEIGHT - 8, 3), "court.blue"),
        Shape(Path(_LATTICE, Point(WIDTH / 2, HEIGHT / 2)), "back"),
    ]
    return _laid(shapes, times)


def empty(suit: str, words: str) -> Thing:
    """A free place for a card of this suit, or of any; or with another short word in it."""
    shapes = [Shape(rounded(Point(0, 0), WIDTH, HEIGHT, 6), "cell.table" if suit else "edge", words=words)]
    if suit:
        size = 22 if len(suit) <= _FITS else 22 * _FITS / len(suit)
        shapes.append(Shape(Text(suit, Point(WIDTH / 2, HEIGHT / 2), size), "word"))
    return _laid(shapes)


def gone(times: float = 1) -> Thing:
    """The room of a card that is not there any more."""
    return _laid([], times)


def cell(text: str, width: float, words: str = "", times: float = 1, role: str = "label") -> Thing:
    """A text as high as a card; its `role` is `word` where it stands on the cloth of a table."""
    text, middle = said(text), Point(width / 2, HEIGHT * times / 2)
    shape = Shape(Text(text, middle, height_for(text, width)), role, words=words)
    return Thing((shape,) if text or words else (), width, (HEIGHT + 8) * times)


def remark(text: str, words: str, times: float = 1, role: str = "label", room: float = NARROWEST) -> Thing:
    """Text at the end of a row of cards, where it has so much room; its `role` is as in `cell`."""
    text = said(text)
    at, height = Point(8, HEIGHT * times / 2), height_for(text, room - 8)
    shape = Shape(Text(text, at, height, from_left=True), role, words=words)
    return Thing((shape,), 10.0 + 10 * len(text), (HEIGHT + 8) * times)


def _laid(shapes: list[Shape], times: float = 1) -> Thing:
    smaller = tuple(moved(shape, Point(0, 0), times) for shape in shapes)
    return Thing(smaller, (WIDTH + 8) * times, (HEIGHT + 8) * times)
