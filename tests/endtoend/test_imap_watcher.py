"""What becomes of the mail in a mailbox at a real IMAP server, and how the watcher waits for more."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import structlog.testing
from sqlalchemy import select

from pbmserv.mail.receiving import imap_collector
from pbmserv.mail.receiving.imap_collector import Collector, ImapWatcher
from pbmserv.mail.receiving.imap_mailbox import Mailbox, Unreadable
from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.running.rounds import Rounds
from pbmserv.setting_values import Keep, MailAccount
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import ReceivedMessage
from pbmserv.storage.tables import INBOX
from tests.endtoend.dovecot import PASSWORD, Dovecot, dovecot
from tests.mail.smtp_servers import US, settings_for
from tests.serving import PATIENCE, wait_until

pytestmark = pytest.mark.long

MAIL = "From: alice@example.org\nSubject: help\n\n"
HOUR = 3600.0


@pytest.fixture
def mailbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dovecot]:
    for name, value in Dovecot.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    with dovecot() as running:
        yield running


@contextmanager
def opened(mailbox: Dovecot, afterwards: str = "keep") -> Iterator[Mailbox]:
    """The mailbox as the server sees it."""
    settings = settings_for(Path(), imap=mailbox.url(), imap_afterwards=afterwards)
    assert settings.imap is not None
    connection = Mailbox(settings.imap, settings.imap_afterwards)
    yield connection
    connection.close()


class Shelf:
    """Where messages are stored, to be looked at."""

    def __init__(self) -> None:
        self.messages: list[ReceivedMessage] = []
        self.seconds = 0.0

    def store(self, message: ReceivedMessage) -> int:
        self.messages.append(message)
        return len(self.messages)

    def collector(self, max_bytes: int = 10_000) -> Collector:
        return Collector(self.store, max_bytes, monotonic=lambda: self.seconds)


class TestCollecting:
    def test_the_envelope_is_what_the_mail_server_noted(self, mailbox: Dovecot) -> None:
        shelf = Shelf()
        mailbox.deliver(MAIL, "bounces@example.net", "games+x@example.org")
        mailbox.deliver(MAIL, "")
        mailbox.deliver(MAIL, None)

        with opened(mailbox) as connection:
            shelf.collector().collect(connection)

        told = [(message.door, message.sender, message.recipients) for message in shelf.messages]
        assert told == [
            ("imap", "bounces@example.net", ("games+x@example.org",)),
            ("imap", "<>", (US,)),
            ("imap", "", (US,)),
        ]

    def test_no_byte_of_a_message_is_changed(self, mailbox: Dovecot) -> None:
        shelf = Shelf()
        raw = b"From: alice@example.org\r\nSubject: =?x?\r\n\r\n\xff\xfe\x80 )\r\n* 1 EXPUNGE\r\nA1 OK\r\n.\r\n"
        mailbox.deliver_raw(raw)

        with opened(mailbox) as connection:
            shelf.collector().collect(connection)

        assert [message.message for message in shelf.messages] == [raw]

    @pytest.mark.parametrize(
        ("afterwards", "inbox", "folder", "others"),
        [("keep", ["S"], "", []), ("delete", [], "", []), ("move:Erledigt & mehr", [], ".Erledigt &- mehr", ["S"])],
    )
    def test_afterwards_a_message_stays_or_goes_as_the_operator_wishes(
        self, mailbox: Dovecot, afterwards: str, inbox: list[str], folder: str, others: list[str]
    ) -> None:
        mailbox.deliver(MAIL)

        with opened(mailbox, afterwards) as connection:
            Shelf().collector().collect(connection)

        assert mailbox.mails() == inbox
        assert folder == "" or mailbox.mails(folder) == others

    def test_what_somebody_has_read_or_deleted_or_what_is_old_is_left_alone(self, mailbox: Dovecot) -> None:
        shelf = Shelf()
        read = mailbox.deliver(MAIL)
        read.rename(read.parent.parent / "cur" / f"{read.name}:2,S")
        deleted = mailbox.deliver(MAIL)
        deleted.rename(deleted.parent.parent / "cur" / f"{deleted.name}:2,T")
        old = mailbox.deliver(MAIL)
        long_ago = time.time() - timedelta(days=30).total_seconds()
        os.utime(old, (long_ago, long_ago))

        with opened(mailbox) as connection:
            shelf.collector().collect(connection)

        assert shelf.messages == []
        assert sorted(mailbox.mails()) == ["", "S", "T"]

    def test_one_that_cannot_be_put_away_is_not_stored_twice(
        self, mailbox: Dovecot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shelf = Shelf()
        collector = shelf.collector()
        mailbox.deliver(MAIL)

        with opened(mailbox) as connection:
            with monkeypatch.context() as broken:
                broken.setattr(connection, "put_away", fail_with(Unreadable("over quota")))
                with structlog.testing.capture_logs() as logs:
                    collector.collect(connection)
                    collector.collect(connection)
            assert [(line["event"], line.get("stored")) for line in logs] == [
                ("message.received", None),
                ("message.troublesome", True),
                ("message.troublesome", True),
            ]
            assert collector.troubles == 1
            collector.collect(connection)
            assert mailbox.mails() == [""]
            shelf.seconds += 60
            collector.collect(connection)

        assert len(shelf.messages) == 1
        assert mailbox.mails() == ["S"]
        assert collector.troubles == 0

    def test_one_that_could_not_be_stored_stays_unread(self, mailbox: Dovecot) -> None:
        mailbox.deliver(MAIL)

        with opened(mailbox) as connection, pytest.raises(ConnectionError):
            Collector(fail_with(ConnectionError()), 10_000).collect(connection)

        assert mailbox.mails() == [""]

    def test_a_size_that_is_told_wrong_is_found_out(self, mailbox: Dovecot, monkeypatch: pytest.MonkeyPatch) -> None:
        shelf = Shelf()
        mailbox.deliver(MAIL + "x" * 1000)

        with opened(mailbox) as connection:
            monkeypatch.setattr(connection, "size", lambda _: 10)
            collected = shelf.collector(max_bytes=1000).collect(connection)

        assert collected.too_large == 1
        assert shelf.messages == []
        assert mailbox.mails() == ["S"]


def fail_with(error: Exception) -> Callable[..., int]:
    def fail(*_: object) -> int:
        raise error

    return fail


class Waiting:
    """A watcher that collects on a thread of its own."""

    def __init__(self, database: Database, account: MailAccount) -> None:
        self.stored: queue.Queue[bytes] = queue.Queue()
        self.writer = InboxWriter(database)
        self.rounds = Rounds("imap", lambda: self.door.run_once(), 0.05)
        self.door = ImapWatcher(
            database,
            account,
            Keep(),
            Collector(self.store, 10_000),
            self.rounds.is_stopping,
        )

    def store(self, message: ReceivedMessage) -> int:
        number = self.writer.store(message).result()
        self.stored.put(message.message)
        return number

    def __enter__(self) -> Waiting:
        self.writer.start()
        self.rounds.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.rounds.stop()
        self.door.close()
        self.writer.stop()


def account_of(mailbox: Dovecot) -> MailAccount:
    account = settings_for(Path(), imap=mailbox.url()).imap
    assert account is not None
    return account


class TestWaiting:
    def test_what_arrives_is_told_by_the_mail_server(
        self, mailbox: Dovecot, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(imap_collector, "LOOK_SECONDS", HOUR)

        with Waiting(sqlite_database, account_of(mailbox)) as waiting:
            wait_until(lambda: mailbox.has_client_in("IDLE"), "the watcher to wait")
            mailbox.deliver(MAIL)

            assert waiting.stored.get(timeout=PATIENCE).endswith(b"Subject: help\r\n\r\n")
            wait_until(lambda: mailbox.mails() == ["S"], "the message to be marked")

    def test_who_waits_can_be_stopped(
        self, mailbox: Dovecot, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(imap_collector, "LOOK_SECONDS", HOUR)

        with Waiting(sqlite_database, account_of(mailbox)) as waiting:
            wait_until(lambda: mailbox.has_client_in("IDLE"), "the watcher to wait")
            stopping = threading.Thread(target=waiting.rounds.stop)
            stopping.start()
            stopping.join(10)

            assert not stopping.is_alive()

    def test_where_the_server_tells_no_news_it_is_looked_at_now_and_then(
        self, mailbox: Dovecot, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(imap_collector, "LOOK_SECONDS", 0.1)
        monkeypatch.setattr(Mailbox, "wait_for_news", fail_with(AssertionError()))
        mailbox.restart(imap_capability="IMAP4rev1 UIDPLUS")

        with Waiting(sqlite_database, account_of(mailbox)) as waiting:
            for _ in range(2):
                mailbox.deliver(MAIL)
                waiting.stored.get(timeout=PATIENCE)

    def test_pauses_grow_while_the_server_is_away(self, mailbox: Dovecot, sqlite_database: Database) -> None:
        account, began, waited = account_of(mailbox), datetime(2024, 3, 1, tzinfo=UTC), 0.0
        mailbox.stop()
        door = ImapWatcher(
            sqlite_database,
            account,
            Keep(),
            Shelf().collector(),
            lambda: False,
            now=lambda: began + timedelta(seconds=waited),
            monotonic=lambda: waited,
        )

        with structlog.testing.capture_logs() as logs:
            for seconds in (0, 4.9, 0.1, 9.9, 0.1, 19.9):
                waited += seconds
                assert not door.run_once()

        assert [line["until"][14:19] for line in logs] == ["00:05", "00:15", "00:35"]
        assert {line["event"] for line in logs} == {"mailbox.unreachable"}

    def test_a_wrong_password_is_not_tried_often(self, mailbox: Dovecot, sqlite_database: Database) -> None:
        account = settings_for(Path(), imap=mailbox.url(password="geheim")).imap
        assert account is not None
        now = datetime(2024, 3, 1, tzinfo=UTC)
        door = ImapWatcher(sqlite_database, account, Keep(), Shelf().collector(), lambda: False, lambda: now)

        with structlog.testing.capture_logs() as logs:
            assert not door.run_once()

        [line] = logs
        assert (line["event"], line["until"][14:19]) == ("mailbox.unusable", "10:00")
        assert PASSWORD not in str(line)
        assert "geheim" not in str(line)

    def test_two_processes_on_one_database_take_turns(
        self, mailbox: Dovecot, postgresql_database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        account = account_of(mailbox)
        monkeypatch.setattr(imap_collector, "ELSEWHERE", timedelta(seconds=0.05))
        monkeypatch.setattr(imap_collector, "LOOK_SECONDS", 0.05)

        with Waiting(postgresql_database, account), Waiting(postgresql_database, account):
            for number in range(1, 21):
                mailbox.deliver(f"Message-ID: <{number}@example.org>\n{MAIL}")
            wait_until(lambda: mailbox.mails() == ["S"] * 20, "all to be taken")

        with postgresql_database.reading() as connection:
            assert len(connection.scalars(select(INBOX.c.id)).all()) == 20
