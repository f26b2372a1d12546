"""What `/healthz` says of mail that waits: how much can be worked on, and for how long the oldest has waited."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from pbmserv.mail.reading.envelope import as_received
from pbmserv.monitoring.health import Health
from pbmserv.storage import queues
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import STRANGERS
from pbmserv.storage.tables import INBOX


def come(database: Database, number: int, minutes: float, **values: Any) -> None:
    """Have so many requests come in, so long ago."""
    with database.writing() as connection:
        numbers = Inbox(connection).add([as_received("smtp", b"Subject: help\r\n\r\n", "<>", [])] * number)
        values["received_at"] = datetime.now(UTC) - timedelta(minutes=minutes)
        connection.execute(update(INBOX).where(INBOX.c.id.in_(numbers)).values(**values))


def told(database: Database) -> Any:
    return json.loads(Health(database).report().as_json())["waiting"]


def test_where_nothing_waits_that_is_told(database: Database) -> None:
    assert told(database) == {"requests": 0, "oldest_seconds": 0.0}


def test_what_waits_is_counted_and_the_oldest_has_its_age(database: Database) -> None:
    come(database, 1, minutes=1)
    come(database, 1, minutes=60)
    # Those of strangers are carried out as well.
    come(database, 1, minutes=10, place=STRANGERS + 1)

    waiting = told(database)

    assert waiting["requests"] == 3
    assert waiting["oldest_seconds"] == pytest.approx(3600, abs=30)


@pytest.mark.parametrize("status", ["failed", "held", "later", "done", "dropped"])
def test_what_nobody_can_work_on_does_not_count(database: Database, status: str) -> None:
    come(database, 5, minutes=600, status=status)
    come(database, 2, minutes=1)

    waiting = told(database)

    assert waiting["requests"] == 2
    assert waiting["oldest_seconds"] == pytest.approx(60, abs=30)


def test_once_the_others_go_on_they_count_from_when_they_came(database: Database) -> None:
    come(database, 1, minutes=60, status="held")
    with database.writing() as connection:
        connection.execute(update(INBOX).values(status="waiting"))

    waiting = told(database)

    assert (waiting["requests"], waiting["oldest_seconds"]) == (1, pytest.approx(3600, abs=30))


def test_after_a_clock_was_set_back_nothing_is_younger_than_now(database: Database) -> None:
    come(database, 1, minutes=-60)

    assert told(database) == {"requests": 1, "oldest_seconds": 0.0}


@pytest.mark.parametrize(("waiting", "counted"), [(3, 3), (4, 3)])
def test_more_than_is_counted_counts_as_the_most(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, waiting: int, counted: int
) -> None:
    monkeypatch.setattr(queues, "MOST_COUNTED", 3)
    come(sqlite_database, waiting, minutes=1)

    assert told(sqlite_database)["requests"] == counted


def test_a_database_that_does_not_answer_tells_nothing_of_it() -> None:
    gone = Database("postgresql+psycopg://nobody@127.0.0.1:1/none", 1)

    report = json.loads(Health(gone).report().as_json())

    assert report["status"] == "failing"
    assert report["waiting"] == {"requests": None, "oldest_seconds": None}
    gone.close()
