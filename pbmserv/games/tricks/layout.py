"""Where cards lie in pictures: a trick in the middle of the table, and hands in rows of suits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeAlias

from pbmserv.games.boards.cards import HEIGHT, WIDTH
from pbmserv.games.boards.page import LETTERS, NARROWEST, Row, Thing, height_for, moved, rounded, title
from pbmserv.games.picture import Point, Shape, Text
from pbmserv.games.picture_words import letters_in, said

HEIGHT_OF_PICTURE = 486.0
"""Units that the picture of a game has in height while it is on, so that no page lays it out anew between moves: on a
phone what is to be done stands below it, above the bar.
"""
ROOM_OF_CHOICES = 66.0
"""Units that the picture leaves to the buttons of bids, which stand below it: one row on a phone. While cards are
played, what was played stands there.
"""
_GAP, _BETWEEN_ROWS = 8.0, 4.0
"""Units between cards beside each other, and between their rows."""
_MIDDLE = NARROWEST / 2
_LEFT, _RIGHT = 118.0, 358.0
"""Between these stand the names of players, with the last trick left of them, and at the right what is taken."""
_ASIDE, _DOWN = WIDTH + 14, HEIGHT / 2 + 2
"""From the middle of the table to the middles of cards at its sides, and above and below it."""
_BESIDE = 8.0
"""Units between a card and the name beside it."""
LAST_TRICK = 0.62
"""The scale of the last trick."""
_LINE = 22.0
"""The height of a line of text."""
_ON_CLOTH = 18.0
"""The height of letters on the cloth, read first of all: on a phone that lies on its side, a unit is half a pixel."""
_LEAST_ON_CLOTH = 13.0
"""That of names which would be cut otherwise."""
_ADVANCE = 0.62
"""The width of a letter on the cloth, relative to its height."""
CARDS_IN_A_ROW = 7
"""Cards that find room beside each other."""
EDGE_OF_CLOTH = 12.0
"""Units between the edge of the table cloth and what lies on it."""
NameSaid: TypeAlias = Callable[[float], str]
"""A name where so many letters have room."""


def around(seats: int) -> Sequence[Point]:
    """The middles of the cards of a trick from the middle of the table, clockwise from the viewer's."""
    if seats == 3:
        return Point(0, _DOWN * 0.75), Point(-_ASIDE, -_DOWN * 0.75), Point(_ASIDE, -_DOWN * 0.75)
    return Point(0, _DOWN), Point(-_ASIDE, 0), Point(0, -_DOWN), Point(_ASIDE, 0)


def height_of_table(seats: int) -> float:
    downs = [point.y for point in around(seats)]
    return max(downs) - min(downs) + HEIGHT


def cloth(height: float) -> Thing:
    """The cloth on which tricks lie."""
    return Thing((Shape(rounded(Point(0, 0), NARROWEST, height - 5, 14), "cell.cloth"),), NARROWEST, height)


def on_cloth(rows: Sequence[Row], least: float = 0) -> Thing:
    """Rows of things on a cloth, which is at least so high."""
    shapes, y = list[Shape](), EDGE_OF_CLOTH / 2
    for row in rows:
        x = EDGE_OF_CLOTH
        for thing in row:
            shapes += (moved(shape, Point(x, y)) for shape in thing.shapes)
            x += thing.width
        y += max(thing.height for thing in row)
    height = max(y + EDGE_OF_CLOTH, least)
    return Thing((*cloth(height).shapes, *shapes), NARROWEST, height)


def table(
    cards: Sequence[Thing],
    names: Sequence[NameSaid],
    times: float = 1,
    middle: float = _MIDDLE,
    free_below: tuple[float, float] = (0, 0),
) -> Thing:
    """Cards around the middle of a table, the viewer's first, beside each the name of its player.

    Below these places at the left and the right, names may be as wide as the cloth.
    """
    places, shapes = around(len(cards)), list[Shape]()
    top = -min(point.y for point in places) + HEIGHT / 2
    for place, (x, y), card in zip(range(len(cards)), places, cards, strict=True):
        corner = Point(middle + (x - WIDTH / 2) * times, (top + y - HEIGHT / 2) * times)
        shapes += (moved(shape, corner, times) for shape in card.shapes)
        if names:
            shapes.append(_name(names[place], Point(middle + x * times, (top + y) * times), times, x, free_below))
    return Thing(tuple(shapes), NARROWEST, height_of_table(len(cards)) * times)


