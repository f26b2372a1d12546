"""Databases that fail in the middle of the work: nothing counts as tried, nothing is done twice, and it goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import structlog.testing
from sqlalchemy import Connection, event, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from pbmserv.games.catalogue import installed
from pbmserv.mail import worker as worker_module
from pbmserv.mail.sending.delivery import Deliverer
from pbmserv.mail.sending.delivery_results import TOLD_AT_ONCE
from pbmserv.mail.worker import Worker
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import BOARDS, GAMES, OUTBOX
from pbmserv.storage.tokens import OWN_LETTERS, shared_key
from tests.conversation import PLAYERS, Server, headline_of
from tests.mail.sending.test_delivery import Way
from tests.mail.smtp_servers import US
from tests.mail.test_worker import Counter, at_work, mail, noted, receive, rows

pytestmark = pytest.mark.long

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ALICE = "alice@example.org"
NO_ROOM = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$"


@pytest.fixture(autouse=True)
def long_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a transaction takes all it is given."""
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 600)


def fill_the_disk(connection: Connection) -> None:
    """Have a statement fail for want of room."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(NO_ROOM)
    connection.exec_driver_sql("PRAGMA max_page_count = 1")
    for number in range(1000):
        connection.execute(insert(GAMES).values(game=f"{number:30}", next_number=101, open=True))


def make_room(database: Database) -> None:
    if database.is_sqlite:
        with database.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")


def test_while_the_disk_is_full_no_request_counts_as_tried_and_then_all_are_carried_out(database: Database) -> None:
    def before(request: Request, connection: Connection) -> None:
        if is_full and request.lines[0] == "two":
            fill_the_disk(connection)

    is_full = [True]
    counter = Counter(before)
    worker = at_work(database, counter, now=lambda: NOW)
    receive(database, mail("one"), mail("two"), mail("three"))

    for _ in range(10):
        with pytest.raises(DBAPIError):
            worker.run_once()
        make_room(database)
    assert [(row.status, row.attempts) for row in rows(database)] == [("waiting", 0)] * 3
    assert noted(database) == set()
    is_full.clear()
    worker.run_once()

    assert [(row.status, row.attempts) for row in rows(database)] == [("done", 0)] * 3
    assert noted(database) == {"one", "two", "three"}


@contextmanager
def held(database: Database, game: str) -> Iterator[None]:
    """Somebody holds a game's row, and does not let go of it."""
    with database.writing() as connection:
        connection.execute(update(GAMES).where(GAMES.c.game == game).values(next_number=102))
        yield


def test_a_request_for_what_somebody_does_not_let_go_of_waits_and_the_others_go_on(
    postgresql_database: Database, postgresql_url: str
) -> None:
    def before(request: Request, connection: Connection) -> None:
        if request.lines[0] == "two":
            connection.execute(update(GAMES).where(GAMES.c.game == "held").values(next_number=103))

    time = NOW
    impatient = Database(postgresql_url, patience=1)
    worker = Worker(impatient, Counter(before), now=lambda: time)
    with postgresql_database.writing() as connection:
        connection.execute(insert(GAMES).values(game="held", next_number=101, open=True))
    receive(postgresql_database, mail("one"), mail("two"), mail("three"))

    with held(postgresql_database, "held"):
        for _ in range(10):
            # Each time, it waits for a minute.
            while worker.run_once():
                pass
            time += MINUTE
        assert [(row.status, row.attempts) for row in rows(postgresql_database)] == [
            ("done", 0),
            ("later", 0),
            ("done", 0),
        ]
    worker.run_once()

    assert [row.status for row in rows(postgresql_database)] == ["done"] * 3
    impatient.close()


def test_a_key_whose_commit_fails_is_forgotten(database: Database) -> None:
    counter = Counter()
    receive(database, mail("one"))
    worker = Worker(database, counter)
    with failing_commits(database), pytest.raises(Broken):
        worker.run_once()
    with database.writing() as connection:
        key = shared_key(connection, OWN_LETTERS)
    way = Way()
    deliverer = Deliverer(database, way, US, lambda: NOW)
    with database.writing() as connection:
        Outbox(connection).add([StoredLetter("<1@example.org>", (ALICE,), "Letter", "Text.\n")], NOW)
    deliverer.run_once()

    receive(database, way.messages[0])
    worker.run_once()

    assert counter.commands == ["one"]
    assert rows(database)[1].outcome == "our own letter"
    with database.writing() as connection:
        assert shared_key(connection, OWN_LETTERS) == key


