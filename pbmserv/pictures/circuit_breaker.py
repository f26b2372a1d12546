"""A circuit breaker for games whose pictures take too long.

Rules run in our process and cannot be interrupted, so a plug-in that never returns blocks its caller. This is for
rules that are honest and slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pbmserv.running.traces import log_failure

T = TypeVar("T")

MOST_SECONDS = 2.0
"""The maximum processor time of a picture, a hundred times that of our largest boards."""

REST_SECONDS = 600.0
"""How long a slow game gets no pictures."""


class CircuitBreaker:
    """Tracks resting games. Thread-safe. `worked` is the thread's processor time, `now` a monotonic clock."""

    def __init__(
        self, worked: Callable[[], float] = time.thread_time, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._worked = worked
        self._now = now
        self._until: dict[str, float] = {}

    def rests(self, game: str) -> bool:
        return self._now() < self._until.get(game, float("-inf"))

    def tried(
        self, game: str, make: Callable[[], T], *, failed: Callable[[], object] = lambda: None, **where: object
    ) -> T | None:
        """Return the result of `make`, which asks a game for a picture; `where` is for the log.

        None while the game rests, and if it fails, which is logged; then `failed` is called.
        """
        if self.rests(game):
            return None
        try:
            with self.watching(game):
                return make()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # a plug-in may raise anything, and be written in a language that panics
            failed()
            log_failure("picture.failed", error, game=game, **where)
            return None

    @contextmanager
    def watching(self, game: str) -> Iterator[None]:
        """Measure a picture made within the block; if it is too slow, it can be used, but the game rests."""
        begun = self._worked()
        try:
            yield
        finally:
            if self._worked() - begun > MOST_SECONDS:
                self._until[game] = self._now() + REST_SECONDS


RESTING = CircuitBreaker()
"""The process's breaker, for letters, files and pages."""
