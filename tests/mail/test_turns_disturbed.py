"""A turn in which one request fails, one waits for somebody else and one is slow: the others are none the worse."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.mail import worker as worker_module
from pbmserv.mail.worker import Worker
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.tables import BOARDS, INBOX, OUTBOX
from tests.conversation import ADDRESS, START, Server

ALICE = "alice@example.org"
NUMBERS = range(101, 109)
FAILS, WAITS, IS_SLOW = 103, 105, 107
"""On these boards."""


def move_on(board: int) -> str:
    return f"hex move {board} alice secret7 d4"


class Disturbed(PostOffice):
    """A post office in which one request fails after it has written all that it writes, and one takes its time."""

    is_disturbed = True

    def handle_within(self, request: Request, connection: Connection, passwords: Passwords | None = None) -> Answer:
        answer = super().handle_within(request, connection, passwords)
        if self.is_disturbed and move_on(FAILS) in request.lines:
            raise RuntimeError
        if self.is_disturbed and move_on(IS_SLOW) in request.lines:
            time.sleep(worker_module.TURN_SECONDS)
        return answer


def states(database: Database) -> dict[int, tuple[str, int]]:
    with database.reading() as connection:
        rows = connection.execute(select(INBOX.c.status, INBOX.c.attempts).order_by(INBOX.c.id)).all()
    return {board: (row.status, row.attempts) for board, row in zip(NUMBERS, rows, strict=True)}


def moved_on(database: Database) -> list[int]:
    """The boards on which the move was made, once."""
    with database.reading() as connection:
        boards = Boards(connection, installed())
        moves: dict[int, Any] = {}
        for number in NUMBERS:
            board = boards.load("hex", number)
            assert board is not None
            moves[number] = [move.text for move in board.moves]
    assert set(map(tuple, moves.values())) <= {(), ("d4",)}
    return [number for number, made in moves.items() if made]


@pytest.mark.long
def test_one_fails_one_waits_one_is_slow_and_each_is_carried_out_once(
    postgresql_database: Database, postgresql_url: str
) -> None:
    server = Server(postgresql_database, now=START)
    server.sign_up("alice", "bob")
    for _ in NUMBERS:
        server.hear(ALICE, "hex challenge alice bob")
    impatient = Database(postgresql_url, patience=1)
    office = Disturbed(impatient, installed(), ADDRESS, server.passwords, now=lambda: server.now)
    worker = Worker(impatient, office, now=lambda: server.now)
    worker.run_once()
    with postgresql_database.writing() as connection:
        head = f"From: {ALICE}\r\nTo: {ADDRESS}\r\nSubject: "
        mails = [f"{head}{move_on(board)}\r\n\r\n".encode() for board in NUMBERS]
        # By nobody's name: else what one author writes later would wait for what has failed.
        Inbox(connection).add([ReceivedMessage("smtp", ALICE, (ADDRESS,), each, START) for each in mails])
        letters_before = len(connection.execute(select(OUTBOX.c.id)).all())

    with postgresql_database.writing() as holding:
        holding.execute(select(BOARDS.c.id).where(BOARDS.c.number == WAITS).with_for_update())
        while worker.run_once():
            pass
        others = [number for number in NUMBERS if number not in {FAILS, WAITS}]
        assert moved_on(postgresql_database) == others
        assert states(postgresql_database) == {
            **dict.fromkeys(others, ("done", 0)),
            FAILS: ("later", 1),
            WAITS: ("later", 0),
        }
    server.now += timedelta(minutes=2)
    office.is_disturbed = False
    while worker.run_once():
        pass

    assert moved_on(postgresql_database) == [*NUMBERS]
    assert {status for status, _ in states(postgresql_database).values()} == {"done"}
    with postgresql_database.reading() as connection:
        letters = connection.execute(select(OUTBOX.c.subject, OUTBOX.c.addressed_to).order_by(OUTBOX.c.id)).all()[
            letters_before:
        ]
    assert sorted((letter.subject, *letter.addressed_to) for letter in letters) == sorted(
        (f"Hex Board {board}", f"{player}@example.org") for board in NUMBERS for player in ("alice", "bob")
    )
    impatient.close()
