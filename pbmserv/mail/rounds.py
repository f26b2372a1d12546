"""Work that is done in rounds, on a thread of its own: while there is some, when woken, and every now and then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pbmserv.mail.traces import log_failure

POLL_SECONDS = 1.0
"""How long, by default, work may lie unseen that another process has brought."""

TROUBLE_SECONDS = 5.0
"""How long to wait when a round failed: most likely the database cannot be reached."""


STUCK_SECONDS = 600.0
"""How long one piece of work may take, at the very most: the longest wait for another mail server is shorter."""


class Rounds:
    """Calls `work` again and again until stopped. It says whether it found anything to do.

    Where it did not, it is called again when woken, and after `pause` seconds in any case.
    """

    def __init__(self, name: str, work: Callable[[], bool], pause: float = POLL_SECONDS) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        self._wanted = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name)
        self._at_it_since: float | None = None
        """Since when it has been at one piece of work; None while there is nothing to do."""

    @property
    def name(self) -> str:
        """What it does, in a word."""
        return self._name

    def start(self) -> None:
        """Begin with the first round."""
        self._thread.start()

    def wake(self) -> None:
        """There is something to do. May be called from any thread."""
        self._wanted.set()

    def is_stopping(self) -> bool:
        """Whether the round should end as soon as it can. To be asked by `work` after each piece of it."""
        if self._at_it_since is not None:
            self._at_it_since = time.monotonic()
        return self._stopping.is_set()

    def fault(self) -> str | None:
        """Why no more work will be done, as far as can be seen from outside; None where all is well."""
        if not self._thread.is_alive():
            return "does not run"
        since = self._at_it_since
        if since is not None and time.monotonic() - since > STUCK_SECONDS:
            return f"has been stuck for {time.monotonic() - since:.0f} seconds"
        return None

    def stop(self) -> None:
        """Let the round in hand end, and wait for that."""
        self._stopping.set()
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            # Before the work: who brings some while it is being done is not forgotten.
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