def _name(said_in: NameSaid, card: Point, times: float, aside: float, free_below: tuple[float, float]) -> Shape:
    """A name beside a card of a trick: of those around a table, each in another corner, where no card lies."""
    from_middle, half_height = WIDTH / 2 * times + _BESIDE, HEIGHT / 2 * times
    is_above = card.y < HEIGHT * times * 0.6
    if aside:
        is_at_left, is_below = aside < 0, aside < 0 or is_above
        y = card.y + (half_height + _ON_CLOTH * 0.75) * (1 if is_below else -1)
    else:
        is_at_left = is_above
        y = card.y + (half_height - _ON_CLOTH * 0.6) * (-1 if is_above else 1)
    at_left, at_right = (y - _ON_CLOTH / 2 > end for end in free_below)
    if is_at_left:
        left, right = EDGE_OF_CLOTH if at_left else _LEFT, _MIDDLE - from_middle
    else:
        left, right = _MIDDLE + from_middle, NARROWEST - EDGE_OF_CLOTH if at_right else _RIGHT
    name = said_in((right - left) / (_ADVANCE * _LEAST_ON_CLOTH))
    height = min(_ON_CLOTH, (right - left) / (_ADVANCE * letters_in(name)))
    half = _ADVANCE * height * letters_in(name) / 2
    # As near its card as there is room.
    nearest = card.x if aside else right if is_at_left else left
    return Shape(Text(name, Point(min(max(nearest, left + half), right - half), y), height), "word")


def cards_in_first_row(suits: Sequence[int]) -> int:
    """How many cards of a hand lie in its first row, by the numbers of its suits: half of them, or whole suits, if
    that is about as much.
    """
    whole = sum(suits)
    if whole <= CARDS_IN_A_ROW:
        return whole
    best = min(accumulate(suits), key=lambda count: (abs(2 * count - whole), -count))
    return best if abs(2 * best - whole) <= 2 else -(-whole // 2)


def row_of_cards(cards: Sequence[Thing], times: float) -> Thing:
    """Cards beside each other in the middle, or over each other where they would not find room."""
    row = spread(cards, NARROWEST, times)
    by = Point((NARROWEST - row.width) / 2, 0)
    return replace(row, shapes=tuple(moved(shape, by) for shape in row.shapes), width=NARROWEST)


def spread(cards: Sequence[Thing], room: float, times: float) -> Thing:
    """Cards beside each other, or over each other where there is not so much room."""
    step = (WIDTH + _GAP) * times
    if len(cards) > 1:
        step = min(step, (room - WIDTH * times) / (len(cards) - 1))
    shapes = (moved(shape, Point(number * step, 0)) for number, card in enumerate(cards) for shape in card.shapes)
    width = WIDTH * times + step * (len(cards) - 1) if cards else 0.0
    return Thing(tuple(shapes), width, height_of_row(times))


def height_of_row(times: float) -> float:
    return (HEIGHT + _BETWEEN_ROWS) * times


def heading(text: str, words: str = "") -> Thing:
    """A title that stands close above its row."""
    above = lower(title(text, words), -5)
    return replace(above, height=above.height - 3)


def beside(things: Sequence[Thing]) -> Thing:
    """Things over each other that share the width of the page."""
    shapes = tuple(shape for thing in things for shape in thing.shapes)
    return Thing(shapes, NARROWEST, max(thing.height for thing in things))


def text_line(text: str, words: str = "", width: float = NARROWEST) -> Thing:
    """A line of text, or the room for it."""
    shape = Shape(Text(said(text), Point(0, _LINE / 2), LETTERS, from_left=True), "label", words=words)
    return Thing((shape,) if text else (), width, _LINE)


def lines(texts: Sequence[str], x: float, words: str = "", end: float = NARROWEST) -> Thing:
    """Short lines below each other, from here to the right; `words` read all of them aloud."""
    shown = [*map(said, texts)]
    # All in one height, even if only one of them is long.
    height = min((_height_on_cloth(text, end - x) for text in shown), default=_ON_CLOTH)
    shapes = (
        Shape(
            Text(text, Point(x, LETTERS / 2 + 2 + number * _LINE), height, from_left=True),
            "word",
            words="" if number else words,
        )
        for number, text in enumerate(shown)
    )
    return Thing(tuple(shapes), NARROWEST, _LINE * len(texts))


def _height_on_cloth(text: str, room: float) -> float:
    return height_for(text, room * LETTERS / _ON_CLOTH) * _ON_CLOTH / LETTERS


def at_left_edge(text: str) -> Thing:
    """A word above what lies at the left edge of the table."""
    return lines([text], EDGE_OF_CLOTH, end=_LEFT)


def aside(text: str, card: Thing) -> Sequence[Thing]:
    """A card at the left edge of the table, with a word above it."""
    shapes = (moved(shape, Point(EDGE_OF_CLOTH, 0)) for shape in card.shapes)
    return at_left_edge(text), lower(Thing(tuple(shapes), NARROWEST, card.height), LETTERS + 10)


def lower(thing: Thing, by: float) -> Thing:
    shapes: Iterator[Shape] = (moved(shape, Point(0, by)) for shape in thing.shapes)
    return replace(thing, shapes=tuple(shapes), height=thing.height + by)
