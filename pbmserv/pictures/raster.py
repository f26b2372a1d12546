"""Rasterisation with Anti-Grain Geometry (aggdraw) and FreeType, and the pixels that a shape can touch.

An SVG rasteriser (resvg) takes four times as long, mostly for parsing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path as File
from typing import Any, NamedTuple, TypeAlias

import aggdraw  # type: ignore[import-not-found]
from PIL import Image, ImageColor, ImageDraw, ImageFont

from pbmserv.games.picture import Circle, Line, Path, Point, Polygon, Shape, Text
from pbmserv.pictures.theme import CLEAR, COLOURS, PAINTS, THICKNESS, Scheme
from pbmserv.play.kept import Kept

_FARTHEST = 4_000_000.0
_FONTS = File(__file__).parent / "fonts"
_CURVE = 12
"""The number of lines that approximate a curve."""
_STEPS = ((6, 4), (16, 6), (32, 8))
"""That of curves shorter than so many pixels."""

_LONGEST_SPIKE = 4.0
"""The miter limit, in half line widths."""

FIELD = 64
"""The side of the squares by which overlapping sprites are found."""
_FEW_CORNERS = 8
_PARTS = 256
"""The rasteriser's subpixels."""
_ROUNDED = 0.3
"""The rounding tolerance in pixels."""


