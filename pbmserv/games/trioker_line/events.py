"""What happens in a game of Trioker-Line, in the order in which it happens; the notes of letters are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Started:
    """A seat has laid 333, from which all chains start; None: nobody held it, and it came from the bank."""

    seat: int | None


@dataclass(frozen=True)
class Placed:
    """A seat has placed a tile."""

    seat: int
    tile: str


@dataclass(frozen=True)
class Drew:
    """A seat had no tile that fits, and drew this one; it may place it if it fits, else its turn is over."""

    seat: int
    tile: str
    fits: bool


@dataclass(frozen=True)
class Stuck:
    """A seat had no tile that fits and there was none to draw, so its turn is over."""

    seat: int


@dataclass(frozen=True)
class Passed:
    """A seat has kept the tile that it drew."""

    seat: int


@dataclass(frozen=True)
class WentOut:
    """A seat has placed its last tile, which ends the game; `hands` are those of the others."""

    seat: int
    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Blocked:
    """No seat has a tile that fits and the bank has none, which ends the game."""

    hands: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class Left:
    """A seat takes no part any more; its tiles stay out of the game."""

    seat: int
    tiles: int


Event: TypeAlias = Started | Placed | Drew | Stuck | Passed | WentOut | Blocked | Left
