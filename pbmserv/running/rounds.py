"""Rounds of work on a thread: while there is any, when woken, and regularly."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pbmserv.running.traces import log_failure

POLL_SECONDS = 1.0
"""The default interval for noticing other processes' work."""

LOOK_SECONDS = 0.02
"""How often a resting thread checks whether anybody wants the processor."""

TROUBLE_SECONDS = 5.0
"""The pause after a failed round, most likely of the database."""

STOP_SECONDS = 2.0
"""How long interruptible work may go on when it should stop."""

CUT_SECONDS = 1.0
"""How long it may take to return once interrupted."""

STUCK_SECONDS = 600.0
"""The maximum time of a piece of work; the longest network timeout is shorter."""


class Rounds:
    """Calls `work`, which returns whether it found anything, until stopped.

    If it found nothing, it is called again when woken or after `pause` seconds. Work that waits for other servers
    comes with a `cut` that ends the wait.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], bool],
        pause: float = POLL_SECONDS,
        cut: Callable[[], None] | None = None,
    ) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        self._cut = cut
        self._wanted = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=cut is not None)
        self._at_it_since: float | None = None
        """When the current work began, or None."""

    @property
    def name(self) -> str:
        return self._name

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._wanted.set()

    def is_stopping(self) -> bool:
        """Whether the round should end soon; `work` asks after each piece."""
        if self._at_it_since is not None:
            self._at_it_since = time.monotonic()
        return self._stopping.is_set()

    def rest(self, seconds: float, nobody_waits: Callable[[], bool] = lambda: False) -> None:
        """Leave the processor to others, unless nobody waits or the round should end."""
        end = time.monotonic() + seconds
        while not nobody_waits() and (left := end - time.monotonic()) > 0:
            if self._stopping.wait(min(left, LOOK_SECONDS)):
                return

    def fault(self) -> str | None:
        if not self._thread.is_alive():
            return "does not run"
        since = self._at_it_since
        if since is not None and time.monotonic() - since > STUCK_SECONDS:
            return f"has been stuck for {time.monotonic() - since:.0f} seconds"
        return None

    def stop(self) -> None:
        """End the current round and wait; a round that cannot be interrupted is abandoned."""
        self._stopping.set()
        self._wanted.set()
        if self._cut is None:
            self._thread.join()
            return
        self._thread.join(STOP_SECONDS)
        if self._thread.is_alive():
            self._cut()
            self._thread.join(CUT_SECONDS)

    def _run(self) -> None:
        while not self._stopping.is_set():
            # Before the work, so that whatever is brought while it is being done is not forgotten.
            self._wanted.clear()
            self._at_it_since = time.monotonic()
            try:
                found = self._work()
            except Exception as error:
                self._at_it_since = None
                log_failure("round.failed", error, work=self._name)
                self._stopping.wait(TROUBLE_SECONDS)
                continue
            self._at_it_since = None
            if not found and not self._stopping.is_set():
                self._wanted.wait(self._pause)
