"""Passwords do not last: they are in no log, no letter, no table, and in no byte of the files once all is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.queues import backlog
from pbmserv.storage.schema import SCHEMA
from tests.mail.smtp_servers import US
from tests.serving import environment, serving, wait_until

pytestmark = pytest.mark.long

ALICE = "alice@example.org"
BOB = "bob@example.org"

MAILS = [
    (ALICE, "signup alice sesame-7a", ""),
    (BOB, "signup bob sesame-8b", ""),
    (ALICE, "trichet challenge alice bob", "Have fun, Bob!"),
    (BOB, "trichet move 101 bob sesame-0x d1", "The wrong one."),
    (BOB, "trichet move 101 sesame-8b bob d1", "The wrong place."),
    (BOB, "trichet moev 101 bob sesame-8b d1", "A word misspelt."),
    (BOB, "trichte move 101 bob sesame-8b d1", ""),
    (BOB, "sesame-8b", ""),
    (BOB, "trichet move 101 bob sesame-8b d1 d1", ""),
    (BOB, "trichet move 101 bob --note=sesame-8b d1", ""),
    (BOB, 'trichet move 101 bob "sesame-8b d1', "A quote that is never closed."),
    (BOB, "trichet move 101 bob sesame-8b sesame-8b", ""),
    (BOB, "trichet move 101 bob sesame-8b d1", "trichet move 101 bob sesame-8b d1"),
    (ALICE, "=?utf-8?q?trichet_move_101_alice_sesame-7a_e6?=", ""),
    (BOB, "", "trichet move 101 bob sesame-8b d5\nOnly in the body."),
    (
        ALICE,
        "Re: multiple",
        "trichet queue 101 alice sesame-7a f12\nlist sesame-7a\ntrichet chat 101 alice sesame-0x",
    ),
    (ALICE, "change password alice sesame-7a sesame-9c", ""),
    (ALICE, "change password alice sesame-9c sesame-9c sesame-9c", ""),
    (ALICE, "trichet showas alice sesame-9c 101", ""),
    (ALICE, "trichet resign 101 alice sesame-9c", "Once more: sesame-9c"),
    ("MAILER-DAEMON@example.org", "Undelivered: trichet move 101 alice sesame-9c e6", "x" * 20_000 + "sesame-9c"),
]
"""From whom, Subject and body: whatever a password can get into."""


def test_passwords_are_nowhere_once_the_server_is_idle(database: Database, database_url: str, tmp_path: Path) -> None:
    environ = environment(tmp_path, database_url=database_url, log_level="debug")
    with serving(environ, "--only", "receive") as server:
        with server.smtp() as client:
            for number, (sender, subject, body) in enumerate(MAILS):
                head = f"From: {sender}\nMessage-ID: <{number}@example.org>\nSubject: {subject}\n"
                client.sendmail(sender, [US], f"{head}\n{body}\n")
        # As long as they wait they have to be somewhere; if not, this test would prove nothing.
        assert "sesame" in tables(database)
        _, logged_by_door = server.stop()

    with serving(environ) as server:
        server.wait_for_log("message.d", lines=len(MAILS))
        wait_until(lambda: open_letters(database) == 0, "all letters to leave")
        wait_until(lambda: files_with(b"sesame", tmp_path) == [], "the files to be rid of all passwords")
        assert "sesame" not in tables(database)
        _, logged = server.stop()

    assert files_with(b"sesame", tmp_path) == []
    assert "sesame" not in logged_by_door + logged
    assert logged.count("done: trichet move 101 ") == 3


def open_letters(database: Database) -> int:
    with database.reading() as connection:
        return sum(backlog(connection).letters.values())


def files_with(words: bytes, folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and words in path.read_bytes()]


def tables(database: Database) -> str:
    """All that is stored, as text."""
    with database.reading() as connection:
        return "".join(repr(list(connection.execute(select(table)))) for table in SCHEMA.sorted_tables)
