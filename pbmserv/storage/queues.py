"""What the two queues of mail have in common, `Inbox` and `Outbox`; and how much is left to do in them.

Both work on a connection of the caller's, inside its transaction, so that a request is done in the same instant in
which its letters are written. Several processes may work on one queue: a row that one has claimed, no other gets. How
much has yet to be dealt with, and for how long it has waited, is asked often, so it has to cost little.
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
"""The most rows that one call deletes, so that nobody else has to wait long for the database."""


class InboxStatus(StrEnum):
    """What became of a request."""

    WAITING = "waiting"
    LATER = "later"
    """Its handling failed; it is tried again."""
    DONE = "done"
    DROPPED = "dropped"
    """It was not carried out, and must not be answered."""
    FAILED = "failed"
    """Its handling failed too often; it is kept for the operator."""
    HELD = "held"
    """It waits for one that came before and has failed."""


class OutboxStatus(StrEnum):
    """What became of a letter."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"
    """The operator took it out."""


class _Likely(FunctionElement[bool]):
    """A condition, with a word to SQLite that it holds for many rows.

    Without it, SQLite prefers the index of all states, and reads and sorts a whole queue to find its first rows.
    """

    type = Boolean()
    inherit_cache = True

    def self_group(self, against: OperatorType | None = None) -> Self:
        """It is a condition already, and not to be compared with true."""
        return self


@compiles(_Likely)
def _condition(element: _Likely, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.clauses, **how)


@compiles(_Likely, "sqlite")
def _likely_condition(element: _Likely, compiler: SQLCompiler, **how: Any) -> str:
    return f"likely({compiler.process(element.clauses, **how)})"


def still_waiting(status: ColumnElement[str]) -> ColumnElement[bool]:
    """What holds for the rows that wait."""
    # Written into the statement: the partial indexes are used for this very text only, not for a parameter.
    return _Likely(status == literal_column("'waiting'"))


def still_to_do(status: ColumnElement[str]) -> ColumnElement[bool]:
    """What holds for the rows that wait, for their first attempt or another."""
    # As for `still_waiting`.
    return status.in_([literal_column("'waiting'"), literal_column("'later'")])


def prune_rows(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> int:
    """Delete these rows, up to `PRUNED_AT_ONCE` of them; gives how many went."""
    doomed = select(key).where(*which).limit(PRUNED_AT_ONCE)
    return connection.execute(delete(key.table).where(key.in_(doomed))).rowcount


def storable(text: str) -> str:
    """A text as a database can hold it: people and mail servers can send NUL, and halves of surrogate pairs."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


MOST_COUNTED = 10_000
"""More mail than this in one state counts as this much: an exact count would read all of it."""


@dataclass(frozen=True)
class Waiting:
    """How many requests wait to be carried out, `MOST_COUNTED` at most, and since when the oldest of them does."""

    requests: int
    since: datetime | None


@dataclass(frozen=True)
class Backlog:
    """What is left to do in the two queues, at one moment.

    `requests` and `letters` are how many there are by state, for the states that are no end: `MOST_COUNTED` stands
    for more, too. `oldest_request` is when the request came in that has waited the longest, `oldest_letter` when the
    letter was written that has not been sent for the longest, `first_due` when the next letter is to be sent; each
    is None where there is none.
    """

    requests: dict[InboxStatus, int]
    letters: dict[OutboxStatus, int]
    oldest_request: datetime | None
    oldest_letter: datetime | None
    first_due: datetime | None


def waiting(connection: Connection) -> Waiting:
    """What can be worked on in the inbox."""
    of_those = _is(INBOX.c.status, InboxStatus.WAITING)
    number = _count(connection, INBOX.c.status, InboxStatus.WAITING)
    return Waiting(number, _first(connection, INBOX.c.received_at, of_those))


def backlog(connection: Connection) -> Backlog:
    """What is left to do. Reads at most `MOST_COUNTED` entries of an index for each state."""
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
