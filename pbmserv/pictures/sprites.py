"""Pictures composed of cached parts: the empty board, and sprites of pieces, cards and tiles.

Shapes that may touch the same pixels form one sprite, drawn onto what lies below. The result equals drawing
everything at once, pixel by pixel, but for what lies on one colour alone, as cards do: that begins at a whole pixel,
so it is the same sprite wherever it lies. The cache key is everything a part was made of, so nobody sees a part of
another's board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops

from pbmserv.games.picture import Circle, Form, Line, Path, Point, Polygon, Shape, Text
from pbmserv.pictures.raster import Box, Look, Placed, around, fields_of, meet
from pbmserv.pictures.theme import COLOURS
from pbmserv.play.kept import Kept

ROOM = 16_000_000
"""The cache size in bytes: some twenty boards with all their pieces."""

MOST_PIXELS = 40_000
"""The maximum size of a sprite. What is larger is drawn anew in each picture."""

MOST_STOREYS = 9
"""How many groups of shapes lie one upon the other at most."""
_LONGEST_SIDE = 400
"""The maximum side in pixels of what is the same wherever it lies."""
_FRAME = 1024
"""The side of the image in whose middle that is drawn."""
_MOST = 0.6
"""The part of a box that is most of it."""
_SAME = 6
"""The digits after the point by which lengths in units are the same."""
_LONGEST_LABEL = 3
"""The characters of labels of an empty board; longer ones tell something of a position."""

_BYTES_OF_SHAPE, _BYTES_OF_CORNER = 800, 100
"""The maximum memory of a shape without pixels."""

_GROUND = ("board", "edge", "cell", "grid", "side", "label", "mark")
"""The roles of an empty board, and prefixes of roles, but for what is tinted in one position."""
_TINTED = (".last", ".check")
"""The ends of the roles of places of the last move, and of kings in check."""

_IS_NONE = [255, *[0] * 255]
"""Of numbers, which ones are zero."""

_Key: TypeAlias = tuple[tuple[Form, str], ...]
_Group: TypeAlias = tuple[Box, Sequence[Shape]]


class _Anywhere(NamedTuple):
    """What lies on one colour alone, and where its corner is from the middle of its frame."""

    image: Image.Image
    left: int
    top: int


class Sprites:
    """Draws pictures with a cache of `room` bytes. Thread-safe."""

    def __init__(self, room: int = ROOM) -> None:
        self._grounds: Kept[tuple[bytes, _Key], Image.Image] = Kept(room)
        self._sprites: Kept[tuple[bytes, bytes, Box, _Key], Image.Image] = Kept(room // 2)
        self._anywhere: Kept[tuple[bytes, int, _Key], _Anywhere] = Kept(room // 2)

    def image(self, shapes: Iterable[Shape], look: Look, colours: bytes) -> Image.Image:
        """The shapes on paper, with this palette."""
        shapes = [*shapes]
        below: list[Shape] = []
        above: list[Placed] = []
        groups = groups_of(_upon(shapes, look, below, above))
        if groups is not None:
            try:
                return self._put_together(below, groups, look, colours)
            except TypeError:  # a plug-in has made shapes of lists, by which nothing can be known again
                pass
        return _in_colours(_drawn(look.seen(shapes), look, {id(shape): box for box, shape in above}), colours)

    def _put_together(
        self, below: Sequence[Shape], groups: Iterable[_Group], look: Look, colours: bytes
    ) -> Image.Image:
        # As bytes, which are hashed once.
        frame = look._replace(width=_FRAME, height=_FRAME)
        drawn_as, framed_as = (repr(each).encode() + colours for each in (look, frame))
        image = self._ground(drawn_as, below, look, colours).copy()
        for box, group in groups:
            part = image.crop(box)
            if box.pixels > MOST_PIXELS:
                image.paste(_on(part, box, group, look, colours), box[:2])
                continue
            colour = _colour_around(image, box) if len(group) > 1 else None
            if colour is None:
                key = drawn_as, part.tobytes(), box, _key_of(group)
                sprite = self._sprites.find(key) or self._sprites.keep(
                    key, _on(part, box, group, look, colours), 2 * box.pixels + _size_of(group)
                )
                image.paste(sprite, box[:2])
                continue
            at = _place_of(group[0].form)
            about = framed_as, colour, _key_about(group, at, look.scale)
            lying = self._anywhere.find(about) or self._lying(about, frame, colours)
            across, down = round(at[0] * look.scale), round(at[1] * look.scale)
            image.paste(lying.image, (across + lying.left, down + lying.top))
        return image

    def _ground(self, drawn_as: bytes, shapes: Sequence[Shape], look: Look, colours: bytes) -> Image.Image:
        key = drawn_as, _key_of(shapes)
        return self._grounds.find(key) or self._grounds.keep(
            key, _in_colours(_drawn(shapes, look), colours), look.width * look.height + _size_of(shapes)
        )

    def _lying(self, key: tuple[bytes, int, _Key], frame: Look, colours: bytes) -> _Anywhere:
        """A group of shapes on one colour of the palette."""
        _, colour, forms = key
        shapes = [Shape(form, role) for form, role in forms]
        box = reduce(around, (box for box in map(frame.reach, shapes) if not box.is_empty))
        part = Image.new("P", (box.right - box.left, box.bottom - box.top), colour)
        part.putpalette(colours)
        lying = _Anywhere(_on(part, box, shapes, frame, colours), box.left - _FRAME // 2, box.top - _FRAME // 2)
        return self._anywhere.keep(key, lying, box.pixels + _size_of(shapes))


def _on(part: Image.Image, box: Box, group: Sequence[Shape], look: Look, colours: bytes) -> Image.Image:
    """A group of shapes drawn on this part of an image.

    Each is drawn alone, as the same shape at another offset may differ in a pixel by rounding.
    """
    before = part.convert("RGB")
    drawn = before.copy()
    look.draw(drawn, group, box.left, box.top)
    sprite = _in_colours(drawn, colours)
    if _is_found_again(colours):
        return sprite
    # What nothing was drawn on stays.
    stays = ImageChops.difference(drawn, before).convert("L").point(_IS_NONE, "1")
    sprite.paste(part, mask=stays)
    return sprite


def _colour_around(image: Image.Image, box: Box) -> int | None:
    """The number of the only colour in this part of an image, and a pixel around it; None if there are more."""
    left, top, right, bottom = box
    if left < 1 or top < 1 or right >= image.width or bottom >= image.height:
        return None
    if max(right - left, bottom - top) > _LONGEST_SIDE:
        return None
    lowest, highest = image.crop((left - 1, top - 1, right + 1, bottom + 1)).getextrema()
    return lowest if lowest == highest else None  # type: ignore[return-value]


def _place_of(form: Form) -> Point:
    match form:
        case Polygon(corners):
            return corners[0]
        case Circle(place, _) | Line(place, _) | Path(_, place) | Text(_, place):
            return place


def _key_about(group: Iterable[Shape], at: Point, scale: float) -> _Key:
    """What a group is wherever it lies: this place is moved to the middle of the frame."""
    middle = _FRAME / 2 / scale

    def moved(place: Point) -> Point:
        return Point(middle + round(place[0] - at[0], _SAME), middle + round(place[1] - at[1], _SAME))

    return tuple([(_changed(shape.form, moved), shape.role) for shape in group])


def _changed(form: Form, moved: Callable[[Point], Point]) -> Form:
    match form:
        case Path(outline, at, times):
            return Path(outline, moved(at), round(times, _SAME))
        case Circle(centre, radius):
            return Circle(moved(centre), round(radius, _SAME))
        case Polygon(corners):
            return Polygon(tuple([moved(corner) for corner in corners]))
        case Line(start, end):
            return Line(moved(start), moved(end))
        case Text(text, at, height, from_left):
            return Text(text, moved(at), round(height, _SAME), from_left)


def pixels_at_once(shapes: Iterable[Shape], look: Look, colours: bytes) -> Image.Image:
    """The same without sprites."""
    return _in_colours(_drawn(look.seen(shapes), look), colours)


@cache
def sprites() -> Sprites:
    """The process's sprites."""
    return Sprites()


