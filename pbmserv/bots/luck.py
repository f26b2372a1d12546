"""Fast repeatable random numbers for searches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from pbmserv.games.chance import Chance

T = TypeVar("T")


class Luck(Chance):
    def __init__(self, seed: bytes, label: str) -> None:
        # It has to be fast and repeatable, not secret.
        self.real = Random(seed + label.encode()).random  # noqa: S311

    def below(self, n: int) -> int:
        # Much faster than `randrange`, and as even as any thinking needs.
        return int(self.real() * n)

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        # A number for each to be sorted by: `random.shuffle` takes half as long again.
        real = self.real
        return tuple(sorted(things, key=lambda _: real()))
