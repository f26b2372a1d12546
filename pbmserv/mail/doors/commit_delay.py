"""Which messages are just coming in: a commit that waits a moment for them has more to share.

Without that, clients that wait for their 250 fall into groups, which take turns at committing a message or two each.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

MOMENT_SECONDS = 0.001
"""How long others are waited for at most, and for how long one of them may be silent: a client from far away, or one
that has stopped, is not waited for."""


class CommitDelay:
    """Messages that are coming in, by the sessions in which they do. Safe to share between threads.

    `monotonic` is a clock, in seconds, that nobody sets; `none_left` is told when there are none any more.
    """

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, none_left: threading.Condition | None = None
    ) -> None:
        self._monotonic = monotonic
        self._none_left = none_left or threading.Condition()
        self._heard_at: dict[object, float] = {}

    def heard(self, session: object) -> None:
        """A message is coming in: it has been asked for just now, or a part of it has come."""
        with self._none_left:
            self._heard_at[session] = self._monotonic()

    def over(self, session: object) -> None:
        """The message has been handed in, or will never be; this may be said again."""
        with self._none_left:
            if self._heard_at.pop(session, None) is not None and not self._heard_at:
                self._none_left.notify_all()

    def wait(self) -> None:
        """Wait until none is coming in, but only a moment; where none is, this comes back at once."""
        with self._none_left:
            now = self._monotonic()
            end = now + MOMENT_SECONDS
            while now < end:
                # Whoever is silent for longer is forgotten, until something is heard of them.
                self._heard_at = {who: at for who, at in self._heard_at.items() if now - at < MOMENT_SECONDS}
                if not self._heard_at:
                    return
                self._none_left.wait(min(end, max(self._heard_at.values()) + MOMENT_SECONDS) - now)
                now = self._monotonic()
