"""The place of a board that somebody means who names none: `middle`, `top left`, as the board is drawn for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbmserv.games.base import Game
from pbmserv.games.picture import Circle, Line, Path, Picture, Point, Polygon, Text
from pbmserv.play.words_of_answers import LANGUAGES
from pbmserv.play.yes_and_no import entries_of, words_in

_MOST_WORDS = 8
_NEAR = 0.05
"""How far apart two places are at least, as a part of the board, that are not in the same line."""


class _Where(NamedTuple):
    """Where a place is on its board: -1, 0 or 1 from left to right, and from the top down."""

    across: int
    down: int


_MIDDLE = _Where(0, 0)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for words in entries_of(text) for word in words)


_BY_LANGUAGE = [
    (
        {
            word: _Where((word in right) - (word in left), (word in bottom) - (word in top))
            for left, right, top, bottom in [map(_words, (each.left, each.right, each.top, each.bottom))]
            for word in left | right | top | bottom
        },
        _words(each.middle),
        _words(each.beside_place),
    )
    for each in LANGUAGES
]
_OF_PLACES = frozenset(word for sides, middle, _ in _BY_LANGUAGE for word in (*sides, *middle))


def place_in_words(game: Game[Any], position: Any, seat: int, line: str) -> str | None:
    """The only place that a line means, which says nothing else; None if there is none, or more than one.

    Whether it is a move has to be found out.
    """
    where = _where_said(line)
    # Who sits at the other side sees pictures turned, and characters not: nobody knows which they look at.
    is_turned = game.seat_below(seat) not in {None, seat}
    if where is None or (is_turned and where != _MIDDLE):
        return None
    return _place_at(_centres(game.picture(position, seat)), where)


def _where_said(line: str) -> _Where | None:
    words = words_in(line)
    if not 0 < len(words) <= _MOST_WORDS or _OF_PLACES.isdisjoint(words):
        return None
    return next(filter(None, (_where_in(words, *each) for each in _BY_LANGUAGE)), None)


def _where_in(
    words: Sequence[str], sides: Mapping[str, _Where], middle: frozenset[str], beside: frozenset[str]
) -> _Where | None:
    said = [sides[word] for word in words if word in sides]
    if not all(word in sides or word in middle or word in beside for word in words):
        return None
    across, down = sum(each.across for each in said), sum(each.down for each in said)
    sides_said = sum(abs(each.across) + abs(each.down) for each in said)
    is_one = sides_said <= 1 if not middle.isdisjoint(words) else sides_said == 2 and across and down
    return _Where(across, down) if is_one else None


def _place_at(centres: Mapping[str, Point], where: _Where) -> str | None:
    if len(centres) < 2:
        return None
    left, right = (edge(each.x for each in centres.values()) for edge in (min, max))
    top, bottom = (edge(each.y for each in centres.values()) for edge in (min, max))
    near = _NEAR * max(right - left, bottom - top)
    middle = Point((left + right) / 2, (top + bottom) / 2)
    if where == _MIDDLE:
        found = [each for each, at in centres.items() if abs(at.x - middle.x) < near and abs(at.y - middle.y) < near]
        return found[0] if len(found) == 1 else None
    if where.across and where.down:
        inside = centres
    else:
        # In the middle of a side.
        inside = {
            name: at for name, at in centres.items() if abs(at.x - middle.x if where.down else at.y - middle.y) < near
        }
    far = {name: where.across * at.x + where.down * at.y for name, at in inside.items()}
    farthest = [name for name, distance in far.items() if distance > max(far.values()) - near]
    return farthest[0] if len(farthest) == 1 else None


def _centres(picture: Picture) -> Mapping[str, Point]:
    """Where the places are drawn that can be touched."""
    found: dict[str, Point] = {}
    for shape in picture.shapes:
        if shape.target and shape.target not in found:
            found[shape.target] = _centre(shape.form)
    return found


def _centre(form: Polygon | Circle | Line | Path | Text) -> Point:
    match form:
        case Circle():
            return form.centre
        case Polygon():
            return Point(*(sum(each) / len(form.corners) for each in zip(*form.corners, strict=True)))
        case Line():
            return Point((form.start.x + form.end.x) / 2, (form.start.y + form.end.y) / 2)
        case _:
            return form.at
