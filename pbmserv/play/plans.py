"""What a player has planned on a board, for nobody else to know: moves that wait, that were chosen, or submitted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class QueuedMove:
    """A move that is made by itself when its seat's turn comes.

    `number`: only as the move of that number; `after`: only right after an opponent's move that reads like this;
    `then`: what is queued in its place once it has been made, each of these with an `after` of its own.
    """

    text: str
    number: int | None = None
    after: str | None = None
    then: tuple[QueuedMove, ...] = ()

    def __str__(self) -> str:
        return "; ".join(self.chains)

    @property
    def chains(self) -> tuple[str, ...]:
        """As a player would queue it: `if d3 then f5 if e1 then g2`, and so for each way in which it may go on."""
        move = self.text if self.number is None else f"{self.text}#{self.number}"
        begun = f"if {self.after} then {move}" if self.after else move
        return tuple(f"{begun} {rest}" for each in self.then for rest in each.chains) or (begun,)

    @property
    def texts(self) -> Iterator[str]:
        """All that has to be read as a move: the conditions, and what is to be made."""
        if self.after is not None:
            yield self.after
        yield self.text
        for each in self.then:
            yield from each.texts

    @property
    def size(self) -> int:
        """How many moves it may lead to."""
        return 1 + sum(each.size for each in self.then)


@dataclass(frozen=True)
class ChosenMove:
    """What a seat has chosen in a simultaneous round that is not complete: hidden from everybody else."""

    text: str
    comment: str = ""
    automatic: bool = False


@dataclass(frozen=True)
class SubmittedMove:
    """A move that waits for its player's word that it is meant so; `number` is the one it would bear."""

    text: str
    number: int
