"""Tuning of memory in servers: cyclic garbage collection, and what the C library keeps."""

from __future__ import annotations

import ctypes
import gc

NEW_OBJECTS = 50_000
"""The threshold of the youngest generation. A batch of twenty requests has thousands of objects that are freed
without it; scanning them took a twentieth of all processor time.
"""

MOST_FREE = 16 * 1024 * 1024
"""Bytes of free memory that a server keeps: more than a picture takes, which would be slower to draw with less."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Numbers of parameters in glibc's malloc.h."""


def look_for_garbage_rarely() -> None:
    """Call once a server has started: existing objects are frozen."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


def give_memory_back() -> None:
    """Have the C library keep little memory that is free, and all threads share it.

    Otherwise each thread keeps what its largest pictures took while they were drawn, a third of a server's memory.
    For glibc alone (`man mallopt`); call it before any thread is started.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    for parameter, value in ((_M_ARENA_MAX, 1), (_M_MMAP_THRESHOLD, MOST_FREE), (_M_TRIM_THRESHOLD, MOST_FREE)):
        mallopt(parameter, value)