def _upon(shapes: Sequence[Shape], look: Look, below: list[Shape], above: list[Placed]) -> Iterator[Placed]:
    """The shapes upon the empty board with their boxes, one by one; those of the board are added to `below`."""
    begin = [*takewhile(lambda shape: is_ground(shape.role), shapes)]
    # Later, only what is as large as the cloth of a table, below the cards of somebody.
    for part, smallest in ((begin, 0), (shapes[len(begin) :], MOST_PIXELS)):
        for shape in look.seen(part):
            is_of_board = is_ground(shape.role) and not _is_told(shape)
            if is_of_board and not smallest and not above:
                below.append(shape)
                continue
            box = look.reach(shape)
            if is_of_board and box.pixels > smallest and not any(meet(box, other) for other, _ in above):
                below.append(shape)
                continue
            above.append((box, shape))
            yield box, shape


def _is_told(shape: Shape) -> bool:
    """Whether it is a text that tells of a position, rather than the name of a row."""
    return isinstance(shape.form, Text) and len(shape.form.text) > _LONGEST_LABEL


def groups_of(placed: Iterable[Placed]) -> Sequence[_Group] | None:
    """Groups of shapes in an order in which they can be drawn one after the other, with their boxes.

    What lies upon a shape for the most part is in its group; what touches one only comes later. None if there are
    many storeys, as where tiles lie side by side: to draw them at once takes less time.
    """
    groups: list[_Growing] = []
    fields: dict[tuple[int, int], list[_Growing]] = defaultdict(list)
    for box, shape in placed:
        if box.is_empty:
            continue
        among = fields_of(box)
        below = {group for field in among for group in fields.get(field, ()) if meet(group.box, box)}
        group = max(below, key=_storey_of, default=None)
        if group is None or not (
            _is_mostly_on(group.box, box) and all(each is group or each.storey < group.storey for each in below)
        ):
            group = _Growing(box, 1 + group.storey if group else 0)
            if group.storey > MOST_STOREYS:
                return None
            groups.append(group)
        elif (grown := around(group.box, box)) != group.box:
            group.box, among = grown, fields_of(grown)
        else:
            among = []
        group.shapes.append(shape)
        for field in among:
            if group not in fields[field]:
                fields[field].append(group)
    return [(group.box, group.shapes) for group in sorted(groups, key=_storey_of)]