class Broken(Exception):
    """What an injected fault raises."""


@contextmanager
def failing_commits(database: Database) -> Iterator[None]:
    """For the time of the block, no commit succeeds."""

    def fail(_: Connection) -> None:
        raise Broken

    event.listen(database.engine, "commit", fail)
    try:
        yield
    finally:
        event.remove(database.engine, "commit", fail)


# Delivery


def write_letters(database: Database, count: int) -> None:
    with database.writing() as connection:
        letters = [
            StoredLetter(f"<{n}@example.org>", (ALICE,), f"Letter {n}", "Text.\n") for n in range(1, count + 1)
        ]
        Outbox(connection).add(letters, NOW)


def outbox(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(OUTBOX).order_by(OUTBOX.c.id)))


def test_a_letter_that_was_sent_while_the_database_was_gone_is_not_sent_again(database: Database) -> None:
    def failing(message: bytes) -> None:
        if b"Letter 2" in message:
            event.listen(database.engine, "commit", fail)

    def fail(_: Connection) -> None:
        raise Broken

    write_letters(database, 3)
    way = Way(before=failing)
    deliverer = Deliverer(database, way, US, lambda: NOW)

    for _ in range(3):
        with pytest.raises(Broken):
            deliverer.run_once()
    event.remove(database.engine, "commit", fail)
    way.before = lambda _: None
    deliverer.run_once()

    assert len(way.messages) == 3
    assert [(row.status, row.attempts) for row in outbox(database)] == [("sent", 1)] * 3


def test_while_the_database_is_gone_no_more_letters_are_sent_than_it_is_told_of_at_once(database: Database) -> None:
    def failing(message: bytes) -> None:
        if b"Subject: Letter 3\r\n" in message:
            event.listen(database.engine, "commit", fail)

    def fail(_: Connection) -> None:
        raise Broken

    write_letters(database, 15)
    way = Way(before=failing)
    deliverer = Deliverer(database, way, US, lambda: NOW)

    for _ in range(3):
        with pytest.raises(Broken):
            deliverer.run_once()
        assert len(way.messages) == TOLD_AT_ONCE
    event.remove(database.engine, "commit", fail)
    way.before = lambda _: None
    with structlog.testing.capture_logs() as logs:
        deliverer.run_once()

    assert len(way.messages) == 15
    assert [(row.status, row.attempts) for row in outbox(database)] == [("sent", 1)] * 15
    assert [line["letter"] for line in logs] == [row.id for row in outbox(database)]


def test_who_stops_tells_the_database_what_it_could_not_be_told_before(database: Database) -> None:
    write_letters(database, 1)
    outage = ExitStack()
    way = Way(before=lambda _: outage.enter_context(failing_commits(database)))
    deliverer = Deliverer(database, way, US, lambda: NOW)
    with outage, pytest.raises(Broken):
        deliverer.run_once()

    deliverer.close()

    assert [row.status for row in outbox(database)] == ["sent"]


def test_who_stops_while_the_database_is_gone_says_which_letters_may_come_twice(database: Database) -> None:
    write_letters(database, 1)
    outage = ExitStack()
    way = Way(before=lambda _: outage.enter_context(failing_commits(database)))
    deliverer = Deliverer(database, way, US, lambda: NOW)

    with outage, structlog.testing.capture_logs() as logs:
        with pytest.raises(Broken):
            deliverer.run_once()
        deliverer.close()

    [row] = outbox(database)
    assert row.status == "waiting"
    assert [(line["event"], line["letters"]) for line in logs] == [("letters.not_recorded", [row.id])]
    assert way.closed == 1


