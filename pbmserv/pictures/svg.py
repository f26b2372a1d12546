"""SVG: texts are escaped, there is no script, and each place is labelled.

Colours are attributes of groups of shapes of one role, which a style sheet overrides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby, pairwise
from math import copysign
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from pbmserv.games.picture import (
    UNSEEN,
    Circle,
    Form,
    Line,
    Path,
    Picture,
    Point,
    Polygon,
    Shape,
    Text,
    check_picture,
)
from pbmserv.locale.catalogs import in_the_language, speaking
from pbmserv.pictures.theme import (
    COLOURS,
    FONT,
    FONT_OF_CHARACTERS,
    GLOSSES,
    OF_TABLES,
    PAINTS,
    PAPER,
    SHINE_AT,
    SHINING,
    SMALLEST_SHINE,
    THICKNESS,
    WOODEN,
    Scheme,
    class_of,
    line_of,
    shine_of,
    style_sheet,
    style_sheet_apart,
)

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_CORNERS = 12
"""The corners of a polygon up to which rounding the way from each to the next one is not seen."""


_DOT = (
    '<radialGradient id="dot"><stop offset=".32" stop-color="var(--won)"/>'
    '<stop offset=".36" stop-color="var(--won)" stop-opacity="0"/></radialGradient>'
)
"""What pages fill a place with where something can go."""

_GRAIN_WIDTH, _GRAIN_HEIGHT = 360, 120
_GRAIN = (
    (16, ".04", "M0 20c90-14 270 14 360 0M0 78c90 14 270-14 360 0"),
    (1, ".09", "M0 8c90-9 270 9 360 0M0 52c90 14 270-14 360 0M0 91c90 9 270-9 360 0"),
)
"""The grain of wood: how broad and how dark its veins are. Left and right, and above and below, they go on."""

_Numbered: TypeAlias = tuple[int, Shape]
_About: TypeAlias = Callable[[int, Shape], tuple[str, str]]
"""A shape's attributes, and its title."""
_Write: TypeAlias = Callable[[Iterable[_Numbered], _About, float], Iterable[str]]


def svg_of(picture: Picture, scheme: Scheme | None = None) -> str:
    """The picture as an SVG document, in one scheme, or by the reader's preference.

    With a scheme it needs no style sheet. Raises `BadPicture`.
    """
    check_picture(picture)
    if scheme is None:
        roles = {shape.role for shape in picture.shapes}
        style = style_sheet() + "".join(style_sheet_apart(each) for each in (GLOSSES, OF_TABLES) if each & roles)
        return _document(picture, f"<style>{escape(style)}</style>", _classed)
    return _document(picture, "", partial(_painted, scheme))


def svg_in_little(picture: Picture) -> str:
    """The picture as a lighter document, to be looked at only: nothing is said of its places.

    Its title is in English, so it is the same for all if no words are written in it. Raises `BadPicture`.
    """
    check_picture(picture)
    seen = [each for each in enumerate(picture.shapes) if _role(each) not in UNSEEN]
    style = style_sheet(frozenset(map(_role, seen)))
    with speaking(None):
        return _document(picture, f"<style>{escape(style)}</style>", _classed, seen, _unsaid, _joined)


def svg_on_a_page(picture: Picture) -> str:
    """The picture for a page with `theme.style_sheet`. Raises `BadPicture`."""
    check_picture(picture)
    return _document(picture, "", _classed)


def drawn_on_a_page(picture: Picture, ids: Mapping[int, str]) -> str:
    """A picture as a group for an SVG on a page, which has the links and words of places itself.

    Shapes get their id in `ids`, or are left out if it is empty, or if only letters bear them. What lies on a place
    says on which one. Dots of one size of which nothing is said are one outline, since boards have hundreds, and so
    are polygons of one colour. The picture has been checked.
    """

    def about(number: int, shape: Shape) -> tuple[str, str]:
        if number in ids:
            return f' id="{ids[number]}"', ""
        if not shape.target:
            return "", ""
        return (f" data-on={_attribute(shape.target)}" if shape.lies else ""), ""

    seen = [each for each in enumerate(picture.shapes) if ids.get(each[0]) != "" and _role(each) != "letter"]
    content = _content(picture, seen, _classed, about, _joined)
    return f'<g class="picture" aria-hidden="true"{looks_with(line_of(picture))}>{_DOT}{content}</g>'


