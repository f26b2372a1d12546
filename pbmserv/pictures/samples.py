"""Samples of boards and pieces for readers who choose how theirs look: a row of squares of several games."""

from __future__ import annotations

from functools import cache
from itertools import chain

from pbmserv.games.boards.figures import WEDGE, Figure, figure
from pbmserv.games.picture import Picture, Point, Polygon, Shape
from pbmserv.pictures.piece_sets import shapes_in_set
from pbmserv.pictures.svg import svg_on_a_page

_SIDE = 40.0
_SQUARES = (
    ("cell.light", Figure("k", 1, "king", "dark", "king")),
    ("cell.dark", Figure("N", 0, "knight", "light", "knight")),
    ("cell.light", Figure("x", 0, "man", "dark")),
    ("cell.wood", Figure("G", 0, "gold", "light", WEDGE, "G", "金")),
    ("cell.wood", Figure("R", 0, "chariot", "dark", "R", character="車")),
)
"""Of Chess, Checkers, Shogi and Xiangqi: the ground, and the piece on it."""


@cache
def sample(name: str, piece_set: str = "") -> str:
    """The sample with pieces of a set, for a page with `theme.style_sheet_of_looks`.

    `name` is another one for each of a page, since what shines or has a grain is defined under it.
    """
    # Each is of a game of its own: characters on the pieces of one change no other.
    squares = (shapes_in_set(_square(number, *each), piece_set) for number, each in enumerate(_SQUARES))
    drawn = svg_on_a_page(Picture(_SIDE * len(_SQUARES), _SIDE, tuple(chain.from_iterable(squares))))
    return drawn.replace(' id="', f' id="{name}-').replace("url(#", f"url(#{name}-")


def _square(number: int, ground: str, piece: Figure) -> tuple[Shape, ...]:
    left, right = number * _SIDE, (number + 1) * _SIDE
    corners = Point(left, 0), Point(right, 0), Point(right, _SIDE), Point(left, _SIDE)
    return Shape(Polygon(corners), ground), *figure(piece, Point(left + _SIDE / 2, _SIDE / 2), _SIDE / 2, "")
