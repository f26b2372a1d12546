"""What `pbmserv fetch` does beside fetching: what others have left is carried out, and sent."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.mail import worker as worker_module
from pbmserv.mail.receiving import fetch as fetch_module
from pbmserv.mail.receiving.fetch import fetch
from pbmserv.settings import Settings
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import INBOX
from tests.endtoend.players import letters_in
from tests.mail.smtp_servers import US, settings_for

ALICE = "alice@example.net"
HELP = f"From: {ALICE}\r\nSubject: help\r\n\r\n".encode()


class EmptyMailbox:
    """A mailbox in which nothing is new."""

    validity = 1

    def __init__(self, *_: object) -> None:
        pass

    def unread(self, _since: date) -> list[int]:
        return []

    def close(self) -> None:
        pass


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    # Nobody listens there.
    return settings_for(tmp_path, database_url=database_url, imap=f"imaps://{US}:sesame@localhost:1")


def leave_work(database: Database) -> None:
    """A request that nobody has carried out yet, and a letter that nobody has sent."""
    now = datetime.now(UTC)
    with database.writing() as connection:
        Inbox(connection).add([ReceivedMessage("imap", ALICE, (US,), HELP, now)])
        Outbox(connection).add([StoredLetter("<1@example.org>", ("bob@example.net",), "Your turn", "Hi.\n")], now)


def what_is_left(database: Database, home: Path) -> tuple[list[str], set[str]]:
    with database.reading() as connection:
        requests = list(connection.scalars(select(INBOX.c.status)))
    return requests, {letter.to for letter in letters_in(home / "outgoing")}


def test_work_that_was_left_is_done_where_the_mailbox_has_nothing_new(
    database: Database, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_work(database)
    monkeypatch.setattr(fetch_module, "Mailbox", EmptyMailbox)

    code = fetch(settings)

    assert code == os.EX_OK
    assert what_is_left(database, tmp_path) == (["done"], {ALICE, "bob@example.net"})


def test_what_waits_for_its_trial_gets_it_although_no_other_run_lives_for_long(
    database: Database, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", 0.5)
    monkeypatch.setattr(fetch_module, "Mailbox", EmptyMailbox)
    leave_work(database)
    with database.writing() as connection:
        connection.execute(INBOX.update().values(ended=2))

    code = fetch(settings)

    assert code == os.EX_OK
    assert what_is_left(database, tmp_path) == (["done"], {ALICE, "bob@example.net"})


def test_work_that_was_left_is_done_where_the_mailbox_cannot_be_reached(
    database: Database, settings: Settings, tmp_path: Path
) -> None:
    leave_work(database)

    code = fetch(settings)

    assert code == os.EX_TEMPFAIL
    assert what_is_left(database, tmp_path) == (["done"], {ALICE, "bob@example.net"})
