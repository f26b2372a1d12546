"""Pictures composed of cached parts: the empty board, and sprites of pieces, cards and tiles.

Shapes that may touch the same pixels form one sprite, drawn onto what lies below. The result looks as if everything
had been drawn at once: pixels of an edge may differ in shade, as a sprite's ground has the palette's colours already.
The cache key is everything a part was made of, so nobody sees a part of another's board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import count, takewhile
from typing import NamedTuple

from PIL import Image

from pbmserv.games.picture import Form, Polygon, Shape
from pbmserv.pictures.raster import Box, Look, Placed, around, fields_of, meet
from pbmserv.pictures.theme import COLOURS
from pbmserv.play.kept import Kept

ROOM = 16_000_000
"""The cache size in bytes: some twenty boards with all their pieces, or eight that are kept to be drawn on."""

MOST_PIXELS = 40_000
"""The maximum size of a sprite. If there is a larger one, all that lies on the empty board is drawn at once."""

_BYTES_OF_SHAPE, _BYTES_OF_CORNER = 800, 100
"""The maximum memory of a shape without pixels."""

_GROUND = ("board", "edge", "cell", "grid", "side", "label", "mark")
"""The roles of an empty board, and prefixes of roles, but for what is tinted in one position."""
_TINTED = (".last", ".check")
"""The ends of the roles of places of the last move, and of kings in check."""

_Key = tuple[tuple[Form, str], ...]


class _Ground(NamedTuple):
    """An empty board with a unique number."""

    number: int
    image: Image.Image


class Sprites:
    """Draws pictures with a cache of `room` bytes. Thread-safe."""

    def __init__(self, room: int = ROOM) -> None:
        self._grounds: Kept[tuple[Look, bytes, _Key], _Ground] = Kept(room)
        self._sprites: Kept[tuple[int, Box, _Key], Image.Image] = Kept(room)
        self._numbers = count()

    def image(self, shapes: Iterable[Shape], look: Look, colours: bytes) -> Image.Image:
        """The shapes on paper, with this palette."""
        seen = look.seen(shapes)
        below = [*takewhile(lambda shape: is_ground(shape.role), seen)]
        above = seen[len(below) :]
        groups = groups_of((look.reach(shape), shape) for shape in above)
        try:
            if groups is not None:
                return self._put_together(self._ground(below, look, colours), groups, look, colours)
            if len(below) > len(above):
                image = self._ground(below, look).image.copy()
                look.draw(image, above)
                return _in_colours(image, colours)
        except TypeError:  # a plug-in has made shapes of lists, by which nothing can be known again
            pass
        return _in_colours(_drawn(seen, look), colours)

    def _put_together(
        self, ground: _Ground, groups: Sequence[tuple[Box, Sequence[Shape]]], look: Look, colours: bytes
    ) -> Image.Image:
        image = ground.image.copy()
        for box, group in groups:
            key = ground.number, box, _key_of(group)
            image.paste(self._sprites.find(key) or self._sprite(key, ground, group, look, colours), box[:2])
        return image

    def _ground(self, shapes: Sequence[Shape], look: Look, colours: bytes = b"") -> _Ground:
        """The empty board with this palette, to put sprites on; without one, to draw on."""
        key = look, colours, _key_of(shapes)
        known = self._grounds.find(key)
        if known:
            return known
        drawn = _drawn(shapes, look)
        ground = _Ground(next(self._numbers), _in_colours(drawn, colours) if colours else drawn)
        pixels = look.width * look.height * len(ground.image.getbands())
        return self._grounds.keep(key, ground, pixels + _size_of(shapes))

    def _sprite(
        self, key: tuple[int, Box, _Key], ground: _Ground, group: Sequence[Shape], look: Look, colours: bytes
    ) -> Image.Image:
        """A group of shapes on its part of the board.

        Each is drawn alone, as the same shape at another offset may differ in a pixel by rounding.
        """
        box = key[1]
        drawn = ground.image.crop(box).convert("RGB")
        look.draw(drawn, group, box.left, box.top)
        sprite = _in_colours(drawn, colours)
        return self._sprites.keep(key, sprite, box.pixels + _size_of(group))


def pixels_at_once(shapes: Iterable[Shape], look: Look, colours: bytes) -> Image.Image:
    """The same without sprites."""
    return _in_colours(_drawn(look.seen(shapes), look), colours)


@cache
def sprites() -> Sprites:
    """The process's sprites."""
    return Sprites()


def groups_of(placed: Iterable[Placed]) -> Sequence[tuple[Box, Sequence[Shape]]] | None:
    """Groups of shapes that do not touch each other, in drawing order, with their boxes.

    None if one is too large to be reused; then the rest is not asked for.
    """
    shapes: list[Shape] = []
    groups: list[_Group] = []
    fields: dict[tuple[int, int], list[_Group]] = defaultdict(list)
    for number, (reach, shape) in enumerate(placed):
        shapes.append(shape)
        if reach.is_empty:
            continue
        box, group = reach, None
        while others := _met(fields, box, group):
            for other in others:
                box = around(box, other.box)
                group = other if group is None else _joined(group, other)
        if group is None:
            group = _Group()
            groups.append(group)
        group.members.append(number)
        if box != group.box:
            if box.pixels > MOST_PIXELS:
                return None
            group.box = box
            for field in fields_of(box):
                fields[field].append(group)
    return [
        (group.box, [shapes[number] for number in sorted(group.members)]) for group in groups if group.within is None
    ]


class _Group:
    """Indices of shapes with their box. A group merged `within` another is that one."""

    __slots__ = ("box", "members", "within")

    def __init__(self) -> None:
        self.box = Box(0, 0, 0, 0)
        self.members: list[int] = []
        self.within: _Group | None = None


def _joined(one: _Group, other: _Group) -> _Group:
    small, large = sorted((one, other), key=lambda group: len(group.members))
    large.members += small.members
    small.within = large
    return large


def _met(fields: dict[tuple[int, int], list[_Group]], box: Box, but: _Group | None) -> list[_Group]:
    met: list[_Group] = []
    for field in fields_of(box):
        for group in fields.get(field, ()):
            if group.within is None and group is not but and group not in met and meet(group.box, box):
                met.append(group)
    return met


def _drawn(shapes: Sequence[Shape], look: Look) -> Image.Image:
    image = Image.new("RGB", (look.width, look.height), COLOURS[look.scheme]["paper"])
    look.draw(image, shapes)
    return image


def _in_colours(image: Image.Image, colours: bytes) -> Image.Image:
    return image.quantize(palette=_palette(colours), dither=Image.Dither.NONE)


@lru_cache(maxsize=64)
def _palette(colours: bytes) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette


@cache
def is_ground(role: str) -> bool:
    """Whether the role is one of the empty board, which is the same in every picture of it."""
    return role.partition(".")[0] in _GROUND and not role.endswith(_TINTED)


def _key_of(shapes: Sequence[Shape]) -> _Key:
    return tuple([(shape.form, shape.role) for shape in shapes])


def _size_of(shapes: Sequence[Shape]) -> int:
    corners = sum(len(shape.form.corners) for shape in shapes if isinstance(shape.form, Polygon))
    return len(shapes) * _BYTES_OF_SHAPE + corners * _BYTES_OF_CORNER
