"""Two workers that take the same boards in other orders: who loses a deadlock begins again, and no player is told."""

from __future__ import annotations

import threading
from contextlib import ExitStack, closing
from random import Random
from typing import Any

import pytest
from sqlalchemy import make_url, select, text

from pbmserv.games.catalogue import installed
from pbmserv.mail.queue_order import BoardOrder
from pbmserv.mail.reading.envelope import as_received
from pbmserv.mail.worker import Worker
from pbmserv.play.replaying import as_it_stood
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.conversation import ADDRESS, FOUR, START, Server

pytestmark = pytest.mark.long

MAILS = 1500
LINES = 6
"""In each mail, on boards in any order."""
BOARDS_OF_EACH_PAIR = 4
AT_ONCE = 4
"""Mails in a turn: with twenty, each would have all boards locked before the other has any."""
CELLS = [f"{column}{row}" for row in range(1, 15) for column in "abcdefghijklmn"]
ENOUGH = 20
"""Of so many mails, on any machine, as many at least end in a deadlock at first; it was 175 on one."""
FOUND_AFTER = "deadlock_timeout=5ms"
"""PostgreSQL looks for a deadlock after a second, else: for a thousand, that is long."""


def mail(chance: Random, seats: list[tuple[int, tuple[str, str]]], number: int) -> tuple[str, bytes]:
    """What somebody writes about three of their boards, of which they may have the turn or not."""
    userid = chance.choice(sorted(FOUR))
    own = [board for board, players in seats if userid in players]
    lines = [
        f"hex {what} {board} {userid} {FOUR[userid]} {words}".rstrip()
        for board in chance.sample(own, LINES)
        for what, words in [chance.choice([("move", chance.choice(CELLS))] * 8 + [("resign", ""), ("chat", "")])]
    ]
    if number % 25 == 0:
        others = [other for other in sorted(FOUR) if other != userid]
        lines.append(f"hex challenge {userid} {FOUR[userid]} {chance.choice(others)}")
    head = f"From: {userid}@example.org\r\nMessage-ID: <{number}@x>\r\nSubject: multiple\r\n"
    return f"{userid}@example.org", f"{head}\r\n{chr(10).join(lines)}\r\n".encode()


def rows(database: Database, *columns: Any) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(*columns)))


def deadlocks(database: Database) -> int:
    with database.reading() as connection:
        # Told by those who lost them as they end, hence late.
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))
        counted = connection.scalar(text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        return int(counted or 0)


def work_off(database: Database, server: Server) -> None:
    office = Server(database, now=server.now, budgets=server.budgets).office
    worker = Worker(database, office, now=lambda: server.now)
    while any(row.status != "done" for row in rows(database, INBOX.c.status)):
        worker.run_once(AT_ONCE)


def test_of_those_who_cross_by_the_thousand_nobody_is_told_and_nothing_is_lost(
    postgresql_database: Database, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Mails about one board wait for each other, as far as they name it. Here they do not, so that many cross.
    monkeypatch.setattr(
        BoardOrder, "without_overtaking", lambda _, claimed, mails, __: [*zip(claimed, mails, strict=True)]
    )
    server = Server(postgresql_database, now=START)
    server.sign_up(*FOUR)
    pairs = [(one, other) for one in FOUR for other in FOUR if one < other] * BOARDS_OF_EACH_PAIR
    for one, other in pairs:
        server.hear(f"{one}@example.org", f"hex challenge {one} {other}")
    seats = [*zip(range(101, 101 + len(pairs)), pairs, strict=True)]
    chance = Random(18)  # noqa: S311 - to be drawn again in the same way
    written = [mail(chance, seats, number) for number in range(MAILS)]
    with postgresql_database.writing() as connection:
        Inbox(connection).add([as_received("smtp", content, sender, [ADDRESS]) for sender, content in written])
    url = make_url(postgresql_url).update_query_dict({"options": f"-c {FOUND_AFTER}"})

    with ExitStack() as stack:
        own_url = url.render_as_string(hide_password=False)
        databases = [stack.enter_context(closing(Database(own_url))) for _ in range(2)]
        threads = [threading.Thread(target=work_off, args=(database, server)) for database in databases]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert deadlocks(postgresql_database) >= ENOUGH
    assert {row.outcome.partition(" (")[0] for row in rows(postgresql_database, INBOX)} == {"done: multiple"}
    told = " ".join(row.text for row in rows(postgresql_database, OUTBOX.c.text))
    assert "could not be carried out" not in told
    with postgresql_database.reading() as connection:
        boards = Boards(connection, installed())
        for number, _ in seats:
            board = boards.load("hex", number)
            assert board is not None
            assert [move.number for move in board.moves] == [*range(1, len(board.moves) + 1)]
            replayed = as_it_stood(board, len(board.moves))
            assert board.game.dump(replayed.position) == board.game.dump(board.position)
