"""Games of majority in which a pass is a move, and two passes in turn end the game: Tumbleweed and Abande."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from pbmserv.games.base import Illegal
from pbmserv.games.boards.grids import Grid
from pbmserv.games.grid_game import GridPosition, Path
from pbmserv.games.majority import MajorityGame
from pbmserv.games.message import Message, in_context
from pbmserv.games.picture import Choice, Picture

PASS = "pass"  # noqa: S105 - no password
TO_PASS = in_context("pass", "what a button does")


@dataclass(frozen=True)
class Passing(GridPosition):
    passes: int = 0
    """How many turns before this one were passes."""


P = TypeVar("P", bound=Passing)
"""A game's position."""


class PassingGame(MajorityGame[P]):
    """A pass is a move without places. For a seat that can only pass the server does it."""

    @abstractmethod
    def turns(self, position: P) -> Iterator[Path]:
        """All moves but passes."""

    @abstractmethod
    def may_pass(self, position: P) -> bool:
        """Whether the seat to move may pass."""

    def legal_paths(self, position: P) -> Iterator[Path]:
        yield from self.turns(position)
        if self.may_pass(position):
            yield ()

    def is_stuck(self, position: P) -> bool:
        """Whether the seat to move can only pass."""
        return next(self.turns(position), None) is None

    def is_over(self, position: P) -> bool:
        """Whether both have passed in turn, or cannot do anything else."""
        return position.passes > 1 or self.is_stuck(position)

    def next_turn(self, position: P, changes: Mapping[int, str], path: Path, **others: object) -> P:
        passes = 0 if path else position.passes + 1
        after = super().next_turn(position, changes, path, passes=passes, **others)
        return replace(after, passes=passes + 1) if after.next_seat == position.next_seat else after

    def read(self, position: P, text: str) -> Path:
        if text.strip().lower() != PASS:
            return super().read(position, text)
        if not self.may_pass(position):
            raise Illegal(self.no_passing)
        return ()

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        told = super().status(position, viewer)
        if position.passes != 1 or self.result(position):
            return told
        text = "{player} has passed: if both pass, one right after the other, the game is over."
        return (*told, Message(text, player=self.seat_names[1 - position.next_seat]))

    def text_of_path(self, board: Grid, path: Path) -> str:
        return super().text_of_path(board, path) if path else PASS

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        return super().steps(position, seat, move) or (PASS,)

    def picture(self, position: P, viewer: int | None) -> Picture:
        picture = super().picture(position, viewer)
        if self.result(position) or not self.may_pass(position):
            return picture
        return replace(picture, choices=(Choice(PASS, PASS, TO_PASS),))
