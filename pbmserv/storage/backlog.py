"""How much mail has yet to be dealt with, and for how long it has waited: asked often, so it has to cost little."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, func, literal, select

from pbmserv.storage.inbox import InboxStatus
from pbmserv.storage.outbox import OutboxStatus
from pbmserv.storage.tables import INBOX, OUTBOX

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
