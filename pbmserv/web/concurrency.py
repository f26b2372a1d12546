"""Concurrency limits, in total and for each client.

`rate_limit` counts requests, not their cost; without this limit one client could occupy all threads with the most
expensive requests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from starlette.requests import Request as HttpRequest

from pbmserv.web.page_context import client_of

R = TypeVar("R")

MOST_SLOW = 20
"""The maximum number of requests for slow pictures, waiting or in progress; others are told to retry."""
MOST_SLOW_OF_ONE_CLIENT = 12


class TooManySlow(Exception):
    """The queue of slow requests is full."""


@dataclass
class _ClientQueue:
    """The requests of one client; those in progress hold the permit."""

    permit: anyio.Semaphore
    requests: int = 0


class ThreadLimit:
    """A thread pool: `most` requests at once, and `most_of_one` of each client.

    Further requests wait in a queue of their own client.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._limiter = anyio.CapacityLimiter(most)
        self._most_of_one = most_of_one
        self._lines: dict[str, _ClientQueue] = {}

    def __len__(self) -> int:
        """The number of requests waiting or in progress."""
        return sum(line.requests for line in self._lines.values())

    def of(self, client: str) -> int:
        """The same for one client."""
        return self._lines[client].requests if client in self._lines else 0

    async def run(self, client: str, work: Callable[..., R], *words: Any) -> R:
        """Run a function in the pool for this client and return its result."""
        line = self._lines.setdefault(client, _ClientQueue(anyio.Semaphore(self._most_of_one)))
        line.requests += 1
        try:
            async with line.permit:
                return await to_thread.run_sync(work, *words, limiter=self._limiter)
        finally:
            line.requests -= 1
            if not line.requests:
                del self._lines[client]


@dataclass
class WorkLimits:
    """The application's thread pools, by kind of work.

    `changes` wait for each other at the database, and `pages`, which only read, never wait for them. Each of the
    `hashes` takes 19 MiB and some 20 ms. `slow` work runs one at a time, outside the pool for pages.
    """

    pages: ThreadLimit = field(default_factory=lambda: ThreadLimit(8, 4))
    changes: ThreadLimit = field(default_factory=lambda: ThreadLimit(8, 2))
    hashes: ThreadLimit = field(default_factory=lambda: ThreadLimit(2, 1))
    slow: ThreadLimit = field(default_factory=lambda: ThreadLimit(1, 1))


async def run_limited(http: HttpRequest, work: Callable[..., R], *words: Any, hashes: bool = False) -> R:
    """Run a function for a request in the pool for hashing, changing or reading."""
    limits = limits_of(http)
    reads = http.method in {"GET", "HEAD"}
    threads = limits.hashes if hashes else limits.pages if reads else limits.changes
    return await threads.run(client_of(http.scope), work, *words)


async def run_slow(http: HttpRequest, work: Callable[..., R], *words: Any) -> R:
    """Run a slow function for a request. Raises `TooManySlow`."""
    slow, client = limits_of(http).slow, client_of(http.scope)
    if len(slow) >= MOST_SLOW or slow.of(client) >= MOST_SLOW_OF_ONE_CLIENT:
        raise TooManySlow
    return await slow.run(client, work, *words)


def limits_of(http: HttpRequest) -> WorkLimits:
    state = http.app.state
    if not hasattr(state, "work_limits"):
        state.work_limits = WorkLimits()
    limits: WorkLimits = state.work_limits
    return limits
