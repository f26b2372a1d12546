"""What a position has to remember so that the same one is known when it comes again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from pbmserv.games.grid_game import GridPosition

TIMES = 3
"""How often the same position ends the game."""
AGAIN = "The same position has come for the third time."


@dataclass(frozen=True)
class Remembering(GridPosition):
    """A position, and which ones have come before it that can come again: each as a short digest."""

    earlier: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """This position and whose turn it is, in twelve characters."""
        return blake2b("/".join(map(str, self.repetition_key)).encode(), digest_size=6).hexdigest()

    @property
    def repetition_key(self) -> Sequence[object]:
        """What has to be the same for a position to be the same."""
        return self.cells, self.next_seat

    @property
    def has_come_again(self) -> bool:
        """Whether this is the third time."""
        return self.earlier.count(self.digest) >= TIMES - 1

    def remembered(self, is_for_good: bool) -> tuple[str, ...]:
        """What the next position remembers; nothing if a move was made that cannot be undone."""
        return () if is_for_good else (*self.earlier, self.digest)
