"""Whether two players may change sides in the course of a game, and what is said where they may not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class Swaps:
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
