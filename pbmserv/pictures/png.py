"""PNG for letters, as mail programs show no SVG.

The few colours are known in advance, so the image has a palette. libdeflate takes less than half of zlib's time for
the same size.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache

import deflate
from PIL import Image

from pbmserv.games.picture import BadPicture, Picture, check_picture
from pbmserv.pictures.raster import Look
from pbmserv.pictures.sprites import sprites
from pbmserv.pictures.theme import CLEAR, COLOURS, PAINTS, Scheme, line_of

WIDEST = 4_000
"""In pixels."""
MOST_PIXELS = 16_000_000

_BETWEEN = (1 / 3, 2 / 3)
"""The steps between two colours, enough for smooth edges at a quarter of the size."""
_PALE, _BLACK = ("cell", "tile", "paper"), ("outline", "ink", "paper")
"""What other colours lie upon, and what lies upon them."""
_MOST_COLOURS = 256
_COMPRESSION = 6
"""libdeflate's level: zlib's size at level 6 in 0.4 of the time; the next level takes half as long again for two per
cent.
"""


class CannotRasterise(BadPicture):
    """The picture would have too many pixels."""


def png_of(picture: Picture, width: int, scheme: Scheme = Scheme.LIGHT, *, is_checked: bool = False) -> bytes:
    """The picture as PNG with this width, in the colours of a scheme.

    Fonts are our own, so it looks the same everywhere. Raises `CannotRasterise`, and `BadPicture` unless it
    `is_checked` already.
    """
    if not 0 < width <= WIDEST:
        raise ValueError(f"a picture is 1 to {WIDEST} pixels wide, not {width}")
    if not is_checked:
        check_picture(picture)
    height = max(1, round(width * picture.height / picture.width))
    if width * height > MOST_PIXELS:
        raise CannotRasterise(f"a picture of {width} by {height} pixels is too large")
    scale = width / picture.width
    look = Look(width, height, scale, line_of(picture) * scale, scheme)
    colours = colours_of(picture, scheme)
    return b"".join(_png(sprites().image(picture.shapes, look, colours), colours))


def colours_of(picture: Picture, scheme: Scheme) -> bytes:
    """The palette: a picture's colours and those of its smooth edges, three bytes each."""
    roles = {shape.role for shape in picture.shapes}
    return _colours(tuple(sorted({"paper", *(name for role in roles for name in PAINTS[role] if name)})), scheme)


@lru_cache(maxsize=64)
def _colours(names: tuple[str, ...], scheme: Scheme) -> bytes:
    # They are known beforehand: to find out which colours an image has takes longer, and loses the rare ones.
    colours = {name: COLOURS[scheme][name] for name in names if COLOURS[scheme][name] != CLEAR}
    pure = {name: bytes.fromhex(colour[1:]) for name, colour in colours.items()}
    below = [pure[next(name for name in names if name in pure)] for names in (_PALE, _BLACK)]
    found = dict.fromkeys(pure.values()) | dict.fromkeys(
        bytes(round(start + (end - start) * part) for start, end in zip(colour, other, strict=True))
        for colour in pure.values()
        for other in below
        for part in _BETWEEN
    )
    return b"".join([*found][:_MOST_COLOURS])


def _png(image: Image.Image, colours: bytes) -> Iterator[bytes]:
    """The file (RFC 2083): a byte for each pixel, without filters, which are useless for few colours."""
    width, height = image.size
    # Each row with a byte for no filter at its end: the first one is put in front.
    rows = b"\0" + image.tobytes("raw", "P", width + 1)[:-1]
    yield b"\x89PNG\r\n\x1a\n"
    yield from _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
    yield from _chunk(b"PLTE", colours)
    yield from _chunk(b"IDAT", bytes(deflate.zlib_compress(rows, _COMPRESSION)))
    yield from _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> Iterator[bytes]:
    yield struct.pack(">I", len(data))
    yield name
    yield data
    yield struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
