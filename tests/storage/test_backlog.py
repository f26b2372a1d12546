"""How much mail is left to be dealt with, at a cost that does not grow with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pbmserv.storage import queues
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.outbox import StoredLetter
from pbmserv.storage.queues import Backlog, InboxStatus, OutboxStatus, backlog
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.letter_numbers import added
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def add_request(database: Database, at: datetime, **values: object) -> None:
    with database.writing() as connection:
        [number] = Inbox(connection).add([ReceivedMessage("smtp", "a@example.org", (), b"", at)])
        if values:
            connection.execute(update(INBOX).where(INBOX.c.id == number).values(values))


def add_letter(database: Database, at: datetime, **values: object) -> None:
    with database.writing() as connection:
        [number] = added(connection, [StoredLetter("<1@example.org>", ("a@example.org",), "Re", "Text.\n")], at)
        if values:
            connection.execute(update(OUTBOX).where(OUTBOX.c.id == number).values(values))


def left(database: Database) -> Backlog:
    with database.reading() as connection:
        return backlog(connection)


def test_where_there_is_no_mail_nothing_is_left(database: Database) -> None:
    assert left(database) == Backlog(
        requests={InboxStatus.WAITING: 0, InboxStatus.LATER: 0, InboxStatus.FAILED: 0, InboxStatus.HELD: 0},
        letters={OutboxStatus.WAITING: 0, OutboxStatus.FAILED: 0},
        oldest_request=None,
        oldest_letter=None,
        first_due=None,
    )


def test_what_is_left_is_counted_by_state_and_the_oldest_of_what_waits_is_told(database: Database) -> None:
    add_request(database, NOW - 9 * MINUTE, status="done")
    add_request(database, NOW - 8 * MINUTE, status="failed")
    add_request(database, NOW - 2 * MINUTE)
    add_request(database, NOW - MINUTE)
    add_letter(database, NOW - 9 * MINUTE, status="sent")
    add_letter(database, NOW - 3 * MINUTE, due_at=NOW + 5 * MINUTE)
    add_letter(database, NOW - 2 * MINUTE)

    assert left(database) == Backlog(
        requests={InboxStatus.WAITING: 2, InboxStatus.LATER: 0, InboxStatus.FAILED: 1, InboxStatus.HELD: 0},
        letters={OutboxStatus.WAITING: 2, OutboxStatus.FAILED: 0},
        oldest_request=NOW - 2 * MINUTE,
        oldest_letter=NOW - 3 * MINUTE,
        first_due=NOW - 2 * MINUTE,
    )


def test_more_than_is_counted_is_counted_as_the_most(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "MOST_COUNTED", 2)
    for _ in range(3):
        add_request(database, NOW)

    assert left(database).requests[InboxStatus.WAITING] == 2


def test_nothing_is_read_from_end_to_end_to_know_what_is_left(database: Database) -> None:
    add_request(database, NOW)
    add_letter(database, NOW)

    with recorded(database) as statements:
        left(database)

    assert len(statements) >= 8
    with database.reading() as connection:
        assert scans(connection, statements) == []
