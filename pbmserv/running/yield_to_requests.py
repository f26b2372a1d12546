"""Precedence of requests over bots' searches.

A searching process polls a byte of memory shared with the server, and threads that hand in answers wait until nothing
is in progress. Niceness is not enough: two processors are often halves of one core.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext

import structlog

POLL_SECONDS = 0.0005
"""The polling interval of a paused search."""

MOST_SECONDS = 0.05
"""The longest pause. A search then runs for as long, so it has at least half of the time."""

log = structlog.get_logger(__name__)

NONE = nullcontext()
"""No precedence."""


class Precedence:
    """A context for work that goes first; several threads may be in it at once."""

    def __init__(self) -> None:
        self._file: int | None = None
        try:
            with tempfile.NamedTemporaryFile() as file:
                file.truncate(1)
                self._byte = mmap.mmap(file.fileno(), 1)
                # Games from elsewhere may be thought about: they can read it, and no more.
                self._file = os.open(file.name, os.O_RDONLY)
        except OSError as error:
            log.warning("precedence.none", reason=f"no temporary file: {error}")
            self._byte = mmap.mmap(-1, 1)
        self._inside = 0
        self._left_at = float("-inf")
        self._lock = threading.Lock()

    @property
    def file(self) -> int | None:
        """The open file of the shared byte, for bot processes; None if unavailable."""
        return self._file

    def let_pass(
        self, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Wait until nothing is in progress, at most `MOST_SECONDS`."""
        end = now() + MOST_SECONDS
        is_quiet = False
        while now() < end:
            # Seen twice: a mail that has been stored is in nobody's hand until the worker is awake.
            was_quiet, is_quiet = is_quiet, not self._inside
            if was_quiet and is_quiet:
                return
            sleep(POLL_SECONDS)

    def is_quiet(self, seconds: float, now: Callable[[], float] = time.monotonic) -> bool:
        return not self._inside and now() - self._left_at >= seconds

    def close(self) -> None:
        """Release resources; nothing has precedence any more."""
        if self._file is not None:
            os.close(self._file)
        self._byte.close()

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            self._byte[0] = 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            self._left_at = time.monotonic()
            self._byte[0] = self._inside > 0


def giving_way(
    file: int, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> Callable[[], None]:
    """The function that a searching process calls often; it returns when nothing goes first.

    `file` is from the server's `Precedence`; if the server has died, its last state counts.
    """
    byte = mmap.mmap(file, 1, access=mmap.ACCESS_READ)
    not_before = 0.0

    def give_way() -> None:
        nonlocal not_before
        if not byte[0] or (begun := now()) < not_before:
            return
        while byte[0] and now() - begun < MOST_SECONDS:
            sleep(POLL_SECONDS)
        not_before = 2 * now() - begun

    return give_way
