"""One mail makes the code fail each time, while mail goes on coming in: all others are taken, and carried out in the
order in which each author has written them; nobody but that mail is blamed."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.mail.worker import Worker
from pbmserv.post_office import Request
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import ATTEMPTS
from pbmserv.storage.tables import INBOX
from tests.mail.smtp_servers import RunningServer, running_server, settings_for
from tests.mail.test_order import ALICE, Office

AUTHORS = [f"player{number}@example.net" for number in range(6)]
EACH = 15
POISON = "limit poison"


class Life:
    """A door, and workers who are at work while mail comes in. For them, time goes on in minutes."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.minutes = 0
        self.office = Office(self._fail)
        self.failed = 0
        self._is_over = threading.Event()

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=self.minutes)

    @contextmanager
    def working(self, workers: int) -> Iterator[None]:
        threads = [threading.Thread(target=self._work) for _ in range(workers)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            for thread in threads:
                thread.join()

    def rows(self) -> list[Any]:
        with self.database.reading() as connection:
            statement = select(INBOX.c.author, INBOX.c.status, INBOX.c.attempts, INBOX.c.ended, INBOX.c.outcome)
            return list(connection.execute(statement.order_by(INBOX.c.id)))

    def wait_for_others(self, number: int) -> None:
        """Wait until so many mails of others have come in, and all are done."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if [row.status for row in self.rows() if row.author != ALICE] == ["done"] * number:
                return
            time.sleep(0.01)
        raise AssertionError(f"not all of the others are done: {self.rows()}")

    def _work(self) -> None:
        worker = Worker(self.database, self.office, now=self.now)
        while not self._is_over.is_set():
            if not worker.run_once(5):
                time.sleep(0.002)

    def _fail(self, request: Request) -> None:
        if request.lines[0] == POISON:
            self.failed += 1
            raise RuntimeError


def bring(door: RunningServer, author: str, *lines: str) -> None:
    """Bring mails by one session; each is taken."""
    with door.client() as client:
        for line in lines:
            client.begin(sender=author)
            client.send(f"From: {author}\r\nSubject: {line}\r\n\r\n.\r\n".encode())
            assert client.reply().startswith("250 ")


def test_a_mail_that_always_fails_stops_nobody_and_nobody_else_is_blamed(
    sqlite_database: Database, tmp_path: Path
) -> None:
    check_while_mail_comes_in(sqlite_database, tmp_path, 1)


@pytest.mark.long
def test_nor_does_it_where_six_workers_meet_it(postgresql_database: Database, tmp_path: Path) -> None:
    check_while_mail_comes_in(postgresql_database, tmp_path, 6)


def check_while_mail_comes_in(database: Database, home: Path, workers: int) -> None:
    life = Life(database)
    with running_server(settings_for(home), database) as door, life.working(workers):
        bring(door, ALICE, "limit 1", POISON, "limit 2")
        for attempt in range(ATTEMPTS):
            lines = [f"limit {attempt} {number}" for number in range(EACH // ATTEMPTS)]
            threads = [threading.Thread(target=bring, args=(door, author, *lines)) for author in AUTHORS]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            life.wait_for_others(len(AUTHORS) * len(lines) * (attempt + 1))
            life.minutes += 1
        # The others may all be done before that mail is tried again. Time goes on until it is given up.
        end = time.monotonic() + 60
        while [row.status for row in life.rows()[:3]] != ["done", "failed", "done"] and time.monotonic() < end:
            life.minutes += 1
            time.sleep(0.01)

    by_author = defaultdict(list, {author: [*dict.fromkeys(said)] for author, said in life.office.said.items()})
    wanted = [f"limit {attempt} {number}" for attempt in range(ATTEMPTS) for number in range(EACH // ATTEMPTS)]
    assert [by_author[author] for author in AUTHORS] == [wanted] * len(AUTHORS)
    assert by_author[ALICE] == ["limit 1", "limit 2"]
    assert [(row.status, row.attempts) for row in life.rows()[:3]] == [("done", 0), ("failed", ATTEMPTS), ("done", 0)]
    # Others were undone with it, and then carried out.
    assert {(row.status, row.attempts, row.ended) for row in life.rows()[3:]} == {("done", 0, 0)}
    assert life.rows()[1].ended == 0
