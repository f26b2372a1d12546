"""The result of a move: next position and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")
"""A game's position: frozen, compared by value."""


@dataclass(frozen=True)
class Note:
    """An event in a turn: an automatic move, a draw of tiles, a penalty, a bonus.

    A sentence or short line, best a `Message`. `seat` is its only reader; None means everybody.
    """

    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Played(Generic[P]):
    """The next position, the canonical move, and notes."""

    position: P
    move: str
    notes: tuple[Note, ...] = ()
