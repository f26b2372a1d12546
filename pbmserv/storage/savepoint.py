"""A part of a transaction that can be undone by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import Connection

from pbmserv.storage.pending import Pending
from pbmserv.storage.prepared import PENDING, READS_ONLY


def undone_on_error(connection: Connection) -> AbstractContextManager[None]:
    """Undo what was done within the block if an exception leaves it.

    The same as `connection.begin_nested()`, without a savepoint where nothing was written within the block. Blocks
    may stand within each other.
    """
    changes: Pending | None = connection.info.get(PENDING)
    if changes is not None:
        return changes.part()
    if connection.get_execution_options().get(READS_ONLY):
        return nullcontext()
    return _nested(connection)


@contextmanager
def kept_apart(connection: Connection) -> Iterator[None]:
    """The same for what the database itself may refuse: with a savepoint, and nothing of it waits for long."""
    with connection.begin_nested():
        yield
        changes: Pending | None = connection.info.get(PENDING)
        if changes is not None:
            changes.send_all()


@contextmanager
def _nested(connection: Connection) -> Iterator[None]:
    with connection.begin_nested():
        yield
