"""The inbox: what came in and waits to be carried out, and the keys of what was seen before.

A message may come twice, and a form after a double click.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, delete, insert, select, update

from pbmserv.request_ids import new_request_id
from pbmserv.storage import upsert
from pbmserv.storage.inbox_order import UNSORTED, Claiming, Holds, InboxKeys, WaitingRequest
from pbmserv.storage.queues import InboxStatus, prune_rows, still_waiting, storable
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared, named
from pbmserv.storage.tables import INBOX, SEEN
from pbmserv.storage.upsert import insert_for

ONCE_WITHIN = timedelta(days=30)
"""How long a message is remembered as carried out."""

ATTEMPTS = 5
"""How often a failing request is tried before it is quarantined."""

MOST_PREPARED = 16
"""The maximum number of messages stored by one prepared statement; each number has its own."""

_END_REQUEST = Prepared(
    update(INBOX)
    .where(INBOX.c.id == bindparam("number"))
    .values(
        status=bindparam("status"),
        outcome=bindparam("outcome"),
        done_at=bindparam("done_at"),
        message=None,
    )
)
_NOT_YET = {"attempts": 0, "ended": 0, "holds": None, "outcome": None, "done_at": None, "place": UNSORTED}
_ADD_ONE = Prepared(insert(INBOX).values({**named(INBOX, "id"), **_NOT_YET}).returning(INBOX.c.id))


_AFRESH: dict[str, Any] = {"status": InboxStatus.WAITING, "attempts": 0, "ended": 0, "done_at": None}
_OPEN = (InboxStatus.WAITING, InboxStatus.LATER, InboxStatus.FAILED, InboxStatus.HELD)


@dataclass(frozen=True)
class ReceivedMessage:
    """A received message: raw, with its envelope and front end (`smtp`, `lmtp`, `pipe`).

    The null sender is `<>`; an empty one is unknown. `request` is its id in the log. `author` is the presumed author,
    whose requests are carried out in order.
    """

    door: str
    sender: str
    recipients: tuple[str, ...]
    message: bytes
    received_at: datetime
    request: str = field(default_factory=new_request_id)
    author: str = ""


class Inbox(Claiming):
    def add(self, messages: Sequence[ReceivedMessage]) -> list[int]:
        """Store messages and return their numbers in order. They are safe once the transaction is committed."""
        if not messages:
            return []
        rows = [
            {
                "received_at": message.received_at,
                "request": message.request,
                "door": message.door,
                "sender": message.sender,
                "author": message.author,
                "recipients": list(message.recipients),
                "message": message.message,
                "status": InboxStatus.WAITING,
            }
            for message in messages
        ]
        if len(rows) == 1:
            return [row.id for row in _ADD_ONE.rows(self._connection, rows[0])]
        if len(rows) <= MOST_PREPARED:
            values = {f"{name}_{n}": value for n, row in enumerate(rows) for name, value in row.items()}
            # They are numbered in the order in which the statement has them.
            return sorted(row.id for row in _add_several(len(rows)).rows(self._connection, values))
        statement = insert(INBOX).returning(INBOX.c.id, sort_by_parameter_order=True)
        return list(self._connection.scalars(statement, rows))

    def try_to_add(self, size: int, now: datetime) -> None:
        """Store a message of `size` bytes and delete it again: if that commits, there is room for one."""
        [number] = self.add([ReceivedMessage("health", "", (), bytes(size), now)])
        self._connection.execute(delete(INBOX).where(INBOX.c.id == number))

    def is_waiting(self, number: int) -> bool:
        """Whether a request has not been tried yet."""
        statement = select(INBOX.c.id).where(INBOX.c.id == number, INBOX.c.status == InboxStatus.WAITING)
        return self._connection.scalar(statement) is not None

    def end(self, ended: Iterable[tuple[int, InboxStatus, str]], now: datetime) -> None:
        """Store what became of requests: done or refused (`done`), or ignored without an answer (`dropped`).

        Their texts, which may hold passwords, are deleted.
        """
        rows = [
            {"number": number, "status": status, "outcome": storable(outcome), "done_at": now}
            for number, status, outcome in ended
        ]
        if rows:
            _END_REQUEST.change(self._connection, rows)

    def count_failed_attempt(self, request: WaitingRequest, trace: str, now: datetime) -> InboxStatus:
        """Count a failure: the request is retried in a minute, and quarantined after five failures.

        Its text is kept for the operator's retry. `trace` must not quote it.
        """
        attempts = request.attempts + 1
        status = InboxStatus.FAILED if attempts >= ATTEMPTS else InboxStatus.LATER
        self._change(request.id, status=status, attempts=attempts, outcome=storable(trace), done_at=now)
        return status

    def count_attempt(self, request: WaitingRequest) -> None:
        """Count an attempt in advance, in case it kills the process. The request stays waiting."""
        self._change(request.id, attempts=request.attempts + 1, ended=request.ended + 1)

    def take_back_attempt(self, request: WaitingRequest) -> bool:
        """Claim a request again without the attempt counted in advance; False if somebody else has it.

        Others may have counted theirs meanwhile; the first to claim it carries it out.
        """
        mine = (INBOX.c.id == request.id, INBOX.c.ended > 0, INBOX.c.place == request.place)
        free = select(INBOX.c.id).where(*mine, still_waiting(INBOX.c.status)).with_for_update(skip_locked=True)
        return self._uncount_attempt(request, INBOX.c.id.in_(free))

    def forget_attempt(self, request: WaitingRequest) -> None:
        """Uncount the advance attempt on a request that somebody else has."""
        self._uncount_attempt(request, INBOX.c.ended > 0, INBOX.c.status.in_(_OPEN))

    def _uncount_attempt(self, request: WaitingRequest, *only_if: ColumnElement[bool]) -> bool:
        without = {"attempts": INBOX.c.attempts - 1, "ended": INBOX.c.ended - 1}
        return self._change(request.id, *only_if, **without)

    def put_off(self, request: WaitingRequest, reason: str, now: datetime) -> None:
        """Delay a request by a minute without counting a failure."""
        self._change(request.id, status=InboxStatus.LATER, outcome=reason, done_at=now)

    def first_times(self, once_keys: Iterable[str], now: datetime) -> set[str]:
        """Record these message keys as carried out; return those not seen within 30 days."""
        # In one order, so that no two transactions wait for each other.
        keys = {f"key_{which}": key for which, key in enumerate(sorted(set(once_keys)))}
        if not keys:
            return set()
        values = {**keys, "now": now, "long_ago": now - ONCE_WITHIN}
        return {
            row.once_key
            for row in _first_times(self._connection.dialect.name, len(keys)).rows(self._connection, values)
        }

    def not_carried_out(self, once_keys: Collection[str]) -> None:
        """Undo `first_times` for messages that were not carried out after all."""
        if once_keys:
            self._connection.execute(delete(SEEN).where(SEEN.c.once_key.in_(once_keys)))

    def retry(self, number: int) -> bool:
        """Retry a failed request, or release one from its hold; False if it is neither.

        Requests that it holds wait until it is done.
        """
        if Holds(self._connection).end_for(number):
            return True
        return self._change(number, INBOX.c.status.in_([InboxStatus.LATER, InboxStatus.FAILED]), **_AFRESH)

    def retry_failed(self) -> int:
        statement = update(INBOX).where(INBOX.c.status == InboxStatus.FAILED).values(_AFRESH)
        return self._connection.execute(statement).rowcount

    def drop(self, number: int, now: datetime) -> bool:
        """Drop an unfinished request and end its hold; False if there is none."""
        dropped = {
            "status": InboxStatus.DROPPED,
            "message": None,
            "outcome": "dropped by the operator",
            "done_at": now,
        }
        is_dropped = self._change(number, INBOX.c.status.in_(_OPEN), **dropped)
        if is_dropped:
            Holds(self._connection).end(number)
            InboxKeys(self._connection).hand_over(number)
        return is_dropped

    def listed(self, status: InboxStatus, limit: int) -> Sequence[Row[Any]]:
        """The newest requests with a status: all columns except the message."""
        columns = [column for column in INBOX.c if column.name != "message"]
        statement = select(*columns).where(INBOX.c.status == status).order_by(INBOX.c.received_at.desc()).limit(limit)
        return self._connection.execute(statement).all()

    def find(self, number: int) -> Row[Any] | None:
        return self._connection.execute(select(INBOX).where(INBOX.c.id == number)).one_or_none()

    def open_by(self, by: datetime, limit: int) -> Sequence[int]:
        to_do = INBOX.c.status.in_([InboxStatus.WAITING, InboxStatus.LATER])
        return self._connection.scalars(select(INBOX.c.id).where(to_do, INBOX.c.received_at <= by).limit(limit)).all()

    def first_done_after(self, moment: datetime) -> datetime | None:
        """When the first of the requests was carried out that came in after a moment; None if none has been."""
        came = (INBOX.c.status == InboxStatus.DONE, INBOX.c.received_at > moment)
        return self._connection.scalar(select(INBOX.c.done_at).where(*came).order_by(INBOX.c.received_at).limit(1))

    def prune(self, before: datetime, now: datetime) -> int:
        """Delete finished requests received before `before`, and expired message keys.

        Return the number of rows; if it is not 0, there may be more.
        """
        ended = INBOX.c.status.in_([InboxStatus.DONE, InboxStatus.DROPPED])
        gone = prune_rows(self._connection, INBOX.c.id, ended, INBOX.c.received_at < before)
        gone += InboxKeys(self._connection).prune()
        return gone + prune_rows(self._connection, SEEN.c.once_key, SEEN.c.at <= now - ONCE_WITHIN)

    def _change(self, number: int, *only_if: ColumnElement[bool], **values: Any) -> bool:
        statement = update(INBOX).where(INBOX.c.id == number, *only_if).values(values)
        return self._connection.execute(statement).rowcount == 1


@cache
def _first_times(dialect: str, messages: int) -> Prepared:
    now = bindparam("now", type_=SEEN.c.at.type)
    new = insert_for(dialect, SEEN).values(
        [{"once_key": bindparam(f"key_{which}", type_=SEEN.c.once_key.type), "at": now} for which in range(messages)]
    )
    return Prepared(
        new.on_conflict_do_update(
            index_elements=[SEEN.c.once_key],
            set_={"at": new.excluded.at},
            where=SEEN.c.at <= bindparam("long_ago", type_=SEEN.c.at.type),
        ).returning(SEEN.c.once_key)
    )


@cache
def _add_several(count: int) -> Prepared:
    """A statement that stores `count` messages; for two to four, SQLAlchemy takes longer to build one than the
    database to run it. Parameter names end with their numbers.
    """
    columns = [column for column in INBOX.c if column.name not in ("id", *_NOT_YET)]
    rows = [
        {column.name: bindparam(f"{column.name}_{number}", type_=column.type) for column in columns} | _NOT_YET
        for number in range(count)
    ]
    return Prepared(insert(INBOX).values(rows).returning(INBOX.c.id))


FORMS_REMEMBERED = timedelta(days=1)


class DoneBefore(Exception):
    """This has been carried out already."""


class SentOnce(Repository):
    def note(self, digest: str, at: datetime) -> None:
        """Record a digest as carried out now. Raises `DoneBefore`.

        A concurrent second call waits for the first.
        """
        # Mail is remembered for longer: with this date it is forgotten a day from now.
        new = upsert.insert(self._connection, SEEN).values(once_key=digest, at=at - ONCE_WITHIN + FORMS_REMEMBERED)
        noted = self._connection.execute(new.on_conflict_do_nothing().returning(SEEN.c.once_key))
        if noted.one_or_none() is None:
            raise DoneBefore

    def forget(self, digest: str) -> None:
        """Delete a digest that changed nothing."""
        self._connection.execute(delete(SEEN).where(SEEN.c.once_key == digest))
