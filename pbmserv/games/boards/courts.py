"""What is painted on cards: suits and their pips, and the figures of jacks, queens, kings and jokers.

All of it is drawn here for these cards. Court figures are half figures about the middle of their frame: turned
by half around it, the same outlines are the other half.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from pbmserv.games.picture import Path, Point, Shape, Text

SUITS: Mapping[str, str] = {
    "♥": "m0 5.2c-1.2-2.4-5-4.6-5-7.6 0-3.6 4.2-3.7 5-.8 .8-2.9 5-2.8 5 .8 0 3-3.8 5.2-5 7.6z",
    "♦": "m0-5.8q1.7 3.2 4.3 5.8-2.6 2.6-4.3 5.8-1.7-3.2-4.3-5.8 2.6-2.6 4.3-5.8z",
    "♠": "m0-5.6c1.2 2.6 5 4.3 5 7.2 0 2.8-3.3 3.1-4.3 1.1q.2 1.7 1.5 2.9h-4.4q1.3-1.2 1.5-2.9c-1 2-4.3 1.7-4.3-1.1"
    " 0-2.9 3.8-4.6 5-7.2z",
    "♣": "m0-5.6c2.9 0 3.5 3.1 1.8 4.7 2.4-.7 3.9 1 3.4 2.9-.5 2-3.4 2.4-4.5 .5q.2 1.8 1.5 3.1h-4.4q1.3-1.3 1.5-3.1"
    "c-1.1 1.9-4 1.5-4.5-.5-.5-1.9 1-3.6 3.4-2.9-1.7-1.6-1.1-4.7 1.8-4.7z",
}
"""The signs of suits about their middles, eleven units high."""
_RED = frozenset("♥♦")

_PIP = 0.84
"""The scale of pips."""
_LEFT, _MIDDLE, _RIGHT = -8.4, 0.0, 8.4
_TWO = ((_MIDDLE, -26.0),)
_FOUR = ((_LEFT, -26.0), (_RIGHT, -26.0))
_SIX = (*_FOUR, (_LEFT, 0.0), (_RIGHT, 0.0))
_EIGHT = (*_FOUR, (_LEFT, -8.6), (_RIGHT, -8.6))
_CENTRE = ((_MIDDLE, 0.0),)
_Places: TypeAlias = tuple[tuple[float, float], ...]
PIPS: Mapping[str, tuple[_Places, _Places]] = {
    "2": (_TWO, _TWO),
    "3": ((*_TWO, *_CENTRE), _TWO),
    "4": (_FOUR, _FOUR),
    "5": ((*_FOUR, *_CENTRE), _FOUR),
    "6": (_SIX, _FOUR),
    "7": ((*_SIX, (_MIDDLE, -13.0)), _FOUR),
    "8": ((*_SIX, (_MIDDLE, -13.0)), (*_FOUR, (_MIDDLE, -13.0))),
    "9": ((*_EIGHT, *_CENTRE), _EIGHT),
    "10": ((*_EIGHT, (_MIDDLE, -17.3)), (*_EIGHT, (_MIDDLE, -17.3))),
}
"""Where the pips of a card stand from the middle of its face, and those of its lower half when it is turned."""

_SASH = "M-13 2.4L-4.4.3A4.4 4.4 0 0 1 4-2L13-4.6V-2.4L4.4-.3A4.4 4.4 0 0 1-4 2L-13 4.6Z"
FIGURES: Mapping[str, Sequence[tuple[str, str]]] = {
    "J": (
        ("robe", "M-13 0V-4Q-12-8.5-5.5-9.5H5.5Q12-8.5 13-4V0Z"),
        ("gold", "M-4-9.5L0-2L4-9.5ZM-10.5-8.4L-8-9.2V0H-10.5ZM8-9.2L10.5-8.4V0H8Z"),
        ("white", "M-6-11H6L3.5-7.5L0-9L-3.5-7.5Z"),
        ("gold", "M-6-20.5Q-6.5-14-9-11.5Q-6.5-9.5-4-11.5H4Q6.5-9.5 9-11.5Q6.5-14 6-20.5Z"),
        ("face", "M-4.2-20V-15Q-4-10 0-9.6Q4-10 4.2-15V-20Z"),
        ("white", "M5-20Q7.5-28.5 12.6-27Q12.5-21 5-20Z"),
        ("robe", "M-8-19.8Q-10-26 0-26.2Q9-26 8-19.8Q0-22-8-19.8Z"),
        ("gold", "M-8-19.8Q0-22 8-19.8L7.6-17.9Q0-20-7.6-17.9Z"),
        ("line", "M-2.9-16.6h1.6v1.3h-1.6zM1.3-16.6h1.6v1.3h-1.6zM-.3-15.6h.6l.4 2.2h-1.4zM-1.4-12h2.8v.7h-2.8z"),
    ),
    "Q": (
        ("robe", "M-13 0V-3Q-12-8-6-9H6Q12-8 13-3V0Z"),
        ("white", "M-8-9.5Q-4 0 0 0Q4 0 8-9.5L5-10L0-3L-5-10Z"),
        ("line", "M0-22.5Q-8.5-22-8-14Q-8-10-10-7.5Q-6-6-3-9H3Q6-6 10-7.5Q8-10 8-14Q8.5-22 0-22.5Z"),
        ("face", "M-4.3-19.5Q-5-11.5-1.8-9.8V-8.6L0-4.4L1.8-8.6V-9.8Q5-11.5 4.3-19.5Q0-18-4.3-19.5Z"),
        ("gold", "M-6.6-20L-8-26.4L-4-23.2L0-28L4-23.2L8-26.4L6.6-20Q0-22-6.6-20Z"),
        ("line", "M-3-16.4h1.7v1.3h-1.7zM1.3-16.4h1.7v1.3h-1.7zM-.3-15.4h.6l.3 2h-1.2zM-10.7-13h.8v9h-.8z"),
        ("red", "M-1.5-12Q0-12.7 1.5-12Q0-10.4-1.5-12Z"),
        ("other", "M-10.3-19.2q3 1 2 3 1.6 2.4-2 3.4-3.6-1-2-3.4-1-2 2-3Z"),
        ("gold", "M-9.1-15.9a1.2 1.2 0 1 0-2.4 0a1.2 1.2 0 1 0 2.4 0Z"),
    ),
    "K": (
        ("robe", "M-13 0V-5Q-12-9-6-10H6Q12-9 13-5V0Z"),
        ("gold", "M-2.2-7H2.2V0H-2.2Z"),
        ("white", "M-10-9.2Q0 3 10-9.2L7-11H-7Z"),
        ("white", "M-6-20Q-6.4-13-9-11.5Q-6-9-4-11H4Q6-9 9-11.5Q6.4-13 6-20Z"),
        ("face", "M-4.4-20V-13H4.4V-20Z"),
        ("white", "M-4.5-15.5Q-3-13.6 0-14.2Q3-13.6 4.5-15.5V-11Q4-7 0-4.6Q-4-7-4.5-11Z"),
        ("gold", "M-7-19L-8.4-26L-4.4-23L0-28L4.4-23L8.4-26L7-19Z"),
        ("other", "M-7-19L-6.7-21H6.7L7-19Z"),
        ("line", "M-3.2-17.8h1.9v1.3h-1.9zM1.3-17.8h1.9v1.3h-1.9zM-.4-17h.8l.5 2.6h-1.8zM-1.3-12.4h2.6v.8h-2.6z"),
        ("white", "M10-4V-23L11-26L12-23V-4Z"),
        ("gold", "M8.6-8.5H13.2V-7H8.6Z"),
    ),
}
"""The halves of figures, the lowest shape first, with their colours: `robe` is that of the suit, `other` is not."""


_JESTER = (
    ("blue", "M-11 22Q-11 12-4 11H4Q11 12 11 22Z"),
    ("gold", "M-8 11L-9 16L-5.5 14.5L-3.5 18L0 15L3.5 18L5.5 14.5L9 16L8 11Z"),
    ("face", "M-5.5-3V4Q-5 11 0 11Q5 11 5.5 4V-3Z"),
    ("blue", "M-6 0Q-7-6-11-6Q-13-6-13-2Q-15-12-8-14Q-4-15-1-9Z"),
    ("gold", "M6 0Q7-6 11-6Q13-6 13-2Q15-12 8-14Q4-15 1-9Z"),
    ("red", "M-6.5 1.5Q-6-12 0-21Q6-12 6.5 1.5Q0-2-6.5 1.5Z"),
    (
        "gold",
        "M-11.2 0a2 2 0 1 0-4 0a2 2 0 1 0 4 0ZM15.2 0a2 2 0 1 0-4 0a2 2 0 1 0 4 0ZM2-22a2 2 0 1 0-4 0a2 2 0 1 0 4 0Z",
    ),
    (
        "line",
        "M-3.4 2.2a1 1.2 0 1 0 2 0a1 1.2 0 1 0-2 0ZM1.4 2.2a1 1.2 0 1 0 2 0a1 1.2 0 1 0-2 0ZM-3 6Q0 7.4 3 6Q2 9-3 6Z",
    ),
)


def role_of(suit: str) -> str:
    """The role of what is written in the colour of a suit."""
    return "pip.red" if suit in _RED else "pip.black"


def sign(suit: str, at: Point, height: float) -> Shape:
    """The sign of a suit; one that is none of the four is written."""
    if suit not in SUITS:
        return Shape(Text(suit, at, height * 1.2), role_of(suit))
    return Shape(Path("M0 0" + SUITS[suit], at, height / 11), role_of(suit))


def pips(rank: str, suit: str, at: Point) -> Iterator[Shape]:
    """The pips of a card about the middle of its face, those of its lower half turned."""
    for turn, places in zip((1, -1), PIPS[rank], strict=True):
        yield Shape(Path(_at_each(SUITS[suit], places), at, turn * _PIP), role_of(suit))


@cache
def _at_each(outline: str, places: _Places) -> str:
    return "".join(f"M{x:g} {y:g}{outline}" for x, y in places)


def figure(rank: str, suit: str, at: Point, times: float = 1) -> Iterator[Shape]:
    """The figure of a court card about its middle, both ways up."""
    robe, other = ("red", "blue") if suit in _RED else ("blue", "red")
    colours = {"robe": robe, "other": other}
    for turn in (1, -1):
        for colour, outline in FIGURES[rank]:
            yield Shape(Path(outline, at, turn * times), f"court.{colours.get(colour, colour)}")
    yield Shape(Path(_SASH, at, times), "court.gold")
    yield replace(sign(suit, at, 6 * times), role=f"court.{robe if robe == 'red' else 'line'}")


def jester(at: Point, times: float = 1) -> Iterator[Shape]:
    """The figure of a joker."""
    return (Shape(Path(outline, at, times), f"court.{colour}") for colour, outline in _JESTER)
