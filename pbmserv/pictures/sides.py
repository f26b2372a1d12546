"""Pictures from a player's side of the board: turned by half, with upright texts and pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf
from typing import Any

from pbmserv.games.base import Game
from pbmserv.games.message import for_players, with_players
from pbmserv.games.picture import (
    LONGEST_WORDS,
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
from pbmserv.games.picture_words import words_said
from pbmserv.locale.catalogs import in_the_language
from pbmserv.pictures.piece_sets import in_set
from pbmserv.play.view import SeatView, players_by_place

LETTER = 0.62
"""The approximate width of a letter relative to its height."""


def picture_for(
    game: Game[Any],
    position: Any,
    viewer: int | None,
    *,
    is_flipped: bool = False,
    pieces: str = "",
    seats: Sequence[SeatView] = (),
) -> Picture:
    """The picture with the viewer's side below, or the other one if it `is_flipped`, with `pieces` of this set.

    Its words are in the language in which is written, and name the players of `seats` if these are given. Raises
    `BadPicture`.
    """
    picture = drawn_by(game, position, viewer, seats)
    return in_set(turned(picture) if is_turned(game, viewer, is_flipped=is_flipped) else picture, pieces)


def drawn_by(game: Game[Any], position: Any, viewer: int | None, seats: Sequence[SeatView] = ()) -> Picture:
    """The picture as the game draws it, with words in the language in which is written."""
    players = players_by_place(game, seats)

    def named(words: str) -> str:
        return for_players(words, seats) if seats else words

    with words_said(lambda words: in_the_language(named(words)), players) as words:
        picture = game.picture(position, viewer)
    if not words.has_any:
        return picture
    if not seats:
        return replace(picture, has_words=True)
    shapes = tuple([_told(shape, named(with_players(shape.words, players))) for shape in picture.shapes])
    return replace(picture, shapes=shapes, has_words=True)


def _told(shape: Shape, words: str) -> Shape:
    """A shape that is told by these words, unless they are too long."""
    return replace(shape, words=words) if 0 < len(words) <= LONGEST_WORDS else shape


def has_sides(game: Game[Any]) -> bool:
    """Whether seats of this game have sides of the board."""
    return game.seat_below(None) is not None


def is_turned(game: Game[Any], viewer: int | None, *, is_flipped: bool = False) -> bool:
    """Whether this viewer sees the other side of the board below than the game draws."""
    below = game.seat_below(viewer)
    return below is not None and (viewer not in (None, below)) != is_flipped


def turned(picture: Picture) -> Picture:
    """The picture turned by half: places as they are seen from the other side, letters and pieces upright.

    Coordinates below and on the left of a board stay on these sides. The order of drawing stays. Raises `BadPicture`.
    """
    check_picture(picture)
    return replace(picture, shapes=tuple(_turning(picture).shapes(picture.shapes)))


def turned_piece(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """A piece around (0, 0) as it looks on a board that is turned."""
    return tuple(_Turning(0, 0).shapes(shapes))


def extent_of(text: Text) -> tuple[float, float]:
    """The approximate left and right ends of a text."""
    width = max(len(text.text), 1) * text.height * LETTER
    left = text.at.x if text.from_left else text.at.x - width / 2
    return left, left + width


def _turning(picture: Picture) -> _Turning:
    """How a picture is turned: about its middle, or that of its board if coordinates stay where they are."""
    labels = [each.form.at for each in picture.shapes if isinstance(each.form, Text) and _is_coordinate(each)]
    corners = [corner for shape in picture.shapes for corner in _corners_of(shape.form)]
    if labels and corners:
        (left, right), (top, bottom) = ((min(ends), max(ends)) for ends in zip(*corners, strict=True))
        if all((at.x < left) != (at.y > bottom) and at.x <= right and at.y >= top for at in labels):
            return _Turning(left + right, top + bottom, left, bottom)
    return _Turning(picture.width, picture.height)


def _is_coordinate(shape: Shape) -> bool:
    return shape.role == "label" and not shape.target and not shape.words


def _corners_of(form: Form) -> Sequence[Point]:
    match form:
        case Polygon(corners):
            return corners
        case Line(start, end):
            return start, end
    return ()


@dataclass(frozen=True)
class _Turning:
    """A half turn of what is `width` wide and `height` high with the space around it.

    Coordinates left of `left` and below `bottom` stay beside their rows and below their columns.
    """

    _width: float
    _height: float
    _left: float = -inf
    _bottom: float = inf

    def shapes(self, shapes: Sequence[Shape]) -> Iterator[Shape]:
        for is_text, several in groupby(shapes, lambda shape: isinstance(shape.form, Text)):
            if is_text:
                yield from self._texts([*several])
            else:
                yield from map(self._shape, several)

    def _point(self, point: Point) -> Point:
        return Point(self._width - point.x, self._height - point.y)

    def _shape(self, shape: Shape) -> Shape:
        match shape.form:
            case Polygon(corners):
                return replace(shape, form=Polygon(tuple(map(self._point, corners))))
            case Circle(centre, radius):
                return replace(shape, form=Circle(self._point(centre), radius))
            case Line(start, end):
                return replace(shape, form=Line(self._point(start), self._point(end)))
            case Path(outline, at, times):
                # Few pictures are turned, and a program that turns none does not wait for the rasteriser.
                from pbmserv.pictures.raster import ends_of

                x, y = self._point(at)
                left, top, right, bottom = ends_of(outline)
                # A piece stands about its own middle. Other outlines begin in a corner, and keep to their place.
                if not (left < 0 < right and top < 0 < bottom):
                    x, y = x - (left + right) * times, y - (top + bottom) * times
                return replace(shape, form=Path(outline, Point(x, y), times))
        return shape

    def _texts(self, shapes: Sequence[Shape]) -> Iterator[Shape]:
        """Texts close beside each other are one line, and keep their order."""
        line = list[tuple[Shape, Text]]()
        for shape in shapes:
            if not isinstance(shape.form, Text):
                continue
            if line and not _is_close(line[-1][1], shape.form):
                yield from self._line(line)
                line = []
            line.append((shape, shape.form))
        yield from self._line(line)

    def _line(self, line: Sequence[tuple[Shape, Text]]) -> Iterator[Shape]:
        ends = [end for _, text in line for end in extent_of(text)]
        by = self._width - max(ends) - min(ends)
        for shape, text in line:
            x, y = text.at
            at = Point(x if x < self._left else x + by, y if y > self._bottom else self._height - y)
            yield replace(shape, form=replace(text, at=at))


def _is_close(text: Text, after: Text) -> bool:
    gap = extent_of(after)[0] - extent_of(text)[1]
    return text.at.y == after.at.y and -text.height < gap < text.height
