"""What happens in all games of hidden hands; the notes of letters are made from such events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


class Event:
    """Something that happened."""


@dataclass(frozen=True)
class Drew(Event):
    """A seat had no tile that fits, and drew this one; it may place it if it fits, else its turn is over."""

    seat: int
    tile: str
    fits: bool


@dataclass(frozen=True)
class Stuck(Event):
    """A seat had no tile that fits and there was none to draw, so its turn is over."""

    seat: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat has kept the tile that it drew."""

    seat: int


@dataclass(frozen=True)
class WentOut(Event):
    """A seat has placed its last tile, which ends the game; `hands` are those of the others, in order of turns."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Blocked(Event):
    """No seat has a tile that fits and the bank has none, which ends the game."""

    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Left(Event):
    """A seat takes no part any more; its tiles, and what else it has, stay out of the game."""

    seat: int
    tiles: int
