"""Games of hidden hands in tests: a chance that deals as the test wants, and turns in which nothing is random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands import rules
from pbmserv.games.triangles.hands.rules import Advance, HandsPosition
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.trioker import turns
from pbmserv.games.trioker.turns import PassingPosition

T = TypeVar("T")
P = TypeVar("P", bound=HandsPosition)
D = TypeVar("D", bound=PassingPosition)

UNUSED = Chance(bytes(16), "unused")


class Arranged(Chance):
    """A chance that shuffles some tiles to the front, in this order (`012 345`); the others follow as they were."""

    def __init__(self, *front: str) -> None:
        super().__init__(bytes(16), "arranged")
        self.front = " ".join(front).split()

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        first = [thing for wanted in self.front for thing in things if thing == wanted]
        return (*first, *(thing for thing in things if thing not in first))


def place(before: P, placement: Placement) -> Advance[P]:
    """The seat to move places a tile."""
    return rules.place(before, placement, UNUSED)


def leave(before: P) -> Advance[P]:
    """The seat to move leaves."""
    return rules.leave(before, UNUSED)


def decline(before: D) -> Advance[D]:
    """The seat to move passes."""
    return turns.decline(before, UNUSED)
