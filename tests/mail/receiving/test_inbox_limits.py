"""Who is turned away for the moment: strangers while many of theirs wait, and everybody when more waits than a day's
work; by each way in in its own words."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from structlog.testing import capture_logs

from pbmserv.mail.reading.envelope import as_received
from pbmserv.mail.receiving import inbox_limits
from pbmserv.mail.receiving.imap_collector import Collector
from pbmserv.mail.receiving.inbox_limits import InboxFull, InboxLimits, refuse_if_full
from pbmserv.mail.receiving.pipe import receive
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.inbox_order import STRANGERS
from pbmserv.storage.tables import INBOX
from tests.conversation import ADDRESS, START, Server
from tests.mail.smtp_servers import US, Client, running_server, settings_for


def message(author: str) -> ReceivedMessage:
    return as_received("smtp", f"From: {author}\r\nSubject: help\r\n\r\n".encode(), author, [ADDRESS])


ALICE, STRANGER = message("alice@example.org"), message("stranger@example.net")


def fill(database: Database, number: int, **values: Any) -> None:
    """Have so many requests wait."""
    with database.writing() as connection:
        numbers = Inbox(connection).add([STRANGER] * number)
        if values:
            connection.execute(update(INBOX).where(INBOX.c.id.in_(numbers)).values(**values))


def is_taken(database: Database, *messages: ReceivedMessage) -> list[bool]:
    limits = InboxLimits(database)
    limits.count()
    with database.reading() as connection:
        return [refusal is None for refusal in limits.refusals(messages, connection)]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_limits, "MOST_OF_STRANGERS", 2)
    monkeypatch.setattr(inbox_limits, "MOST_WAITING", 5)


@pytest.fixture
def database(sqlite_database: Database) -> Database:
    """One that knows alice."""
    Server(sqlite_database, now=START).sign_up("alice")
    return sqlite_database


@pytest.mark.parametrize(("waiting", "taken"), [(2, True), (3, False)])
def test_only_strangers_are_turned_away_while_many_of_theirs_wait(
    database: Database, waiting: int, taken: bool
) -> None:
    fill(database, waiting, place=STRANGERS + 1)

    assert is_taken(database, ALICE, STRANGER) == [True, taken]


@pytest.mark.parametrize(("waiting", "taken"), [(5, True), (6, False)])
def test_everybody_is_turned_away_when_more_waits_than_a_days_work(
    database: Database, waiting: int, taken: bool
) -> None:
    fill(database, waiting)

    assert is_taken(database, ALICE, STRANGER) == [taken, taken]


@pytest.mark.parametrize("status", ["failed", "held", "later", "done", "dropped"])
def test_what_nobody_can_work_on_does_not_count(database: Database, status: str) -> None:
    fill(database, 10, status=status, place=STRANGERS + 1)

    assert is_taken(database, ALICE, STRANGER) == [True, True]


@pytest.mark.parametrize(
    ("head", "sender", "taken"),
    [
        (b"Subject: failed", "", True),
        (b"Subject: failed", "<>", True),
        (b"From: MAILER-DAEMON@relay.example\r\nSubject: Undelivered", "<>", True),
        (b"From: MAILER-DAEMON@relay.example\r\nSubject: Undelivered", "", True),
        (b"From: MAILER-DAEMON@relay.example\r\nSubject: Undelivered", "mailer-daemon@relay.example", False),
    ],
)
def test_what_may_be_a_bounce_is_always_taken(database: Database, head: bytes, sender: str, taken: bool) -> None:
    fill(database, 3, place=STRANGERS + 1)

    assert is_taken(database, as_received("smtp", head + b"\r\n\r\n", sender, [ADDRESS])) == [taken]


@pytest.mark.parametrize("local", [False, True])
def test_a_bounce_is_taken_while_strangers_are_not(database: Database, tmp_path: Path, local: bool) -> None:
    fill(database, 3, place=STRANGERS + 1)
    hello = "LHLO relay" if local else "EHLO client"
    with running_server(settings_for(tmp_path), database, local=local) as door, door.client() as client:
        client.begin(sender="", hello=hello)
        client.send(b"From: MAILER-DAEMON@relay.example\r\nSubject: Undelivered\r\n\r\n.\r\n")
        assert client.reply().startswith("250 ")


def test_there_is_room_again_once_it_is_worked_off(database: Database) -> None:
    now = 0.0
    limits = InboxLimits(database, lambda: now)
    fill(database, 3, place=STRANGERS + 1)

    def is_there() -> bool:
        limits.count()
        with database.reading() as connection:
            return limits.refusals([STRANGER], connection) == [None]

    assert not is_there()
    with database.writing() as connection:
        connection.execute(update(INBOX).values(status="done"))
    assert not is_there()
    now = 1.0
    assert is_there()


def brought(client: Client, author: str, hello: str = "EHLO client") -> str:
    client.begin(sender=author, hello=hello)
    client.send(f"From: {author}\r\nSubject: help\r\n\r\n.\r\n".encode())
    return client.reply()


@pytest.mark.parametrize("local", [False, True])
def test_a_stranger_is_told_to_come_again_as_often_as_it_takes(
    database: Database, tmp_path: Path, local: bool
) -> None:
    fill(database, 3, place=STRANGERS + 1)
    hello = "LHLO relay" if local else "EHLO client"
    with running_server(settings_for(tmp_path, max_errors=2), database, local=local) as door, door.client() as client:
        replies = [brought(client, "stranger@example.net", hello) for _ in range(5)]
        known = brought(client, "alice@example.org", hello)

    # It is no error of the client's, which would be cut off after two.
    assert replies == ["451 4.3.1 Too much mail at the moment, please try again later"] * 5
    assert known.startswith("250 ")
    assert len(door.inbox()) == 4


def test_a_pipe_says_that_it_is_to_be_tried_again_and_stores_nothing(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(database, 3, place=STRANGERS + 1)
    settings = settings_for(tmp_path, database_url=database.engine.url.render_as_string(hide_password=False))

    assert receive(STRANGER.message, "stranger@example.net", [US], settings) == os.EX_TEMPFAIL

    assert "many requests of strangers wait" in capsys.readouterr().err
    with database.reading() as connection:
        assert len(connection.execute(select(INBOX.c.id)).all()) == 3


class Mailbox:
    """A mailbox with two messages, of a stranger and of alice."""

    validity = 1

    def __init__(self) -> None:
        self.there = {1: STRANGER.message, 2: ALICE.message}
        self.put: list[int] = []

    def unread(self, _since: object) -> list[int]:
        return [number for number in self.there if number not in self.put]

    def size(self, number: int) -> int:
        return len(self.there[number])

    def message(self, number: int, _limit: int) -> bytes:
        return self.there[number]

    def put_away(self, number: int) -> None:
        self.put.append(number)


def test_in_a_mailbox_it_is_left_unread_and_the_others_are_collected(database: Database) -> None:
    fill(database, 3, place=STRANGERS + 1)
    mailbox: Any = Mailbox()
    now = 0.0

    def store(message: ReceivedMessage) -> int:
        refuse_if_full(message, database)
        with database.writing() as connection:
            return Inbox(connection).add([message])[0]

    collector = Collector(store, 10_000, monotonic=lambda: now)
    with capture_logs() as logged:
        # However often there is none, it is not waited for longer.
        for _ in range(5):
            now += 60
            collector.collect(mailbox)

    assert (mailbox.put, collector.troubles) == ([2], 1)
    deferred = {"event": "message.deferred", "door": "imap", "uid": 1, "reason": "many requests of strangers wait"}
    assert [each for each in logged if each["event"] != "message.received"] == [{**deferred, "log_level": "info"}] * 5
    with database.writing() as connection:
        connection.execute(update(INBOX).values(status="done"))
    now += 59
    assert collector.collect(mailbox).stored == []
    now += 1
    assert len(collector.collect(mailbox).stored) == 1
    assert (mailbox.put, collector.troubles) == ([2, 1], 0)


def test_an_answer_to_two_letters_is_collected_once_for_each(database: Database) -> None:
    tokens = [letter * 26 for letter in "ab"]
    to = ", ".join(f"Games <games+r-{token}@example.org>" for token in tokens)
    head = f"Delivered-To: games+r-{tokens[0]}@example.org\r\nFrom: alice@example.org\r\nTo: {to}\r\n\r\n"
    mailbox: Any = Mailbox()
    mailbox.there = {1: head.encode()}

    def store(message: ReceivedMessage) -> int:
        with database.writing() as connection:
            return Inbox(connection).add([message])[0]

    collected = Collector(store, 10_000).collect(mailbox)

    assert (len(collected.stored), mailbox.put) == (2, [1])
    with database.reading() as connection:
        rows = connection.execute(select(INBOX.c.recipients, INBOX.c.message).order_by(INBOX.c.id)).all()
    assert [row.recipients for row in rows] == [[f"games+r-{token}@example.org"] for token in tokens]
    assert {bytes(row.message) for row in rows} == {head.encode()}


def test_why_is_told_in_words(database: Database) -> None:
    fill(database, 6)

    with pytest.raises(InboxFull, match="more waits than can be done in a day"):
        refuse_if_full(ALICE, database)
