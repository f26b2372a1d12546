"""Group commit: concurrent transactions of a process share one commit, and so one wait for the disk.

On SQLite a writer holds the database until its data is on the disk; so it also does the waiting ones' work.
PostgreSQL does the like by itself.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

from pbmserv.storage.database import Database
from pbmserv.storage.statements import has_lost_its_transaction, undone_on_error

R = TypeVar("R")

TRANSACTION_SECONDS = 0.2
"""How long a transaction may last before no further work is added."""


@dataclass
class _Job:
    """An action that waits for its turn in a common transaction, and what has come of it."""

    action: Callable[[Connection], Any]
    context: Context = field(default_factory=copy_context)
    woken: threading.Event = field(default_factory=threading.Event)
    is_over: bool = False
    result: Any = None
    error: BaseException | None = None

    def carry_out(self, connection: Connection) -> None:
        self.result, self.error = None, None
        try:
            self.result = self.context.run(self.action, connection)
        except BaseException as error:
            self.error = error
            raise


class GroupCommit:
    """The group commit of one process; thread-safe."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._waiting: deque[_Job] = deque()
        self._somebody_writes = False

    def change(self, action: Callable[[Connection], R]) -> R:
        """Run an action and return its result once its changes are stored.

        An exception undoes the action alone and is raised again. The action may be called again after its effects
        were undone, perhaps in another thread.
        """
        if not self._database.is_sqlite:
            with self._database.writing() as connection:
                return action(connection)
        job = _Job(action)
        with self._lock:
            self._waiting.append(job)
            waits = self._somebody_writes
            self._somebody_writes = True
        if waits:
            job.woken.wait()
        if not job.is_over:
            self._write()
        if job.error is not None:
            raise job.error
        result: R = job.result
        return result

    def _write(self) -> None:
        jobs: list[_Job] = []
        try:
            self._write_at_once(jobs)
        except BaseException as error:
            self._write_one_by_one(jobs, error)
        finally:
            for job in jobs:
                job.is_over = True
                job.woken.set()
            with self._lock:
                self._somebody_writes = bool(self._waiting)
                if self._waiting:
                    self._waiting[0].woken.set()

    def _write_at_once(self, jobs: list[_Job]) -> None:
        begun = time.monotonic()
        with self._database.writing() as connection:
            is_alone = len(self._waiting) == 1
            while self._waiting and (not jobs or time.monotonic() - begun < TRANSACTION_SECONDS):
                job = self._waiting.popleft()
                jobs.append(job)
                if is_alone:
                    job.carry_out(connection)
                    return
                try:
                    with undone_on_error(connection):
                        job.carry_out(connection)
                except Exception as error:
                    # Its own is raised where it comes from. Any other one says that it could not be undone alone:
                    # the database has given up the transaction, with all that is in it.
                    if error is not job.error or has_lost_its_transaction(connection):
                        raise

    def _write_one_by_one(self, jobs: list[_Job], error: BaseException) -> None:
        """The shared transaction has failed: retry each action alone, as one of them may be at fault."""
        if not jobs:
            # The database could not even be reached: whoever comes next may try.
            jobs.append(self._waiting.popleft())
        for job in jobs:
            job.error = error
        if len(jobs) == 1 or not isinstance(error, Exception):
            return
        for job in jobs:
            try:
                with self._database.writing() as connection:
                    job.carry_out(connection)
            except BaseException as own:
                job.error = own
                if not isinstance(own, Exception):
                    return