def pieces_on_a_page(pieces: Mapping[str, Sequence[Shape]]) -> str:
    """Pieces as groups by name, for scripts to lay on a picture."""

    def drawn(shapes: Sequence[Shape]) -> Iterator[str]:
        for shape in shapes:
            yield f"<g {_classed(shape.role)}>{_element((0, shape), lambda *_: ('', ''), 1)}</g>"

    return "".join(
        f"<g data-piece={_attribute(name)}>{''.join(drawn(shapes))}</g>" for name, shapes in pieces.items()
    )


def outline_of(shape: Shape) -> str:
    """A shape's form as an element without its end: `circle cx="16" cy="16" r="8"`."""
    match shape.form:
        case Polygon(((x, y), (right, _), (_, lower), _) as corners) if corners == _rectangle(x, y, right, lower):
            # The same in a row comes first: boards have hundreds, which are sent in fewer bytes so. On a board that
            # is turned, the first corner is the lower right one.
            size = f'width="{_number(abs(right - x))}" height="{_number(abs(lower - y))}"'
            return f'rect {size} y="{_number(min(y, lower))}" x="{_number(min(x, right))}"'
    name, geometry, _ = _drawn(shape.form)
    return f"{name} {geometry}"


def _document(
    picture: Picture,
    style: str,
    look: Callable[[str], str],
    shapes: Iterable[_Numbered] | None = None,
    about: _About | None = None,
    write: _Write | None = None,
) -> str:
    """All of its shapes, or these; each with what is told about it, one by one, or as `about` and `write` say."""
    width, height = _number(picture.width), _number(picture.height)
    begin = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}"{looks_with(line_of(picture))}>'
    )
    title = f"<title>{_text(in_the_language(picture.words))}</title>\n" if picture.words else ""
    content = _content(picture, shapes or enumerate(picture.shapes), look, about or _told, write or _each)
    return f"{begin}\n{title}{style}{content}</svg>\n"


def looks_with(line: float) -> str:
    """The attributes that all shapes of a picture share, whose borders are `line` units wide."""
    return (
        f' stroke-width="{_number(line)}" stroke-linejoin="round" stroke-linecap="round"'
        f' font-family="{FONT}" text-anchor="middle" dominant-baseline="central"'
    )


def _unsaid(_number: int, _shape: Shape) -> tuple[str, str]:
    return "", ""


def _told(_number: int, shape: Shape) -> tuple[str, str]:
    target = f" data-target={_attribute(shape.target)}" if shape.target else ""
    return target, in_the_language(shape.words) or shape.target


def _content(
    picture: Picture,
    shapes: Iterable[_Numbered],
    look: Callable[[str], str],
    about: _About,
    write: _Write,
) -> str:
    line, shapes = line_of(picture), list(shapes)
    # A picture in one scheme has its colours, others those by day, which pieces have by night, too.
    scheme = look.args[0] if isinstance(look, partial) else Scheme.LIGHT
    shining = dict.fromkeys(shape.role for _, shape in shapes if _shines(shape))
    wooden = dict.fromkeys(shape.role for _, shape in shapes if shape.role in WOODEN)
    grounds = dict.fromkeys(str(PAINTS[role].fill) for role in wooden)
    defined = [
        *(_shine(role, scheme) for role in shining),
        *(_wood(ground, scheme if isinstance(look, partial) else None) for ground in grounds),
    ]
    parts = [*defined, f'<rect {look(PAPER)} width="{_number(picture.width)}" height="{_number(picture.height)}"/>']
    for role, group in groupby(shapes, key=_role):
        thick = line * THICKNESS.get(role, 1)
        width = "" if thick == line else f' stroke-width="{_number(thick)}"'
        font = f' font-family="{FONT_OF_CHARACTERS}" xml:space="preserve"' if role == "characters" else ""
        parts += [f"<g {look(role)}{width}{font}>", *write(group, about, thick), "</g>"]
    return "\n".join([*parts, ""])


