"""What was read ahead for all requests of a turn at once, so that none of them has to ask for it alone.

It lives as long as the transaction. Whatever is written to a table makes what was read from that table out of date,
and it is forgotten: then it is read as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ReadAhead(Generic[K, V]):
    """One kind of thing that is read ahead, each by its key, from these tables."""

    def __init__(self, *tables: str) -> None:
        self.tables = frozenset(tables)


class Ahead:
    """What was read ahead for one transaction; `when_undone` is told how to undo a change of it."""

    def __init__(self, when_undone: Callable[[Callable[[], None]], None]) -> None:
        self._when_undone = when_undone
        self._known: dict[ReadAhead[Any, Any], dict[Any, Any]] = {}

    def add(self, kind: ReadAhead[K, V], found: Mapping[K, V]) -> None:
        """Note what was read."""
        self._known.setdefault(kind, {}).update(found)

    def get(self, kind: ReadAhead[K, V], key: K) -> V | None:
        """What was read by this key; None if nothing was, or not since it was changed."""
        return self._known.get(kind, {}).get(key)

    def all_of(self, kind: ReadAhead[K, V], keys: Collection[K]) -> list[V] | None:
        """The same for several keys, in their order; None unless all are known."""
        known = self._known.get(kind)
        if known is None or not all(key in known for key in keys):
            return None
        return [known[key] for key in keys]

    def change(self, kind: ReadAhead[K, V], key: K, value: V) -> None:
        """Note how one of them is since it was changed here, until that is undone."""
        known = self._known.setdefault(kind, {})
        before = known.get(key)
        known[key] = value

        def undo() -> None:
            if self._known.get(kind) is not known:
                # All of them were forgotten since.
                return
            if before is None:
                known.pop(key, None)
            else:
                known[key] = before

        self._when_undone(undo)

    def drop(self, kind: ReadAhead[K, V], key: K) -> None:
        """Forget one of them."""
        self._known.get(kind, {}).pop(key, None)

    def forget(self, tables: Iterable[str]) -> None:
        """Forget what was read from these tables."""
        changed = set(tables)
        for kind in [kind for kind in self._known if not kind.tables.isdisjoint(changed)]:
            del self._known[kind]

    def forget_all(self) -> None:
        """Forget everything."""
        self._known.clear()
