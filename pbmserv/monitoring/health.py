"""Health: mail can be stored, and this process's threads are alive."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime

from pbmserv import __version__
from pbmserv.storage.database import Database
from pbmserv.storage.faults import DatabaseGone, cause_of
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.queues import waiting

DATABASE_SECONDS = 5.0
"""How long the database may take to answer."""

WRITE_EVERY = 10.0
"""The minimum seconds between write checks while they succeed; in between the database is only read."""

WRITTEN_BYTES = 8192
"""The size of a typical mail, for which there has to be room."""

MEGABYTE = 1_000_000
FREE_BYTES = 100 * MEGABYTE
"""The free disk space required for SQLite."""

Check = Callable[[], str | None]
"""Returns what is wrong with a part, or None."""


@dataclass(frozen=True)
class Report:
    """What is wrong with each part, or None.

    `waiting` is the number of waiting requests and the oldest's age in seconds; None if unknown.
    """

    parts: dict[str, str | None]
    waiting: tuple[int, float] | None = None

    @property
    def is_well(self) -> bool:
        return not any(self.parts.values())

    def as_json(self) -> str:
        parts = {name: fault or "ok" for name, fault in self.parts.items()}
        status = "ok" if self.is_well else "failing"
        number, oldest = self.waiting or (None, None)
        waiting = {"requests": number, "oldest_seconds": oldest}
        return json.dumps({"status": status, "version": __version__, "parts": parts, "waiting": waiting}) + "\n"


class Health:
    def __init__(self, database: Database, database_seconds: float = DATABASE_SECONDS) -> None:
        self._database = database
        self._database_seconds = database_seconds
        self._parts: dict[str, Check] = {"database": self._fault_of_database}
        self._asked: Future[None] | None = None
        self._written_at = -WRITE_EVERY
        self._waiting: tuple[int, float] | None = None
        self._lock = threading.Lock()

    def watch(self, name: str, check: Check) -> None:
        self._parts[name] = check

    def report(self) -> Report:
        """Run all checks; takes no longer than the database may take."""
        parts = {name: check() for name, check in self._parts.items()}
        return Report(parts, self._waiting if parts["database"] is None else None)

    def _fault_of_database(self) -> str | None:
        with self._lock:
            # A database that hangs is asked one question at a time, however many want to know.
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._ask, args=(self._asked,), name="health", daemon=True).start()
            asked = self._asked
        try:
            asked.result(self._database_seconds)
        except TimeoutError:
            return f"does not answer within {self._database_seconds:g} seconds"
        except DatabaseGone as error:
            return str(error)
        except Exception as error:
            # The text of any other might quote a password.
            return f"cannot be used: {cause_of(error) or type(error).__name__}"
        return self._fault_of_disk()

    def _fault_of_disk(self) -> str | None:
        free = self._database.free_bytes
        if free is None or free >= FREE_BYTES:
            return None
        return f"only {free // MEGABYTE} MB are free on its disk, less than {FREE_BYTES // MEGABYTE}"

    def _ask(self, asked: Future[None]) -> None:
        try:
            if time.monotonic() - self._written_at >= WRITE_EVERY:
                with self._database.writing() as connection:
                    Inbox(connection).try_to_add(WRITTEN_BYTES, datetime.now(UTC))
                self._written_at = time.monotonic()
            with self._database.reading() as connection:
                left = waiting(connection)
            oldest = max((datetime.now(UTC) - left.since).total_seconds(), 0.0) if left.since else 0.0
            self._waiting = left.requests, round(oldest, 1)
        except Exception as error:
            asked.set_exception(error)
        else:
            asked.set_result(None)