class Box(NamedTuple):
    """A rectangle of pixels; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def pixels(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    @property
    def is_empty(self) -> bool:
        return self.left >= self.right or self.top >= self.bottom


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes intersect."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def around(one: Box, other: Box) -> Box:
    """The bounding box of both."""
    return Box(min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))


_WITHOUT_AREA = (Text, Line)
Placed: TypeAlias = tuple[Box, Shape]
"""A shape with the pixels it can touch."""


class Look(NamedTuple):
    """What determines how a shape is drawn: image size, pixels of a unit and of a line, scheme."""

    width: int
    height: int
    scale: float
    line: float
    scheme: Scheme

    def seen(self, shapes: Iterable[Shape]) -> list[Shape]:
        """Those of which there is anything to be seen."""
        tools: dict[str, bool] = {}
        found = []
        for shape in shapes:
            form, role = shape.form, shape.role
            if isinstance(form, _WITHOUT_AREA):
                is_seen = self._is_written(form, role) if isinstance(form, Text) else bool(_pen_of(self, role))
            elif role in tools:
                is_seen = tools[role]
            else:
                is_seen = tools[role] = bool(_tools(self.scheme, role, self.line))
            if is_seen:
                found.append(shape)
        return found

    def _is_written(self, text: Text, role: str) -> bool:
        fill = PAINTS[role].fill
        return fill is not None and COLOURS[self.scheme][fill] != CLEAR and bool(_line_of(text, self))

    def reach(self, shape: Shape) -> Box:
        """The pixels of the image that a shape can touch, or some more."""
        scale, border = self.scale, self.line * THICKNESS.get(shape.role, 1) / 2
        match shape.form:
            case Polygon(corners):
                across, down = zip(*corners, strict=True)
                left, top, right, bottom = min(across), min(down), max(across), max(down)
                border *= _spike_of(corners)
            case Circle((x, y), radius):
                left, top, right, bottom = x - radius, y - radius, x + radius, y + radius
            case Text() as text:
                return self._cut(*_reach_of_text(text, self._is_mono(shape), self), 2)
            case Path(outline, (x, y), times):
                (left, top, right, bottom), spike = _extent(outline)
                if times < 0:
                    left, top, right, bottom = right, bottom, left, top
                left, top, right, bottom = left * times + x, top * times + y, right * times + x, bottom * times + y
                border *= spike
            case Line((x1, y1), (x2, y2)):
                left, top, right, bottom = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        return self._cut(left * scale, top * scale, right * scale, bottom * scale, border + _ROUNDED)

    def draw(self, image: Image.Image, shapes: Iterable[Shape], left: int = 0, top: int = 0) -> None:
        """Draw shapes in order onto an image that begins at this corner.

        Switching between shapes and texts is slow, so each layer holds shapes and the texts on them.
        """
        for below, above in _layers(shapes, self):
            if below.shapes:
                self._draw(image, below, left, top)
            for shape in above:
                self._write(image, shape, left, top)

    def _draw(self, image: Image.Image, below: _Below, left: int, top: int) -> None:
        """Draw shapes other than texts. Only the affected part, if known, is copied to the rasteriser and back."""
        box, part = below.box, image
        if box is None:
            box = Box(left, top, left + image.width, top + image.height)
        else:
            part = image.crop((box.left - left, box.top - top, box.right - left, box.bottom - top))
        canvas = aggdraw.Draw(part)
        tools: dict[str, tuple[Any, ...]] = {}
        for shape in below.shapes:
            role = shape.role
            if role not in tools:
                tools[role] = _tools(self.scheme, role, self.line)
            self._draw_form(canvas, shape, box.left, box.top, tools[role])
        canvas.flush()
        if part is not image:
            image.paste(part, (box.left - left, box.top - top))

    def _draw_form(self, canvas: Any, shape: Shape, left: int, top: int, tools: tuple[Any, ...]) -> None:
        # All in parts of pixels that numbers can tell exactly: so a shape looks the same wherever the corner is.
        fine = self.scale * _PARTS
        match shape.form:
            case Polygon(corners):
                places: list[float] = []
                for x, y in corners:
                    places += (round(x * fine) / _PARTS - left, round(y * fine) / _PARTS - top)
                canvas.polygon(places, *tools)
            case Circle((x, y), radius):
                x, y = round(x * fine) / _PARTS - left, round(y * fine) / _PARTS - top
                radius = round(radius * fine) / _PARTS
                canvas.ellipse((x - radius, y - radius, x + radius, y + radius), *tools)
            case Line((x1, y1), (x2, y2)):
                ends = [round(number * fine) / _PARTS for number in (x1, y1, x2, y2)]
                ends = [ends[0] - left, ends[1] - top, ends[2] - left, ends[3] - top]
                canvas.line(ends, *_pen_of(self, shape.role))
            case Path(outline, (x, y), times):
                _draw_outline(canvas, outline, Point(x * fine, y * fine), times * fine, (left, top), tools)

    def _write(self, image: Image.Image, shape: Shape, left: int, top: int) -> None:
        assert isinstance(shape.form, Text)  # noqa: S101 - whoever calls has sorted them
        text = shape.form
        key = _line_of(text, self), self._is_mono(shape), _pixels(text, self), _anchor(text)
        mask, across, down = _WRITTEN.find(key) or _written(key)
        column, row = _pixel_of(text, self)
        colour = ImageColor.getrgb(COLOURS[self.scheme][PAINTS[shape.role].fill or "ink"])
        image.paste(colour, (column + across - left, row + down - top), mask)

    @staticmethod
    def _is_mono(shape: Shape) -> bool:
        return shape.role == "characters"

    def _cut(self, left: float, top: float, right: float, bottom: float, by: float) -> Box:
        width, height = self.width, self.height
        left, top, right, bottom = left - by, top - by, right + by, bottom + by
        return Box(
            math.floor(left) if left > 0 else 0,
            math.floor(top) if top > 0 else 0,
            math.ceil(right) if right < width else width,
            math.ceil(bottom) if bottom < height else height,
        )


class _Raised(NamedTuple):
    """Where a shape lies, and the first layers that may hold what lies upon it: shapes, and texts."""

    box: Box
    for_shapes: int
    for_texts: int


class _Below:
    """A layer's shapes, and what they can touch; None if that is not known."""

    __slots__ = ("box", "shapes")

    def __init__(self, box: Box | None = None) -> None:
        self.box = box
        self.shapes: list[Shape] = []


def _layers(shapes: Iterable[Shape], look: Look) -> list[tuple[_Below, list[Shape]]]:
    below = _Below()
    layers: list[tuple[_Below, list[Shape]]] = [(below, [])]
    fields: dict[tuple[int, int], list[_Raised]] = defaultdict(list)
    for shape in shapes:
        is_text = isinstance(shape.form, Text)
        if not (fields or is_text):
            # Before the first text, nobody asks where a shape is.
            below.shapes.append(shape)
            continue
        box = look.reach(shape)
        if box.is_empty:
            continue
        layer = 0
        for field in fields_of(box):
            for each in fields.get(field, ()):
                first = each.for_texts if is_text else each.for_shapes
                if first > layer and meet(each.box, box):
                    layer = first
        if is_text or layer:
            raised = _Raised(box, layer + is_text, layer)
            for field in fields_of(box):
                fields[field].append(raised)
        while layer >= len(layers):
            layers.append((_Below(box), []))
        if is_text:
            layers[layer][1].append(shape)
            continue
        layers[layer][0].shapes.append(shape)
        if (others := layers[layer][0].box) is not None:
            layers[layer][0].box = around(others, box)
    return layers


