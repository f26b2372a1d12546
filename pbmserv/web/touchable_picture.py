"""Pictures on pages: the drawn board with touchable places as links, in one SVG.

Each place is one element, in reading order, with its words: a link where it can be touched. It refers to the outline
that is drawn, and is none itself; only places that are not seen have theirs here. What has words and cannot be
touched, such as a store of seeds, is an element among them. What all pages with a picture share is made once.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from pbmserv.games.message import Message
from pbmserv.games.picture import (
    ASIDE,
    UNSEEN,
    Choice,
    Circle,
    Line,
    Path,
    Picture,
    Point,
    Polygon,
    Shape,
    Text,
    check_picture,
)
from pbmserv.locale.catalogs import in_the_language, spoken
from pbmserv.pictures.raster import ends_of
from pbmserv.pictures.sides import extent_of
from pbmserv.pictures.svg import drawn_on_a_page, looks_with, outline_of, pieces_on_a_page

SMALLEST = 24
"""The minimum width and height of a touchable place in CSS pixels."""
WIDEST = 2400
"""The maximum width of a board in CSS pixels."""
_NONE: Mapping[str, str] = {}
THE_BOARD = Message("The board")
_A_PLACE = 600
"""Bytes, beside its texts."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place: what it is and holds, and its smaller dimension."""

    words: str
    size: float


class Element(NamedTuple):
    """A place as it is read: its target, the same as an attribute, its words, its outline, and both as they stand
    within it in English.
    """

    target: str
    name: str
    words: str
    outline: str
    within: str


@dataclass(frozen=True, slots=True)
class TouchablePicture:
    """A drawn picture; `words` are the game's, `places` are touchable.

    `read` are the targets in reading order with the elements of their places, and with no target those that cannot be
    touched.
    """

    words: str
    width: float
    height: float
    drawn: str
    places: Mapping[str, Place]
    read: Sequence[Element]
    choices: tuple[Choice, ...] = ()
    is_read_on: bool = False
    """Whether what matters now stands first, and need not be in sight as a whole."""
    highest: float = 0
    """The maximum height of one that is read on, in this game; 0 if that is not known."""
    in_characters: bool = False
    """Whether it replaces a picture that the game could not draw."""

    @property
    def bytes(self) -> int:
        """Its approximate size in memory."""
        return len(self.drawn) + sum(_A_PLACE + len(each.within) for each in self.read)

    def svg(
        self, words: str, links: Mapping[str, str], touched: Sequence[str] = (), others: Mapping[str, str] = _NONE
    ) -> str:
        """The SVG for a page, named `words`; `links` are the addresses of the touchable targets.

        `others` are addresses that start another move: not highlighted.
        """
        width = self._pixels_needed(place for target, place in self.places.items() if target in links)
        parts = [
            f'<svg class="sheet" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' role="group" aria-label={quoteattr(in_the_language(words or THE_BOARD))}'
            + (f' width="{width}"' if width else "")
            + ">",
            self.drawn,
            '<g class="touches" fill="none" pointer-events="all">',
        ]
        is_english = spoken() is None
        for target, quoted, told, outline, english in self.read:
            within = english if is_english else _within(in_the_language(told), outline)
            name = f'{quoted} data-touched=""' if target in touched else quoted
            if target in links:
                # In this order a board of 576 places comes in fewer bytes.
                parts.append(f'<a data-place={name} href="{html.escape(links[target])}">{within}</a>')
            elif target in others:
                address = html.escape(others[target])
                parts.append(f'<a href="{address}" tabindex="-1" class="anew" data-anew={name}>{within}</a>')
            else:
                # The name need not be written twice where the words begin with it, as those of squares do.
                named = (
                    name[len(quoteattr(target)) :]
                    if within.startswith(f"<title>{target}, ")
                    else f" data-name={name}"
                )
                parts.append(f"<g{named}>{within}</g>" if target else f'<g class="told">{within}</g>')
        return "\n".join([*parts, "</g></svg>"])

    def _pixels_needed(self, places: Iterable[Place]) -> int:
        """The picture width at which the smallest place is large enough."""
        smallest = min((place.size for place in places), default=0)
        return min(WIDEST, int(SMALLEST / smallest * self.width) + 1) if smallest else 0


