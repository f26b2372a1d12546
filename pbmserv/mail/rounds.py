"""Work that is done in rounds, on a thread of its own: while there is some, when woken, and every now and then."""

from __future__ import annotations

import threading
from collections.abc import Callable

from pbmserv.mail.traces import log_failure

POLL_SECONDS = 1.0
"""How long, by default, work may lie unseen that another process has brought."""

TROUBLE_SECONDS = 5.0
"""How long to wait when a round failed: most likely the database cannot be reached."""


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

    def start(self) -> None:
        """Begin with the first round."""
        self._thread.start()

    def wake(self) -> None:
        """There is something to do. May be called from any thread."""
        self._wanted.set()

    def is_stopping(self) -> bool:
        """Whether the round should end as soon as it can."""
        return self._stopping.is_set()

    def stop(self) -> None:
        """Let the round in hand end, and wait for that."""
        self._stopping.set()
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            # Before the work: who brings some while it is being done is not forgotten.
            self._wanted.clear()
            try:
                found = self._work()
            except Exception as error:
                log_failure("round.failed", error, work=self._name)
                self._stopping.wait(TROUBLE_SECONDS)
                continue
            if not found and not self._stopping.is_set():
                self._wanted.wait(self._pause)