def fields_of(box: Box) -> list[tuple[int, int]]:
    """The squares of `FIELD` pixels in which a box lies, by their columns and rows."""
    left, top, right, bottom = box
    rows = range(top // FIELD, (bottom - 1) // FIELD + 1)
    return [(column, row) for column in range(left // FIELD, (right - 1) // FIELD + 1) for row in rows]


@lru_cache(maxsize=1_000)
def _tools(scheme: Scheme, role: str, line: float) -> tuple[Any, ...]:
    """A pen for the border and a brush for the inside, as the role has them."""
    fill, border = (COLOURS[scheme][name] if name else CLEAR for name in PAINTS[role])
    pens = [aggdraw.Pen(border, round(line * THICKNESS.get(role, 1) * _PARTS) / _PARTS)] if border != CLEAR else []
    brushes = [aggdraw.Brush(fill)] if fill != CLEAR else []
    return (*pens, *brushes)


def _pen_of(look: Look, role: str) -> tuple[Any, ...]:
    border = PAINTS[role].border
    is_seen = border and COLOURS[look.scheme][border] != CLEAR
    return _tools(look.scheme, role, look.line)[:1] if is_seen else ()


@lru_cache(maxsize=1_000)
def _spike(corners: tuple[Point, ...]) -> float:
    """How far a polygon's border reaches beyond its corners, in half line widths."""
    flattest = 1.0
    """The square of the sine of half the sharpest angle."""
    for number, (x, y) in enumerate(corners):
        (x1, y1), (x2, y2) = corners[number - 1], corners[(number + 1) % len(corners)]
        x1, y1, x2, y2 = x1 - x, y1 - y, x2 - x, y2 - y
        lengths = math.sqrt((x1 * x1 + y1 * y1) * (x2 * x2 + y2 * y2))
        cosine = (x1 * x2 + y1 * y2) / lengths if lengths else 1.0
        flattest = min(flattest, (1 - cosine) / 2)
    return 1 / math.sqrt(max(flattest, _LONGEST_SPIKE**-2))


def _spike_of(corners: tuple[Point, ...]) -> float:
    """The same, or an upper bound if it is slow to compute."""
    if len(corners) > _FEW_CORNERS:
        return _LONGEST_SPIKE
    try:
        return _spike(corners)
    except TypeError:  # a plug-in has made them of lists, by which nothing can be remembered
        return _LONGEST_SPIKE


def _pixels(text: Text, look: Look) -> float:
    return round(text.height * look.scale, 1)


def _anchor(text: Text) -> str:
    return "lm" if text.from_left else "mm"


def _line_of(text: Text, look: Look) -> str:
    pixels = _pixels(text, look)
    # FreeType refuses to draw letters of less than a pixel; those higher than the picture nobody can read.
    if not 1 <= pixels <= look.height or not text.text.strip():
        return ""
    # Whatever goes on beyond the edge would only take memory.
    return " ".join(text.text.splitlines()).translate(_INVISIBLE)[: int(8 * look.width / pixels) + 1]


def _reach_of_text(text: Text, is_mono: bool, look: Look) -> tuple[float, float, float, float]:
    box = _extent_of_line(_line_of(text, look), is_mono, _pixels(text, look), _anchor(text))
    x, y = _pixel_of(text, look)
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _pixel_of(text: Text, look: Look) -> tuple[int, int]:
    """Its place, as a whole pixel: so the same text looks the same everywhere, and is written once."""
    return math.floor(text.at.x * look.scale + 0.5), math.floor(text.at.y * look.scale + 0.5)


_INVISIBLE = dict.fromkeys((*range(32), 127, *range(0xD800, 0xE000)), "\N{REPLACEMENT CHARACTER}")
"""Characters not allowed in documents, drawn as in SVG."""


@lru_cache(maxsize=64)
def _font(is_mono: bool, pixels: float) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansMono.ttf" if is_mono else "DejaVuSans.ttf"
    return ImageFont.truetype(_FONTS / name, pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2_000)
def _extent_of_line(line: str, is_mono: bool, pixels: float, anchor: str) -> tuple[float, float, float, float]:
    return _font(is_mono, pixels).getbbox(line, anchor=anchor)


_Line: TypeAlias = tuple[str, bool, float, str]
"""What is written, in which font, how high, and how it stands to its place."""

_WRITTEN: Kept[_Line, tuple[Image.Image, int, int]] = Kept(2_000_000)
"""Texts as masks with their offsets. Rendering takes ten times as long."""


def _written(key: _Line) -> tuple[Image.Image, int, int]:
    line, is_mono, pixels, anchor = key
    box = _extent_of_line(line, is_mono, pixels, anchor)
    left, top = math.floor(box[0]) - 1, math.floor(box[1]) - 1
    mask = Image.new("L", (math.ceil(box[2]) + 2 - left, math.ceil(box[3]) + 2 - top))
    ImageDraw.Draw(mask).text((-left, -top), line, fill=255, font=_font(is_mono, pixels), anchor=anchor)
    return _WRITTEN.keep(key, (mask, left, top), mask.width * mask.height + 200)


def _draw_outline(
    canvas: Any, outline: str, at: Point, times: float, corner: tuple[int, int], tools: tuple[Any, ...]
) -> None:
    (x0, y0), (left, top) = at, corner
    farthest = max(abs(x0), abs(y0)) + abs(times) * max(map(abs, _extent(outline)[0]))
    near = round if farthest < _FARTHEST * _PARTS else _near
    # Moving the canvas below an outline takes a fourth of the time of moving all of its points.
    canvas.settransform((1, 0, near(x0) / _PARTS - left, 0, 1, near(y0) / _PARTS - top))
    lines = _scaled(outline, times)
    if len(lines) == 1 and lines[0][1]:
        # The same as a path, in a third of the time.
        canvas.polygon(lines[0][0], *tools)
    else:
        path = aggdraw.Path()
        for places, is_closed in lines:
            path.moveto(*places[:2])
            for place in range(2, len(places), 2):
                path.lineto(places[place], places[place + 1])
            if is_closed:
                path.close()
        canvas.path(path, *tools)
    canvas.settransform()


@lru_cache(maxsize=1_000)
def _scaled(outline: str, times: float) -> Sequence[tuple[list[float], bool]]:
    """The lines of an outline in pixels, about (0, 0), with fewer of them for curves that are short."""
    longest = _longest_curve(outline) * abs(times) / _PARTS
    steps = next((steps for most, steps in _STEPS if longest < most), _CURVE)
    return [
        ([_near(number * times) / _PARTS for point in points for number in point], is_closed)
        for points, is_closed in _lines_of(outline, steps)
    ]


@lru_cache(maxsize=256)
def _lines_of(outline: str, steps: int = _CURVE) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    # Most boards have no outlines, and the command line, which draws one board, pays for each import.
    import svg.path

    lines: list[tuple[list[Point], bool]] = []
    for step in svg.path.parse_path(outline):
        match step:
            case svg.path.Move():
                lines.append(([_point(step.end)], False))
            case svg.path.Close():
                lines[-1] = (lines[-1][0], True)
                # What follows without a new beginning begins where this did.
                lines.append(([_point(step.end)], False))
            case svg.path.Line():
                lines[-1][0].append(_point(step.end))
            case curve:
                lines[-1][0].extend(_point(curve.point(part / steps)) for part in range(1, steps + 1))
    return tuple((tuple(points), is_closed) for points, is_closed in lines if len(points) > 1)


@lru_cache(maxsize=256)
def _longest_curve(outline: str) -> float:
    """How far apart the ends of a curve are at most, or are from their middle."""
    import svg.path

    straight = (svg.path.Move, svg.path.Close, svg.path.Line)
    curves = [step for step in svg.path.parse_path(outline) if not isinstance(step, straight)]
    return max(
        (max(abs(curve.point(0.5) - curve.start), abs(curve.end - curve.start)) for curve in curves), default=0
    )


@lru_cache(maxsize=256)
def ends_of(outline: str) -> tuple[float, float, float, float]:
    """How far an outline goes to the left, up, to the right and down, without its border."""
    points = [point for line, _ in _lines_of(outline) for point in line] or [Point(0, 0)]
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


@lru_cache(maxsize=256)
def _extent(outline: str) -> tuple[tuple[float, float, float, float], float]:
    """An outline's extent to each side, and its border's beyond corners."""
    return ends_of(outline), max([_spike.__wrapped__(line) for line, _ in _lines_of(outline)], default=_LONGEST_SPIKE)


def _near(parts: float) -> int:
    """Of places far outside of the picture, one that is near enough: the rasteriser has 32 bits for them."""
    return round(min(max(parts, -_FARTHEST * _PARTS), _FARTHEST * _PARTS))


def _point(place: complex) -> Point:
    return Point(place.real, place.imag)
