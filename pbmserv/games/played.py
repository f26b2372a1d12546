"""What has come of a move: the next position, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")
"""A game's position: frozen, compared by value."""


@dataclass(frozen=True)
class Note:
    """Something that happened in a turn: an auto move, a draw, a penalty, a bonus.

    A sentence or a short line for the letter. `seat` is the only seat that may read it; None means everybody.
    """

    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Played(Generic[P]):
    """What playing a move led to: the next position, the move in canonical words, and what happened."""

    position: P
    move: str
    notes: tuple[Note, ...] = ()
