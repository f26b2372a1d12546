"""Pictures of boards as data: shapes with roles, touchable places and their words.

`pbmserv.pictures` turns them into SVG, PNG and words. Lengths are in the game's own units; x grows to the right and y
downwards from the top left.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

MOST_SEATS = 6
MOST_TINTS = 6

ROLES = frozenset(
    {
        "board", "edge", "cell", "cell.wood", "cell.dark", "cell.goal", "cell.field", "cell.check", "cell.last",
        "cell.dark.last", "cell.light", "cell.light.last", "cell.table", "cell.table.dark", "cell.cloth",
        "grid", "tile", "tile.hand", "hand", "hand.not_now", "hand.laid", "pile", "hidden", "mark",
        "label", "last", "last.dark", "last.light", "win", "halo", "hint", "choice", "number", "characters", "word",
        "figure", "back", "touch", "touch.aside", "letter", "cell.water", "block", "hull", "hull.sunk", "hit",
        "piece.dark", "piece.light", "sign.dark", "sign.light", "sign.word", "sign.red", "dead.dark", "dead.light",
        "piece.wood.dark", "piece.wood.light", "piece.wood.0", "sign.wood.0",
        "gloss.dark", "gloss.light", "pip.black", "pip.red",
        "court.red", "court.blue", "court.gold", "court.white", "court.face", "court.line",
        "shade", "shade.cloth", "shade.board",
    }
    | {f"{what}.{seat}" for what in ("piece", "part", "side", "sign", "gloss") for seat in range(MOST_SEATS)}
    | {f"{what}.{number}" for what in ("tint", "rim") for number in range(MOST_TINTS)}
)  # fmt: skip
"""The roles of shapes, each with a colour in the theme.

`piece.0` to `piece.5` are seats' pieces, `part.0` adjacent ones, `side.0` a seat's border, `sign.0` the sign on its
pieces, `gloss.0` light or shade upon them. Pieces called black and white are `piece.dark` and `piece.light`, and
`dead.dark` when dead. `touch` is an invisible touchable area, `touch.aside` one that is not lit among those that are
touched more often. `cell.check` is where a king is in check. Of the last move,
`cell.last` and `cell.dark.last` are the places, `last.dark` is a mark on a dark piece, `last` any other mark.
`tint.0` to `tint.5` are colours of tiles, `rim.0` their borders, `figure` what is written on both. `letter` is
written for who answers by mail, and stands on no page. `tile.hand` is a tile that can be laid, `hand` a card in a
hand, and `hand.laid` one on the cloth of a table, `hand.not_now` one that cannot be played now. `sign.word` is
written on a tile, and `sign.red` on Red's pieces, which are light; `pip.black` and `pip.red` are on cards and dice,
which are so by night, too. `halo` surrounds `last` and `win` for contrast; `back` is the pattern on `hidden` things.
`board` is a whole board with its frame, `cell.wood` a square of its wood, `piece.wood.dark` a piece of wood that is
darker than `piece.wood.light`, as `piece.wood.0` is with a blue rim. `cell.water` is a square of a sea, `hull` a
ship, `hit` a hit; `block` is what lies on a square and belongs to nobody, such as fog. `court.red` and so on are what
the figures on cards are painted with; `shade` is the shadow of cards and dice, and `shade.cloth` and `shade.board`
those on the cloth of a table and on a board of wood.
"""

_LYING = ("piece", "part", "sign", "gloss", "tile", "tint", "rim", "figure")
"""The roles, before their dot, of what can lie on a place and be moved from it."""
_MARKS_ON_PIECES = ("last.dark", "last.light")

ASIDE = "touch.aside"
UNSEEN = frozenset({"touch", ASIDE})
"""The roles of what is touched and not seen."""

MOST_SHAPES = 20_000
MOST_CHOICES = 100
SMALLEST, LARGEST = 10, 10_000
"""Units: the limits of a picture's size, and of shapes' coordinates."""
LONGEST_TEXT = 120
LONGEST_WORDS = 300
LONGEST_TARGET = 60

LONGEST_OUTLINE = 4_000
MOST_CORNERS, MOST_CORNERS_OF_ONE = 200_000, 2_000
"""The limits on corners of a picture's polygons in total, and of one."""
_NUMBER = r"[ ,]*+-?+(?>[0-9]{1,5}(?![0-9])(?:\.[0-9]*+)?|\.[0-9]++)"
_STEPS = "|".join(
    f"[{commands}](?:(?:{_NUMBER}){{{numbers}}})++"
    for commands, numbers in (("MmLlTt", 2), ("HhVv", 1), ("SsQq", 4), ("Cc", 6), ("Aa", 7))
)
_PATH = re.compile(rf" *+(?=[Mm])(?:(?:{_STEPS}|[Zz]) *+)++")
_TARGET = re.compile(rf"[!-~]{{1,{LONGEST_TARGET}}}")


