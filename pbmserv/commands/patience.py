"""How long one letter may keep the server busy: whoever waits behind it has a right to be served, too."""

from __future__ import annotations

import time

SECONDS = 2.0
"""Many times what the longest letter of somebody who plays takes."""


class Patience:
    """Begins with a letter, and is asked between one piece of work for it and the next."""

    def __init__(self) -> None:
        self._end = time.monotonic() + SECONDS

    @property
    def is_over(self) -> bool:
        """Whether enough has been done for this letter."""
        return time.monotonic() > self._end
