"""What players have planned on a board and nobody else may know: moves that are queued, chosen, or submitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Rewrite: TypeAlias = Callable[[str, str | None], tuple[str, str | None]]
"""Turns the words and the value of a move into others."""


@dataclass(frozen=True)
class QueuedMove:
    """A move that is made by itself when its seat's turn comes.

    `number`: only as the move of that number. `after`: only right after this move of an opponent. `then`: what is
    queued in its place once it has been made, each with an `after` of its own.

    `value` and `after_value` decide; `text` and `after` are how these moves are written on the board as it stands.
    Words of the table have no value, nor have moves that were queued before there were values. There, the words
    decide.
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
        """As a player would queue it: `if d3 then f5 if e1 then g2`, one text for each way in which it may go on."""
        move = self.text if self.number is None else f"{self.text}#{self.number}"
        begun = f"if {self.after} then {move}" if self.after else move
        return tuple(f"{begun} {rest}" for each in self.then for rest in each.chains) or (begun,)

    def rewritten(self, rewrite: Rewrite) -> QueuedMove:
        """The same with each of its moves rewritten, conditions included."""
        after, after_value = (None, None) if self.after is None else rewrite(self.after, self.after_value)
        text, value = rewrite(self.text, self.value)
        then = tuple(each.rewritten(rewrite) for each in self.then)
        return QueuedMove(text, self.number, after, then, value, after_value)

    @property
    def size(self) -> int:
        """How many moves it may lead to."""
        return 1 + sum(each.size for each in self.then)


@dataclass(frozen=True)
class ChosenMove:
    """What a seat has chosen in a simultaneous round that is not complete; hidden from everybody else."""

    text: str
    comment: str = ""
    automatic: bool = False


@dataclass(frozen=True)
class SubmittedMove:
    """A move that waits for its player to confirm it; `number` is the one that it would have."""

    text: str
    number: int
    value: str | None = None
