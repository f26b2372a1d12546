"""What the queues of mail have in common, `Inbox` and `Outbox`, and how much is left to do in them.

Both work in the caller's transaction, so that a request is done in the instant in which its letters are stored.
Several processes may share a queue.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from sqlalchemy import Boolean, Column, ColumnElement, Connection, delete, func, literal, literal_column, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.operators import OperatorType

from pbmserv.storage.tables import INBOX, OUTBOX

PRUNED_AT_ONCE = 1000
"""The maximum number of rows deleted by one call, so that nobody waits long."""


class InboxStatus(StrEnum):
    WAITING = "waiting"
    LATER = "later"
    """Failed, to be retried."""
    DONE = "done"
    DROPPED = "dropped"
    """Not carried out and not to be answered."""
    FAILED = "failed"
    """Failed too often; kept for the operator."""
    HELD = "held"
    """Held by an earlier failure."""


class OutboxStatus(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"
    """Dropped by the operator."""


class _Likely(FunctionElement[bool]):
    """A condition with a hint to SQLite that it holds for many rows.

    Without it SQLite prefers the index of states, and sorts a whole queue to find its first rows.
    """

    type = Boolean()
    inherit_cache = True

    def self_group(self, against: OperatorType | None = None) -> Self:
        """Marks it as a condition already."""
        return self


@compiles(_Likely)
def _condition(element: _Likely, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.clauses, **how)


@compiles(_Likely, "sqlite")
def _likely_condition(element: _Likely, compiler: SQLCompiler, **how: Any) -> str:
    return f"likely({compiler.process(element.clauses, **how)})"


def still_waiting(status: ColumnElement[str]) -> ColumnElement[bool]:
    # Written into the statement: the partial indexes are used for this very text only, not for a parameter.
    return _Likely(status == literal_column("'waiting'"))


def still_to_do(status: ColumnElement[str]) -> ColumnElement[bool]:
    # As for `still_waiting`.
    return status.in_([literal_column("'waiting'"), literal_column("'later'")])


def prune_rows(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> int:
    """Delete at most `PRUNED_AT_ONCE` of these rows; return how many."""
    doomed = select(key).where(*which).limit(PRUNED_AT_ONCE)
    return connection.execute(delete(key.table).where(key.in_(doomed))).rowcount


def storable(text: str) -> str:
    """Replace what a database cannot store: NUL and unpaired surrogates."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


MOST_COUNTED = 10_000
"""Counts stop here; an exact count would read everything."""


@dataclass(frozen=True)
class Waiting:
    """How many requests wait, at most `MOST_COUNTED`, and since when the oldest does."""

    requests: int
    since: datetime | None


@dataclass(frozen=True)
class Backlog:
    """The backlog of both queues.

    `requests` and `letters` are counts by unfinished state, at most `MOST_COUNTED` each. `oldest_request` and
    `oldest_letter` are when the oldest came in or was written, `first_due` when the next letter is due; None if there
    is none.
    """

    requests: dict[InboxStatus, int]
    letters: dict[OutboxStatus, int]
    oldest_request: datetime | None
    oldest_letter: datetime | None
    first_due: datetime | None


def waiting(connection: Connection) -> Waiting:
    """The requests in the inbox that can be worked on."""
    of_those = _is(INBOX.c.status, InboxStatus.WAITING)
    number = _count(connection, INBOX.c.status, InboxStatus.WAITING)
    return Waiting(number, _first(connection, INBOX.c.received_at, of_those))


def backlog(connection: Connection) -> Backlog:
    """The backlog. Reads at most `MOST_COUNTED` index entries for each state."""
    requests = (InboxStatus.WAITING, InboxStatus.LATER, InboxStatus.FAILED, InboxStatus.HELD)
    letters = (OutboxStatus.WAITING, OutboxStatus.FAILED)
    waiting = _is(INBOX.c.status, InboxStatus.WAITING)
    unsent = _is(OUTBOX.c.status, OutboxStatus.WAITING)
    return Backlog(
        requests={status: _count(connection, INBOX.c.status, status) for status in requests},
        letters={status: _count(connection, OUTBOX.c.status, status) for status in letters},
        oldest_request=_first(connection, INBOX.c.received_at, waiting),
        oldest_letter=_first(connection, OUTBOX.c.created_at, unsent),
        first_due=_first(connection, OUTBOX.c.due_at, unsent),
    )


def _first(connection: Connection, moment: ColumnElement[datetime], which: ColumnElement[bool]) -> datetime | None:
    return connection.scalar(select(moment).where(which).order_by(moment).limit(1))


def _count(connection: Connection, column: ColumnElement[str], status: str) -> int:
    some = select(literal(1)).where(_is(column, status)).limit(MOST_COUNTED).subquery()
    return connection.scalar(select(func.count()).select_from(some)) or 0


def _is(column: ColumnElement[str], status: str) -> ColumnElement[bool]:
    # Written into the statement: partial indexes are used for this very text only, not for a parameter.
    return column == literal(str(status), literal_execute=True)
