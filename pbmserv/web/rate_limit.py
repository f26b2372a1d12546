"""Rate limits by client, in memory for each process."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 20_000
"""The maximum number of clients remembered; the one unseen for longest is dropped first."""


class RateLimit:
    """A token bucket: `a_minute` requests on average, and as many at once after a pause."""

    def __init__(self, a_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = float(a_minute)
        self._a_second = a_minute / 60
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The tokens left to each client, and as of when."""

    def seconds_to_wait(self, client: str) -> int:
        """Count a request; return 0 if allowed, else the seconds to wait."""
        now = self._now()
        left, since = self._left.pop(client, (self._most, now))
        left = min(self._most, left + (now - since) * self._a_second)
        may = left >= 1
        self._left[client] = (left - 1 if may else left, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0 if may else max(1, math.ceil((1 - left) / self._a_second))
