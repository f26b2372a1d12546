"""Fair chance: everything random in a game is drawn from the board's seed, by an algorithm written down here.

The seed (16 random bytes) is committed to by its SHA-256 in the first letter and revealed in the last, so that any
player can check that nothing was arranged. The algorithm must never change: old records are replayed through it.

The stream of a label is SHA-256(seed ‖ label as UTF-8 ‖ a zero byte ‖ counter as 8 bytes, big-endian) for counter
0, 1, 2 …, read as 64-bit big-endian numbers, four from each digest. A number below n is the first of them that is
less than the greatest multiple of n not above 2^64, modulo n. A shuffle is Fisher and Yates's, from the last place
down: place i changes with place `below(i + 1)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16


class Chance:
    """The random numbers of one part of a game: `Chance(seed, "start")`, `Chance(seed, "move 7")`.

    `is_drawn` is whether anything was taken from it.
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
        """A number from 0 to n - 1, all equally likely; n is at least 1."""
        self.is_drawn = True
        limit = 2**64 - 2**64 % n
        return next(word for word in self._words if word < limit) % n

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in random order."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def choice(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]


def commitment(seed: bytes) -> str:
    """What the first letter says about the seed: its SHA-256 in hexadecimal."""
    return sha256(seed).hexdigest()