class BadPicture(ValueError):
    """An invalid picture; the text tells the game's author why."""


class Point(NamedTuple):
    x: float
    y: float


@dataclass(frozen=True)
class Polygon:
    """A closed outline of straight lines."""

    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Circle:
    """A disc."""

    centre: Point
    radius: float


@dataclass(frozen=True)
class Line:
    """A straight line between two points."""

    start: Point
    end: Point


@dataclass(frozen=True)
class Path:
    """An SVG path (`M0 0 L10 0 Z`), scaled and moved to `at`; with `times` below zero, it is turned by half, too."""

    outline: str
    at: Point
    times: float = 1


@dataclass(frozen=True)
class Text:
    """A line of text of this height; `at` is its middle or left end.

    `character` is what else can be written there, for readers who have chosen so: that of a piece of shogi.
    """

    text: str
    at: Point
    height: float
    from_left: bool = False
    character: str = ""


Form: TypeAlias = Polygon | Circle | Line | Path | Text


@dataclass(frozen=True)
class Shape:
    """A visible thing.

    `role` is one of `ROLES`. `target` is the touchable place, or empty; `words` describe the place, for titles and
    screen readers: `d4, empty`.
    """

    form: Form
    role: str
    target: str = ""
    words: str = ""

    @property
    def lies(self) -> bool:
        """Whether this is of a piece that lies on a place, or a mark on it, and can be moved from there."""
        return self.role.partition(".")[0] in _LYING or self.role in _MARKS_ON_PIECES


@dataclass(frozen=True)
class Choice:
    """Something to choose that has no place on the board, such as to pass: on pages, a button beside it.

    `text` stands on the button, `words` say what it does. `number` is how many there are of what it takes.
    """

    target: str
    text: str
    words: str
    number: int = 1


