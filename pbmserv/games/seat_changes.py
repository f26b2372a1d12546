"""How seats change hands: players swap sides, leave a game for three or more, or take over the seat of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.message import Message
from pbmserv.games.played import Played
from pbmserv.games.refusals import Illegal

P = TypeVar("P")
"""A game's position."""


class SubstitutionRules(Generic[P]):
    """The part of the contract for games for three or more."""

    name: ClassVar[str]

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """Pass the turn of a resigned seat in a game that goes on."""
        raise Illegal("{name} does not go on without one of its players.", name=self.name)

    def rejoin(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """Let a substitute play a resigned seat, with what it has.

        It moves at its next turn, or when it is next dealt something. If it has not been skipped yet, the position
        stays the same. Every game that goes on without a player supports this.
        """
        raise Illegal("In {name} nobody can take over the seat of another.", name=self.name)


class SwapRule:
    """The part of the contract about swapping sides."""

    name: ClassVar[str]

    def swap_at(self, options: Mapping[str, Any]) -> int | None:
        """The number of the move that may be `swap`; None if there is none.

        The players then exchange seats, and the position stays the same: the same seat is to move, for the other
        player.
        """
        return None

    def why_no_swap(self, options: Mapping[str, Any]) -> str:
        """The message if `swap_at` is None."""
        if options.get("handicap"):
            return "Sides are not swapped on a board with a handicap, which is meant to favour one side."
        return Message("Sides cannot be swapped in {name}.", name=self.name)
