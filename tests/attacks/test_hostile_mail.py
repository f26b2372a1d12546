"""Mail made to break us, by real SMTP and through to the letters that come of it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pbmserv.mail.reading.incoming import read_message
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.reading.hostile import LARGE, MESSAGES
from tests.mail.smtp_servers import RunningServer, running_server, settings_for
from tests.post import arrive, complaints_about, inbox, mails, read

GUARD_SECONDS = 5.0
"""Of the processor's time, for what takes a tenth of a second on a machine of today."""

MALLORY = "mallory@example.com"
STRAY = re.compile(rb"\r(?!\n)|(?<!\r)\n")


def greeting_to(author: str | None, letters: list[bytes], server: Server) -> dict[str, list[tuple[Any, ...]]]:
    """What a greeting to a stranger stores, be it the only thing: their invitation to a game; nothing without one."""
    stored = server.everything_stored()
    rows = {table: stored[table] for table in ("invitations", "invited")}
    if [str(read(letter)["Subject"]) for letter in letters] != ["Help for pbmserv"] or not rows["invitations"]:
        return {}
    [(number, _, inviter, facts, _)], [invited] = rows["invitations"], rows["invited"]
    assert (inviter, facts["greeting"], facts["words"]) == (None, True, "")
    assert invited[1:4] == (number, 0, author)
    return rows


def bring(server: Server, raw: bytes, sender: str) -> None:
    """Have a message come in from a stranger, and look at all that comes of it."""
    before = server.everything_stored()
    author = read_message(raw).sender
    start = time.process_time()

    arrive(server, raw, sender=sender)

    assert time.process_time() - start < GUARD_SECONDS
    row = inbox(server)[-1]
    assert row.status in ("done", "dropped"), row.outcome
    letters = mails(server)
    assert server.everything_stored() == {**before, **greeting_to(author, letters, server)}
    for letter in letters:
        assert complaints_about(letter) == []
        assert author is not None
        assert not author.isascii() or read(letter)["To"] == author


@pytest.mark.alike
@pytest.mark.parametrize("name", MESSAGES)
def test_a_hostile_message_changes_nothing_and_is_answered_to_its_author_at_most(server: Server, name: str) -> None:
    bring(server, MESSAGES[name], MALLORY)


@pytest.mark.alike
@pytest.mark.parametrize("name", MESSAGES)
def test_what_names_another_author_than_its_envelope_is_not_answered(server: Server, name: str) -> None:
    arrive(server, MESSAGES[name], sender="mallory@elsewhere.example")

    assert mails(server) == []


@pytest.mark.long  # `tests/mail/reading/test_incoming_hostile.py` has the reader read them each time
@pytest.mark.parametrize("name", LARGE)
def test_a_mebibyte_of_anything_is_dealt_with_in_no_time(sqlite_database: Database, name: str) -> None:
    server = Server(sqlite_database)
    start = time.process_time()

    arrive(server, LARGE[name], sender="alice@example.org")

    assert time.process_time() - start < GUARD_SECONDS
    assert inbox(server)[-1].status in ("done", "dropped")
    assert all(complaints_about(letter) == [] for letter in mails(server))


# By real SMTP


@pytest.fixture(params=[False, True], ids=["SMTP", "LMTP"])
def door(request: pytest.FixtureRequest, sqlite_database: Database, tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(settings_for(tmp_path), sqlite_database, local=request.param) as door:
        yield door


def hello(door: RunningServer) -> str:
    return "LHLO client" if door.server.protocol == "lmtp" else "EHLO client"


def test_each_hostile_message_is_taken_whole_or_refused_whole(door: RunningServer) -> None:
    taken = []
    for name, raw in MESSAGES.items():
        with door.client() as client:
            client.begin(hello=hello(door))
            client.send((b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:] + b"\r\n.\r\n")
            reply = client.reply()
            assert reply.startswith(("250 2.0.0", "554 5.6.0")), f"{name}: {reply}"
            assert client.say("NOOP") == "250 2.0.0 OK", name
        taken += [name] if reply.startswith("250") else []

    assert len(door.inbox()) == len(taken)
    assert set(MESSAGES) - set(taken) == {name for name, raw in MESSAGES.items() if STRAY.search(raw)}


ENDS = [
    b"\r",
    b"\n",
    b"\r\n",
    b"\n\r",
    b"\r\r\n",
    b"\n\n",
    b"\r\n\0",
    b"\0\r\n",
    b"\x0b",
    b"\x85",
    "\u2028".encode(),
    b"\0",
]
DOTS = [b".", b"\0.", b".\0", b". ", b" .", b".\t", b"\xe3\x80\x82"]
SEQUENCES = [
    before + dot + after
    for before, dot, after in product(ENDS, DOTS, ENDS)
    if b"\r\n.\r\n" not in before + dot + after
    and not (before.endswith(b"\r\n") and dot == b"." and after == b"\r\n")
]
SMUGGLED = b"MAIL FROM:<eve@example.net>\r\nRCPT TO:<games@example.org>\r\nDATA\r\nSubject: two\r\n\r\nsmuggled"


@pytest.mark.long
def test_no_sequence_that_resembles_the_end_of_a_message_lets_a_second_one_in(door: RunningServer) -> None:
    """All published ones are among these: line ends of every kind, NULs, and dots that are none."""
    # By LMTP it is the same code that looks for the end.
    for end in SEQUENCES if door.server.protocol == "smtp" else SEQUENCES[::9]:
        with door.client() as client:
            client.begin(hello=hello(door))
            client.send(b"Subject: one\r\n\r\nbody" + end + SMUGGLED + b"\r\n.\r\n")
            assert client.reply()[:3] in ("250", "554"), end
            assert client.say("NOOP") == "250 2.0.0 OK", end

    assert len(SEQUENCES) > 900
    assert {row.message[:12] for row in door.inbox()} == {b"Subject: one"}
    assert {row.sender for row in door.inbox()} == {"alice@example.net"}


def test_nor_does_one_that_comes_byte_by_byte(door: RunningServer) -> None:
    for end in (b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r\n\0.\r\n"):
        with door.client() as client:
            client.begin(hello=hello(door))
            for byte in b"Subject: one\r\n\r\nbody" + end + SMUGGLED + b"\r\n.\r\n":
                client.send(bytes([byte]))
            assert client.reply()[:3] in ("250", "554"), end
            assert client.say("NOOP") == "250 2.0.0 OK", end

    assert len(door.inbox()) == 1  # the one with a NUL, which nobody takes for an end


def test_what_is_typed_cannot_end_a_letter_of_ours(server: Server) -> None:
    words = "one\n.\nMAIL FROM:<eve@example.net>\r\n.\r\n\n.\r\r.\n"
    server.hear("alice@example.org", "trichet chat 101 alice secret7", comment=words)

    for letter in mails(server):
        assert complaints_about(letter) == []