def _shines(shape: Shape) -> bool:
    return shape.role in SHINING and isinstance(shape.form, Circle) and shape.form.radius >= SMALLEST_SHINE


def _shine(role: str, scheme: Scheme) -> str:
    """How round pieces of a role are lit, for all of them at once."""
    there, rim = shine_of(role, scheme)
    across, down = (_number(0.5 + part / 2) for part in SHINE_AT)
    return (
        f'<radialGradient id="{_id_of_shine(role)}" fx="{across}" fy="{down}">'
        f'<stop offset=".2" stop-color="{there}"/><stop offset="1" stop-color="{rim}"/></radialGradient>'
    )


def _wood(ground: str, scheme: Scheme | None) -> str:
    """Wood of a colour, in one scheme or by the reader's preference: so subtle that stones are seen as before."""
    # Without its style sheet a page has the colours by day, rather than black.
    colours = COLOURS[scheme or Scheme.LIGHT]
    fill, grain = (colours[name] if scheme else f"var(--{name},{colours[name]})" for name in (ground, "grain"))
    veins = "".join(
        f'<path stroke-width="{width}" stroke-opacity="{strength}" d="{outline}"/>'
        for width, strength, outline in _GRAIN
    )
    return (
        f'<pattern id="wood-{ground}" width="{_GRAIN_WIDTH}" height="{_GRAIN_HEIGHT}" patternUnits="userSpaceOnUse">'
        f'<path fill="{fill}" d="M0 0h{_GRAIN_WIDTH}v{_GRAIN_HEIGHT}H0z"/>'
        f'<g fill="none" stroke="{grain}">{veins}</g></pattern>'
    )


def _id_of_shine(role: str) -> str:
    return f"shine-{role.rpartition('.')[2]}"


@cache
def _filled_with_shine(role: str) -> str:
    """With a colour for a script that lays a piece where none of its kind has been yet."""
    return f"url(#{_id_of_shine(role)}) {COLOURS[Scheme.LIGHT][PAINTS[role].fill or 'black']}"


def _role(numbered: _Numbered) -> str:
    return numbered[1].role


def _each(group: Iterable[_Numbered], about: _About, thick: float) -> Iterator[str]:
    return (_element(each, about, thick) for each in group)


def _joined(group: Iterable[_Numbered], about: _About, thick: float) -> Iterator[str]:
    def kind(numbered: _Numbered) -> tuple[type, float] | None:
        form, role = numbered[1].form, numbered[1].role
        if about(*numbered) != ("", "") or _shines(numbered[1]):
            return None
        if isinstance(form, Circle):
            return Circle, form.radius
        if (
            isinstance(form, Polygon)
            and len(form.corners) <= _MOST_CORNERS
            and PAINTS[role].border in (None, PAINTS[role].fill)
        ):
            # Where two overlap that are drawn in two directions, an outline of both would have a hole.
            return Polygon, copysign(1, _area(form.corners))
        return None

    for alike, numbered in groupby(group, key=kind):
        shapes = list(numbered)
        if alike is None or len(shapes) == 1:
            yield from _each(shapes, about, thick)
            continue
        forms = [shape.form for _, shape in shapes]
        outlines = (_outline(form.corners) for form in forms if isinstance(form, Polygon))
        dots = [form.centre for form in forms if isinstance(form, Circle)]
        yield f'<path d="{_dots(alike[1], dots) if dots else "".join(outlines)}"/>'


