"""Positions that remember earlier ones, for repetition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from pbmserv.games.grid_game import GridPosition
from pbmserv.games.message import Message

TIMES = 3
"""The occurrence that ends the game."""
AGAIN = Message("The same position has come for the third time.")


@dataclass(frozen=True)
class Remembering(GridPosition):
    """A position with short digests of earlier ones that can recur."""

    earlier: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """This position and the side to move in twelve characters."""
        return blake2b("/".join(map(str, self.repetition_key)).encode(), digest_size=6).hexdigest()

    @property
    def repetition_key(self) -> Sequence[object]:
        """What makes positions equal."""
        return self.cells, self.next_seat

    @property
    def has_come_again(self) -> bool:
        return self.earlier.count(self.digest) >= TIMES - 1

    def remembered(self, is_for_good: bool) -> tuple[str, ...]:
        return () if is_for_good else (*self.earlier, self.digest)
