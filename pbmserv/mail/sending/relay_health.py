"""Whether a mail server turns us away: not one recipient or letter, but apparently everything that comes from us."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from pbmserv.mail.sending.transports import Reply, Verdict
from pbmserv.running.logs import Log

IN_A_ROW = 3
"""How many letters in a row have to be turned away before it cannot be the whim of one recipient's mail server."""

log = Log(__name__)


class RelayHealth:
    """What mail servers have said to our letters of late. May be shared between threads."""

    def __init__(self) -> None:
        self._in_a_row = 0
        self._lock = threading.Lock()

    def note(self, replies: Iterable[Reply]) -> None:
        """Note what was said to one letter, for its recipients. If it goes on, it is logged once."""
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
        """What is wrong, in words that name nobody; None if letters are taken."""
        with self._lock:
            if self._in_a_row < IN_A_ROW:
                return None
            return f"the last {self._in_a_row} letters were turned away and are kept: the log and the queue say why"
