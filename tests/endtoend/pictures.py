"""Pictures of boards, compared with those that are kept in `pictures/`.

After a change of how boards look, `TESTS_PICTURES=keep` keeps the new pictures instead: look at them before they are
committed.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat

KEPT = Path(__file__).parent / "pictures"
BLUR = 1.5
"""How far apart the same stroke may stand, in pixels, by another way to smooth characters."""


def difference(taken: bytes, kept: bytes) -> float:
    """How much ink stands elsewhere than in the kept picture, as a part of all: 0 is none, 1 and more is all."""
    pictures = [_ink(taken), _ink(kept)]
    size = max(each.width for each in pictures), max(each.height for each in pictures)
    first, second = (_on_a_sheet(each, size) for each in pictures)
    everything = _sum(first) + _sum(second)
    return _sum(ImageChops.difference(first, second)) / everything if everything else 0


def kept_picture(name: str) -> bytes:
    """The kept picture of this name."""
    return _path(name).read_bytes()


def keep_if_asked(name: str, taken: bytes) -> None:
    """Keep a picture from now on, where `TESTS_PICTURES=keep` says so."""
    if os.environ.get("TESTS_PICTURES") == "keep":
        Image.open(BytesIO(taken)).convert("RGB").quantize(24).save(_path(name), optimize=True)


def _path(name: str) -> Path:
    return KEPT / f"{name}.png"


def _ink(picture: bytes) -> Image.Image:
    return ImageOps.invert(Image.open(BytesIO(picture)).convert("L"))


def _on_a_sheet(ink: Image.Image, size: tuple[int, int]) -> Image.Image:
    sheet = Image.new("L", size)
    sheet.paste(ink)
    return sheet.filter(ImageFilter.GaussianBlur(BLUR))


def _sum(picture: Image.Image) -> float:
    return ImageStat.Stat(picture).sum[0]
