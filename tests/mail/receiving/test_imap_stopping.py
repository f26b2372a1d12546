"""A server that collects its mail from a mailbox stops in time, whatever the mailbox's server does not answer to."""

from __future__ import annotations

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX
from tests.endtoend.players import letters_in
from tests.mail.smtp_servers import US
from tests.serving import PATIENCE, environment, serving, wait_until

HELP = (
    b"Return-Path: <alice@example.org>\r\nFrom: alice@example.org\r\n"
    b"Message-ID: <1@example.org>\r\nSubject: help\r\n\r\n"
)


class Mailbox(socketserver.ThreadingTCPServer):
    """An IMAP server with one mail. At the stage `hangs_at`, if that is any, it says nothing any more."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, hangs_at: str) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.hangs_at = hangs_at
        self.waits_in_vain = threading.Event()
        self.is_seen = False

    def hang_at(self, stage: str) -> bool:
        """Whether nobody gets an answer to this."""
        if self.hangs_at == "" or self.hangs_at not in stage:
            return False
        self.waits_in_vain.set()
        return True

    def answer(self, command: str) -> bytes:
        """What comes before the OK."""
        if "BODY.PEEK" in command:
            return b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n%b)\r\n" % (len(HELP), HELP)
        if "RFC822.SIZE" in command:
            return b"* 1 FETCH (UID 1 RFC822.SIZE %d)\r\n" % len(HELP)
        if "SEARCH" in command:
            return b"* SEARCH\r\n" if self.is_seen else b"* SEARCH 1\r\n"
        if "STORE" in command:
            self.is_seen = True
        if "SELECT" in command:
            return b"* OK [UIDVALIDITY 1] valid\r\n"
        return b"* CAPABILITY IMAP4rev1 IDLE\r\n" if "CAPABILITY" in command else b""


class Talk(socketserver.StreamRequestHandler):
    """What a client says, and is told."""

    def handle(self) -> None:
        with suppress(ConnectionError):
            self._talk(cast(Mailbox, self.server))

    def _talk(self, mailbox: Mailbox) -> None:
        idling = ""
        is_mute = mailbox.hang_at("greeting")
        if not is_mute:
            self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            tag, _, command = line.decode(errors="replace").strip().partition(" ")
            is_mute = is_mute or mailbox.hang_at(line.decode(errors="replace"))
            if is_mute:
                continue
            if tag == "DONE":
                self.wfile.write(f"{idling} OK done\r\n".encode())
            elif command == "IDLE":
                idling = tag
                self.wfile.write(b"+ idling\r\n")
            else:
                self.wfile.write(mailbox.answer(command) + f"{tag} OK done\r\n".encode())


@contextmanager
def imap_server(hangs_at: str) -> Iterator[Mailbox]:
    with Mailbox(hangs_at) as mailbox:
        threading.Thread(target=mailbox.serve_forever, args=(0.05,)).start()
        try:
            yield mailbox
        finally:
            mailbox.shutdown()


@pytest.mark.parametrize(
    ("hangs_at", "stored"),
    [
        pytest.param("greeting", 0, marks=pytest.mark.long),
        pytest.param("LOGIN", 0, marks=pytest.mark.long),
        ("BODY.PEEK", 0),
        pytest.param("STORE", 1, marks=pytest.mark.long),
        pytest.param("IDLE", 1, marks=pytest.mark.long),
    ],
)
def test_whatever_a_mailbox_does_not_answer_to_the_server_stops_and_nothing_is_lost_or_done_twice(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, hangs_at: str, stored: int
) -> None:
    with imap_server(hangs_at) as mailbox:
        url = f"imap://{US}:sesame@127.0.0.1:{mailbox.server_address[1]}?starttls=no"
        environ = environment(tmp_path, database_url=sqlite_url, imap=url)

        with serving(environ) as server:
            assert mailbox.waits_in_vain.wait(PATIENCE)
            begun = time.monotonic()
            code, logged = server.stop()
            seconds = time.monotonic() - begun
        assert (code, "Traceback" in logged) == (0, False), logged
        assert seconds < 10
        assert len(inbox(sqlite_database)) == stored

        mailbox.hangs_at = ""
        with serving(environ):
            wait_until(lambda: mailbox.is_seen and "waiting" not in inbox(sqlite_database), "the mail to be taken")
            wait_until(lambda: letters_in(tmp_path / "outgoing") != [], "the answer")

    assert inbox(sqlite_database) == (["done", "dropped"] if hangs_at == "STORE" else ["done"])
    assert [letter.to for letter in letters_in(tmp_path / "outgoing")] == ["alice@example.org"]


@pytest.mark.long
def test_a_mailbox_that_does_not_go_on_with_its_encryption_keeps_no_server_from_stopping(
    sqlite_url: str, tmp_path: Path
) -> None:
    with imap_server("") as mailbox:
        mailbox.hangs_at = "\n"
        url = f"imaps://{US}:sesame@127.0.0.1:{mailbox.server_address[1]}"

        with serving(environment(tmp_path, database_url=sqlite_url, imap=url)) as server:
            begun = time.monotonic()
            code, logged = server.stop()

    assert (code, "Traceback" in logged) == (0, False), logged
    assert time.monotonic() - begun < 10


def inbox(database: Database) -> list[str]:
    with database.reading() as connection:
        return [str(status) for status in connection.scalars(select(INBOX.c.status).order_by(INBOX.c.id))]
