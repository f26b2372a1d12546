"""An answer to any letter whatever is understood, or brings a letter that can be answered itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.request_of_mail import request_of
from pbmserv.post_office import Answer
from pbmserv.storage.database import Database
from pbmserv.storage.inbox_order import WaitingRequest
from tests.conversation import ADDRESS, Server, headline_of, outbox
from tests.golden.conversations import FILES, _server, _taken, steps_in, with_players

ANSWERS = ("yes", "no", "thanks!", "help", "hello?", "stop")
COMMON = [file for file in FILES if file.stem == "letters-are-answered"]
"""Conversations with most kinds of letters."""
NOT_FOR_US = "This is the Subject of a letter of ours"
FINAL = re.compile(
    r"has been (?:suspended|removed)|has left|Goodbye|You have not left|no letters of boards|No letters"
    r"|To take part, subscribe first: \w+ subscribe"
)
"""What there is nothing more to be said of, or what has the next command in it."""


class Reader:
    """Who answers letters of a server, each in a transaction that is undone."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.mails = 0

    def dead_end(self, letter: Mapping[str, Any], line: str) -> str:
        """What cannot be answered though nothing came of an answer; empty if that is all right."""
        reader = letter["recipients"][0]
        with self.server.database.writing() as connection, connection.begin_nested() as trial:
            last = max(each["id"] for each in outbox(connection))
            answer = self._answered(connection, letter, reader, line)
            told = [each for each in outbox(connection, last) if reader in each["recipients"]]
            again = self._answered(connection, told[-1], reader, "help") if told else None
            trial.rollback()
        if not told:
            return "nothing comes back"
        text = " ".join(told[-1]["text"].split())
        if NOT_FOR_US in text:
            return text
        is_over = FINAL.search(f"{text} {told[-1]['subject']}")
        return "" if not answer.error or is_over or (again and not again.error) else text

    def _answered(self, connection: Any, letter: Mapping[str, Any], reader: str, line: str) -> Answer:
        self.mails += 1
        to = letter["headers"].get("Reply-To", ADDRESS)
        head = f"From: {reader}\r\nTo: {to}\r\nSubject: Re: {letter['subject']}\r\nMessage-ID: <{self.mails}@x>\r\n"
        mail = read_message(f"{head}\r\n{line}\r\n".encode(), reader, None, [to])
        waiting = WaitingRequest(self.mails, reader, (to,), b"", 0, self.server.now, f"mail-{self.mails}")
        return self.server.office.handle_within(request_of(waiting, mail), connection)


def kinds_of_letters(server: Server, file: Path) -> Iterator[Mapping[str, Any]]:
    """A letter of each kind in a conversation, when it comes."""
    last, seen = max(letter["id"] for letter in server.outbox()), set()
    for step in steps_in(file.read_text("utf-8")):
        [*_taken(server, step)]
        for letter in server.outbox(after=last):
            last = letter["id"]
            kind = re.sub("[0-9]+|alice|bob|carol|dave", "", f"{headline_of(letter)} {letter['text'][:30]}")
            if kind not in seen:
                seen.add(kind)
                yield letter


def check(database: Database, file: Path) -> None:
    with with_players(database) as players, players.back_afterwards():
        server = _server(players)
        reader = Reader(server)
        wrong = {
            f"{letter['subject']} | {line}: {why}"
            for letter in kinds_of_letters(server, file)
            for line in ANSWERS
            if (why := reader.dead_end(letter, line))
        }
    assert wrong == set()


@pytest.mark.parametrize("file", COMMON, ids=lambda file: file.stem)
@pytest.mark.long
def test_no_answer_to_any_kind_of_letter_is_a_dead_end(database: Database, file: Path) -> None:
    check(database, file)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("file", [each for each in FILES if each not in COMMON], ids=lambda file: file.stem)
def test_nor_is_one_in_any_other_conversation(database: Database, file: Path) -> None:
    check(database, file)
