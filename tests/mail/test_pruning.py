"""Old mail is forgotten, by portions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, insert, select

from pbmserv.mail.pruning import forget_old_mail
from pbmserv.storage import queues
from pbmserv.storage.database import Database
from pbmserv.storage.queues import InboxStatus, OutboxStatus
from pbmserv.storage.tables import INBOX, OUTBOX

NOW = datetime(2024, 3, 15, tzinfo=UTC)
KEPT = timedelta(days=14)


def fill(database: Database, count: int, at: datetime) -> None:
    request = {"received_at": at, "door": "smtp", "sender": "", "recipients": [], "status": InboxStatus.DONE}
    letter = {
        "created_at": at,
        "due_at": at,
        "message_id": "<1@x>",
        "recipients": [],
        "subject": "",
        "text": "",
        "headers": {},
        "status": OutboxStatus.SENT,
    }
    with database.writing() as connection:
        connection.execute(insert(INBOX), [request] * count)
        connection.execute(insert(OUTBOX), [letter] * count)


def counts(database: Database) -> tuple[int | None, int | None]:
    with database.reading() as connection:
        return (
            connection.scalar(select(func.count()).select_from(INBOX)),
            connection.scalar(select(func.count()).select_from(OUTBOX)),
        )


def test_all_that_is_old_goes_and_all_that_is_not_stays(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "PRUNED_AT_ONCE", 10)
    fill(database, 25, NOW - KEPT - timedelta(seconds=1))
    fill(database, 3, NOW - KEPT)

    gone = forget_old_mail(database, KEPT, NOW)

    assert gone == 50
    assert counts(database) == (3, 3)


def test_when_stopping_no_further_portion_goes(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "PRUNED_AT_ONCE", 10)
    fill(sqlite_database, 25, NOW - 2 * KEPT)
    answers = iter([False, True])

    gone = forget_old_mail(sqlite_database, KEPT, NOW, lambda: next(answers))

    assert gone == 20
    assert counts(sqlite_database) == (15, 15)
