"""We write to nobody who has not written to us: no relay, no reflector, no sender of bounces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server
from tests.mail.smtp_servers import RunningServer, running_server, settings_for
from tests.post import arrive, inbox, mails, read

MALLORY, VICTIM = "mallory@example.com", "victim@example.edu"
RELAYED = [
    VICTIM,
    f"{VICTIM}@example.org",
    "victim%example.edu@example.org",
    "victim%example.edu",
    "example.edu!victim",
    "example.edu!victim@example.org",
    "@example.org:victim@example.edu",
    "@example.edu:games@example.org@example.edu",
    '"victim@example.edu"',
    '"victim@example.edu"@example.org',
    "victim@[192.0.2.1]",
    "games@example.org.example.edu",
    "games@example.org, victim@example.edu",
    "games@example.org> <victim@example.edu",
    "games@example.org\tvictim@example.edu",
    "games@EXAMPLE.ORG@example.edu",
    "games\0@example.edu",
    "gamеs@example.org",
    "postmaster@example.edu",
    "games@",
    "@",
    "",
]


@pytest.fixture
def door(sqlite_database: Database, tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(settings_for(tmp_path), sqlite_database) as door:
        yield door


@pytest.mark.parametrize("recipient", RELAYED)
def test_nothing_is_taken_for_others(door: RunningServer, recipient: str) -> None:
    with door.client() as client:
        client.say("EHLO client")
        client.say(f"MAIL FROM:<{MALLORY}>")

        assert client.say(f"RCPT TO:<{recipient}>")[:1] == "5"
        assert client.say("DATA")[:1] == "5"


@pytest.mark.parametrize("field", ["To", "Cc", "Bcc", "Reply-To", "Sender", "Resent-To", "Resent-From", "Errors-To"])
def test_an_answer_goes_to_the_author_whoever_else_is_named(server: Server, field: str) -> None:
    own = "" if field == "To" else f"To: {ADDRESS}\r\n"
    mail = (
        f"From: {MALLORY}\r\n{own}{field}: {VICTIM}\r\nDisposition-Notification-To: {VICTIM}\r\nSubject: help\r\n\r\n"
    )

    arrive(server, mail.encode(), sender=MALLORY)

    assert [read(raw)["To"] for raw in mails(server)] == [MALLORY]


@pytest.mark.parametrize(
    "line", ["help", "nonsense", "list", "multiple", "trichet show 999", "forgot nobody", "signup vic secret99"]
)
@pytest.mark.parametrize("envelope", ["", "<>", MALLORY, "victim@other.example", "not an address"])
def test_a_forged_author_who_is_a_stranger_gets_nothing(server: Server, line: str, envelope: str) -> None:
    arrive(server, f"From: {VICTIM}\r\nTo: {ADDRESS}\r\nSubject: {line}\r\n\r\nhelp\r\n".encode(), sender=envelope)

    assert mails(server) == []


@pytest.mark.parametrize("line", ["help", "nonsense", "forgot alice", "signup vic secret99 victim@example.edu"])
@pytest.mark.parametrize(
    "author", ["MAILER-DAEMON@example.edu", "noreply@example.edu", "postmaster@example.edu", ADDRESS]
)
def test_no_machine_is_answered_and_nothing_is_done_for_it(server: Server, author: str, line: str) -> None:
    before = server.everything_stored()
    signed = "" if author != ADDRESS else "Auto-Submitted: auto-replied\r\n"

    arrive(server, f"{signed}From: {author}\r\nTo: {ADDRESS}\r\nSubject: {line}\r\n\r\n".encode(), sender=author)

    assert mails(server) == []
    assert server.everything_stored() == before
    assert inbox(server)[-1].status == "dropped"


def test_what_cannot_be_read_is_not_sent_back(server: Server) -> None:
    for raw in (
        b"",
        b"\0",
        b"From: x\r\n\r\n",
        b"Subject: help\r\n\r\n",
        f"From: {VICTIM}, {MALLORY}\r\n\r\n".encode(),
    ):
        arrive(server, raw, sender=VICTIM)

    assert mails(server) == []


def test_a_third_person_gets_at_most_three_letters_a_day_whatever_is_tried(server: Server) -> None:
    for number in range(8):
        arrive(
            server,
            f"From: {MALLORY}\r\nSubject: signup vic{number} secret99 {VICTIM}\r\n\r\n".encode(),
            sender=MALLORY,
        )
        arrive(
            server,
            f"From: {VICTIM}\r\nSubject: signup tim{number} secret99 {VICTIM}\r\n\r\n".encode(),
            sender=MALLORY,
        )
    arrive(server, f"From: {MALLORY}\r\nSubject: challenge vic0 alice\r\n\r\n".encode(), sender=MALLORY)

    letters = [read(raw) for raw in mails(server)]
    assert [each["Subject"] for each in letters if VICTIM in each["To"].lower()] == ["Is this your address?"] * 3