def _area(corners: Sequence[Point]) -> float:
    """Twice the area of a polygon, below zero if its corners run the other way."""
    return sum(x * lower - right * y for (x, y), (right, lower) in pairwise([*corners, corners[0]]))


def _dots(radius: float, centres: Iterable[Point]) -> str:
    half, whole = _number(radius), _number(2 * float(_number(radius)))
    around = f"a{half} {half} 0 1 0 {whole} 0a{half} {half} 0 1 0-{whole} 0z"
    lefts = [(float(_number(x - radius)), float(_number(y))) for x, y in centres]
    ways = [f"m{_number(x - left)} {_number(y - upper)}" for (left, upper), (x, y) in pairwise(lefts)]
    (x, y), *_ = lefts
    return "".join(f"{way}{around}" for way in (f"M{_number(x)} {_number(y)}", *ways))


@cache
def _classed(role: str) -> str:
    return f'class="{class_of(role)}" {_painted(Scheme.LIGHT, role)}'


@cache
def _painted(scheme: Scheme, role: str) -> str:
    colours = COLOURS[scheme]
    if role == PAPER:
        return f'fill="{colours["paper"]}"'
    fill, border = PAINTS[role]
    line = f' stroke="{colours[border]}"' if border else ""
    colour = colours[fill] if fill else "none"
    return f'fill="{f"url(#wood-{fill}) {colour}" if role in WOODEN else colour}"{line}'


def _element(numbered: _Numbered, about: _About, thick: float) -> str:
    attributes, title = about(*numbered)
    shape = numbered[1]
    name, geometry, content = _drawn(shape.form)
    # An outline that is enlarged has its border enlarged with it.
    if isinstance(shape.form, Path) and shape.form.times != 1 and PAINTS[shape.role].border:
        attributes += f' stroke-width="{_number(thick / abs(shape.form.times))}"'
    if _shines(shape):
        attributes += f' fill="{_filled_with_shine(shape.role)}"'
    inside = (f"<title>{_text(title)}</title>" if title else "") + content
    return f"<{name}{attributes} {geometry}>{inside}</{name}>" if inside else f"<{name}{attributes} {geometry}/>"


def _drawn(form: Form) -> tuple[str, str, str]:
    match form:
        case Polygon(corners) if len(corners) <= _MOST_CORNERS:
            return "path", f'd="{_outline(corners)}"', ""
        case Polygon(corners):
            points = " ".join([f"{_number(x)},{_number(y)}" for x, y in corners])
            return "polygon", f'points="{points}"', ""
        case Circle((x, y), radius):
            return "circle", f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"', ""
        case Line((x1, y1), (x2, y2)):
            ends = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
            return "line", ends, ""
        case Path(outline, (x, y), times):
            larger = "" if times == 1 else f" scale({_number(times)})"
            return "path", f'd="{escape(outline)}" transform="translate({_number(x)} {_number(y)}){larger}"', ""
        case Text(text, (x, y), height, from_left):
            anchor = ' text-anchor="start"' if from_left else ""
            return "text", f'x="{_number(x)}" y="{_number(y)}" font-size="{_number(height)}"{anchor}', _text(text)


def _outline(corners: Sequence[Point]) -> str:
    # The same polygon elsewhere differs in its beginning only.
    (x, y), *_ = corners
    ways = [_way(right - left, lower - upper) for (left, upper), (right, lower) in pairwise(corners)]
    return f"M{_number(x)} {_number(y)}{''.join(ways)}z"


def _rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


# Boards stay where they are: most numbers and words of a picture were in the one before.
_remembered = lru_cache(maxsize=16_384)


@_remembered
def _way(across: float, down: float) -> str:
    right, lower = _number(across), _number(down)
    return f"v{lower}" if right == "0" else f"h{right}" if lower == "0" else f"l{right} {lower}"


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
