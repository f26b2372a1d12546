"""The result of a move: next position and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P")
"""A game's position: frozen, compared by value."""


@dataclass(frozen=True)
class Note:
    """An event in a turn: an automatic move, a draw of tiles, a penalty, a bonus.

    A sentence or short line, best a `Message`. `seat` is its only reader; None means everybody.
    """

    text: str
    seat: int | None = None


class MadeByItself(NamedTuple):
    """A move that the rules made for a seat, which had no other; `leads` is the number of a trick that it begins."""

    seat: int
    move: str
    leads: int = 0


@dataclass(frozen=True)
class Played(Generic[P]):
    """The next position, the canonical move, and notes.

    `by_itself` are the moves that followed without their players, if `Game.moves_by_itself`, and `takers` the seats
    that have taken tricks, in the order of these.
    """

    position: P
    move: str
    notes: tuple[Note, ...] = ()
    by_itself: tuple[MadeByItself, ...] = ()
    takers: tuple[int, ...] = ()