@dataclass(frozen=True)
class Held:
    """How many pieces of a kind a seat holds: on pages, they lie on a stand beside the board.

    `target` is touched to drop one, `name` is the piece in words, `shapes` draw it around (0, 0).
    """

    target: str
    name: str
    number: int
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Picture:
    """What one viewer sees: `width` by `height` units, and shapes in drawing order.

    `words` is its description. `choices` are not drawn. If it `is_read_on`, what matters now stands first, and fills
    the width of a phone, while what follows need not be in sight.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    words: str = ""
    choices: tuple[Choice, ...] = ()
    is_read_on: bool = False
    highest: float = 0
    """The maximum height of what is read on in this game, for which pages leave room; 0 if that is not known."""
    has_words: bool = False
    """Whether words are written in it, so that it is another picture in other languages."""

    @property
    def targets(self) -> tuple[str, ...]:
        """The distinct touchable places in drawing order, then the choices."""
        places = (shape.target for shape in self.shapes if shape.target)
        return tuple(dict.fromkeys((*places, *(choice.target for choice in self.choices))))


def picture_of_lines(text: str, words: str = "") -> Picture:
    """The picture of a board in characters."""
    lines = text.splitlines()
    height, width = 20.0, 12.05
    shapes = tuple(
        Shape(Text(piece, Point(10 + start * width, 10 + height * (number + 0.5)), height, True), "characters")
        for number, line in enumerate(lines)
        for start, piece in _pieces(line)
    )
    longest = max(map(len, lines), default=0)
    return Picture(longest * width + 20, len(lines) * height + 20, shapes, words)


def _pieces(line: str) -> Iterator[tuple[int, str]]:
    begins = len(line) - len(line.lstrip())
    line = line.rstrip()
    for start in range(begins, len(line), LONGEST_TEXT):
        yield start, line[start : start + LONGEST_TEXT]


def check_picture(picture: Picture) -> None:
    """Raise `BadPicture` for an invalid picture, as from a plug-in."""
    try:
        _check(picture)
    except (TypeError, AttributeError, OverflowError) as error:
        raise BadPicture(f"a picture is made of other things than these: {error}") from error


def _check(picture: Picture) -> None:
    for length in (picture.width, picture.height):
        if not _is_number(length) or not SMALLEST <= length <= LARGEST:
            raise BadPicture(f"a picture is {SMALLEST} to {LARGEST} units wide and high, not {length!r:.40}")
    if len(picture.shapes) > MOST_SHAPES:
        raise BadPicture(f"a picture has at most {MOST_SHAPES} shapes, not {len(picture.shapes)}")
    if len(picture.words) > LONGEST_WORDS:
        raise BadPicture(f"the words of a picture are longer than {LONGEST_WORDS} characters")
    if len(picture.choices) > MOST_CHOICES:
        raise BadPicture(f"a picture has at most {MOST_CHOICES} choices, not {len(picture.choices)}")
    for choice in picture.choices:
        _check_choice(choice)
    for shape in picture.shapes:
        _check_shape(shape)
    corners = sum(len(shape.form.corners) for shape in picture.shapes if isinstance(shape.form, Polygon))
    if corners > MOST_CORNERS:
        raise BadPicture(f"all polygons together have at most {MOST_CORNERS} corners, not {corners}")


def _check_choice(choice: Choice) -> None:
    if not isinstance(choice, Choice):
        raise BadPicture(f"the choices of a picture are no such things as {choice!r:.40}")
    _check_target(choice.target)
    if not 1 <= len(choice.text) <= LONGEST_TEXT:
        raise BadPicture(f"the text of a choice is 1 to {LONGEST_TEXT} characters long")
    if len(choice.words) > LONGEST_WORDS:
        raise BadPicture(f"the words of a choice are longer than {LONGEST_WORDS} characters")


def _check_target(target: str) -> None:
    if not _TARGET.fullmatch(target):
        raise BadPicture(f"a target is 1 to {LONGEST_TARGET} signs without blanks, not {target!r:.40}")


def _check_shape(shape: Shape) -> None:
    if not isinstance(shape, Shape):
        raise BadPicture(f"a picture holds shapes, not {shape!r:.40}")
    if shape.role not in ROLES:
        raise BadPicture(f"there is no role {shape.role!r:.40}")
    if shape.target:
        _check_target(shape.target)
    if len(shape.words) > LONGEST_WORDS:
        raise BadPicture(f"the words of a shape are longer than {LONGEST_WORDS} characters")
    numbers: Iterable[float]
    form, size = shape.form, 1.0
    match form:
        case Polygon(corners):
            if not 3 <= len(corners) <= MOST_CORNERS_OF_ONE:
                raise BadPicture(f"a polygon has 3 to {MOST_CORNERS_OF_ONE} corners, not {len(corners)}")
            numbers = chain.from_iterable(corners)
        case Circle(centre, size):
            numbers = (*centre, size)
        case Line(start, end):
            numbers = (*start, *end)
        case Path(outline, at, times):
            size = abs(times) if _is_number(times) else times
            if not _is_outline(outline):
                raise BadPicture(
                    "an outline holds commands of SVG's paths with all their numbers, M first, and is not too long"
                )
            numbers = (*at, size)
        case Text(text, at, size):
            if len(text) > LONGEST_TEXT:
                raise BadPicture(f"a text in a picture is longer than {LONGEST_TEXT} characters")
            numbers = (*at, size)
        case other:
            raise BadPicture(f"there is no such form: {other!r:.80}")
    for number in numbers:
        # Most are plain ones, which need no closer look; what is not a number is within no limits.
        if not (type(number) is float or _is_number(number)) or not -LARGEST <= number <= LARGEST:
            raise BadPicture(f"a shape lies outside of all pictures: {form!r:.80}")
    if size <= 0:
        raise BadPicture(f"a shape is larger than nothing, not {size!r:.40}")


@lru_cache(1_000)
def _is_outline(outline: str) -> bool:
    # Remembered: the pieces of all boards have the same few.
    return len(outline) <= LONGEST_OUTLINE and _PATH.fullmatch(outline) is not None


def _is_number(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)
