"""How many requests are worked on at the same time, in all and of one client: nobody keeps the others waiting.

The pace of a client (`rate_limit`) counts requests, whatever each of them costs. Without a limit to what is in hand,
one client who asks for the dearest again and again would have all threads, and everybody else would stand behind it.
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
"""How many requests may wait for a picture to be drawn, or have it drawn; others are asked to come again."""
MOST_SLOW_OF_ONE_CLIENT = 12


class TooManySlow(Exception):
    """So many wait for what takes long that one more would wait for too long."""


@dataclass
class _ClientQueue:
    """The requests of one client: those in hand have the permit."""

    permit: anyio.Semaphore
    requests: int = 0


class ThreadLimit:
    """Threads that work on requests: `most` at the same time, and `most_of_one` of one client.

    What is beyond that waits in a line of the client's own, which no other client stands in.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._limiter = anyio.CapacityLimiter(most)
        self._most_of_one = most_of_one
        self._lines: dict[str, _ClientQueue] = {}

    def __len__(self) -> int:
        """How many requests wait, or are worked on."""
        return sum(line.requests for line in self._lines.values())

    def of(self, client: str) -> int:
        """How many of them are this client's."""
        return self._lines[client].requests if client in self._lines else 0

    async def run(self, client: str, work: Callable[..., R], *words: Any) -> R:
        """What comes of a function that works on a request of this client, as soon as it is its turn."""
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
    """The threads of an application, by what is worked on.

    Those `changes` wait for each other at the database, and nobody who reads `pages` for them. Each of the `hashes`
    takes 19 MiB and some 20 ms. What is `slow` is done one after the other, outside of the threads that pages have.
    """

    pages: ThreadLimit = field(default_factory=lambda: ThreadLimit(8, 4))
    changes: ThreadLimit = field(default_factory=lambda: ThreadLimit(8, 2))
    hashes: ThreadLimit = field(default_factory=lambda: ThreadLimit(2, 1))
    slow: ThreadLimit = field(default_factory=lambda: ThreadLimit(1, 1))


async def run_limited(http: HttpRequest, work: Callable[..., R], *words: Any, hashes: bool = False) -> R:
    """Have a function work on a request: with those that look at a password, may change something, or only read."""
    limits = limits_of(http)
    reads = http.method in {"GET", "HEAD"}
    threads = limits.hashes if hashes else limits.pages if reads else limits.changes
    return await threads.run(client_of(http.scope), work, *words)


async def run_slow(http: HttpRequest, work: Callable[..., R], *words: Any) -> R:
    """Have a function work on a request that takes long. Raises `TooManySlow`."""
    slow, client = limits_of(http).slow, client_of(http.scope)
    if len(slow) >= MOST_SLOW or slow.of(client) >= MOST_SLOW_OF_ONE_CLIENT:
        raise TooManySlow
    return await slow.run(client, work, *words)


def limits_of(http: HttpRequest) -> WorkLimits:
    """The threads of the application that a request is made to."""
    state = http.app.state
    if not hasattr(state, "work_limits"):
        state.work_limits = WorkLimits()
    limits: WorkLimits = state.work_limits
    return limits
