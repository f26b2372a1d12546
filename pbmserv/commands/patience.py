"""How long one letter may keep the server busy: whoever waits behind it has a right to be served, too."""

from __future__ import annotations

import time

SECONDS = 0.5
"""Of the processor's time: many times what the longest letter of somebody who plays takes.

With the piece of work that is in hand when it is over, a letter takes about a second at most."""


class Patience:
    """Begins with a letter, and is asked between one piece of work for it and the next, on the same thread.

    The time before it is first asked is taken from the clock on the wall: to look at the processor's costs as much as
    to draw a board, and most letters are one piece of work, after which nobody asks.
    """

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._end: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether enough has been done for this letter."""
        now = time.thread_time()
        if self._end is None:
            self._end = now - (time.monotonic() - self._begun) + SECONDS
        return now > self._end
