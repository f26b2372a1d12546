"""The outbox: letters to be sent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, case, insert, literal_column, or_, select, update

from pbmserv.storage.queues import OutboxStatus, prune_rows, still_waiting, storable
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared, named
from pbmserv.storage.tables import ADDRESSES, OUTBOX

RETRY_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 240))
"""The waits between attempts to send a letter; the last one repeats."""

UNTRIED_WAIT = timedelta(minutes=1)
"""The longest wait of a letter that nobody has tried to send."""

CLOCKS_DIFFER = timedelta(minutes=1)
"""The tolerated difference between clocks of machines that share a database."""

GIVE_UP_AFTER = timedelta(days=5)
"""The age at which a letter is given up."""

NO_WAY_OUT = "not tried: "
"""The prefix of outcomes of letters that could not be handed on at all; the reason follows."""

JUST_NOW = 1000
"""How many newer letters there may be when a letter is looked up by its cause."""


NOT_LISTED = frozenset({"text", "page", "attachments"})
"""The content columns, left out of lists."""


_ADD_LETTERS = Prepared(insert(OUTBOX).values({**named(OUTBOX, "id", "sent_at", "outcome"), "attempts": 0}))
_DUE = still_waiting(OUTBOX.c.status), OUTBOX.c.due_at <= bindparam("now")
_SOME_DUE = Prepared(select(OUTBOX.c.id).where(*_DUE).limit(literal_column("1")))
_FIRST_DUE = Prepared(
    select(OUTBOX)
    .where(*_DUE)
    .order_by(OUTBOX.c.due_at, OUTBOX.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_CLAIM = Prepared(
    update(OUTBOX)
    .where(OUTBOX.c.id == bindparam("claimed"))
    .values(due_at=bindparam("lease_ends"), attempts=OUTBOX.c.attempts + literal_column("1"))
)
_SUSPENDED = BatchSelect(
    (ADDRESSES.c.user_id,),
    select(ADDRESSES.c.user_id, ADDRESSES.c.address_key).where(ADDRESSES.c.suspended_at.is_not(None)).where,
)
_STILL_CLAIMED = (
    OUTBOX.c.id == bindparam("claimed"),
    OUTBOX.c.attempts == bindparam("tried"),
    OUTBOX.c.status == bindparam("while", "waiting"),
)
_LETTER_SENT = Prepared(
    update(OUTBOX)
    .where(*_STILL_CLAIMED)
    .values(recipients=[], sent_at=bindparam("sent"), status=OutboxStatus.SENT.value)
)
_CLAIMED = (
    update(OUTBOX)
    .where(*_STILL_CLAIMED)
    .values(recipients=bindparam("left"), outcome=bindparam("outcome"), sent_at=bindparam("sent_at"))
    .returning(OUTBOX.c.id)
)
_END_LETTER = Prepared(_CLAIMED.values(status=bindparam("status")))
_PUT_LETTER_OFF = Prepared(_CLAIMED.values(due_at=bindparam("due_at"), attempts=bindparam("attempts_made")))


@dataclass(frozen=True)
class StoredLetter:
    """A letter ready to be sent: Message-ID, recipients, content and special headers.

    `page` is the content of its HTML part (see `letters.letter.page_of`), empty for nothing beside the text, None for
    text only. Each attachment has a `name`, a `media_type` and its `text`.
    """

    message_id: str
    recipients: tuple[str, ...]
    subject: str
    text: str
    page: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    user_id: int | None = None
    attachments: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, kw_only=True)
class ClaimedLetter(StoredLetter):
    """A claimed letter. `attempts` includes this one."""

    id: int
    created_at: datetime
    attempts: int
    sent_at: datetime | None = None
    outcome: str | None = None
    request: str = ""
    addressed_to: tuple[str, ...] = ()
    """All its addresses; `recipients` are those not served yet."""
    due_at: datetime | None = None
    """Since when it was due when claimed."""

    @property
    def shown_to(self) -> tuple[str, ...]:
        """The addresses in its To header, the same for every attempt."""
        return self.addressed_to or self.recipients


class Outbox(Repository):
    """The repository of letters, on one connection."""

    def add(self, letters: Iterable[StoredLetter], now: datetime, request: str = "") -> None:
        rows = [
            {
                "created_at": now,
                "request": request,
                "message_id": letter.message_id,
                "addressed_to": list(letter.recipients),
                "recipients": list(letter.recipients),
                "subject": storable(letter.subject),
                "text": storable(letter.text),
                "page": letter.page,
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
        return _SOME_DUE.row(self._connection, {"now": now}) is not None

    def is_any_astray(self, lease: timedelta, now: datetime) -> bool:
        """Whether a letter is due later than is possible, so the clock has been set back."""
        return self._connection.scalar(select(OUTBOX.c.id).where(*_astray(lease, now)).limit(1)) is not None

    def bring_back(self, lease: timedelta, now: datetime) -> int:
        """Make such letters due now; return how many.

        Those already tried may be claimed, and are due when a `lease` from now would end.
        """
        due_at = case((OUTBOX.c.attempts == 0, now), else_=now + lease)
        return self._connection.execute(update(OUTBOX).where(*_astray(lease, now)).values(due_at=due_at)).rowcount

    def claim(self, limit: int, lease: timedelta, now: datetime) -> list[ClaimedLetter]:
        """Claim at most `limit` letters, longest due first.

        Others cannot claim them until the lease ends. Commit before sending: nothing is locked meanwhile, and after a
        crash the letters are due again.
        """
        rows = _FIRST_DUE.rows(self._connection, {"now": now, "most": limit})
        if rows:
            _CLAIM.change(self._connection, [{"claimed": row.id, "lease_ends": now + lease} for row in rows])
        return [_claimed_letter(row) for row in rows]

    def record(
        self,
        letter: ClaimedLetter,
        now: datetime,
        taken: Collection[str] = (),
        refused: Mapping[str, str] | None = None,
        deferred: Mapping[str, str] | None = None,
    ) -> bool:
        """Record an attempt: who got it, and by address why others did not, or not yet.

        It stays queued for deferred recipients until it is five days old. Return False, with nothing changed, if the
        lease expired and somebody else has claimed it.
        """
        refused, deferred = refused or {}, deferred or {}
        waits = bool(deferred) and not gives_up_on(letter, now)
        reasons = [storable(f"{address}: {reason}") for address, reason in {**refused, **deferred}.items()]
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

    def record_sent(self, sent: Iterable[tuple[ClaimedLetter, datetime]]) -> None:
        """Record letters accepted for all recipients at these times, except those claimed by others since."""
        # Always in the same order, so that no two wait for each other.
        rows = [
            {"claimed": letter.id, "tried": letter.attempts, "sent": at}
            for letter, at in sorted(sent, key=lambda each: each[0].id)
        ]
        if rows:
            _LETTER_SENT.change(self._connection, rows)

    def give_back(
        self, letters: Iterable[ClaimedLetter], due_at: datetime | None, now: datetime, reason: str | None = None
    ) -> None:
        """Return untried letters without counting an attempt, due again at `due_at`, or as before without it.

        With a `reason` why none can be sent, letters older than five days fail.
        """
        for letter in letters:
            if reason is not None and gives_up_on(letter, now):
                self.record(letter, now, deferred=dict.fromkeys(letter.recipients, reason))
            else:
                self._change_claimed(
                    _PUT_LETTER_OFF,
                    letter,
                    left=list(letter.recipients),
                    outcome=letter.outcome if reason is None else storable(NO_WAY_OUT + reason),
                    sent_at=letter.sent_at,
                    due_at=due_at or letter.due_at or now,
                    attempts_made=letter.attempts - 1,
                )

    def suspended(self, letters: Iterable[ClaimedLetter]) -> set[tuple[int, str]]:
        """The suspended recipients: player ids with keys of addresses."""
        users = {letter.user_id for letter in letters if letter.user_id is not None}
        rows = _SUSPENDED.rows(self._connection, [(user,) for user in users])
        return {(row.user_id, row.address_key) for row in rows}

    def retry(self, number: int, now: datetime) -> bool:
        """Make a failed or waiting letter due now; False if there is none."""
        open_ = OUTBOX.c.status.in_([OutboxStatus.WAITING, OutboxStatus.FAILED])
        values = {"status": OutboxStatus.WAITING, "due_at": now}
        statement = update(OUTBOX).where(OUTBOX.c.id == number, open_).values(values)
        return self._connection.execute(statement).rowcount == 1

    def retry_failed(self, now: datetime) -> int:
        values = {"status": OutboxStatus.WAITING, "due_at": now}
        statement = update(OUTBOX).where(OUTBOX.c.status == OutboxStatus.FAILED).values(values)
        return self._connection.execute(statement).rowcount

    def drop(self, number: int) -> bool:
        open_ = OUTBOX.c.status.in_([OutboxStatus.WAITING, OutboxStatus.FAILED])
        values = {"status": OutboxStatus.DROPPED, "outcome": "dropped by the operator"}
        statement = update(OUTBOX).where(OUTBOX.c.id == number, open_).values(values)
        return self._connection.execute(statement).rowcount == 1

    def why_waiting(self, limit: int) -> Sequence[str]:
        """The reasons why the next letters due have not been sent yet."""
        tried = (still_waiting(OUTBOX.c.status), OUTBOX.c.outcome.is_not(None))
        return self._connection.scalars(
            select(OUTBOX.c.outcome).where(*tried).order_by(OUTBOX.c.due_at).limit(limit)
        ).all()

    def listed(self, status: OutboxStatus, limit: int) -> Sequence[Row[Any]]:
        """The newest letters with a status: all columns except the content."""
        columns = [column for column in OUTBOX.c if column.name not in NOT_LISTED]
        by_age = OUTBOX.c.created_at.desc()
        return self._connection.execute(
            select(*columns).where(OUTBOX.c.status == status).order_by(by_age).limit(limit)
        ).all()

    def find(self, number: int) -> Row[Any] | None:
        return self._connection.execute(select(OUTBOX).where(OUTBOX.c.id == number)).one_or_none()

    def caused_by(self, request: str) -> Sequence[Row[Any]]:
        newest = select(OUTBOX.c.id).order_by(OUTBOX.c.id.desc()).limit(JUST_NOW)
        query = select(OUTBOX).where(OUTBOX.c.id.in_(newest), OUTBOX.c.request == request).order_by(OUTBOX.c.id)
        return self._connection.execute(query).all()

    def prune(self, before: datetime) -> int:
        """Delete finished letters written before `before`.

        Return the number of rows; if it is not 0, there may be more.
        """
        ended = OUTBOX.c.status.in_([OutboxStatus.SENT, OutboxStatus.FAILED, OutboxStatus.DROPPED])
        return prune_rows(self._connection, OUTBOX.c.id, ended, OUTBOX.c.created_at < before)

    def _change_claimed(self, change: Prepared, letter: ClaimedLetter, **values: Any) -> bool:
        """Change a claimed letter, unless its lease expired and somebody else has it; return whether it was
        changed.
        """
        return change.row(self._connection, {"claimed": letter.id, "tried": letter.attempts, **values}) is not None


def _astray(lease: timedelta, now: datetime) -> tuple[ColumnElement[bool], ...]:
    """The conditions for letters due later than the longest wait allows."""
    longest = [(OUTBOX.c.attempts == 0, UNTRIED_WAIT)]
    longest += [(OUTBOX.c.attempts == tries, max(lease, wait)) for tries, wait in enumerate(RETRY_WAITS, 1)]
    longest.append((OUTBOX.c.attempts > len(RETRY_WAITS), max(lease, RETRY_WAITS[-1])))
    too_late = [and_(tries, OUTBOX.c.due_at > now + wait + CLOCKS_DIFFER) for tries, wait in longest]
    return still_waiting(OUTBOX.c.status), OUTBOX.c.due_at > now, or_(*too_late)


def gives_up_on(letter: ClaimedLetter, now: datetime) -> bool:
    """Whether a letter that could not be sent has been tried long enough."""
    return now - letter.created_at >= GIVE_UP_AFTER


def _storable_values(attachment: Mapping[str, str]) -> dict[str, str]:
    return {name: storable(value) for name, value in attachment.items()}


def _wait(attempts: int) -> timedelta:
    return RETRY_WAITS[min(attempts, len(RETRY_WAITS)) - 1]


def _claimed_letter(row: Row[Any]) -> ClaimedLetter:
    return ClaimedLetter(
        id=row.id,
        created_at=row.created_at,
        message_id=row.message_id,
        recipients=tuple(row.recipients),
        subject=row.subject,
        text=row.text,
        page=row.page,
        headers=row.headers,
        attempts=row.attempts + 1,
        sent_at=row.sent_at,
        outcome=row.outcome,
        attachments=tuple(row.attachments or ()),
        request=row.request,
        addressed_to=tuple(row.addressed_to),
        user_id=row.user_id,
        due_at=row.due_at,
    )
