"""How long one letter may keep the server busy: whoever waits behind it has a right to be served, too."""

from __future__ import annotations

import time

SECONDS = 0.5
"""Of the processor's time: many times what the longest letter of somebody who plays takes.

With the piece of work that is in hand when it is over, a letter takes about a second at most."""


class Patience:
    """Begins with a letter, and is asked between one piece of work for it and the next, on the same thread."""

    def __init__(self) -> None:
        self._end = time.thread_time() + SECONDS

    @property
    def is_over(self) -> bool:
        """Whether enough has been done for this letter."""
        return time.thread_time() > self._end
