"""SVG: texts are escaped, there is no script, and each place is labelled."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from pbmserv.games.picture import Circle, Form, Line, Path, Picture, Polygon, Shape, Text, check_picture
from pbmserv.pictures.theme import (
    COLOURS,
    FONT,
    FONT_OF_CHARACTERS,
    PAINTS,
    PAPER,
    THICKNESS,
    Scheme,
    class_of,
    line_of,
    style_sheet,
)

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_of(picture: Picture, scheme: Scheme | None = None) -> str:
    """The picture as an SVG document, in one scheme, or by the reader's preference.

    With a scheme it needs no style sheet. Raises `BadPicture`.
    """
    check_picture(picture)
    if scheme is None:
        return _document(picture, f"<style>{escape(style_sheet())}</style>", _classed)
    return _document(picture, "", partial(_painted, scheme))


def svg_on_a_page(picture: Picture) -> str:
    """The picture for a page with `theme.style_sheet`. Raises `BadPicture`."""
    return drawn_on_a_page(picture).called(picture.words)


class OnAPage(NamedTuple):
    """A picture for pages without its title: start tag and content."""

    begin: str
    rest: str

    def called(self, words: str) -> str:
        """The picture with this title."""
        return f"{self.begin}\n{_title(words)}{self.rest}"


def drawn_on_a_page(picture: Picture) -> OnAPage:
    """As `svg_on_a_page`, without the title. Raises `BadPicture`."""
    check_picture(picture)
    return OnAPage(_begin(picture), _rest(picture, "", _classed))


def _document(picture: Picture, style: str, look: Callable[[str], str]) -> str:
    return f"{_begin(picture)}\n{_title(picture.words)}{_rest(picture, style, look)}"


def _title(words: str) -> str:
    return f"<title>{_text(words)}</title>\n" if words else ""


def _begin(picture: Picture) -> str:
    width, height = _number(picture.width), _number(picture.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" stroke-width="{_number(line_of(picture))}" stroke-linejoin="round"'
        f' stroke-linecap="round" font-family="{FONT}" text-anchor="middle" dominant-baseline="central">'
    )


def _rest(picture: Picture, style: str, look: Callable[[str], str]) -> str:
    line = line_of(picture)
    parts = [style] if style else []
    parts.append(f'<rect {look(PAPER)} width="{_number(picture.width)}" height="{_number(picture.height)}"/>')
    parts += [_element(shape, look(shape.role), line) for shape in picture.shapes]
    return "\n".join([*parts, "</svg>\n"])


@cache
def _classed(role: str) -> str:
    return f'class="{class_of(role)}"'


@cache
def _painted(scheme: Scheme, role: str) -> str:
    colours = COLOURS[scheme]
    if role == PAPER:
        return f'fill="{colours["paper"]}"'
    fill, border = PAINTS[role]
    line = f' stroke="{colours[border]}"' if border else ""
    return f'fill="{colours[fill] if fill else "none"}"{line}'


def _element(shape: Shape, look: str, line: float) -> str:
    attributes = look
    # An outline that is enlarged has its border enlarged with it.
    thick = THICKNESS.get(shape.role, 1) / (shape.form.times if isinstance(shape.form, Path) else 1)
    if thick != 1:
        attributes += f' stroke-width="{_number(line * thick)}"'
    if shape.target:
        attributes += f" data-target={_attribute(shape.target)}"
    name, geometry, content = _drawn(shape.form)
    if shape.role == "characters":
        geometry += f' font-family="{FONT_OF_CHARACTERS}" xml:space="preserve"'
    title = shape.words or shape.target
    inside = (f"<title>{_text(title)}</title>" if title else "") + content
    return f"<{name} {attributes} {geometry}>{inside}</{name}>" if inside else f"<{name} {attributes} {geometry}/>"


def _drawn(form: Form) -> tuple[str, str, str]:
    match form:
        case Polygon(corners):
            points = " ".join([f"{_number(x)},{_number(y)}" for x, y in corners])
            return "polygon", f'points="{points}"', ""
        case Circle((x, y), radius):
            return "circle", f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"', ""
        case Line((x1, y1), (x2, y2)):
            ends = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
            return "line", ends, ""
        case Path(outline, (x, y), times):
            moved = f'transform="translate({_number(x)} {_number(y)}) scale({_number(times)})"'
            return "path", f'd="{escape(outline)}" {moved}', ""
        case Text(text, (x, y), height, from_left):
            anchor = ' text-anchor="start"' if from_left else ""
            return "text", f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(height)}"{anchor}', _text(text)


# Boards stay where they are: most numbers and words of a picture were in the one before.
_remembered = lru_cache(maxsize=16_384)


@_remembered
def _number(number: float) -> str:
    return f"{round(number, 2) + 0:.2f}".rstrip("0").rstrip(".")


@_remembered
def _attribute(text: str) -> str:
    return quoteattr(_clean(text))


@_remembered
def _text(text: str) -> str:
    return escape(_clean(text))


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
