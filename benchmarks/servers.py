"""Whole servers, of one process or of several, as an operator would start them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from benchmarks.databases import wait_until
from benchmarks.exactness import waiting
from benchmarks.scenarios.memory import serving
from pbmserv.storage.database import Database

LAYOUTS: Mapping[int, Sequence[str]] = {
    1: ("receive,work,deliver,clock,web,think",),
    2: ("receive,web", "work,deliver,clock,think"),
    4: ("receive", "work,clock,think", "deliver", "web"),
}
"""What each process of a server does, by how many there are."""


async def drained(database: Database) -> None:
    """Wait until no request and no letter waits any more; raises `NothingHappens` if that does not come."""
    await asyncio.to_thread(wait_until, lambda: -waiting(database), 0)


@contextmanager
def server(database: Database, relay_port: int, layout: Sequence[str]) -> Iterator[Mapping[str, int]]:
    """A server of these processes; gives the ports at which it listens."""
    ports: dict[str, int] = {}
    with ExitStack() as stack:
        for roles in layout:
            running = stack.enter_context(
                serving(
                    database,
                    relay_port,
                    "--only",
                    roles,
                    says_last="questions",
                    metrics_listen="127.0.0.1:0",
                    web_listen="127.0.0.1:0",
                    web_requests_per_minute="1000000",
                    web_max_connections_per_client="1000",
                    max_connections_per_client="500",
                )
            )
            ports |= running.ports
        yield {"browsers": ports["browsers"], "SMTP": ports["SMTP"]}
