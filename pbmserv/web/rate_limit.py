"""How fast one client may ask: in memory, for each process by itself."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_CLIENTS = 20_000
"""Of so many it is remembered how fast they asked; whoever was not seen for longest is forgotten first."""


class RateLimit:
    """So many requests `a_minute` on average, and as many at once by who has not asked for a while."""

    def __init__(self, a_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = float(a_minute)
        self._a_second = a_minute / 60
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How many each client has left, and when that was."""

    def seconds_to_wait(self, client: str) -> int:
        """Count a request of this client; 0 if it may be answered, else how many seconds to wait with the next."""
        now = self._now()
        left, since = self._left.pop(client, (self._most, now))
        left = min(self._most, left + (now - since) * self._a_second)
        may = left >= 1
        self._left[client] = (left - 1 if may else left, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0 if may else max(1, math.ceil((1 - left) / self._a_second))
