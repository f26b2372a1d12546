"""A part of a transaction that can be undone by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from pbmserv.store.prepared import send


@contextmanager
def undone_on_error(connection: Connection) -> Iterator[None]:
    """Undo what was done within the block if an exception leaves it.

    The same as `connection.begin_nested()`, without what SQLAlchemy does around it, since each request needs this.
    Blocks may stand within each other.
    """
    send(connection, "SAVEPOINT part")
    try:
        yield
    except BaseException:
        send(connection, "ROLLBACK TO SAVEPOINT part")
        send(connection, "RELEASE SAVEPOINT part")
        raise
    send(connection, "RELEASE SAVEPOINT part")
