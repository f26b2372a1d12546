"""What came in and waits to be carried out: the inbox, and the keys of what has been seen.

Messages are seen again, and so is what is sent again by accident: a form by a double click, or what was sent when no
answer came.
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
"""How long a message is remembered as one that has been carried out."""

ATTEMPTS = 5
"""How often a request that makes the code fail is tried, before it is set aside."""

MOST_PREPARED = 16
"""How many messages are stored by a prepared statement at most: there is one for each number of them."""

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
    """A message as it came in: raw, with its envelope, and the door it came by (`smtp`, `lmtp`, `pipe`).

    The null sender is `<>`; an empty one means that nobody told. `request` is what the log calls it. `author` is who
    has written it, as far as the door can tell: what they write is carried out in the order in which it comes.
    """

    door: str
    sender: str
    recipients: tuple[str, ...]
    message: bytes
    received_at: datetime
    request: str = field(default_factory=new_request_id)
    author: str = ""


@dataclass(frozen=True)
class EndedRequest:
    """A request that was carried out or refused (`done`), or is neither carried out nor answered (`dropped`)."""

    id: int
    status: InboxStatus
    outcome: str


class Inbox(Claiming):
    """The requests that came in, on one connection."""

    def add(self, messages: Sequence[ReceivedMessage]) -> list[int]:
        """Store messages; gives their numbers, in order. They are safe once the transaction is committed."""
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
        """Store a message of so many bytes, and take it out again: if that can be committed, there is room for one.

        Nobody sees it, and it is never carried out.
        """
        [number] = self.add([ReceivedMessage("health", "", (), bytes(size), now)])
        self._connection.execute(delete(INBOX).where(INBOX.c.id == number))

    def is_waiting(self, number: int) -> bool:
        """Whether the request `number` has yet to be carried out for the first time."""
        statement = select(INBOX.c.id).where(INBOX.c.id == number, INBOX.c.status == InboxStatus.WAITING)
        return self._connection.scalar(statement) is not None

    def end(self, ended: Iterable[EndedRequest], now: datetime) -> None:
        """Keep what became of requests that are not tried again. Their texts go: they may hold passwords."""
        rows = [
            {"number": each.id, "status": each.status, "outcome": storable(each.outcome), "done_at": now}
            for each in ended
        ]
        if rows:
            _END_REQUEST.change(self._connection, rows)

    def count_failed_attempt(self, request: WaitingRequest, trace: str, now: datetime) -> InboxStatus:
        """The handling of `request` failed: it is tried again in a minute, after five times it is set aside.

        Its text stays, since the operator may have it tried again. `trace` must not quote from it.
        """
        attempts = request.attempts + 1
        status = InboxStatus.FAILED if attempts >= ATTEMPTS else InboxStatus.LATER
        self._change(request.id, status=status, attempts=attempts, outcome=storable(trace), done_at=now)
        return status

    def count_attempt(self, request: WaitingRequest) -> None:
        """Count `request` as tried before it is, in case that it ends the process. It goes on waiting."""
        self._change(request.id, attempts=request.attempts + 1, ended=request.ended + 1)

    def take_back_attempt(self, request: WaitingRequest) -> bool:
        """Claim `request` again, without the attempt that was counted beforehand; False if somebody else has it.

        Others may have counted theirs meanwhile: whoever is first carries it out.
        """
        mine = (INBOX.c.id == request.id, INBOX.c.ended > 0, INBOX.c.place == request.place)
        free = select(INBOX.c.id).where(*mine, still_waiting(INBOX.c.status)).with_for_update(skip_locked=True)
        return self._uncount_attempt(request, INBOX.c.id.in_(free))

    def forget_attempt(self, request: WaitingRequest) -> None:
        """Somebody else has `request`: the attempt that was counted beforehand has not ended the process."""
        self._uncount_attempt(request, INBOX.c.ended > 0, INBOX.c.status.in_(_OPEN))

    def _uncount_attempt(self, request: WaitingRequest, *only_if: ColumnElement[bool]) -> bool:
        without = {"attempts": INBOX.c.attempts - 1, "ended": INBOX.c.ended - 1}
        return self._change(request.id, *only_if, **without)

    def put_off(self, request: WaitingRequest, reason: str, now: datetime) -> None:
        """Have `request` wait for a minute, which is no failure."""
        self._change(request.id, status=InboxStatus.LATER, outcome=reason, done_at=now)

    def first_times(self, once_keys: Iterable[str], now: datetime) -> set[str]:
        """Note that messages known by these keys are carried out; gives those that were not within 30 days."""
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
        """Messages that were noted with `first_times` have not been carried out after all."""
        if once_keys:
            self._connection.execute(delete(SEEN).where(SEEN.c.once_key.in_(once_keys)))

    def retry(self, number: int) -> bool:
        """Have a request tried again that failed, or one carried out that waits for such a one; False if it is none.

        What waits for it goes on waiting until it is done.
        """
        if Holds(self._connection).end_for(number):
            return True
        return self._change(number, INBOX.c.status.in_([InboxStatus.LATER, InboxStatus.FAILED]), **_AFRESH)

    def retry_failed(self) -> int:
        """Have all requests tried again that have been set aside; gives how many."""
        statement = update(INBOX).where(INBOX.c.status == InboxStatus.FAILED).values(_AFRESH)
        return self._connection.execute(statement).rowcount

    def drop(self, number: int, now: datetime) -> bool:
        """Take out a request that has not been carried out; False if there is none. Nothing waits for it then."""
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
        """The newest requests of one status, as the rows' columns without the message."""
        columns = [column for column in INBOX.c if column.name != "message"]
        statement = select(*columns).where(INBOX.c.status == status).order_by(INBOX.c.received_at.desc()).limit(limit)
        return self._connection.execute(statement).all()

    def find(self, number: int) -> Row[Any] | None:
        """A request as its row's columns, including the message; None if there is none."""
        return self._connection.execute(select(INBOX).where(INBOX.c.id == number)).one_or_none()

    def open_by(self, by: datetime, limit: int) -> Sequence[int]:
        """The numbers of requests, `limit` at most, that came in by then and have yet to be carried out."""
        to_do = INBOX.c.status.in_([InboxStatus.WAITING, InboxStatus.LATER])
        return self._connection.scalars(select(INBOX.c.id).where(to_do, INBOX.c.received_at <= by).limit(limit)).all()

    def first_done_after(self, moment: datetime) -> datetime | None:
        """When the first of the requests was carried out that came in after a moment; None if none has been."""
        came = (INBOX.c.status == InboxStatus.DONE, INBOX.c.received_at > moment)
        return self._connection.scalar(select(INBOX.c.done_at).where(*came).order_by(INBOX.c.received_at).limit(1))

    def prune(self, before: datetime, now: datetime) -> int:
        """Forget requests that ended and came in before `before`, and messages seen too long ago to matter.

        Gives the number of rows that went; where that is not 0 there may be more.
        """
        ended = INBOX.c.status.in_([InboxStatus.DONE, InboxStatus.DROPPED])
        gone = prune_rows(self._connection, INBOX.c.id, ended, INBOX.c.received_at < before)
        gone += InboxKeys(self._connection).prune()
        return gone + prune_rows(self._connection, SEEN.c.once_key, SEEN.c.at <= now - ONCE_WITHIN)

    def _change(self, number: int, *only_if: ColumnElement[bool], **values: Any) -> bool:
        """Change a request; False if there is none of that number, or it is not as it has to be."""
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
    """Stores so many messages with one statement: for two to four, SQLAlchemy takes longer to make one than the
    database to carry it out. The parameters have their numbers behind their names."""
    columns = [column for column in INBOX.c if column.name not in ("id", *_NOT_YET)]
    rows = [
        {column.name: bindparam(f"{column.name}_{number}", type_=column.type) for column in columns} | _NOT_YET
        for number in range(count)
    ]
    return Prepared(insert(INBOX).values(rows).returning(INBOX.c.id))


FORMS_REMEMBERED = timedelta(days=1)


class DoneBefore(Exception):
    """What was sent has been carried out already."""


class SentOnce(Repository):
    """What has been sent, within one transaction, among the messages that were seen; each by its digest."""

    def note(self, digest: str, at: datetime) -> None:
        """Note that it is carried out now; nothing, where it has no digest. Raises `DoneBefore`.

        Of two at the same moment, the second waits for what becomes of the first.
        """
        if not digest:
            return
        # Mail is remembered for longer: with this date it is forgotten a day from now.
        new = upsert.insert(self._connection, SEEN).values(once_key=digest, at=at - ONCE_WITHIN + FORMS_REMEMBERED)
        noted = self._connection.execute(new.on_conflict_do_nothing().returning(SEEN.c.once_key))
        if noted.one_or_none() is None:
            raise DoneBefore

    def forget(self, digest: str) -> None:
        """Forget it again: it has changed nothing."""
        if digest:
            self._connection.execute(delete(SEEN).where(SEEN.c.once_key == digest))