def test_what_the_database_is_told_twice_about_a_letter_it_notes_once(database: Database) -> None:
    def failing(message: bytes) -> None:
        if b"Letter 2" in message:
            event.listen(database.engine, "commit", commit_and_fail)

    def commit_and_fail(connection: Connection) -> None:
        connection.connection.commit()
        raise Broken

    write_letters(database, 3)
    way = Way(before=failing)
    deliverer = Deliverer(database, way, US, lambda: NOW)

    with pytest.raises(Broken):
        deliverer.run_once()
    event.remove(database.engine, "commit", commit_and_fail)
    way.before = lambda _: None
    deliverer.run_once()

    assert len(way.messages) == 3
    assert [(row.status, row.attempts) for row in outbox(database)] == [("sent", 1)] * 3


# The clock


@pytest.fixture
def server(postgresql_database: Database) -> Server:
    """A server with two boards of which the clock has something to say, to one player each."""
    server = Server(postgresql_database)
    server.sign_up("alice", "bob")
    for players in ("bob alice", "alice bob"):
        server.hear(ALICE, f"hex challenge {players}")
        server.wait(hours=1)
    server.wait(days=7)
    return server


def nags(server: Server) -> list[str]:
    return [told for told in map(headline_of, server.outbox()) if told.startswith("Reminder")]


def test_a_board_that_somebody_does_not_let_go_of_stops_no_other_clock(server: Server, postgresql_url: str) -> None:
    impatient = Database(postgresql_url, patience=1)
    office = Server(impatient, server.now).office
    clockwork = Scheduler(impatient, office, installed())
    with server.database.writing() as connection:
        connection.execute(update(BOARDS).where(BOARDS.c.number == 101).values(nagged_at=None))
        assert clockwork.make_round(server.now).looked_at == 2

    assert nags(server) == ["Reminder: Hex Board 102"]
    clockwork.make_round(server.now)
    assert nags(server) == ["Reminder: Hex Board 102", "Reminder: Hex Board 101"]
    impatient.close()


def test_a_round_whose_lock_is_lost_and_another_beside_it_remind_each_player_once(server: Server) -> None:
    others = (
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> %s"
    )

    def cut_and_start_another(looked_at: int) -> None:
        if looked_at == 1:
            with server.database.writing() as connection:
                own = connection.scalar(text("SELECT pg_backend_pid()"))
                connection.exec_driver_sql(others, (own,))
            other = threading.Thread(
                target=lambda: Scheduler(server.database, server.office, {}).make_round(server.now)
            )
            other.start()
            other.join()

    with pytest.raises(DBAPIError):
        Scheduler(server.database, server.office, installed()).make_round(server.now, progress=cut_and_start_another)
    Scheduler(server.database, server.office, installed()).make_round(server.now)

    assert sorted(nags(server)) == ["Reminder: Hex Board 101", "Reminder: Hex Board 102"]


def test_workers_on_one_board_take_turns(postgresql_database: Database) -> None:
    server = Server(postgresql_database, now=datetime.now(UTC))
    server.sign_up("alice", "bob")
    server.hear(ALICE, "hex challenge alice bob")
    moves = [f"{column}{row}" for row in range(1, 6) for column in "abcdefgh"]
    for number, words in enumerate(moves):
        userid = ("alice", "bob")[number % 2]
        subject = f"hex move 101 {userid} {PLAYERS[userid]} {words}"
        receive(postgresql_database, mail(subject, sender=f"{userid}@example.org", Message_ID=f"<{number}@x>"))
    workers = [Worker(postgresql_database, server.office) for _ in range(3)]
    barrier = threading.Barrier(len(workers))

    def work(worker: Worker) -> None:
        barrier.wait(20)
        while worker.run_once(3):
            pass

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    run_all(threads)
    run_all(
        [threading.Thread(target=work_off, args=(Worker(postgresql_database, server.office), postgresql_database))]
    )

    made = moves_made(server)
    outcomes = [row.outcome.partition(":")[0] for row in rows(postgresql_database)]
    assert outcomes.count("done") == len(made)
    assert set(outcomes) <= {"done", "refused"}
    assert len(set(made)) == len(made)


def work_off(worker: Worker, database: Database) -> None:
    while any(row.status == "waiting" for row in rows(database)):
        worker.run_once()


def run_all(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def moves_made(server: Server) -> list[str]:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load("hex", 101)
    assert board is not None
    return [move.text for move in board.moves]
