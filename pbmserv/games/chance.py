"""Verifiable chance: all random numbers of a game come from the board's seed.

The first letter commits to the seed (16 random bytes) by its SHA-256, and the last one reveals it. The algorithm must
never change, as old records are replayed through it.

The stream of a label is SHA-256(seed ‖ label as UTF-8 ‖ a zero byte ‖ counter as 8 bytes, big-endian) for counter 0,
1, 2 …, read as 64-bit big-endian numbers, four from each digest. A number below n is the first of them that is less
than the greatest multiple of n not above 2^64, modulo n. A shuffle is Fisher and Yates's, from the last place down:
place i is swapped with place `below(i + 1)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16


class Chance:
    """The random numbers of one part of a game: `Chance(seed, "start")`, `Chance(seed, "move 7")`.

    `is_drawn` says whether any was taken.
    """

    def __init__(self, seed: bytes, label: str) -> None:
        self.is_drawn = False
        self._key = seed + label.encode() + b"\0"
        self._words = self._stream()

    def _stream(self) -> Iterator[int]:
        counter = 0
        while True:
            digest = sha256(self._key + counter.to_bytes(8, "big")).digest()
            for place in range(0, 32, 8):
                yield int.from_bytes(digest[place : place + 8], "big")
            counter += 1

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1; n is at least 1."""
        self.is_drawn = True
        limit = 2**64 - 2**64 % n
        return next(word for word in self._words if word < limit) % n

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def choice(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]


def commitment(seed: bytes) -> str:
    """The hash of a seed in the first letter: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()
