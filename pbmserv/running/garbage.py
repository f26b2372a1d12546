"""How often a server has Python look for garbage in cycles."""

from __future__ import annotations

import gc

NEW_OBJECTS = 50_000
"""So many more containers than at the last look, and the young ones are looked through again. A turn of twenty
requests has some thousands in hand, which go by themselves when it ends: to look through these took a twentieth of
all that the server computes."""


def look_for_garbage_rarely() -> None:
    """To be called once a server has started: what it has by now is here to stay, and is not looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
