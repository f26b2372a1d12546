"""Ports for servers that have to be told one before they start, and cannot take any that is free."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

RANGE = range(16_000, 32_000)
"""Below those that systems give to whoever asks for any: a connection that is made meanwhile takes none of these."""
APART = 61
"""How far from each other two processes begin that were started one after the other: more than either needs."""


def _one_after_the_other() -> Iterator[int]:
    place = os.getpid() * APART
    while True:
        yield RANGE[place % len(RANGE)]
        place += 1


_next = _one_after_the_other()


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on, another one each time."""
    for port in _next:
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("the ports never end")
