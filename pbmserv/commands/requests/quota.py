"""CPU quotas: how long one letter may occupy the server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from pbmserv.games.base import Refusal

SECONDS = 0.5
"""Processor seconds: many times what a player's longest letter takes.

With the piece of work in progress, a letter takes at most about a second.
"""

MOST_BEFORE = SECONDS / 2
"""How much of the quota the time before the first check can use up."""

MOST_HASHES = 3
"""The number of passwords hashed for one letter, enough for a change of password with rehashing.

Cached passwords do not count.
"""

MOST_HASHES_FOR_QUOTING = 4
"""The number of words hashed to decide what may be quoted in a refusal, in addition to `MOST_HASHES`."""


MOST_HASHES_FOR_WORDS = 5
"""The number of words of a text for others compared with its author's password."""


class TooManyHashes(Refusal):
    """The letter's quota of hashes is used up."""

    def __init__(self) -> None:
        super().__init__(
            "Too many passwords have been looked at for this letter: send the rest once more, in another letter."
        )


class CpuQuota:
    """A letter's quota, checked between pieces of work on one thread.

    Until the first check wall time is used, since reading processor time costs as much as drawing a board and most
    letters are one piece of work. At most `MOST_BEFORE` of it counts, as the machine may be busy with other things.
    """

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._end: float | None = None
        self._hashes = 0

    @cached_property
    def for_quoting(self) -> CpuQuota:
        """The quota for quoting: its own hashes, the letter's time."""
        return _Beside(self, MOST_HASHES_FOR_QUOTING)

    @cached_property
    def for_words(self) -> CpuQuota:
        """The same for words to others."""
        return _Beside(self, MOST_HASHES_FOR_WORDS)

    @property
    def is_over(self) -> bool:
        now = time.thread_time()
        if self._end is None:
            self._end = now - min(time.monotonic() - self._begun, MOST_BEFORE) + SECONDS
        return now > self._end

    @property
    def may_hash(self) -> bool:
        return self._hashes < MOST_HASHES

    @contextmanager
    def hashing(self) -> Iterator[None]:
        """Count a hash within the block, by wall time, as other threads run meanwhile.

        Raises `TooManyHashes`.
        """
        if not self.may_hash:
            raise TooManyHashes
        self._hashes += 1
        with self._others_waiting():
            yield

    @contextmanager
    def _others_waiting(self) -> Iterator[None]:
        begun = time.monotonic() - time.thread_time()
        try:
            yield
        finally:
            if self._end is not None:
                self._end -= time.monotonic() - time.thread_time() - begun


class _Beside(CpuQuota):
    def __init__(self, whole: CpuQuota, most: int) -> None:
        super().__init__()
        self._whole = whole
        self._most = most

    @property
    def is_over(self) -> bool:
        return self._whole.is_over

    @property
    def may_hash(self) -> bool:
        return self._hashes < self._most and not self.is_over

    @contextmanager
    def _others_waiting(self) -> Iterator[None]:
        with self._whole._others_waiting():
            yield
