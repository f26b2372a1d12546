"""The two queues of mail: `Inbox` holds requests until they are carried out, `Outbox` letters until they are sent.

Both work on a connection of the caller's, inside its transaction, so that a request is done in the same instant in
which its letters are written. Several processes may work on one queue: a row that one has claimed, no other gets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, bindparam, delete, func, literal, select, update
from sqlalchemy import insert as plain_insert

from pbmserv.request_ids import new_request_id
from pbmserv.store.prepared import Prepared, named
from pbmserv.store.tables import ADDRESSES, INBOX, OUTBOX, SEEN
from pbmserv.store.upsert import insert_for

ONCE_WITHIN = timedelta(days=30)
"""For how long a message is known as one that has been carried out."""

ATTEMPTS = 5
"""How often a request is tried that makes the code fail, before it is set aside."""

ATTEMPT_WAIT = timedelta(minutes=1)
"""How long a request that failed has to wait for its next attempt."""

RETRY_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 240))
"""How long a letter waits after each attempt to send it; the last wait stays."""

GIVE_UP_AFTER = timedelta(days=5)
"""How old a letter may get before its address counts as out of reach."""

PRUNED_AT_ONCE = 1000
"""Rows that one call deletes at most: nobody else should have to wait long for the database."""


_NOT_SENT_YET = {"attempts": 0, "returned": dict[str, str]()}
_ADD_LETTERS = Prepared(plain_insert(OUTBOX).values({**named(OUTBOX, "id", "sent_at", "outcome"), **_NOT_SENT_YET}))
_CLAIMED = (
    update(OUTBOX)
    .where(
        OUTBOX.c.id == bindparam("claimed"),
        OUTBOX.c.attempts == bindparam("tried"),
        OUTBOX.c.status == bindparam("while", "waiting"),
    )
    .values(recipients=bindparam("left"), outcome=bindparam("outcome"), sent_at=bindparam("sent_at"))
    .returning(OUTBOX.c.id)
)
_END_LETTER = Prepared(_CLAIMED.values(status=bindparam("status")))
_PUT_LETTER_OFF = Prepared(_CLAIMED.values(due_at=bindparam("due_at"), attempts=bindparam("attempts_made")))
_END_REQUEST = Prepared(
    update(INBOX)
    .where(INBOX.c.id == bindparam("number"))
    .values(status=bindparam("status"), outcome=bindparam("outcome"), done_at=bindparam("done_at"), message=None)
)


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


class OutboxStatus(StrEnum):
    """What became of a letter."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"
    """The operator took it out."""


@dataclass(frozen=True)
class ReceivedMessage:
    """A message as it came in: raw, with its envelope, and the door it came by (`smtp`, `lmtp`, `pipe`).

    The null sender is `<>`; an empty one means that nobody told. `request` is what the log calls it.
    """

    door: str
    sender: str
    recipients: tuple[str, ...]
    message: bytes
    received_at: datetime
    request: str = field(default_factory=new_request_id)


@dataclass(frozen=True)
class WaitingRequest:
    """A request that the caller has claimed. `attempts` counts those that failed before."""

    id: int
    sender: str
    recipients: tuple[str, ...]
    message: bytes
    attempts: int
    received_at: datetime
    request: str = ""


@dataclass(frozen=True)
class EndedRequest:
    """A request that was carried out or refused (`done`), or is neither carried out nor answered (`dropped`)."""

    id: int
    status: InboxStatus
    outcome: str


@dataclass(frozen=True)
class NewLetter:
    """A letter to be sent: its Message-ID and recipients, what it says, and the headers that are special to it.

    Each of the `attachments` has a `name`, a `media_type` and its `text`.
    """

    message_id: str
    recipients: tuple[str, ...]
    subject: str
    text: str
    html: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    user_id: int | None = None
    attachments: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True)
class DueLetter:
    """A letter that the caller has claimed. `attempts` counts this one, too."""

    id: int
    created_at: datetime
    message_id: str
    recipients: tuple[str, ...]
    subject: str
    text: str
    html: str | None
    headers: Mapping[str, Any]
    attempts: int
    sent_at: datetime | None
    outcome: str | None
    attachments: Sequence[Mapping[str, str]] = ()
    request: str = ""
    addressed_to: tuple[str, ...] = ()
    """All the addresses that it was written to; `recipients` are those of them that have not been served yet."""
    user_id: int | None = None

    @property
    def shown_to(self) -> tuple[str, ...]:
        """The addresses in its To, which are the same however often it is sent."""
        return self.addressed_to or self.recipients


