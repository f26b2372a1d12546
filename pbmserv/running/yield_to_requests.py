"""Precedence of requests over bots' searches.

A searching process polls memory shared with the server, and threads that hand in answers wait until nothing
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
    """A context for work that goes first; several threads may be in it at once.

    Of several `processes` that are forked from the one that makes it, each has a byte of its own.
    """

    def __init__(self, processes: int = 1) -> None:
        self._own = 0
        self._quiet = bytes(processes)
        self._file: int | None = None
        try:
            with tempfile.NamedTemporaryFile() as file:
                file.truncate(processes)
                self._bytes = mmap.mmap(file.fileno(), processes)
                # Games from elsewhere may be thought about: they can read it, and no more.
                self._file = os.open(file.name, os.O_RDONLY)
        except OSError as error:
            log.warning("precedence.none", reason=f"no temporary file: {error}")
            self._bytes = mmap.mmap(-1, processes)
        self._inside = 0
        self._left_at = float("-inf")
        self._lock = threading.Lock()

    @property
    def file(self) -> int | None:
        """The open file of the shared bytes, for bot processes; None if unavailable."""
        return self._file

    def use_byte(self, number: int) -> None:
        """Use the byte of this process, where one before it may have died with something in hand."""
        self._own = number
        self._bytes[number] = 0

    @property
    def _is_busy(self) -> bool:
        return self._inside > 0 or self._bytes[:] != self._quiet

    def let_pass(
        self, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Wait until nothing is in progress, at most `MOST_SECONDS`."""
        end = now() + MOST_SECONDS
        is_quiet = False
        while now() < end:
            # Seen twice: a mail that has been stored is in nobody's hand until the worker is awake.
            was_quiet, is_quiet = is_quiet, not self._is_busy
            if was_quiet and is_quiet:
                return
            sleep(POLL_SECONDS)

    def is_quiet(self, seconds: float, now: Callable[[], float] = time.monotonic) -> bool:
        return not self._is_busy and now() - self._left_at >= seconds

    def close(self) -> None:
        """Release resources; nothing has precedence any more."""
        if self._file is not None:
            os.close(self._file)
        self._bytes.close()

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            self._bytes[self._own] = 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            self._left_at = time.monotonic()
            self._bytes[self._own] = self._inside > 0


def giving_way(
    file: int, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> Callable[[], None]:
    """The function that a searching process calls often; it returns when nothing goes first.

    `file` is from the server's `Precedence`; if the server has died, its last state counts.
    """
    in_hand = mmap.mmap(file, 0, access=mmap.ACCESS_READ)
    quiet = bytes(len(in_hand))
    not_before = 0.0

    def give_way() -> None:
        nonlocal not_before
        if in_hand[:] == quiet or (begun := now()) < not_before:
            return
        while in_hand[:] != quiet and now() - begun < MOST_SECONDS:
            sleep(POLL_SECONDS)
        not_before = 2 * now() - begun

    return give_way
