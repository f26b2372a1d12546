"""Pieces in pictures; seats differ by signs, not by colour alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, pi, sin
from operator import itemgetter

from pbmserv.games.picture import Circle, Form, Point, Polygon, Shape


def pieces(laid: Iterable[tuple[str, int, Point]], radius: float) -> Iterator[Shape]:
    """Round pieces: plain, or with a ring, triangle, square, diamond or star.

    Each has the target of its place, its seat and position. Those of a seat are drawn together, which is faster.
    """
    by_seat = sorted(laid, key=itemgetter(1))
    for target, seat, centre in by_seat:
        yield Shape(Circle(centre, radius), f"piece.{seat}", target)
    for target, seat, centre in by_seat:
        for form in sign(seat, centre, radius * 0.5):
            yield Shape(form, f"sign.{seat}", target)


def sign(seat: int, centre: Point, radius: float) -> tuple[Form, ...]:
    """The sign on a seat's pieces; none for the first."""
    match seat:
        case 0:
            return ()
        case 1:
            return (Circle(centre, radius * 0.8),)
        case 2:
            return (regular(centre, radius, 3, -pi / 2),)
        case 3:
            return (regular(centre, radius, 4, pi / 4),)
        case 4:
            return (regular(centre, radius, 4, 0),)
        case _:
            return (_star(centre, radius),)


def lit(cells: Sequence[Shape], last: Collection[int], checked: Collection[int] = ()) -> list[Shape]:
    """Return the places of the last move, and of kings in check, once more in their own colour, to draw above all
    borders. They have no words. The empty board stays the same in every picture, and is drawn once.
    """
    tinted = [
        replace(cells[place], role=_LIT.get(cells[place].role, "cell.last"), target="", words="")
        for place in dict.fromkeys(last)
    ]
    return [*tinted, *(replace(cells[place], role="cell.check", words="") for place in checked)]


_LIT = {"cell.field": "cell.light.last", "cell.light": "cell.light.last", "cell.dark": "cell.dark.last"}


def marked(form: Form, role: str, target: str = "") -> tuple[Shape, Shape]:
    return Shape(form, "halo", target), Shape(form, role, target)


@lru_cache(maxsize=4_000)
def regular(centre: Point, radius: float, corners: int, first: float) -> Polygon:
    """A regular polygon on a circle; `first` is the angle of its first corner. Cached, as boards consist of them."""
    angles = [first + 2 * pi * number / corners for number in range(corners)]
    return Polygon(tuple(Point(centre.x + radius * cos(angle), centre.y + radius * sin(angle)) for angle in angles))


def _star(centre: Point, radius: float) -> Polygon:
    outer = regular(centre, radius, 5, -pi / 2).corners
    inner = regular(centre, radius * 0.4, 5, -pi / 2 + pi / 5).corners
    return Polygon(tuple(corner for pair in zip(outer, inner, strict=True) for corner in pair))
