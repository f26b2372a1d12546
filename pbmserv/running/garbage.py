"""Tuning of cyclic garbage collection."""

from __future__ import annotations

import gc

NEW_OBJECTS = 50_000
"""The threshold of the youngest generation. A batch of twenty requests has thousands of objects that are freed
without it; scanning them took a twentieth of all processor time.
"""


def look_for_garbage_rarely() -> None:
    """Call once a server has started: existing objects are frozen."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
