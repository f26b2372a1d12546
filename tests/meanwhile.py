"""Two who come at the same moment: the second does something as soon as the first has come to a certain point.

The first stands still until the second has done what it wants, or has to wait for the first. On SQLite it has to as
soon as the first may write.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import pytest
from sqlalchemy import text

from pbmserv.storage.database import Database

R = TypeVar("R")


class Meanwhile(Generic[R]):
    """What the second does, in a thread of its own."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch, do: Callable[[], R]) -> None:
        self._database = database
        self._monkeypatch = monkeypatch
        self._results: list[R] = []
        self._second = threading.Thread(target=lambda: self._results.append(do()))

    def once_past(self, kind: type, method: str) -> Meanwhile[R]:
        """Have it done after this method has given something for the first time, and before its caller goes on."""
        original = getattr(kind, method)

        def given(*arguments: Any, **named: Any) -> Any:
            result = original(*arguments, **named)
            if result is not False and threading.current_thread() is not self._second:
                self._monkeypatch.undo()
                is_held_up = self._database.is_sqlite and self._database._turn.locked()  # type: ignore[union-attr]
                self._second.start()
                while self._second.is_alive() and not is_held_up:
                    is_held_up = self._waits_for_a_lock()
            return result

        self._monkeypatch.setattr(kind, method, given)
        return self

    def result(self) -> R:
        """What has come of it, as soon as it is done."""
        self._second.join(60)
        [result] = self._results
        return result

    def _waits_for_a_lock(self) -> bool:
        if self._database.is_sqlite:
            return False
        with self._database.reading() as connection:
            return bool(connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))
