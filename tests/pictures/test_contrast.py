"""What is written and what lies on the boards of all games stands out from what it lies upon, for all eyes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Circle, Form, Line, Path, Picture, Point, Polygon, Shape, Text
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.piece_sets import CHARACTERS, in_set
from pbmserv.pictures.theme import CLEAR, COLOURS, PAINTS, Scheme
from tests.pictures.test_screens import SHORT
from tests.pictures.test_theme import EYES, contrast

pytestmark = pytest.mark.long

PIECES = re.compile(r"piece\.|sign\.|tint\.[1-5]|mark|hidden|hint")
"""Shapes that have to be seen for the game to be played; cells have borders, what is marked has a halo."""
TEXT, SHAPE = 4.5, 3.0
"""WCAG 2.2, 1.4.3 and 1.4.11."""


def pictures_of(word: str) -> Iterator[Picture]:
    """Some positions of a random game, as one of its players and as the public see them."""
    game: Game[object] = installed()[word]
    record = play_random_game(game, SHORT.get(word, {}), game.seats[0], bytes(range(16)))
    positions = replay(game, record).positions
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        for viewer in (None, 0):
            usual = game.picture(position, viewer)
            yield usual
            if (other := in_set(usual, CHARACTERS)) != usual:
                yield other


def lies_within(point: Point, form: Form) -> bool:
    match form:
        case Circle((x, y), radius):
            return (point.x - x) ** 2 + (point.y - y) ** 2 <= radius**2
        case Polygon(corners):
            return _is_within(point, corners)
        case Path(outline, at, times):
            numbers = [float(each) for each in re.findall(r"-?[0-9]*\.?[0-9]+", outline)]
            along = [Point(at.x + x * times, at.y + y * times) for x, y in pairwise(numbers)][::2]
            return set(re.findall("[A-Za-z]", outline)) <= set("MLCZ") and _is_within(point, along)
        case Line() | Text():
            return False


def _is_within(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a ray to the right crosses the border an odd number of times."""
    crossed = 0
    for one, other in pairwise([*corners, corners[0]]):
        if (one.y > point.y) != (other.y > point.y):
            crossed += point.x < one.x + (point.y - one.y) / (other.y - one.y) * (other.x - one.x)
    return crossed % 2 == 1


def middle_of(form: Form) -> Point | None:
    match form:
        case Circle(centre, _):
            return centre
        case Polygon(corners):
            return Point(sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
        case Text(_, at, _, False):
            return at
        case Text(text, at, height, True):
            return Point(at.x + min(len(text), 3) * height * 0.3, at.y)
        case _:
            return None


def size_of(form: Form) -> float:
    match form:
        case Circle(_, radius):
            return radius
        case Polygon(corners):
            return (max(x for x, _ in corners) - min(x for x, _ in corners)) / 2
        case Text(_, _, height):
            return height / 4
        case _:
            return 10_000


def colour_below(shapes: Sequence[Shape], point: Point, size: float) -> str:
    """What a point of a picture is painted with, after these shapes; those that would be covered do not count."""
    for shape in reversed(shapes):
        fill = PAINTS[shape.role].fill
        if fill not in (None, "clear") and size_of(shape.form) > size and lies_within(point, shape.form):
            return str(fill)
    return "paper"


def pairs_in(picture: Picture) -> Iterator[tuple[bool, tuple[str, ...], str]]:
    """Whether something is a text, its colours, and the colour of what it lies upon."""
    for number, shape in enumerate(picture.shapes):
        is_text, point = isinstance(shape.form, Text), middle_of(shape.form)
        if point is not None and (is_text or PIECES.match(shape.role)):
            fill, border = PAINTS[shape.role]
            colours = tuple(name for name in ((fill,) if is_text else (fill, border)) if name)
            below = colour_below(picture.shapes[:number], point, size_of(shape.form))
            # A point at the end of a line of the same colour, or a peg on its link, belongs to what lies below it.
            if is_text or fill != below:
                yield is_text, colours, below


@pytest.mark.parametrize("word", installed())
def test_texts_and_pieces_stand_out_from_what_they_lie_upon(word: str) -> None:
    pairs = {pair for picture in pictures_of(word) for pair in pairs_in(picture)}

    faint = {
        (scheme.value, eyes, colours, below)
        for is_text, colours, below in pairs
        for scheme in Scheme
        for eyes in EYES
        if seen(colours, below, scheme, eyes) < (TEXT if is_text else SHAPE)
    }
    assert pairs
    assert faint == set()


def seen(colours: Sequence[str], below: str, scheme: Scheme, eyes: str) -> float:
    """How much the fill, or the border, stands out."""
    told = [COLOURS[scheme][name] for name in colours if COLOURS[scheme][name] != CLEAR]
    return max((contrast(colour, COLOURS[scheme][below], eyes) for colour in told), default=1.0)


def test_what_cannot_be_read_is_noticed() -> None:
    dark = Shape(Polygon((Point(0, 0), Point(60, 0), Point(60, 30), Point(0, 30))), "cell.dark")
    faint = Picture(60, 30, (dark, Shape(Text("Total", Point(30, 15), 16), "label")))

    assert list(pairs_in(faint)) == [(True, ("soft",), "dark")]
    assert seen(("soft",), "dark", Scheme.LIGHT, "usual") < TEXT
