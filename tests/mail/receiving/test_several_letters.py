"""One mail to several letters of ours is an answer to each, however it comes in, for up to twenty letters."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select

from pbmserv.mail.oneshot import store
from pbmserv.mail.receiving.imap_collector import Collector
from pbmserv.mail.receiving.imap_mailbox import Mailbox
from pbmserv.mail.receiving.pipe import receive
from pbmserv.mail.worker import Worker
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX
from tests.conversation import Server
from tests.correspondents import Received
from tests.mail.receiving.test_pipe import OneMessage
from tests.mail.smtp_servers import US, running_server, settings_for
from tests.post import mails

ALICE, BOB = "alice@example.org", "bob@example.org"
TOO_MANY = (
    "Your mail answers 21 letters at once, and nothing has been done: one mail can answer at most 20."
    " Send it to 20 of these addresses, and then to the others."
)

Bring = Callable[[bytes], None]


class Club:
    """A server on which alice plays Hex on some boards, and how she answers several letters at once."""

    def __init__(self, database: Database, boards: int) -> None:
        self.database = database
        self.server = Server(database, now=datetime.now(UTC), address=US)
        self.server.sign_up("alice", "bob")
        for _ in range(boards):
            self.server.hear(ALICE, "hex challenge alice bob -size=5")
        letters = [letter for letter in self.letters() if letter.to == ALICE and "Board" in letter.subject]
        self.boards = [letter.reply_to for letter in letters]
        assert len(self.boards) == boards

    def letters(self) -> list[Received]:
        """What has been written since this was last asked."""
        return [Received(raw) for raw in mails(self.server)]

    def answer(
        self, subject: str = "Re: Hex", line: str = "d3", header: str = "", boards: int | None = None
    ) -> bytes:
        to = ",\r\n ".join(f"Board <{each}>" for each in self.boards[:boards])
        head = [f"From: {ALICE}", f"To: {to}", f"Subject: {subject}", "Message-ID: <1@example.org>", header]
        return "\r\n".join([*filter(None, head), "", line, ""]).encode()

    def rows(self) -> list[Any]:
        while Worker(self.database, self.server.office).run_once():
            pass
        with self.database.reading() as connection:
            return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))

    def outcomes(self) -> list[str]:
        return [row.outcome for row in self.rows()]


@pytest.fixture(params=["smtp", "lmtp", "pipe", "mailbox"])
def bring(request: pytest.FixtureRequest, database: Database, database_url: str, tmp_path: Path) -> Bring:
    """Brings a mail of alice to our plain address, in one way."""
    settings = settings_for(tmp_path, database_url=database_url)

    def by_smtp(raw: bytes) -> None:
        with running_server(settings, database, local=request.param == "lmtp") as door:
            kind = smtplib.LMTP if request.param == "lmtp" else smtplib.SMTP
            with kind("127.0.0.1", door.port) as client:
                client.sendmail(ALICE, [US], raw)

    def by_pipe(raw: bytes) -> None:
        assert receive(raw, ALICE, [US], settings) == 0

    def from_mailbox(raw: bytes) -> None:
        noted = f"Return-Path: <{ALICE}>\r\nDelivered-To: {US}\r\n".encode() + raw
        Collector(lambda each: store(each, database), 100_000).collect(cast(Mailbox, OneMessage(noted)))

    return {"pipe": by_pipe, "mailbox": from_mailbox}.get(request.param, by_smtp)


def moved(*numbers: int) -> list[str]:
    return [f"done: hex move {number} alice ****** d3" for number in numbers]


def test_a_mail_to_our_plain_address_answers_both_boards_that_its_to_names(database: Database, bring: Bring) -> None:
    club = Club(database, 2)

    bring(club.answer())
    assert club.outcomes() == moved(101, 102)
    assert [row.recipients for row in club.rows()] == [[board, US] for board in club.boards]
    assert len({row.request for row in club.rows()}) == 2

    bring(club.answer())
    assert club.outcomes() == [*moved(101, 102), "seen before", "seen before"]


def test_twenty_letters_can_be_answered_at_once(sqlite_database: Database, tmp_path: Path) -> None:
    club = Club(sqlite_database, 20)

    bring_by_smtp(club.answer(), sqlite_database, tmp_path)

    assert sorted(club.outcomes()) == moved(*range(101, 121))


@pytest.mark.alike
def test_of_21_none_is_and_the_author_is_told_why(database: Database, bring: Bring, tmp_path: Path) -> None:
    club = Club(database, 21)

    bring(club.answer())

    assert club.outcomes() == ["refused: d3"]
    texts = [letter.text for letter in club.letters() if letter.to == ALICE] or letters_by_pipe(tmp_path)
    assert [TOO_MANY in " ".join(text.split()) for text in texts] == [True]


def test_what_wants_no_answer_is_not_told_at_once_but_in_the_next_letter(
    sqlite_database: Database, tmp_path: Path
) -> None:
    club = Club(sqlite_database, 21)

    bring_by_smtp(club.answer(header="Precedence: list"), sqlite_database, tmp_path)
    assert club.outcomes() == ["refused: d3"]
    assert club.letters() == []

    club.server.hear(ALICE, "hex challenge alice bob")
    [told] = [letter for letter in club.letters() if letter.to == ALICE]
    assert TOO_MANY in " ".join(told.text.split())


BANNER = "CAUTION: This email comes from outside the organization. Do not click links."


@pytest.mark.parametrize(
    ("word", "asked", "ended"),
    [
        ("accept", "Did you mean accept?", "A tie"),
        ("yes", "Did you mean accept?", "A tie"),
        ("resign", "Do you want to resign?", "Removed"),
    ],
)
def test_below_a_banner_each_letter_asks_about_its_own_board(
    sqlite_database: Database, tmp_path: Path, word: str, asked: str, ended: str
) -> None:
    club = Club(sqlite_database, 2)
    for number in (101, 102):
        club.server.hear(BOB, f"hex move {number} bob bobpw123 propose")
    club.boards = [letter.reply_to for letter in club.letters() if letter.to == ALICE]

    bring_by_smtp(club.answer(line=f"{BANNER}\r\n\r\n{word}"), sqlite_database, tmp_path)
    assert [outcome.partition(":")[0] for outcome in club.outcomes()] == ["refused", "refused"]
    questions = [letter for letter in club.letters() if letter.to == ALICE]
    assert [(letter.says, letter.subject) for letter in questions] == [
        ("A question", "Hex Board 101"),
        ("A question", "Hex Board 102"),
    ]
    assert all(asked in letter.text for letter in questions)

    # A yes to one of them is none to the other.
    for question in reversed(questions):
        club.boards = [question.reply_to]
        bring_by_smtp(club.answer(line=f"{BANNER}\r\n\r\nyes"), sqlite_database, tmp_path)

        assert club.outcomes()[-1].startswith("done: hex confirm")
        told = [(letter.says, letter.subject) for letter in club.letters() if letter.to == ALICE]
        assert told == [(ended, question.subject)]


@pytest.mark.parametrize("to", [[US], None])
def test_a_whole_command_is_carried_out_once_however_many_letters_it_is_sent_to(
    sqlite_database: Database, tmp_path: Path, to: list[str] | None
) -> None:
    club = Club(sqlite_database, 2)

    for recipient in to or club.boards:
        raw = club.answer(subject="message alice secret7 bob", line="Hello!")
        bring_by_smtp(raw, sqlite_database, tmp_path, recipient)

    assert club.outcomes() == ["done: message alice ****** bob", "seen before"]
    assert [letter.to for letter in club.letters()] == [BOB, ALICE]


def bring_by_smtp(raw: bytes, database: Database, tmp_path: Path, recipient: str = US) -> None:
    with running_server(settings_for(tmp_path), database) as door, smtplib.SMTP("127.0.0.1", door.port) as client:
        client.sendmail(ALICE, [recipient], raw)


def letters_by_pipe(tmp_path: Path) -> list[str]:
    """The letters that a pipe has sent by itself."""
    return [path.read_text() for path in (tmp_path / "outgoing" / "new").iterdir()]
