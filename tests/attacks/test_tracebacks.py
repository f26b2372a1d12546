"""Code that fails in the middle of a command tells nobody the password that stood in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog
from sqlalchemy import select

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.run import parser
from pbmserv.games.trichet import Trichet
from pbmserv.letters import board
from pbmserv.mail import worker
from pbmserv.mail.worker import Worker
from pbmserv.running.logs import log_to_stderr
from pbmserv.storage.boards import Boards
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.players import Players
from pbmserv.storage.schema import SCHEMA
from tests.conversation import Server
from tests.mail.smtp_servers import settings_for
from tests.post import arrive, inbox, mails

PASSWORD = "bobpw123"
BOB = "bob@example.org"
HEAD = f"From: {BOB}\r\nMessage-ID: <1@x>\r\nSubject: trichet move 101 bob {PASSWORD} d3\r\n\r\n"
MAIL = f"{HEAD}Mine: {PASSWORD}\r\n".encode()

Depth = tuple[object, str]
DEPTHS: dict[str, Depth] = {
    "reading the message": (worker, "read_message"),
    "splitting the line": (parser, "split"),
    "reading the arguments": (parser, "read"),
    "looking for the player": (Players, "account"),
    "checking the password": (Passwords, "verify"),
    "loading the board": (Boards, "load"),
    "playing the move": (Trichet, "play"),
    "drawing the board": (Trichet, "draw"),
    "writing a letter": (board, "parts_of"),
    "saving the board": (Boards, "save"),
    "keeping the letters": (Outbox, "add"),
    "keeping what became of it": (Inbox, "end"),
}


def fail_with_password(*given: object, **named: object) -> None:
    """Fail as libraries do that quote what they have choked on, more than once."""
    password = PASSWORD
    try:
        int(password)
    except ValueError as error:
        raise KeyError(f"{password} in {given} {named}") from error


def fail_in_database(*given: object, **named: object) -> None:
    """Fail as a database does, which quotes its parameters."""
    raise_in_database(PASSWORD)


def raise_in_database(password: str) -> None:
    from sqlalchemy.exc import IntegrityError

    raise IntegrityError(f"at the words {password}", {"password": password}, ValueError(password))


@pytest.mark.parametrize("failure", [fail_with_password, fail_in_database], ids=["a library", "a database"])
@pytest.mark.parametrize("depth", DEPTHS)
def test_a_password_is_in_no_trace_whatever_fails_wherever(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    depth: str,
    failure: Callable[..., None],
) -> None:
    log_to_stderr(settings_for(tmp_path, log_level="debug"))
    with monkeypatch.context() as patch:
        patch.setattr(*DEPTHS[depth], failure)
        arrive(server, MAIL, sender=BOB)

    row = inbox(server)[-1]
    assert row.status in ("later", "failed")
    assert re.search(r"fail_with_password|raise_in_database", row.outcome)
    assert PASSWORD not in row.outcome
    written = "".join(capsys.readouterr())
    assert "message." in written
    assert PASSWORD not in written
    assert mails(server) == []
    assert tables_with(server, PASSWORD) == {"inbox"}  # the message itself, as it waits for its next turn


def test_when_it_is_over_the_password_is_nowhere(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Trichet, "play", fail_with_password)
        arrive(server, MAIL, sender=BOB)
    server.wait(days=2)

    with structlog.testing.capture_logs() as logs:
        while Worker(server.database, server.office, now=lambda: server.now).run_once():
            pass

    assert inbox(server)[-1].outcome == "done: trichet move 101 bob ****** d3"
    assert PASSWORD not in repr(logs)
    assert tables_with(server, PASSWORD) == set()


def tables_with(server: Server, words: str) -> set[str]:
    """The tables that hold some words."""
    with server.database.reading() as connection:
        return {
            table.name
            for table in SCHEMA.sorted_tables
            if words in repr([tuple(row) for row in connection.execute(select(table))])
        }
