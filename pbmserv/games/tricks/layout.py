"""Where cards lie in pictures: a trick in the middle of the table, and hands in rows of suits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from pbmserv.games.boards.cards import HEIGHT, WIDTH
from pbmserv.games.boards.page import LETTERS, MARGIN, NARROWEST, Thing, height_for, moved
from pbmserv.games.picture import Point, Shape, Text
from pbmserv.games.picture_words import said

_GAP = 8.0
"""Units between cards."""
_MIDDLE = NARROWEST / 2 + 9
_ASIDE, _DOWN = WIDTH + 14, HEIGHT / 2 + 2
"""From the middle of the table to the middles of cards at its sides, and above and below it."""
_BESIDE = 8.0
"""Units between a card and the name beside it."""
LAST_TRICK = 0.62
"""The scale of the last trick."""
_IN_A_ROW = 7
"""Cards that find room beside each other."""


def around(seats: int) -> Sequence[Point]:
    """The middles of the cards of a trick from the middle of the table, clockwise from the viewer's."""
    if seats == 3:
        return Point(0, _DOWN * 0.75), Point(-_ASIDE, -_DOWN * 0.75), Point(_ASIDE, -_DOWN * 0.75)
    return Point(0, _DOWN), Point(-_ASIDE, 0), Point(0, -_DOWN), Point(_ASIDE, 0)


def height_of_table(seats: int) -> float:
    downs = [point.y for point in around(seats)]
    return max(downs) - min(downs) + HEIGHT


def table(cards: Sequence[Thing], names: Sequence[str], times: float = 1, middle: float = _MIDDLE) -> Thing:
    """Cards around the middle of a table, the viewer's first, with the names of their players beside them."""
    places, shapes = around(len(cards)), list[Shape]()
    top = -min(point.y for point in places) + HEIGHT / 2
    for place, (x, y), card in zip(range(len(cards)), places, cards, strict=True):
        corner = Point(middle + (x - WIDTH / 2) * times, (top + y - HEIGHT / 2) * times)
        shapes += (moved(shape, corner, times) for shape in card.shapes)
        if names:
            shapes.append(_name(names[place], middle + x, top + y))
    return Thing(tuple(shapes), NARROWEST, height_of_table(len(cards)) * times)


def _name(name: str, x: float, y: float) -> Shape:
    """A name beside a card at a side of the table; of others on the left of it, where no card lies."""
    name = said(name)
    width = LETTERS * 0.62 * len(name)
    if x > _MIDDLE:
        at = Point(x + WIDTH / 2 + _BESIDE + width / 2, y)
    elif x < _MIDDLE:
        at = Point(x - WIDTH / 2 - _BESIDE - width / 2, y)
    else:
        above = -1 if y < HEIGHT * 0.6 else 1
        at = Point(x - WIDTH / 2 - _BESIDE - width / 2, y + above * (HEIGHT / 2 - LETTERS * 0.7))
    return Shape(Text(name, at, LETTERS), "label")


def cards_in_first_row(suits: Sequence[int]) -> int:
    """How many cards of a hand lie in its first row, by the numbers of its suits: whole suits, if both rows find room
    so.
    """
    whole = sum(suits)
    if whole <= _IN_A_ROW:
        return whole
    half = -(-whole // 2)
    ends = accumulate(suits)
    best = min(ends, key=lambda count: (abs(2 * count - whole), count))
    return best if max(best, whole - best) <= max(half, _IN_A_ROW) + 1 else half


def row_of_cards(cards: Sequence[Thing], times: float) -> Thing:
    """Cards beside each other, or over each other where they would not find room."""
    step = (WIDTH + _GAP) * times
    if len(cards) > 1:
        step = min(step, (NARROWEST - WIDTH * times) / (len(cards) - 1))
    shapes = (moved(shape, Point(number * step, 0)) for number, card in enumerate(cards) for shape in card.shapes)
    return Thing(tuple(shapes), NARROWEST, (HEIGHT + _GAP) * times)


def beside(things: Sequence[Thing]) -> Thing:
    """Things over each other that share the width of the page."""
    shapes = tuple(shape for thing in things for shape in thing.shapes)
    return Thing(shapes, NARROWEST, max(thing.height for thing in things))


def lines(texts: Sequence[str], x: float) -> Thing:
    """Short lines below each other, from here to the right."""
    room = NARROWEST + MARGIN - x
    shapes = (
        Shape(Text(text, Point(x, LETTERS / 2 + 2 + number * 21), height_for(text, room), from_left=True), "label")
        for number, text in enumerate(map(said, texts))
    )
    return Thing(tuple(shapes), NARROWEST, 21.0 * len(texts))


def lower(thing: Thing, by: float) -> Thing:
    shapes: Iterator[Shape] = (moved(shape, Point(0, by)) for shape in thing.shapes)
    return replace(thing, shapes=tuple(shapes), height=thing.height + by)
