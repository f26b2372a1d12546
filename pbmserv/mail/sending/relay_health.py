"""Detection of a mail server that rejects all our letters."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from pbmserv.mail.sending.transports import Reply, Verdict
from pbmserv.running.logs import Log

IN_A_ROW = 3
"""The number of consecutive rejections that cannot be one recipient's whim."""

log = Log(__name__)


class RelayHealth:
    """The latest replies. Thread-safe."""

    def __init__(self) -> None:
        self._in_a_row = 0
        self._lock = threading.Lock()

    def note(self, replies: Iterable[Reply]) -> None:
        """Record one letter's replies. Persistent rejection is logged once."""
        replies = list(replies)
        words = next((reply.words for reply in replies if reply.about_us), None)
        with self._lock:
            if any(reply.verdict is Verdict.TAKEN for reply in replies):
                self._in_a_row = 0
            elif words is not None:
                self._in_a_row += 1
                if self._in_a_row == IN_A_ROW:
                    log.error("relay.turns_us_away", words=words, letters=IN_A_ROW)

    def fault(self) -> str | None:
        """What is wrong, without names, or None."""
        with self._lock:
            if self._in_a_row < IN_A_ROW:
                return None
            return f"the last {self._in_a_row} letters were turned away and are kept: the log and the queue say why"