class Inbox:
    """The requests that came in, on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

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
                "recipients": list(message.recipients),
                "message": message.message,
                "status": InboxStatus.WAITING,
            }
            for message in messages
        ]
        statement = plain_insert(INBOX).returning(INBOX.c.id, sort_by_parameter_order=True)
        return list(self._connection.scalars(statement, rows))

    def has_work(self, now: datetime) -> bool:
        """Whether there is anything to claim."""
        waiting = select(INBOX.c.id).where(_waiting(INBOX.c.status)).limit(1)
        if self._connection.scalar(waiting) is not None:
            return True
        return self._connection.scalar(select(INBOX.c.id).where(*_ready_to_retry(now)).limit(1)) is not None

    def claim(self, limit: int, now: datetime) -> list[WaitingRequest]:
        """The oldest waiting requests, `limit` at most. Until the transaction ends, no other gets them."""
        self._wake(now)
        envelope = (INBOX.c.sender, INBOX.c.recipients, INBOX.c.message)
        statement = (
            select(INBOX.c.id, *envelope, INBOX.c.attempts, INBOX.c.received_at, INBOX.c.request)
            .where(_waiting(INBOX.c.status))
            .order_by(INBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return [
            WaitingRequest(
                id=row.id,
                sender=row.sender,
                recipients=tuple(row.recipients),
                message=row.message or b"",
                attempts=row.attempts,
                received_at=row.received_at,
                request=row.request,
            )
            for row in self._connection.execute(statement)
        ]

    def is_waiting(self, number: int) -> bool:
        """Whether the request `number` has yet to be carried out for the first time."""
        statement = select(INBOX.c.id).where(INBOX.c.id == number, INBOX.c.status == InboxStatus.WAITING)
        return self._connection.scalar(statement) is not None

    def end(self, ended: Iterable[EndedRequest], now: datetime) -> None:
        """Keep what became of requests that are not tried again. Their texts go: they may hold passwords."""
        rows = [
            {"number": each.id, "status": each.status, "outcome": _storable(each.outcome), "done_at": now}
            for each in ended
        ]
        if rows:
            _END_REQUEST.change(self._connection, rows)

    def count_failed_attempt(self, request: WaitingRequest, trace: str, now: datetime) -> InboxStatus:
        """The handling of `request` failed: it is tried again in a minute, after five times it is set aside.

        Its text stays, for the operator may have it tried again. `trace` must not quote from it.
        """
        attempts = request.attempts + 1
        status = InboxStatus.FAILED if attempts >= ATTEMPTS else InboxStatus.LATER
        values = {"status": status, "attempts": attempts, "outcome": _storable(trace), "done_at": now}
        self._connection.execute(update(INBOX).where(INBOX.c.id == request.id).values(values))
        return status

    def count_attempt(self, request: WaitingRequest) -> None:
        """Count `request` as tried before it is, in case that this ends the process. It goes on waiting."""
        values = {"attempts": request.attempts + 1}
        self._connection.execute(update(INBOX).where(INBOX.c.id == request.id).values(values))

    def take_back_attempt(self, request: WaitingRequest) -> bool:
        """Claim `request` again, without the attempt that was counted beforehand; False if somebody else has it."""
        mine = (INBOX.c.id == request.id, INBOX.c.attempts == request.attempts + 1)
        free = select(INBOX.c.id).where(*mine, _waiting(INBOX.c.status)).with_for_update(skip_locked=True)
        statement = update(INBOX).where(INBOX.c.id.in_(free)).values(attempts=request.attempts)
        return self._connection.execute(statement).rowcount == 1

    def put_off(self, request: WaitingRequest, reason: str, now: datetime) -> None:
        """Somebody else was in the way of `request`, which is no failure: it is tried again in a minute."""
        values = {"status": InboxStatus.LATER, "outcome": reason, "done_at": now}
        self._connection.execute(update(INBOX).where(INBOX.c.id == request.id).values(values))

    def first_time(self, once_key: str, now: datetime) -> bool:
        """Note that the message known by `once_key` is carried out; False if that happened within 30 days."""
        values = {"once_key": once_key, "at": now, "long_ago": now - ONCE_WITHIN}
        return _first_time(self._connection.dialect.name).row(self._connection, values) is not None

    def retry(self, number: int) -> bool:
        """Have a request tried again that failed; False if there is no such one."""
        failed = INBOX.c.status.in_([InboxStatus.LATER, InboxStatus.FAILED])
        values = {"status": InboxStatus.WAITING, "attempts": 0, "done_at": None}
        statement = update(INBOX).where(INBOX.c.id == number, failed).values(values)
        return self._connection.execute(statement).rowcount == 1

    def retry_failed(self) -> int:
        """Have all requests tried again that have been set aside; gives how many."""
        values = {"status": InboxStatus.WAITING, "attempts": 0, "done_at": None}
        statement = update(INBOX).where(INBOX.c.status == InboxStatus.FAILED).values(values)
        return self._connection.execute(statement).rowcount

    def drop(self, number: int, now: datetime) -> bool:
        """Take out a request that has not been carried out; False if there is no such one."""
        open_ = INBOX.c.status.in_([InboxStatus.WAITING, InboxStatus.LATER, InboxStatus.FAILED])
        values = {
            "status": InboxStatus.DROPPED,
            "message": None,
            "outcome": "dropped by the operator",
            "done_at": now,
        }
        statement = update(INBOX).where(INBOX.c.id == number, open_).values(values)
        return self._connection.execute(statement).rowcount == 1

    def counts(self) -> dict[InboxStatus, int]:
        """How many requests are still open, by status."""
        open_ = (InboxStatus.WAITING, InboxStatus.LATER, InboxStatus.FAILED)
        return {
            InboxStatus(status): count for status, count in _counts(self._connection, INBOX.c.status, open_).items()
        }

    def listed(self, status: InboxStatus, limit: int) -> Sequence[Row[Any]]:
        """The newest requests of one status, as the rows' columns without the message."""
        columns = [column for column in INBOX.c if column.name != "message"]
        statement = select(*columns).where(INBOX.c.status == status).order_by(INBOX.c.received_at.desc()).limit(limit)
        return self._connection.execute(statement).all()

    def find(self, number: int) -> Row[Any] | None:
        """A request as its row's columns, the message among them; None if there is no such one."""
        return self._connection.execute(select(INBOX).where(INBOX.c.id == number)).one_or_none()

    def prune(self, before: datetime, now: datetime) -> int:
        """Forget requests that ended and came in before `before`, and messages seen too long ago to matter.

        Gives the number of rows that went; where that is not 0 there may be more.
        """
        ended = INBOX.c.status.in_([InboxStatus.DONE, InboxStatus.DROPPED])
        gone = _prune(self._connection, INBOX.c.id, ended, INBOX.c.received_at < before)
        return gone + _prune(self._connection, SEEN.c.once_key, SEEN.c.at <= now - ONCE_WITHIN)

    def _wake(self, now: datetime) -> None:
        ready = select(INBOX.c.id).where(*_ready_to_retry(now)).with_for_update(skip_locked=True)
        values = {"status": InboxStatus.WAITING, "done_at": None}
        self._connection.execute(update(INBOX).where(INBOX.c.id.in_(ready)).values(values))