class _Growing:
    """A group's shapes with their box. The groups of a storey lie on those of the storeys below."""

    __slots__ = ("box", "shapes", "storey")

    def __init__(self, box: Box, storey: int) -> None:
        self.box = box
        self.storey = storey
        self.shapes: list[Shape] = []


def _storey_of(group: _Growing) -> int:
    return group.storey


def _is_mostly_on(one: Box, other: Box) -> bool:
    """Whether most of the smaller of both boxes lies within the other one, and they are no large sprite together."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down > _MOST * min(one.pixels, other.pixels) and around(one, other).pixels <= MOST_PIXELS


def _drawn(shapes: Sequence[Shape], look: Look, boxes: Mapping[int, Box] | None = None) -> Image.Image:
    image = Image.new("RGB", (look.width, look.height), COLOURS[look.scheme]["paper"])
    look.draw(image, shapes, boxes=boxes)
    return image


def _in_colours(image: Image.Image, colours: bytes) -> Image.Image:
    return image.quantize(palette=_palette(colours), dither=Image.Dither.NONE)


@lru_cache(maxsize=64)
def _is_found_again(colours: bytes) -> bool:
    """Whether for each colour of the palette the nearest one is itself, as far as the library looks."""
    each = Image.frombytes("RGB", (len(colours) // 3, 1), colours)
    return _in_colours(each, colours).convert("RGB").tobytes() == colours


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
