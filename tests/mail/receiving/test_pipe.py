"""One message by a pipe: stored, carried out and answered, with an exit code that its mail program understands."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from sqlalchemy import select, text

from pbmserv.cli import main
from pbmserv.mail import oneshot
from pbmserv.mail.oneshot import carry_out_all, store
from pbmserv.mail.receiving.imap_collector import Collector
from pbmserv.mail.receiving.imap_mailbox import Mailbox
from pbmserv.mail.receiving.pipe import receive
from pbmserv.settings import Settings
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.tables import INBOX
from tests.conversation import Server
from tests.correspondents import Received
from tests.mail.smtp_servers import US, settings_for
from tests.post import mails

HELP = b"Return-Path: <alice@example.net>\nFrom: alice@example.net\nSubject: help\n\n"


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return settings_for(tmp_path, database_url=database_url)


def inbox(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))


def letters(tmp_path: Path) -> list[str]:
    folder = tmp_path / "outgoing" / "new"
    return [path.read_text() for path in folder.iterdir()] if folder.exists() else []


def test_a_message_is_carried_out_and_answered_before_the_pipe_ends(
    database: Database, settings: Settings, tmp_path: Path
) -> None:
    code = receive(HELP, "alice@example.net", [US], settings)

    [row] = inbox(database)
    [letter] = letters(tmp_path)
    assert code == 0
    assert (row.door, row.sender, row.recipients, row.status) == ("pipe", "alice@example.net", [US], "done")
    assert "To: alice@example.net\n" in letter


def test_what_another_process_had_in_hand_for_a_while_is_carried_out_before_the_pipe_ends(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_back = Inbox.take_back_attempt

    def another_has_it(*_: Any) -> bool:
        monkeypatch.setattr(Inbox, "take_back_attempt", take_back)
        return False

    monkeypatch.setattr(Inbox, "take_back_attempt", another_has_it)

    code = receive(HELP, "alice@example.net", [US], settings_for(tmp_path, database_url=sqlite_url))

    assert code == 0
    assert [row.status for row in inbox(sqlite_database)] == ["done"]


def test_what_the_mail_program_does_not_tell_is_read_from_the_message(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    settings = settings_for(tmp_path, database_url=sqlite_url)

    receive(b"Delivered-To: games+x@example.org\n" + HELP, None, [], settings)

    [row] = inbox(sqlite_database)
    assert (row.sender, row.recipients, row.status) == ("alice@example.net", ["games+x@example.org"], "done")
    assert len(letters(tmp_path)) == 1


def test_a_message_without_an_envelope_is_believed_its_from_since_it_was_handed_in_on_this_machine(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    settings = settings_for(tmp_path, database_url=sqlite_url)

    receive(b"From: Alice <alice@example.net>\nSubject: help\n\n", None, [], settings)

    [row] = inbox(sqlite_database)
    assert (row.sender, row.status) == ("alice@example.net", "done")
    assert len(letters(tmp_path)) == 1


@pytest.mark.parametrize("sender", ["", "<>", "MAILER-DAEMON"])
def test_the_null_sender_is_never_answered(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, sender: str
) -> None:
    receive(HELP, sender, [US], settings_for(tmp_path, database_url=sqlite_url))

    [row] = inbox(sqlite_database)
    assert (row.sender, row.status, row.outcome) == ("<>", "dropped", "null sender")
    assert letters(tmp_path) == []


def test_envelopes_that_no_table_can_hold_are_made_to_fit(database: Database, settings: Settings) -> None:
    assert receive(HELP, "a\0b\ud800\n" + "c" * 1000 + "@example.net", ["\0" + US], settings) == 0

    [row] = inbox(database)
    assert row.sender == "ab" + "c" * 510
    assert row.recipients == [US]


@pytest.mark.parametrize("raw", [b"", b"\r\n \n", b"x" * 1001])
def test_no_message_or_one_too_large_is_of_no_use(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, raw: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_for(tmp_path, database_url=sqlite_url, max_message_bytes=1000)

    assert receive(raw, None, [US], settings) == 65

    assert inbox(sqlite_database) == []
    assert capsys.readouterr().err.startswith("pbmserv: The")


def test_beside_a_server_too_nothing_of_the_message_is_left_in_the_files(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    raw = HELP.replace(b"help", b"trichet move 101 alice sesame d3")
    with sqlite_database.reading() as connection:
        connection.execute(text("SELECT 1"))

    assert receive(raw, None, [US], settings_for(tmp_path, database_url=sqlite_url)) == 0

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.name for path in files if b"sesame" in path.read_bytes()] == []


def test_without_a_database_the_message_is_to_be_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = "postgresql+psycopg://alice:sesame@127.0.0.1:1/games"

    assert receive(HELP, None, [US], settings_for(tmp_path, database_url=url)) == 75

    error = capsys.readouterr().err
    assert error.startswith("pbmserv: The database postgresql+psycopg://alice:***@127.0.0.1:1/games cannot be used: ")
    assert "sesame" not in error


def test_without_a_driver_the_message_is_to_be_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    assert (
        receive(HELP, None, [US], settings_for(tmp_path, database_url="postgresql+psycopg://127.0.0.1/games")) == 75
    )

    assert "for PostgreSQL, install pbmserv[postgres]" in capsys.readouterr().err


def test_with_an_older_schema_the_message_is_to_be_tried_again(
    postgresql_database: Database, postgresql_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with postgresql_database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    assert receive(HELP, None, [US], settings_for(tmp_path, database_url=postgresql_url)) == 75

    assert "pbmserv db upgrade" in capsys.readouterr().err


def test_where_no_database_is_the_message_is_to_be_tried_again_and_none_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert receive(HELP, None, [US], settings_for(tmp_path / "new")) == 75

    assert f"There is no database at {tmp_path}/new/pbmserv.db." in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_an_older_sqlite_database_is_left_as_it_is_and_the_message_is_to_be_tried_again(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite_database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    assert receive(HELP, None, [US], settings_for(tmp_path, database_url=sqlite_url)) == 75

    assert f"The database {tmp_path}/pbmserv.db has schema 0001, this version" in capsys.readouterr().err
    assert sqlite_database.schema_versions()[0] == "0001"
    assert inbox(sqlite_database) == []


def test_with_settings_that_cannot_be_read_the_message_is_to_be_tried_again() -> None:
    typed = CliRunner().invoke(main, ["pipe"], input=HELP, env={"PBMSERV_MAX_ERRORS": "many"})

    assert typed.exit_code == 75
    assert "PBMSERV_MAX_ERRORS" in typed.stderr


def test_once_it_is_stored_a_message_is_safe_whatever_fails(
    database: Database, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("sesame")

    with monkeypatch.context() as broken:
        broken.setattr(oneshot, "post_office_for", fail)
        assert receive(HELP, None, [US], settings) == 0
        assert [row.status for row in inbox(database)] == ["waiting"]

    assert receive(HELP.replace(b"help", b"help commands"), None, [US], settings) == 0
    assert [row.status for row in inbox(database)] == ["done", "done"]
    assert len(letters(tmp_path)) == 2


def test_a_letter_that_cannot_leave_waits_and_the_message_was_taken(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_for(tmp_path, database_url=sqlite_url, delivery="smtp://127.0.0.1:1")

    assert receive(HELP, None, [US], settings) == 0

    with sqlite_database.reading() as connection:
        assert not Inbox(connection).is_waiting(1)
    assert "relay.unreachable" in capsys.readouterr().err


class OneMessage:
    """A mailbox with one message."""

    validity = 1

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def unread(self, _since: object) -> list[int]:
        return [1]

    def size(self, _number: int) -> int:
        return len(self.raw)

    def message(self, _number: int, _limit: int) -> bytes:
        return self.raw

    def put_away(self, _number: int) -> None:
        pass


class TestSeveralLetters:
    ALICE = "alice@example.org"

    @pytest.fixture
    def boards(self, sqlite_database: Database) -> list[str]:
        """Where alice answers two boards of Hex on which she is to move."""
        server = Server(sqlite_database, now=datetime.now(UTC), address=US)
        server.sign_up("alice", "bob")
        for _ in range(2):
            server.hear(self.ALICE, "hex challenge alice bob -size=5")
        letters = [Received(raw) for raw in mails(server)]
        return [each.reply_to for each in letters if each.to == self.ALICE and "Board" in each.subject]

    def answer(self, boards: list[str], message_id: str = "<1@example.org>") -> bytes:
        lines = [f"From: {self.ALICE}", f"To: {boards[0].upper()}, Board <{boards[1]}>", "Subject: Re: Hex"]
        return "\n".join([*lines, *([f"Message-ID: {message_id}"] if message_id else []), "", "d3", ""]).encode()

    def outcomes(self, database: Database) -> list[str]:
        return [row.outcome for row in inbox(database)]

    @pytest.mark.parametrize("message_id", ["<1@example.org>", ""])
    def test_one_mail_to_two_boards_answers_both(
        self, boards: list[str], sqlite_database: Database, sqlite_url: str, tmp_path: Path, message_id: str
    ) -> None:
        settings = settings_for(tmp_path, database_url=sqlite_url)

        code = receive(self.answer(boards, message_id), self.ALICE, [*boards, US], settings)

        assert code == 0
        assert self.outcomes(sqlite_database) == [f"done: hex move {n} alice ****** d3" for n in (101, 102)]
        assert [row.recipients for row in inbox(sqlite_database)] == [[boards[0], US], [boards[1], US]]

    @pytest.mark.parametrize("recipient", [[US], []])
    def test_it_does_where_the_mail_alone_names_them(
        self, boards: list[str], sqlite_database: Database, sqlite_url: str, tmp_path: Path, recipient: list[str]
    ) -> None:
        receive(self.answer(boards), self.ALICE, recipient, settings_for(tmp_path, database_url=sqlite_url))

        assert self.outcomes(sqlite_database) == [f"done: hex move {n} alice ****** d3" for n in (101, 102)]

    def test_one_that_comes_once_for_each_is_carried_out_once_for_each(
        self, boards: list[str], sqlite_database: Database, sqlite_url: str, tmp_path: Path
    ) -> None:
        for board in boards:
            receive(self.answer(boards), self.ALICE, [board], settings_for(tmp_path, database_url=sqlite_url))

        done = [f"done: hex move {n} alice ****** d3" for n in (101, 102)]
        assert self.outcomes(sqlite_database) == [*done, "seen before", "seen before"]

    @pytest.mark.parametrize("by_pipe", [True, False])
    def test_what_is_not_carried_out_of_mail_without_an_answer_is_told_in_the_next_letter(
        self, boards: list[str], sqlite_database: Database, sqlite_url: str, tmp_path: Path, by_pipe: bool
    ) -> None:
        settings = settings_for(tmp_path, database_url=sqlite_url)

        def bring(raw: bytes) -> None:
            if by_pipe:
                receive(raw, None, [], settings)
            else:
                Collector(lambda each: store(each, sqlite_database), 10_000).collect(cast(Mailbox, OneMessage(raw)))
                carry_out_all({}, sqlite_database, settings)

        envelope = f"Return-Path: <{self.ALICE}>\nDelivered-To: {boards[0]}\n".encode()
        both = self.answer(boards, "<2@example.org>").replace(b"\n\nd3", b"\nPrecedence: list\n\nz9")
        bring(envelope + both)
        assert self.outcomes(sqlite_database) == [f"refused: hex move {n} alice ****** z9" for n in (101, 102)]
        assert letters(tmp_path) == []

        bring(envelope + self.answer(boards[:1] * 2))

        [told] = [each for each in letters(tmp_path) if f"To: {self.ALICE}" in each]
        assert [f"hex move {n} alice ****** z9" in told for n in (101, 102)] == [True, True]
