"""What people wait for goes first: processes that only think stand still meanwhile.

To be nice is not enough. Two processors are often halves of one core, and a program that computes on the one slows
what the other does. So whoever thinks looks, as often as it asks for the time, at a byte of memory that it shares
with the server. Threads of the server that hand in what was found have time as well: they begin when nothing is in
hand.
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
"""How often whoever stands still looks again."""

MOST_SECONDS = 0.05
"""How long it stands still at a time. After that it thinks for as long as it has waited, and so has half of the time
at least, however much there is to do."""

log = structlog.get_logger(__name__)

NONE = nullcontext()
"""For what may be interrupted by thinking, or where nobody thinks."""


class Precedence:
    """What is in hand and goes first: a context in which several threads may be at once."""

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
        self._lock = threading.Lock()

    @property
    def file(self) -> int | None:
        """The open file of the byte, to be handed on to a process that thinks; None where there can be none."""
        return self._file

    def let_pass(
        self, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Come back when nothing is in hand, after `MOST_SECONDS` in any case: for whoever is in no hurry."""
        end = now() + MOST_SECONDS
        is_quiet = False
        while now() < end:
            # Seen twice: a mail that has been stored is in nobody's hand until the worker is awake.
            was_quiet, is_quiet = is_quiet, not self._inside
            if was_quiet and is_quiet:
                return
            sleep(POLL_SECONDS)

    def close(self) -> None:
        """Free what it holds: nothing has precedence any more."""
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
            self._byte[0] = self._inside > 0


def giving_way(
    file: int, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> Callable[[], None]:
    """What a process that thinks is to call again and again: it comes back when nothing goes first any more.

    `file` is that of the server's `Precedence`, which may have ended: whatever it said last remains said.
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
