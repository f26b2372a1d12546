"""Games in which seats move one after the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol, TypeVar

from pbmserv.games.base import Game


class Turns(Protocol):
    """A position of such a game."""

    @property
    def next_seat(self) -> int:
        """The seat to move; not asked once the game is over."""
        ...


P = TypeVar("P", bound=Turns)
"""A game's position."""


class SequentialGame(Game[P]):
    """A game in which seats move one after the other.

    With perfect information, only `start`, `moves`, `play`, `result` and `draw` have to be implemented.
    """

    @abstractmethod
    def moves(self, position: P) -> Sequence[str]:
        """All legal moves of the seat to move in canonical notation; called only while the game is on."""

    def to_move(self, position: P) -> tuple[int, ...]:
        return () if self.result(position) else (position.next_seat,)

    def legal_moves(self, position: P, seat: int) -> Sequence[str]:
        return self.moves(position) if seat in self.to_move(position) else ()
