"""A size-bounded LRU cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """An LRU cache of total size `room`. Thread-safe.

    Keys must include everything a value depends on, including who may see it.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._left = room
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: K) -> V | None:
        """The cached value, or None."""
        with self._lock:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def keep(self, key: K, thing: V, size: int = 1) -> V:
        """Cache a value of this size, and return it."""
        with self._lock:
            if key in self._things:
                self._left += self._things.pop(key)[1]
            self._things[key] = thing, size
            self._left -= size
            while self._left < 0:
                self._left += self._things.popitem(last=False)[1][1]
        return thing
