"""How long one letter may keep the server busy: whoever waits behind it has a right to be served, too."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from pbmserv.games.base import Refusal

SECONDS = 0.5
"""Of the processor's time: many times what the longest letter of somebody who plays takes.

With the piece of work that is in hand when it is over, a letter takes about a second at most."""

MOST_BEFORE = SECONDS / 2
"""How much of that the first piece of work can take from those that follow."""

MOST_HASHES = 3
"""Passwords that one letter has hashed: as many as a change of password takes, with a hash that is made anew.

What was right a few minutes ago is known without."""

MOST_HASHES_FOR_QUOTING = 4
"""Words that are compared with passwords to find out what of a refused command can be quoted.

They come on top of `MOST_HASHES`: a misspelt command takes nothing from the others in its letter."""


MOST_HASHES_FOR_WORDS = 5
"""Words of a text for others that are compared with the password of who wrote it."""


class TooManyHashes(Refusal):
    """The passwords of a letter have taken as long as they may."""

    def __init__(self) -> None:
        super().__init__(
            "Too many passwords have been looked at for this letter: send the rest once more, in another letter."
        )


class CpuQuota:
    """Begins with a letter, and is asked between one piece of work for it and the next, on the same thread.

    The time before it is first asked is taken from the clock on the wall. Asking for the processor's time costs
    as much as drawing a board, and most letters are one piece of work, after which nobody asks. That clock runs on
    while a busy machine does something else, so no more than `MOST_BEFORE` of it counts.
    """

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._end: float | None = None
        self._hashes = 0

    @cached_property
    def for_quoting(self) -> CpuQuota:
        """The quota of what is looked at for quoting alone: it has hashes of its own, and the letter's time."""
        return _Beside(self, MOST_HASHES_FOR_QUOTING)

    @cached_property
    def for_words(self) -> CpuQuota:
        """The same for the words that go on to others."""
        return _Beside(self, MOST_HASHES_FOR_WORDS)

    @property
    def is_over(self) -> bool:
        """Whether enough has been done for this letter."""
        now = time.thread_time()
        if self._end is None:
            self._end = now - min(time.monotonic() - self._begun, MOST_BEFORE) + SECONDS
        return now > self._end

    @property
    def may_hash(self) -> bool:
        """Whether another password can be hashed for this letter."""
        return self._hashes < MOST_HASHES

    @contextmanager
    def hashing(self) -> Iterator[None]:
        """Hash a password within the block.

        Others wait for that as long as the clock on the wall says, since other threads work meanwhile.

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
