"""A picture as PNG, for letters: mail programs show no SVG.

It is drawn by Anti-Grain Geometry (aggdraw) right onto an image of Pillow's: a rasteriser of SVG (resvg) takes four
times as long, most of it for reading markup and for a PNG of all colours that would have to be read again. A Hex
board of size 11 with 40 stones, 780 pixels wide, takes 25 to 30 ms of processor time, and 22 kB; with resvg and a
palette that Pillow found it was 170 ms on the same machine, and 25 kB.
"""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import aggdraw  # type: ignore[import-not-found]
from PIL import Image, ImageDraw, ImageFont

from pbmserv.games.picture import (
    BadPicture,
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
from pbmserv.pictures.theme import CLEAR, COLOURS, PAINTS, THICKNESS, Scheme, line_of

WIDEST = 4_000
"""Pixels."""
MOST_PIXELS = 16_000_000
_FARTHEST = 4_000_000.0

_BETWEEN = (1 / 3, 2 / 3)
"""So many steps from one colour to the next are enough for smooth edges, in a quarter of the bytes."""
_MOST_COLOURS = 256
_COMPRESSION = 6
"""The strongest, 9, takes six times as long for a tenth of the bytes."""
_FONTS = File(__file__).parent / "fonts"
_CURVE = 12
"""Straight lines that make a curve."""


class _Written(io.BytesIO):
    """A file whose name tells its format. If the format were named, Pillow would load what writes others, too."""

    name = "board.png"


class CannotRasterise(BadPicture):
    """The picture would have too many pixels; whoever asked goes without it."""


def png_of(picture: Picture, width: int, scheme: Scheme = Scheme.LIGHT) -> bytes:
    """The picture so many pixels wide, in the colours of one scheme.

    The fonts are ours, not the system's: it looks the same wherever it is made. Raises `CannotRasterise`, and
    `BadPicture`.
    """
    if not 0 < width <= WIDEST:
        raise ValueError(f"a picture is 1 to {WIDEST} pixels wide, not {width}")
    check_picture(picture)
    height = max(1, round(width * picture.height / picture.width))
    if width * height > MOST_PIXELS:
        raise CannotRasterise(f"a picture of {width} by {height} pixels is too large")
    image = _Canvas(picture, (width, height), scheme).image()
    written = _Written()
    few = image.quantize(palette=_palette(_names(picture), scheme), dither=Image.Dither.NONE)
    few.save(written, compress_level=_COMPRESSION)
    return written.getvalue()


def _names(picture: Picture) -> tuple[str, ...]:
    """The colours of a picture, in the order in which they are first seen."""
    roles = dict.fromkeys(shape.role for shape in picture.shapes)
    return tuple(dict.fromkeys(["paper", *(name for role in roles for name in PAINTS[role] if name)]))


@lru_cache(maxsize=64)
def _palette(names: tuple[str, ...], scheme: Scheme) -> Image.Image:
    """These colours, and those of their smooth edges.

    They are known beforehand: to find out which colours an image has takes longer, and loses the rare ones.
    """
    colours = {name: COLOURS[scheme][name] for name in names if COLOURS[scheme][name] != CLEAR}
    pure = {name: bytes.fromhex(colour[1:]) for name, colour in colours.items()}
    below = [pure[next(name for name in ("cell", "tile", "paper") if name in pure)], pure.get("ink", pure["paper"])]
    found = dict.fromkeys(pure.values()) | dict.fromkeys(
        bytes(round(start + (end - start) * part) for start, end in zip(colour, other, strict=True))
        for colour in pure.values()
        for other in below
        for part in _BETWEEN
    )
    some = [*found][:_MOST_COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(b"".join(some) + some[0] * (_MOST_COLOURS - len(some)))
    return palette


class _Canvas:
    """What is drawn: first what lies below texts, then the texts, and so on."""

    def __init__(self, picture: Picture, size: tuple[int, int], scheme: Scheme) -> None:
        self._picture = picture
        self._scale = size[0] / picture.width
        self._line = line_of(picture) * self._scale
        self._colours = COLOURS[scheme]
        self._image = Image.new("RGB", size, self._colours["paper"])
        self._tools: dict[str, tuple[Any, ...]] = {}

    def image(self) -> Image.Image:
        """The picture, drawn."""
        below: list[Shape] = []
        texts: list[Shape] = []
        for shape in self._picture.shapes:
            if isinstance(shape.form, Text):
                texts.append(shape)
            else:
                if texts:
                    self._draw(below, texts)
                    below, texts = [], []
                below.append(shape)
        self._draw(below, texts)
        return self._image

    def _draw(self, below: list[Shape], texts: list[Shape]) -> None:
        canvas = aggdraw.Draw(self._image)
        for shape in below:
            tools = self._tools_of(shape.role)
            if tools:
                self._draw_form(canvas, shape.form, tools)
        canvas.flush()
        pen = ImageDraw.Draw(self._image)
        for shape in texts:
            self._write(pen, shape)

    def _tools_of(self, role: str) -> tuple[Any, ...]:
        """A pen for the border and a brush for the inside, as far as the role has them."""
        if role not in self._tools:
            fill, border = (self._colours[name] if name else CLEAR for name in PAINTS[role])
            pens = [aggdraw.Pen(border, self._line * THICKNESS.get(role, 1))] if border != CLEAR else []
            brushes = [aggdraw.Brush(fill)] if fill != CLEAR else []
            self._tools[role] = (*pens, *brushes)
        return self._tools[role]

    def _draw_form(self, canvas: Any, form: Form, tools: tuple[Any, ...]) -> None:
        scale = self._scale
        match form:
            case Polygon(corners):
                canvas.polygon([number * scale for corner in corners for number in corner], *tools)
            case Circle((x, y), radius):
                box = ((x - radius) * scale, (y - radius) * scale, (x + radius) * scale, (y + radius) * scale)
                canvas.ellipse(box, *tools)
            case Line(start, end):
                canvas.line([number * scale for number in (*start, *end)], *tools)
            case Path(outline, at, times):
                canvas.path(_path(outline, Point(at.x * scale, at.y * scale), times * scale), *tools)

    def _write(self, pen: ImageDraw.ImageDraw, shape: Shape) -> None:
        assert isinstance(shape.form, Text)  # noqa: S101 - whoever calls has sorted them
        text, at, height, from_left = shape.form.text, shape.form.at, shape.form.height, shape.form.from_left
        fill, _ = PAINTS[shape.role]
        pixels = round(height * self._scale, 1)
        # FreeType refuses to draw letters of less than a pixel; those higher than the picture nobody can read.
        if fill is None or not 1 <= pixels <= self._image.height or not text.strip():
            return
        font = _font("DejaVuSansMono.ttf" if shape.role == "characters" else "DejaVuSans.ttf", pixels)
        # Whatever goes on beyond the edge would only take memory.
        line = " ".join(text.splitlines()).translate(_INVISIBLE)[: int(8 * self._image.width / pixels) + 1]
        place = (at.x * self._scale, at.y * self._scale)
        pen.text(place, line, fill=self._colours[fill], font=font, anchor="lm" if from_left else "mm")


_INVISIBLE = dict.fromkeys((*range(32), 127, *range(0xD800, 0xE000)), "\N{REPLACEMENT CHARACTER}")
"""What no document may hold is drawn as in SVG."""


@lru_cache(maxsize=64)
def _font(name: str, pixels: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / name, pixels, layout_engine=ImageFont.Layout.BASIC)


def _path(outline: str, at: Point, times: float) -> Any:
    path = aggdraw.Path()
    for points, is_closed in _lines_of(outline):
        for place, (x, y) in enumerate(points):
            (path.lineto if place else path.moveto)(_near(x * times + at.x), _near(y * times + at.y))
        if is_closed:
            path.close()
    return path


@lru_cache(maxsize=256)
def _lines_of(outline: str) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """The lines of an outline, curves as many short ones, and whether each comes back to where it begins."""
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
                lines[-1][0].extend(_point(curve.point(part / _CURVE)) for part in range(1, _CURVE + 1))
    return tuple((tuple(points), is_closed) for points, is_closed in lines if len(points) > 1)


def _near(pixels: float) -> float:
    """The rasteriser counts parts of pixels in 32 bits."""
    return min(max(pixels, -_FARTHEST), _FARTHEST)


def _point(place: complex) -> Point:
    return Point(place.real, place.imag)
