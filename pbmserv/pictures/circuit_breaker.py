"""Games whose pictures take too long: they get none for a while, so that letters and pages do not wait for them.

Rules run in our own process, and nobody can stop them halfway: what a game has begun is waited for. A game that never
comes back holds up whoever asked it, for a picture as for a move. So the rules of a plug-in have to be trusted that
far; what this is for are rules that are honest and slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pbmserv.running.traces import log_failure

T = TypeVar("T")

MOST_SECONDS = 2.0
"""How much of the processor's time a picture may take: a hundred times what the largest boards of ours do."""

REST_SECONDS = 600.0
"""How long a game rests that took longer: of ten minutes it gets one picture's time, however many letters wait."""


class CircuitBreaker:
    """Which games rest. Threads may share it. `worked` is the time of the thread, `now` a clock that nobody sets."""

    def __init__(
        self, worked: Callable[[], float] = time.thread_time, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._worked = worked
        self._now = now
        self._until: dict[str, float] = {}

    def rests(self, game: str) -> bool:
        """Whether no picture of a game should be made now."""
        return self._now() < self._until.get(game, float("-inf"))

    def tried(
        self, game: str, make: Callable[[], T], *, failed: Callable[[], object] = lambda: None, **where: object
    ) -> T | None:
        """What `make` makes, for which it asks a game for a picture; `where` is for the log.

        None while the game rests, and where it fails, with a line in the log: then `failed` is called, too.
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
        """Make a picture within the block. What was made in spite of all can be used, and no other for a while."""
        begun = self._worked()
        try:
            yield
        finally:
            if self._worked() - begun > MOST_SECONDS:
                self._until[game] = self._now() + REST_SECONDS


RESTING = CircuitBreaker()
"""Of this process, for letters, files and pages alike."""
