"""What a game may tell machine players beyond its rules; only games that hide something need any of it."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from pbmserv.games.chance import Chance

P = TypeVar("P")


class Thinkable(Generic[P]):
    """How a machine player may find its way through a game faster, or better, than by its rules alone.

    Nothing here changes what is legal: each is an estimate, or a shortcut through moves that the rules allow.
    """

    name: ClassVar[str]
    hidden: ClassVar[bool]

    def playout(self, position: P, chance: Chance) -> tuple[float, ...] | None:
        """A fast way from a position to some end of the game: what each seat has there, from 0 for a loss to 1 for a
        win.

        None where nothing is faster than to play random moves one by one, which is what machine players do then.
        """
        return None

    def judge(self, position: P) -> tuple[float, ...] | None:
        """What each seat may expect at a position at which the game is on, from 0 to 1.

        None where random games tell that well enough.
        """
        return None

    def guess(self, seen: P, seat: int, chance: Chance) -> P:
        """A whole position that could be the one of which `seat` sees `seen`.

        `seen` is what `seen_by` gives for that seat. Of what is hidden, all that fits should be about equally likely.
        A game that hides something must write this; for others, what is seen is the position.
        """
        if self.hidden:
            raise NotImplementedError(f"{self.name} hides something, and does not say what it could be")
        return seen
