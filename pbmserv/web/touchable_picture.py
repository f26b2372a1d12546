"""Pictures on pages: the drawn board with touchable places as links, in one SVG.

Each place has one link, in reading order, however many shapes are drawn there. What all pages with a picture share is
made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from pbmserv.games.picture import Circle, Line, Path, Picture, Polygon, Shape, Text
from pbmserv.pictures.svg import OnAPage, drawn_on_a_page

SMALLEST = 24
"""The minimum width and height of a touchable place in CSS pixels."""
WIDEST = 2400
"""The maximum width of a board in CSS pixels."""
_LETTER = 0.62
"""The width of a letter relative to its height."""
_NONE: Mapping[str, str] = {}
_A_PLACE = 600
"""Bytes, beside its texts."""


@dataclass(frozen=True, slots=True)
class Place:
    """A touchable place: what it is and holds, and its smaller dimension."""

    words: str
    size: float
    outline: str
    """The drawn element, without its end tag."""
    link: str
    """The link to it, after its address."""

    @property
    def anew(self) -> str:
        """The same for a link that starts another move."""
        return self.link.replace("data-place=", "data-anew=", 1)


@dataclass(frozen=True, slots=True)
class TouchablePicture:
    """A drawn picture; `words` are the game's, `places` are touchable, in reading order."""

    words: str
    width: float
    height: float
    drawn: OnAPage
    places: Mapping[str, Place]
    in_characters: bool = False
    """Whether it replaces a picture that the game could not draw."""

    @property
    def bytes(self) -> int:
        """Its approximate size in memory."""
        return len(self.drawn.rest) + sum(
            _A_PLACE + len(each.outline) + len(each.link) for each in self.places.values()
        )

    def svg(
        self, words: str, links: Mapping[str, str], touched: Sequence[str] = (), others: Mapping[str, str] = _NONE
    ) -> str:
        """The SVG for a page, named `words`; `links` are the addresses of the touchable targets.

        `others` are addresses that start another move: not highlighted, and skipped by keyboard navigation.
        """
        places = self.places
        open_to_touch = [(place, links[target]) for target, place in places.items() if target in links]
        width = self._pixels_needed(place for place, _ in open_to_touch)
        parts = [
            f'<svg class="sheet" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' role="group" aria-label={quoteattr(words or "The board")}'
            + (f' width="{width}"' if width else "")
            + ">",
            self.drawn.called(words),
            '<g class="touches">',
            *[f'<{places[target].outline} class="touched"/>' for target in touched if target in places],
            *[
                f'<a href={quoteattr(others[target])} tabindex="-1" class="anew" {place.anew}'
                for target, place in places.items()
                if target in others
            ],
            *[f"<a href={quoteattr(address)} {place.link}" for place, address in open_to_touch],
            "</g></svg>",
        ]
        return "\n".join(parts)

    def _pixels_needed(self, places: Iterable[Place]) -> int:
        """The picture width at which the smallest place is large enough."""
        smallest = min((place.size for place in places), default=0)
        return min(WIDEST, int(SMALLEST / smallest * self.width) + 1) if smallest else 0


def touchable_picture(picture: Picture) -> TouchablePicture:
    """Draw a picture for pages. Raises `BadPicture`."""
    return TouchablePicture(
        picture.words, picture.width, picture.height, drawn_on_a_page(picture), _places_of(picture)
    )


_Box = tuple[float, float, float, float]


def _places_of(picture: Picture) -> dict[str, Place]:
    largest: dict[str, tuple[float, _Box, Shape]] = {}
    words: dict[str, str] = {}
    for shape in picture.shapes:
        target = shape.target
        if not target:
            continue
        # What lies on a place says more than the empty place below it.
        words[target] = shape.words or words.get(target, "")
        box = _box_of(shape)
        area = (box[2] - box[0]) * (box[3] - box[1])
        if target not in largest or area > largest[target][0]:
            largest[target] = area, box, shape
    found = [(target, box, shape) for target, (_, box, shape) in largest.items()]
    row = min((_narrower(box) for _, box, _ in found), default=1) / 2 or 1
    found.sort(key=lambda each: (round((each[1][1] + each[1][3]) / 2 / row), each[1][0]))
    return {target: _place(target, words[target] or target, box, shape) for target, box, shape in found}


def _place(target: str, words: str, box: _Box, shape: Shape) -> Place:
    outline = _outline_of(shape, box)
    link = (
        f"data-place={quoteattr(target)} aria-label={quoteattr(words)}>"
        f'<title>{escape(words)}</title><{outline} class="lit"/></a>'
    )
    return Place(words, _narrower(box), outline, link)


def _narrower(box: _Box) -> float:
    left, top, right, bottom = box
    return min(right - left, bottom - top)


def _outline_of(shape: Shape, box: _Box) -> str:
    match shape.form:
        case Polygon(corners):
            points = " ".join([f"{x:.2f},{y:.2f}" for x, y in corners])
            return f'polygon points="{points}"'
        case Circle((x, y), radius):
            return f'circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"'
        case _:
            left, top, right, bottom = box
            return f'rect x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}" rx="3"'


def _box_of(shape: Shape) -> _Box:
    """The bounding box of a shape (left, top, right, bottom); approximate for a path."""
    match shape.form:
        case Polygon(corners):
            xs, ys = zip(*corners, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Circle((x, y), radius):
            return x - radius, y - radius, x + radius, y + radius
        case Line((x1, y1), (x2, y2)):
            return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        case Text(text, (x, y), height, from_left):
            width = max(len(text), 1) * height * _LETTER
            left = x if from_left else x - width / 2
            return left, y - height / 2, left + width, y + height / 2
        case Path(_, (x, y), times):
            return x - times / 2, y - times / 2, x + times / 2, y + times / 2
