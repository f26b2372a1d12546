"""Positions that remember earlier ones, for repetition."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
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


_CHECKED = "+"


@dataclass(frozen=True)
class RememberingChecks(Remembering):
    """The same, with a mark at the digests of positions in check, by which perpetual check is found."""

    @property
    @abstractmethod
    def in_check(self) -> bool:
        """Whether the side to move is in check."""

    @cached_property
    def digest(self) -> str:
        return f"{super().digest}{_CHECKED if self.in_check else ''}"

    @property
    def checking_all_the_time(self) -> tuple[int, ...]:
        """The seats whose every move since the position came first gave check; the one that has moved first."""
        positions = (*self.earlier[self.earlier.index(self.digest) + 1 :], self.digest)
        # The positions before a seat's moves are those in which the other has moved, and in turn.
        return tuple(
            seat
            for seat in (1 - self.next_seat, self.next_seat)
            if all(each.endswith(_CHECKED) for each in positions[::-1][(seat == self.next_seat) :: 2])
        )

    @property
    def checks_remembered(self) -> tuple[int, int]:
        """How often each seat has been in check in the remembered positions and this one."""
        positions = (*self.earlier, self.digest)[::-1]
        counts = [sum(each.endswith(_CHECKED) for each in positions[begin::2]) for begin in (0, 1)]
        return (counts[self.next_seat], counts[1 - self.next_seat])
