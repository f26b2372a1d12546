"""Players' private plans on a board: moves queued, chosen or submitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

Rewrite: TypeAlias = Callable[[str, str | None], tuple[str, str | None]]
"""Rewrites the text and the value of a move."""


@dataclass(frozen=True)
class QueuedMove:
    """A move to be made automatically on its seat's turn.

    `number` limits it to that move, `after` to the turn right after this move of an opponent; `then` is queued in its
    place once it is made.

    `value` and `after_value` identify the moves; `text` and `after` are their notation on the present board. Words
    that are no moves of the game, and moves queued before values existed, have no value and are identified by text.
    """

    text: str
    number: int | None = None
    after: str | None = None
    then: tuple[QueuedMove, ...] = ()
    value: str | None = None
    after_value: str | None = None

    def __str__(self) -> str:
        return "; ".join(self.chains)

    @property
    def chains(self) -> tuple[str, ...]:
        move = self.text if self.number is None else f"{self.text}#{self.number}"
        begun = f"if {self.after} then {move}" if self.after else move
        return tuple(f"{begun} {rest}" for each in self.then for rest in each.chains) or (begun,)

    @property
    def branches(self) -> tuple[QueuedMove, ...]:
        """Its chains, each by itself."""
        return tuple(replace(self, then=(rest,)) for each in self.then for rest in each.branches) or (self,)

    def rewritten(self, rewrite: Rewrite) -> QueuedMove:
        """Return a copy with each move rewritten, conditions included."""
        after, after_value = (None, None) if self.after is None else rewrite(self.after, self.after_value)
        text, value = rewrite(self.text, self.value)
        then = tuple(each.rewritten(rewrite) for each in self.then)
        return QueuedMove(text, self.number, after, then, value, after_value)

    @property
    def size(self) -> int:
        """The number of moves it may lead to."""
        return 1 + sum(each.size for each in self.then)


@dataclass(frozen=True)
class ChosenMove:
    """A move kept until all have chosen theirs; `automatic` if it was queued."""

    text: str
    comment: str = ""
    automatic: bool = False


CHAT = "chat"
"""Stands in place of a move where only words wait for their player's yes."""


@dataclass(frozen=True)
class SubmittedMove:
    """A move that waits for its player's confirmation, with the number that it would have."""

    text: str
    number: int
    value: str | None = None
    words: str = ""
    """What its player has written beside it, for the others."""
