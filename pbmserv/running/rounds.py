"""Work done in rounds, on a thread of its own: as long as there is some, when woken, and every now and then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pbmserv.running.traces import log_failure

POLL_SECONDS = 1.0
"""How long, by default, work brought by another process may go unnoticed."""

LOOK_SECONDS = 0.02
"""How often whoever rests looks whether anybody still waits for the processor."""

TROUBLE_SECONDS = 5.0
"""How long to wait when a round has failed: most likely the database cannot be reached."""

STOP_SECONDS = 2.0
"""How long a piece of work that can be cut short may still take when it should stop."""

CUT_SECONDS = 1.0
"""How long it may take to come back once it has been cut short."""

STUCK_SECONDS = 600.0
"""How long one piece of work may take at the very most. The longest wait for another mail server is shorter."""


class Rounds:
    """Calls `work`, which says whether it found anything to do, again and again until stopped.

    If it found nothing, it is called again when woken, and after `pause` seconds in any case. Work that waits for
    somebody else's server comes with a `cut` that ends the wait: nobody can tell how long it would last.
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
        """When it began its piece of work; None while there is nothing to do."""

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
        """Whether the round should end as soon as it can. `work` asks this after each piece of it."""
        if self._at_it_since is not None:
            self._at_it_since = time.monotonic()
        return self._stopping.is_set()

    def rest(self, seconds: float, nobody_waits: Callable[[], bool] = lambda: False) -> None:
        """Leave the processor to others for so long, unless nobody waits for it or the round should end."""
        end = time.monotonic() + seconds
        while not nobody_waits() and (left := end - time.monotonic()) > 0:
            if self._stopping.wait(min(left, LOOK_SECONDS)):
                return

    def fault(self) -> str | None:
        """Why no more work will be done, as far as can be seen from outside; None if all is well."""
        if not self._thread.is_alive():
            return "does not run"
        since = self._at_it_since
        if since is not None and time.monotonic() - since > STUCK_SECONDS:
            return f"has been stuck for {time.monotonic() - since:.0f} seconds"
        return None

    def stop(self) -> None:
        """Let the current round end, and wait for that; a round that was cut in vain is left to itself."""
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
