"""Cards in pictures."""

from __future__ import annotations

from pbmserv.games.boards.page import LETTERS, Thing, height_for, moved, rounded
from pbmserv.games.boards.pieces import marked
from pbmserv.games.picture import Point, Shape, Text
from pbmserv.games.picture_words import said

WIDTH, HEIGHT = 46.0, 64.0
SMALL = 0.74
"""The scale of played cards."""
TOUCHED = 1.29
"""The scale of cards to be touched: seven fill the width of a page, on a phone as broad as a finger."""
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
) -> Thing:
    """A card, a joker without a suit; `mark` is the role of its border, `tag` a letter in its corner for mail."""
    shapes = [
        Shape(rounded(Point(0, 0), WIDTH, HEIGHT, 6), role, target, words),
    ]
    if suit:
        # What is in the corner is seen where another card lies over this one.
        narrow = len(face) > 1
        colour = _colour_of(suit)
        shapes += [
            Shape(Text(face, Point(17 if narrow else 13, 15), 21 if narrow else 24), colour, target),
            Shape(Text(suit, Point(13, 35), 15), colour, target),
            Shape(Text(suit, Point(31, 46), 28), colour, target),
        ]
    else:
        shapes.append(Shape(Text(face, Point(WIDTH / 2, HEIGHT / 2), 25), "word", target))
    if tag:
        shapes.append(Shape(Text(tag, Point(WIDTH - 8, 9), 13), "letter", target))
    if mark:
        shapes += marked(rounded(Point(1, 1), WIDTH - 2, HEIGHT - 2, 6), mark, target)
    return _laid(shapes, times)


def _colour_of(suit: str) -> str:
    return "suit.red" if suit in {"\N{BLACK HEART SUIT}", "\N{BLACK DIAMOND SUIT}"} else "word"


def face_down(words: str, times: float = 1) -> Thing:
    back = rounded(Point(7, 7), WIDTH - 14, HEIGHT - 14, 3)
    return _laid([Shape(rounded(Point(0, 0), WIDTH, HEIGHT, 6), "hidden", words=words), Shape(back, "back")], times)


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


def remark(text: str, words: str, times: float = 1) -> Thing:
    """Text at the end of a row of cards."""
    text = said(text)
    shape = Shape(Text(text, Point(8, HEIGHT * times / 2), LETTERS, from_left=True), "label", words=words)
    return Thing((shape,), 10.0 + 10 * len(text), (HEIGHT + 8) * times)


def _laid(shapes: list[Shape], times: float = 1) -> Thing:
    smaller = tuple(moved(shape, Point(0, 0), times) for shape in shapes)
    return Thing(smaller, (WIDTH + 8) * times, (HEIGHT + 8) * times)
