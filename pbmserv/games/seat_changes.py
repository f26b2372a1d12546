"""How seats change hands: players swap sides, leave a game for three or more, or take over the seat of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.played import Played
from pbmserv.games.refusals import Illegal

P = TypeVar("P")
"""A game's position."""


class SubstitutionRules(Generic[P]):
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


class SwapRule:
    """The part of a game's contract that is about changing sides."""

    name: ClassVar[str]

    def swap_at(self, options: Mapping[str, Any]) -> int | None:
        """The number of the move that may be `swap` instead of a move of the game; None if there is none.

        The table does the rest: the two players change seats, and the position stays as it is. The same seat is still
        to move, but it now belongs to the other player.
        """
        return None

    def why_no_swap(self, options: Mapping[str, Any]) -> str:
        """What is said to whoever wants to swap where `swap_at` is None."""
        if options.get("handicap"):
            return "Sides are not swapped on a board with a handicap, which is meant to favour one side."
        return f"Sides cannot be swapped in {self.name}."
