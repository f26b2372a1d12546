"""A database that many tests share, since whatever one does there is undone before the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from pbmserv.storage.database import Database
from pbmserv.storage.statements import buffered, send


class Undone(Database):
    """A database on which everything is part of one transaction, which is never committed.

    Many tests can take turns on one database in this way: each finds it as the first one did, and none has to wait
    for the disk.
    """

    def __init__(self, database: Database) -> None:
        self.engine = database.engine
        self.is_sqlite = database.is_sqlite
        self._connection = database.engine.connect()
        self._connection.begin()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        # By themselves: as SQLAlchemy's objects they would take a tenth of the time of a test.
        send(self._connection, "SAVEPOINT written")
        try:
            with buffered(self._connection):
                yield self._connection
        except BaseException:
            send(self._connection, "ROLLBACK TO SAVEPOINT written")
            raise
        finally:
            send(self._connection, "RELEASE SAVEPOINT written")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def reading_at_once(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def back_afterwards(self) -> Iterator[None]:
        """Undo what is done meanwhile, and keep what was done before."""
        trial = self._connection.begin_nested()
        try:
            yield
        finally:
            trial.rollback()

    def empty_log(self) -> bool:
        return True

    def close(self) -> None:
        self._connection.close()
