"""What becomes of a game for three or more when somebody leaves it, and when another takes over the seat."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.played import Played
from pbmserv.games.refusals import Illegal

P = TypeVar("P")
"""A game's position."""


class GoesOn(Generic[P]):
    """The part of a game's contract that only games for three or more have to fill in."""

    name: ClassVar[str]

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """Let the turn of a seat that has resigned pass, in games of more than two that go on without it."""
        raise Illegal(f"{self.name} does not go on without one of its players.")

    def rejoin(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """Have a seat that has resigned take part again: somebody else plays for it from now on, with what it has.

        It is to move when its turn comes, or at the latest when something is dealt to it again. Where it has not been
        skipped yet, the position stays as it is. A game that goes on without one of its players has this, too.
        """
        raise Illegal(f"In {self.name} nobody can take over the seat of another.")
