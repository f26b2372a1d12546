"""Messages that come in at the same time by real connections: they share a commit, and nobody waits for nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from pbmserv.mail.receiving.inbox_writer import CommitDelay, InboxWriter
from pbmserv.storage.database import Database
from tests.mail.smtp_servers import US, Client, RunningServer, running_server, settings_for

MESSAGE = b"From: alice@example.net\r\nSubject: help\r\n\r\nHello.\r\n"


class Patient(threading.Condition):
    """Waits for as long as it takes, so that a moment is never over; and tells that somebody waits."""

    def __init__(self) -> None:
        super().__init__()
        self.somebody_waits = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.somebody_waits.set()
        return super().wait(20)


class Doors:
    """Two doors that share a writer, which waits for any message that is coming in for as long as that takes."""

    def __init__(self, smtp: RunningServer, lmtp: RunningServer, patient: Patient) -> None:
        self.smtp = smtp
        self.lmtp = lmtp
        self.patient = patient
        self.commits: list[object] = []
        event.listen(smtp.database.engine, "commit", self.commits.append)

    def wait_for_the_writer(self) -> None:
        """Wait until the writer has taken a message, and waits for others."""
        assert self.patient.somebody_waits.wait(20)


@pytest.fixture
def doors(database: Database, tmp_path: Path) -> Iterator[Doors]:
    with _doors(database, tmp_path) as opened:
        yield opened


@contextmanager
def _doors(database: Database, home: Path) -> Iterator[Doors]:
    patient = Patient()
    # A clock that stands still: nobody has been silent for long.
    writer = InboxWriter(database, arrivals=CommitDelay(lambda: 0.0, patient))
    settings = settings_for(home)
    writer.start()
    try:
        with (
            running_server(settings, database, writer=writer) as smtp,
            running_server(settings, database, local=True, writer=writer) as lmtp,
        ):
            yield Doors(smtp, lmtp, patient)
    finally:
        writer.stop()


def test_a_message_that_is_coming_in_shares_the_commit_of_one_that_is_there(doors: Doors) -> None:
    with doors.smtp.client() as first, doors.smtp.client() as second:
        second.begin()
        hand_in(first)
        doors.wait_for_the_writer()
        assert doors.commits == []
        second.send(MESSAGE + b".\r\n")

        assert [first.reply()[:3], second.reply()[:3]] == ["250", "250"]

    assert len(doors.commits) == 1
    assert len(doors.smtp.inbox()) == 2


def test_so_does_one_that_is_coming_in_by_lmtp(doors: Doors) -> None:
    with doors.smtp.client() as first, doors.lmtp.client() as second:
        second.begin(hello="LHLO relay")
        hand_in(first)
        doors.wait_for_the_writer()
        second.send(MESSAGE + b".\r\n")

        assert [first.reply()[:3], second.reply()[:3]] == ["250", "250"]

    assert len(doors.commits) == 1
    assert [row.door for row in doors.smtp.inbox()] == ["smtp", "lmtp"]


def test_messages_that_come_one_after_the_other_are_stored_at_once(doors: Doors) -> None:
    with doors.smtp.client() as client:
        for _ in range(3):
            hand_in(client)
            assert client.reply().startswith("250 ")

    assert len(doors.commits) == 3
    assert not doors.patient.somebody_waits.is_set()


def test_a_client_that_has_not_come_to_its_message_is_not_waited_for(doors: Doors) -> None:
    with doors.smtp.client() as idle, doors.smtp.client() as slow, doors.smtp.client() as client:
        idle.say("EHLO client")
        slow.say("EHLO client")
        slow.say("MAIL FROM:<bob@example.net>")
        slow.say(f"RCPT TO:<{US}>")
        hand_in(client)

        assert client.reply().startswith("250 ")

    assert not doors.patient.somebody_waits.is_set()


def test_a_client_that_hangs_up_in_the_middle_is_not_waited_for(doors: Doors) -> None:
    with doors.smtp.client() as client:
        with doors.smtp.client() as gone:
            gone.begin()
            gone.send(b"Subject: help\r\n")
            hand_in(client)
            doors.wait_for_the_writer()

        assert client.reply().startswith("250 ")

    assert len(doors.smtp.inbox()) == 1


def test_a_message_that_is_refused_is_not_waited_for(doors: Doors) -> None:
    with doors.smtp.client() as client, doors.smtp.client() as other:
        other.begin()
        hand_in(client)
        doors.wait_for_the_writer()
        other.send(b"Subject: help\nThis line ends otherwise.\r\n.\r\n")

        assert other.reply().startswith("554 ")
        assert client.reply().startswith("250 ")

    assert len(doors.smtp.inbox()) == 1


def test_a_client_that_stops_in_the_middle_costs_others_no_more_than_a_moment(
    database: Database, tmp_path: Path
) -> None:
    # This time by the real clock; what it takes is not measured, but that it ends.
    with (
        running_server(settings_for(tmp_path), database) as door,
        door.client() as stopped,
        door.client() as client,
    ):
        stopped.begin()
        hand_in(client)

        assert client.reply().startswith("250 ")


def hand_in(client: Client) -> None:
    """Send a message; the reply to it has not been read yet."""
    client.begin()
    client.send(MESSAGE + b".\r\n")
