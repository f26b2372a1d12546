"""Games in which one seat moves after the other: the position says whose turn it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol, TypeVar

from pbmserv.games.base import Game


class Turns(Protocol):
    """A position of such a game."""

    @property
    def next_seat(self) -> int:
        """The seat whose turn it is; not asked once the game is over."""
        ...


P = TypeVar("P", bound=Turns)
"""A game's position."""


class SequentialGame(Game[P]):
    """A game in which one seat moves after the other.

    If nothing is hidden, `start`, `moves`, `play`, `result` and `draw` are all that has to be written.
    """

    @abstractmethod
    def moves(self, position: P) -> Sequence[str]:
        """All legal moves of the seat whose turn it is, in canonical words; asked only while the game is on."""

    def to_move(self, position: P) -> tuple[int, ...]:
        return () if self.result(position) else (position.next_seat,)

    def legal_moves(self, position: P, seat: int) -> Sequence[str]:
        return self.moves(position) if seat in self.to_move(position) else ()