def touchable_picture(picture: Picture) -> TouchablePicture:
    """Draw a picture for pages. Raises `BadPicture`."""
    check_picture(picture)
    places, read, ids = _places_of(picture)
    drawn = drawn_on_a_page(picture, ids)
    return TouchablePicture(
        picture.words,
        picture.width,
        picture.height,
        drawn,
        places,
        read,
        picture.choices,
        is_read_on=picture.is_read_on,
        highest=picture.highest,
    )


_Box = tuple[float, float, float, float]


def _places_of(picture: Picture) -> tuple[dict[str, Place], list[Element], dict[int, str]]:
    """The places, what is read in order, and the ids of the shapes that these are."""
    largest: dict[str, tuple[float, _Box, int]] = {}
    words: dict[str, str] = {}
    told = list[tuple[str, _Box, int]]()
    for number, shape in enumerate(picture.shapes):
        target = shape.target
        if not (target or shape.words):
            continue
        box = _box_of(shape)
        if not target:
            told.append(("", box, number))
            continue
        # What lies on a place says more than the empty place below it.
        words[target] = shape.words or words.get(target, "")
        area = (box[2] - box[0]) * (box[3] - box[1])
        if target not in largest or area > largest[target][0]:
            largest[target] = area, box, number
    found = [(target, box, number) for target, (_, box, number) in largest.items()]
    row = min((_narrower(box) for _, box, _ in found or told), default=1) / 2 or 1
    found = sorted([*found, *told], key=lambda each: (round((each[1][1] + each[1][3]) / 2 / row), each[1][0]))
    places, read, ids = dict[str, Place](), list[Element](), dict[int, str]()
    for target, box, number in found:
        shape = picture.shapes[number]
        said = words[target] or target if target else shape.words
        if isinstance(shape.form, Line | Text):
            outline = outline_of(Shape(_rectangle(box), "touch"))
        elif shape.lies:
            outline = outline_of(shape)  # the place stays where it is while its piece is dragged away
        elif shape.role in UNSEEN:
            outline, ids[number] = outline_of(shape), ""
        else:
            ids[number] = f"p{len(ids)}"
            outline = f'use href="#{ids[number]}"'
        if target:
            places[target] = Place(said, _narrower(box))
        name = quoteattr(target) + ' data-aside=""' * (shape.role == ASIDE)
        read.append(Element(target, name, said, outline, _within(said, outline)))
    return places, read, ids


def _within(words: str, outline: str) -> str:
    return f"<title>{escape(words)}</title><{outline}/>"


def piece_on_a_button(name: str, shapes: Sequence[Shape]) -> str:
    """A piece around (0, 0) as an SVG of its own, from which scripts lay it on the board, too."""
    half = 1 + ceil(max(abs(each) for shape in shapes for each in _box_of(shape)))
    box = f'viewBox="{-half} {-half} {2 * half} {2 * half}"'
    return f'<svg {box} aria-hidden="true"{looks_with(half / 16)}>{pieces_on_a_page({name: shapes})}</svg>'


def _rectangle(box: _Box) -> Polygon:
    left, top, right, bottom = box
    return Polygon((Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)))


def _narrower(box: _Box) -> float:
    left, top, right, bottom = box
    return min(right - left, bottom - top)


def _box_of(shape: Shape) -> _Box:
    """The bounding box of a shape (left, top, right, bottom); approximate for a text."""
    match shape.form:
        case Polygon(corners):
            xs, ys = zip(*corners, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Circle((x, y), radius):
            return x - radius, y - radius, x + radius, y + radius
        case Line((x1, y1), (x2, y2)):
            return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        case Text(_, (_, y), height) as text:
            left, right = extent_of(text)
            return left, y - height / 2, right, y + height / 2
        case Path(outline, (x, y), times):
            left, top, right, bottom = (end * times for end in ends_of(outline))
            return x + min(left, right), y + min(top, bottom), x + max(left, right), y + max(top, bottom)
