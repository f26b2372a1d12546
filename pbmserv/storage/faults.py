"""What exceptions say about the database: out of order, or conflicts with other transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from pbmserv.running.traces import CAUSES

# SQLite's codes: busy, locked, out of memory, read only, interrupted, input or output failed, full, cannot be opened.
_SQLITE_OUT_OF_ORDER = frozenset({5, 6, 7, 8, 9, 10, 13, 14})
# A damaged file, and one that is no database.
_SQLITE_DAMAGED = frozenset({11, 26})

# PostgreSQL's: no connection, not enough disk, memory or connections, shut down or not yet up, system error; and
# read only, as a server is that has become somebody else's copy.
_POSTGRES_OUT_OF_ORDER = ("08", "53", "57P", "58", "25006")

_LOST_THE_RACE = frozenset({"40P01", "40001"})
_LOCK_NOT_TO_BE_HAD = "55P03"


class DatabaseGone(SQLAlchemyError):
    """The open file is no longer the one of that name, so writes would be lost."""


def words_of(error: Exception, name: str) -> str:
    """A message for the operator about a fault of the database `name`, in the driver's words.

    SQLAlchemy's message would include parameters, which may be secret.
    """
    words = f"The database {name} cannot be used: {getattr(error, 'orig', None) or error}"
    if isinstance(error, DBAPIError) and _sqlite_code(error) in _SQLITE_DAMAGED:
        return f"{words}. To put a backup in its place, type: pbmserv db restore FILE"
    return words


def cause_of(error: BaseException) -> str | None:
    """Why the database does not work, in the driver's words on one line: disk full, file damaged.

    None for other exceptions, whose words may quote a value such as a password.
    """
    for link in _chain(error):
        if isinstance(link, DatabaseGone):
            return str(link)
        if isinstance(link, DBAPIError) and (_says_out_of_order(link) or _sqlite_code(link) in _SQLITE_DAMAGED):
            return " ".join(str(link.orig).split())
    return None


CAUSES.append(cause_of)


def is_out_of_order(error: BaseException) -> bool:
    """Whether the database itself is out of order, so that the transaction must be retried later."""
    return any(_says_out_of_order(link) for link in _chain(error))


def lost_the_race(error: BaseException) -> bool:
    """Whether this transaction lost a conflict and may be retried at once."""
    return _sqlstate(error) in _LOST_THE_RACE


def waited_too_long(error: BaseException) -> bool:
    """Whether a lock timed out."""
    return _sqlstate(error) == _LOCK_NOT_TO_BE_HAD


def _says_out_of_order(error: BaseException) -> bool:
    if isinstance(error, DatabaseGone):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_code(error) in _SQLITE_OUT_OF_ORDER
    # Where there is no connection, there is nobody to say why.
    is_cut_off = error.connection_invalidated or (isinstance(error, OperationalError) and not _sqlstate(error))
    return is_cut_off or _sqlstate(error).startswith(_POSTGRES_OUT_OF_ORDER)


def _sqlite_code(error: DBAPIError) -> int:
    # The lower byte is the kind, the others tell more about it.
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & 0xFF


def _sqlstate(error: BaseException) -> str:
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception and those before it: SQLite rolls back by itself, and then savepoints are missing."""
    link: BaseException | None = error
    for _ in range(20):
        if link is None:
            return
        yield link
        link = link.__cause__ or link.__context__