class Outbox:
    """The letters on their way, on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, letters: Iterable[NewLetter], now: datetime, request: str = "") -> None:
        """Store letters to be sent from `now` on, all caused by one `request`."""
        rows = [
            {
                "created_at": now,
                "request": request,
                "message_id": letter.message_id,
                "addressed_to": list(letter.recipients),
                "recipients": list(letter.recipients),
                "subject": _storable(letter.subject),
                "text": _storable(letter.text),
                "html": letter.html and _storable(letter.html),
                "headers": dict(letter.headers),
                "attachments": [_storable_values(each) for each in letter.attachments] or None,
                "user_id": letter.user_id,
                "status": OutboxStatus.WAITING,
                "due_at": now,
            }
            for letter in letters
        ]
        if rows:
            _ADD_LETTERS.change(self._connection, rows)

    def has_due(self, now: datetime) -> bool:
        """Whether there is anything to claim."""
        due = (_waiting(OUTBOX.c.status), OUTBOX.c.due_at <= now)
        return self._connection.scalar(select(OUTBOX.c.id).where(*due).limit(1)) is not None

    def claim(self, limit: int, lease: timedelta, now: datetime) -> list[DueLetter]:
        """The letters that have been due for the longest time, `limit` at most, for the caller to send.

        No other gets them before the lease is over. So the transaction should be committed before they are sent:
        nothing is held meanwhile, and should the sender crash, they are due again.
        """
        statement = (
            select(OUTBOX)
            .where(_waiting(OUTBOX.c.status), OUTBOX.c.due_at <= now)
            .order_by(OUTBOX.c.due_at, OUTBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        rows = self._connection.execute(statement).all()
        if rows:
            claimed = OUTBOX.c.id.in_([row.id for row in rows])
            values = {"due_at": now + lease, "attempts": OUTBOX.c.attempts + 1}
            self._connection.execute(update(OUTBOX).where(claimed).values(values))
        return [_due_letter(row) for row in rows]

    def record(
        self,
        letter: DueLetter,
        now: datetime,
        taken: Collection[str] = (),
        refused: Mapping[str, str] | None = None,
        deferred: Mapping[str, str] | None = None,
    ) -> bool:
        """What came of sending `letter`: the recipients who got it, and by address why others did not, or not yet.

        It stays in the queue for those who are deferred, until it is five days old. False, with nothing changed, if
        the lease was over and somebody else has claimed the letter since.
        """
        refused, deferred = refused or {}, deferred or {}
        waits = bool(deferred) and not gives_up_on(letter, now)
        reasons = [_storable(f"{address}: {reason}") for address, reason in {**refused, **deferred}.items()]
        outcome = "\n".join(reasons) or letter.outcome
        sent_at = now if taken else letter.sent_at
        if not waits:
            status = OutboxStatus.SENT if sent_at else OutboxStatus.FAILED
            left = [*refused, *deferred]
            return self._change_claimed(
                _END_LETTER, letter, status=status, left=left, outcome=outcome, sent_at=sent_at
            )
        if refused:
            outcome = "\n".join(filter(None, [letter.outcome, *reasons]))
        due_at = now + _wait(letter.attempts)
        return self._change_claimed(
            _PUT_LETTER_OFF,
            letter,
            left=list(deferred),
            outcome=outcome,
            sent_at=sent_at,
            due_at=due_at,
            attempts_made=letter.attempts,
        )

    def give_back(
        self, letters: Iterable[DueLetter], due_at: datetime, now: datetime, reason: str | None = None
    ) -> None:
        """These letters have not been tried, which does not count as an attempt: they are due again at `due_at`.

        Where there is a reason for which none can be sent, those fail that are five days old.
        """
        for letter in letters:
            if reason is not None and gives_up_on(letter, now):
                self.record(letter, now, deferred=dict.fromkeys(letter.recipients, reason))
            else:
                self._change_claimed(
                    _PUT_LETTER_OFF,
                    letter,
                    left=list(letter.recipients),
                    outcome=letter.outcome if reason is None else _storable(reason),
                    sent_at=letter.sent_at,
                    due_at=due_at,
                    attempts_made=letter.attempts - 1,
                )

    def suspended(self, letters: Iterable[DueLetter]) -> set[tuple[int, str]]:
        """Whose letters must not go where, since they come back from there: players' numbers with addresses' keys."""
        users = {letter.user_id for letter in letters if letter.user_id is not None}
        if not users:
            return set()
        statement = select(ADDRESSES.c.user_id, ADDRESSES.c.address_key).where(
            ADDRESSES.c.user_id.in_(users), ADDRESSES.c.suspended_at.is_not(None)
        )
        return {(row.user_id, row.address_key) for row in self._connection.execute(statement)}

    def retry(self, number: int, now: datetime) -> bool:
        """Have a letter sent now that failed or waits; False if there is no such one."""
        open_ = OUTBOX.c.status.in_([OutboxStatus.WAITING, OutboxStatus.FAILED])
        values = {"status": OutboxStatus.WAITING, "due_at": now}
        statement = update(OUTBOX).where(OUTBOX.c.id == number, open_).values(values)
        return self._connection.execute(statement).rowcount == 1

    def retry_failed(self, now: datetime) -> int:
        """Have all letters sent now that have failed; gives how many."""
        values = {"status": OutboxStatus.WAITING, "due_at": now}
        statement = update(OUTBOX).where(OUTBOX.c.status == OutboxStatus.FAILED).values(values)
        return self._connection.execute(statement).rowcount

    def drop(self, number: int) -> bool:
        """Take out a letter that has not been sent; False if there is no such one."""
        open_ = OUTBOX.c.status.in_([OutboxStatus.WAITING, OutboxStatus.FAILED])
        values = {"status": OutboxStatus.DROPPED, "outcome": "dropped by the operator"}
        statement = update(OUTBOX).where(OUTBOX.c.id == number, open_).values(values)
        return self._connection.execute(statement).rowcount == 1

    def counts(self) -> dict[OutboxStatus, int]:
        """How many letters are still open, by status."""
        open_ = (OutboxStatus.WAITING, OutboxStatus.FAILED)
        return {
            OutboxStatus(status): count for status, count in _counts(self._connection, OUTBOX.c.status, open_).items()
        }

    def listed(self, status: OutboxStatus, limit: int) -> Sequence[Row[Any]]:
        """The newest letters of one status, as the rows' columns without what they say."""
        columns = [column for column in OUTBOX.c if column.name not in ("text", "html", "attachments")]
        by_age = OUTBOX.c.created_at.desc()
        return self._connection.execute(
            select(*columns).where(OUTBOX.c.status == status).order_by(by_age).limit(limit)
        ).all()

    def find(self, number: int) -> Row[Any] | None:
        """A letter as its row's columns; None if there is no such one."""
        return self._connection.execute(select(OUTBOX).where(OUTBOX.c.id == number)).one_or_none()

    def prune(self, before: datetime) -> int:
        """Forget letters that ended and were written before `before`.

        Gives the number of rows that went; where that is not 0 there may be more.
        """
        ended = OUTBOX.c.status.in_([OutboxStatus.SENT, OutboxStatus.FAILED, OutboxStatus.DROPPED])
        return _prune(self._connection, OUTBOX.c.id, ended, OUTBOX.c.created_at < before)

    def _change_claimed(self, change: Prepared, letter: DueLetter, **values: Any) -> bool:
        """Make a change to a letter, unless the lease was over and somebody else has it; whether it was made."""
        return change.row(self._connection, {"claimed": letter.id, "tried": letter.attempts, **values}) is not None


