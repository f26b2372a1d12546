"""What was drawn, kept for a while by its content: whoever sees the same again need not wait for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Things by what they were made of. There is `room` for so much; what was not asked for the longest goes first.

    The key has to tell all that a thing was made of, who may see it included. Threads may share it.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._left = room
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: K) -> V | None:
        """What is kept under this key; None if nothing is."""
        with self._lock:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def keep(self, key: K, thing: V, size: int = 1) -> V:
        """Keep a thing that takes so much of the room, in the place of what was kept under its key; gives it back."""
        with self._lock:
            if key in self._things:
                self._left += self._things.pop(key)[1]
            self._things[key] = thing, size
            self._left -= size
            while self._left < 0:
                self._left += self._things.popitem(last=False)[1][1]
        return thing