def gives_up_on(letter: DueLetter, now: datetime) -> bool:
    """Whether a letter that could not be sent now has been tried for long enough."""
    return now - letter.created_at >= GIVE_UP_AFTER


@cache
def _first_time(dialect: str) -> Prepared:
    new = insert_for(dialect, SEEN).values(named(SEEN))
    return Prepared(
        new.on_conflict_do_update(
            index_elements=[SEEN.c.once_key],
            set_={"at": new.excluded.at},
            where=SEEN.c.at <= bindparam("long_ago", type_=SEEN.c.at.type),
        ).returning(SEEN.c.once_key)
    )


def _waiting(status: ColumnElement[str]) -> ColumnElement[bool]:
    # Written into the statement: the partial indexes are used for this very text only, not for a parameter.
    return status == literal("waiting", literal_execute=True)


def _storable(text: str) -> str:
    # People and mail servers can send what no database can hold: NUL, and halves of surrogate pairs.
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _storable_values(attachment: Mapping[str, str]) -> dict[str, str]:
    return {name: _storable(value) for name, value in attachment.items()}


def _ready_to_retry(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return INBOX.c.status == InboxStatus.LATER, INBOX.c.done_at <= now - ATTEMPT_WAIT


def _wait(attempts: int) -> timedelta:
    return RETRY_WAITS[min(attempts, len(RETRY_WAITS)) - 1]


def _due_letter(row: Row[Any]) -> DueLetter:
    return DueLetter(
        id=row.id,
        created_at=row.created_at,
        message_id=row.message_id,
        recipients=tuple(row.recipients),
        subject=row.subject,
        text=row.text,
        html=row.html,
        headers=row.headers,
        attempts=row.attempts + 1,
        sent_at=row.sent_at,
        outcome=row.outcome,
        attachments=tuple(row.attachments or ()),
        request=row.request,
        addressed_to=tuple(row.addressed_to),
        user_id=row.user_id,
    )


def _counts(connection: Connection, status: ColumnElement[str], among: Sequence[str]) -> dict[str, int]:
    rows = connection.execute(select(status, func.count()).where(status.in_(among)).group_by(status))
    return {row[0]: row[1] for row in rows}


def _prune(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> int:
    doomed = select(key).where(*which).limit(PRUNED_AT_ONCE)
    return connection.execute(delete(key.table).where(key.in_(doomed))).rowcount
