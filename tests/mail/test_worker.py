"""From the inbox to the post office: in order, wholly or not at all, once, and nobody in the way of another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog.testing
from sqlalchemy import Connection, event, insert, select, text

from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.passwords import Hashes, Passwords
from pbmserv.commands.requests.reply import Reply
from pbmserv.letters.letter import Letter
from pbmserv.mail import worker as worker_module
from pbmserv.mail.reading.incoming import Incoming, read_message
from pbmserv.mail.sending.compose import compose
from pbmserv.mail.worker import Worker
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.inbox_order import WaitingRequest
from pbmserv.storage.outbox import ClaimedLetter
from pbmserv.storage.tables import GAMES, INBOX, OUTBOX
from pbmserv.storage.tokens import OWN_LETTERS, shared_key
from tests.conversation import cheap_passwords

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
US = "games@example.org"
ALICE = "alice@example.net"


class Counter(PostOffice):
    """A post office that notes each request, in memory and in the database; `before` may do something else first.

    It has no database of its own, and so writes no letters but these.
    """

    def __init__(self, before: Callable[[Request, Connection], None] = lambda *_: None) -> None:
        self._passwords = cheap_passwords()
        self.before = before
        self.requests: list[Request] = []

    def read_ahead(self, requests: Sequence[Request], connection: Connection, hashes: Hashes) -> None:
        """There is nothing to be read."""

    def handle_within(self, request: Request, connection: Connection, passwords: Passwords | None = None) -> Answer:
        command = request.lines[0] if request.lines else ""
        connection.execute(insert(GAMES).values(game=command, next_number=101, open=True))
        self.before(request, connection)
        self.requests.append(request)
        letter = Letter("Re", "Text.\n", to=(request.credential.address or "",), answers=True)
        return Answer(ok=True, error=None, letters=(letter,), outcome=f"done: {command}")

    @property
    def commands(self) -> list[str]:
        return [request.lines[0] for request in self.requests]


@pytest.fixture(autouse=True)
def long_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, a transaction takes all it is given."""
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 600)
    # What has ended servers need not wait for its trial, but where a test is about that.
    monkeypatch.setattr(worker_module, "TRIAL_SECONDS", 0)


def mail(subject: str, body: str = "", sender: str = ALICE, **headers: str) -> bytes:
    extra = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"From: Alice <{sender}>\r\nTo: {US}\r\nSubject: {subject}\r\n{extra}\r\n{body}\r\n".encode()


def receive(database: Database, *messages: bytes, sender: str = ALICE) -> list[int]:
    with database.writing() as connection:
        received = [ReceivedMessage("smtp", sender, (US,), message, NOW) for message in messages]
        return Inbox(connection).add(received)


def rows(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))


def noted(database: Database) -> set[str]:
    """The commands whose changes are in the database."""
    with database.reading() as connection:
        return set(connection.scalars(select(GAMES.c.game)))


def at_work(database: Database, counter: Counter, **how: Any) -> Worker:
    """A worker that nothing was waiting for when it began, so that it has no reason to be careful."""
    worker = Worker(database, counter, **how)
    worker.run_once()
    return worker


def files_with(folder: Path, words: bytes) -> list[str]:
    return [path.name for path in folder.iterdir() if words in path.read_bytes()]


def fail_on(command: str, error: Exception) -> Callable[[Request, Connection], None]:
    def before(request: Request, _: Connection) -> None:
        if request.lines[0] == command:
            raise error

    return before


def test_requests_are_carried_out_in_order_and_marked_done(database: Database) -> None:
    counter = Counter()
    receive(database, mail("one"), mail("two"), mail("three"))

    done = Worker(database, counter).run_once()

    assert done == 3
    assert counter.commands == ["one", "two", "three"]
    assert [(row.status, row.outcome, row.message) for row in rows(database)] == [
        ("done", "done: one", None),
        ("done", "done: two", None),
        ("done", "done: three", None),
    ]


def test_a_request_says_what_the_mail_said(database: Database) -> None:
    counter = Counter()
    receive(database, mail("trichet move 101 alice Secret d3", "Good luck!", Message_ID="<7@example.net>"))

    Worker(database, counter).run_once()

    assert counter.requests == [
        Request(
            Credential(ALICE, vouched_for=True, proven=False),
            ("trichet move 101 alice Secret d3",),
            body="Good luck!",
            comment="Good luck!",
            message_id="<7@example.net>",
            reply=Reply(line="Good luck!", words="Good luck!", subject="trichet move 101 alice Secret d3"),
            shows_answer=False,
        )
    ]


def test_requests_share_a_transaction(database: Database) -> None:
    commits: list[object] = []
    worker = Worker(database, Counter())
    receive(database, mail("first"))
    worker.run_once()
    receive(database, *[mail(f"command {number}") for number in range(10)])
    event.listen(database.engine, "commit", commits.append)

    worker.run_once()

    assert len(commits) == 1


def test_a_transaction_is_closed_after_a_while_whatever_is_still_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 0)
    worker = at_work(database, Counter())
    receive(database, mail("one"), mail("two"))

    assert [worker.run_once(), worker.run_once(), worker.run_once()] == [1, 1, 0]


def test_what_does_not_fit_into_a_turn_is_not_read_again_with_each(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 0)
    worker = at_work(database, Counter())
    receive(database, *[mail(f"command {number}") for number in range(20)])
    readings: list[str] = []

    def reading(raw: bytes, *more: Any) -> Incoming:
        readings.append("read")
        return read_message(raw, *more)

    monkeypatch.setattr(worker_module, "read_message", reading)

    while worker.run_once():
        pass

    # Twenty at first, then one or two for each of the others. All that wait would be 210.
    assert len(readings) < 60


def test_when_stopping_the_request_in_hand_is_finished_and_no_other_begun(database: Database) -> None:
    receive(database, mail("one"), mail("two"))
    counter = Counter()

    Worker(database, counter, stopping=lambda: len(counter.requests) == 1).run_once()

    assert [row.status for row in rows(database)] == ["done", "waiting"]


def test_with_nothing_to_do_nobody_is_made_to_wait(sqlite_database: Database) -> None:
    begun: list[str] = []
    event.listen(sqlite_database.engine, "before_cursor_execute", lambda *args: begun.append(args[2]))

    assert Worker(sqlite_database, Counter()).run_once() == 0

    assert not any("IMMEDIATE" in statement for statement in begun)


def test_letters_that_were_written_are_announced_once_they_are_committed(database: Database) -> None:
    seen: list[set[str]] = []
    worker = at_work(database, Counter(), letters_written=lambda: seen.append(noted(database)))
    receive(database, mail("one"), mail("two"))

    worker.run_once()

    assert seen == [{"one", "two"}]


# Not to be answered


@pytest.mark.parametrize(
    ("message", "sender", "outcome"),
    [
        (mail("help"), "<>", "null sender"),
        (mail("help", Auto_Submitted="auto-replied"), ALICE, "Auto-Submitted: auto-replied"),
        (mail("help", sender="MAILER-DAEMON@example.net"), ALICE, "sent by MAILER-DAEMON@example.net"),
        (b"Subject: help\r\n\r\n", ALICE, "no sender"),
        (b"", ALICE, "no sender"),
        (b"\xff\0garbage", ALICE, "no sender"),
    ],
)
def test_what_must_not_be_answered_is_dropped_with_the_reason(
    database: Database, message: bytes, sender: str, outcome: str
) -> None:
    counter = Counter()
    receive(database, message, sender=sender)

    Worker(database, counter).run_once()

    [row] = rows(database)
    assert counter.requests == []
    assert (row.status, row.outcome, row.message) == ("dropped", outcome, None)


def test_our_own_letters_that_come_back_are_dropped(database: Database) -> None:
    with database.writing() as connection:
        key = shared_key(connection, OWN_LETTERS)
    letter = ClaimedLetter("<7@example.org>", (ALICE,), "Trichet error", "No.\n", id=1, created_at=NOW, attempts=1)
    counter = Counter()
    receive(database, compose(letter, US, key, eight_bit=True))

    Worker(database, counter).run_once()

    assert counter.requests == []
    assert [(row.status, row.outcome) for row in rows(database)] == [("dropped", "our own letter")]


def test_the_same_message_is_carried_out_once(database: Database) -> None:
    counter = Counter()
    receive(database, mail("one", Message_ID="<7@x>"), mail("one", Message_ID="<7@x>"))
    Worker(database, counter).run_once()
    receive(database, mail("one", Message_ID="<7@x>"))

    Worker(database, counter).run_once()

    assert counter.commands == ["one"]
    assert [(row.status, row.outcome) for row in rows(database)] == [
        ("done", "done: one"),
        ("dropped", "seen before"),
        ("dropped", "seen before"),
    ]


def test_another_message_of_the_same_message_id_is_carried_out(database: Database) -> None:
    counter = Counter()
    receive(database, mail("one", Message_ID="<7@x>"), mail("two", Message_ID="<7@x>"))

    Worker(database, counter).run_once()

    assert counter.commands == ["one", "two"]


def test_a_stranger_is_answered_only_where_from_and_envelope_agree(database: Database) -> None:
    counter = Counter()
    receive(database, mail("agrees"))
    receive(database, mail("differs"), sender="eve@example.com")
    receive(database, mail("unknown"), sender="")

    Worker(database, counter).run_once()

    assert [request.credential.vouched_for for request in counter.requests] == [True, False, False]


# What fails


def test_a_request_that_fails_changes_nothing_and_blocks_nobody(database: Database) -> None:
    counter = Counter(fail_on("two", RuntimeError("oops")))
    receive(database, mail("one"), mail("two"), mail("three"))

    Worker(database, counter, now=lambda: NOW).run_once()

    assert noted(database) == {"one", "three"}
    assert [(row.status, row.attempts) for row in rows(database)] == [("done", 0), ("later", 1), ("done", 0)]
    assert rows(database)[1].message == mail("two")


def test_a_request_that_fails_is_tried_again_after_a_while(database: Database) -> None:
    time = NOW
    counter = Counter(fail_on("one", RuntimeError("oops")))
    receive(database, mail("one"))
    worker = Worker(database, counter, now=lambda: time)

    first = [worker.run_once(), worker.run_once(), worker.run_once()]
    time += MINUTE
    counter.before = lambda *_: None
    second = worker.run_once()

    assert first == [1, 0, 0]
    assert second == 1
    assert [(row.status, row.outcome) for row in rows(database)] == [("done", "done: one")]


def test_a_request_that_always_fails_is_set_aside_with_a_trace_that_holds_no_password(database: Database) -> None:
    time = NOW
    counter = Counter(fail_on("trichet move 101 alice sesame d3", ValueError("sesame")))
    receive(database, mail("trichet move 101 alice sesame d3"))
    worker = Worker(database, counter, now=lambda: time)

    with structlog.testing.capture_logs() as logs:
        for _ in range(10):
            worker.run_once()
            time += MINUTE

    [row] = rows(database)
    assert (row.status, row.attempts) == ("failed", 5)
    assert row.outcome.startswith("builtins.ValueError\n")
    assert "test_worker.py" in row.outcome
    assert "sesame" not in row.outcome + str(logs)
    assert [line["event"] for line in logs] == ["message.later"] * 4 + ["message.failed"]


def test_a_statement_that_fails_is_undone_with_its_request_only(database: Database) -> None:
    def break_it(request: Request, connection: Connection) -> None:
        if request.lines[0] == "two":
            connection.execute(text("SELECT * FROM no_such_table"))

    receive(database, mail("one"), mail("two"), mail("three"))

    Worker(database, Counter(break_it)).run_once()

    assert noted(database) == {"one", "three"}


def test_when_the_database_goes_away_nothing_counts_as_tried(postgresql_database: Database) -> None:
    def cut(request: Request, connection: Connection) -> None:
        if request.lines[0] == "two" and not cuts:
            cuts.append(True)
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    cuts: list[bool] = []
    counter = Counter(cut)
    worker = at_work(postgresql_database, counter)
    receive(postgresql_database, mail("one"), mail("two"))

    with pytest.raises(Exception, match="terminating connection"):
        worker.run_once()
    assert [(row.status, row.attempts) for row in rows(postgresql_database)] == [("waiting", 0)] * 2

    worker.run_once()
    assert noted(postgresql_database) == {"one", "two"}


def test_who_loses_a_deadlock_waits_for_the_next_turn_and_counts_no_attempt(postgresql_database: Database) -> None:
    first_locked, second_locked = threading.Event(), threading.Event()

    def lock(connection: Connection, game: str) -> None:
        connection.execute(text("UPDATE games SET next_number = 102 WHERE game = :game"), {"game": game})

    def cross(_: Request, connection: Connection) -> None:
        if first_locked.is_set():
            return
        lock(connection, "a")
        first_locked.set()
        second_locked.wait(20)
        # So that it is this side that PostgreSQL finds the deadlock on.
        connection.execute(text("SET LOCAL deadlock_timeout = '10ms'"))
        lock(connection, "b")

    def other_side() -> None:
        first_locked.wait(20)
        with postgresql_database.writing() as connection:
            connection.execute(text("SET LOCAL deadlock_timeout = '20s'"))
            lock(connection, "b")
            second_locked.set()
            lock(connection, "a")

    with postgresql_database.writing() as connection:
        for game in ("a", "b"):
            connection.execute(insert(GAMES).values(game=game, next_number=101, open=True))
    receive(postgresql_database, mail("one"))
    worker = Worker(postgresql_database, Counter(cross))
    other = threading.Thread(target=other_side)
    other.start()

    first = worker.run_once()
    other.join()
    [row] = rows(postgresql_database)
    second = worker.run_once()

    assert (first, second) == (0, 1)
    assert (row.status, row.attempts) == ("waiting", 0)


def test_two_workers_share_the_work(postgresql_database: Database) -> None:
    other_counter = Counter()
    other = at_work(postgresql_database, other_counter)

    def meanwhile(_request: Request, _connection: Connection) -> None:
        other.run_once()

    counter = Counter(meanwhile)
    worker = at_work(postgresql_database, counter)
    receive(postgresql_database, *[mail(f"command {number}") for number in range(10)])

    worker.run_once(5)

    assert counter.commands == [f"command {number}" for number in range(5)]
    assert other_counter.commands == [f"command {number}" for number in range(5, 10)]


# What ends the process


class Ended(BaseException):
    """The process has ended, as far as it can in a test: nobody catches this."""


def end(request: Request, _: Connection) -> None:
    if request.lines[0] == "fatal":
        raise Ended


def end_always(_request: Request, _: Connection) -> None:
    raise Ended


def test_a_request_that_ends_every_server_is_set_aside_and_the_others_are_carried_out(database: Database) -> None:
    counter = Counter(end)
    worker = at_work(database, counter)
    receive(database, mail("one"), mail("fatal"), mail("two"))
    servers_ended = 0
    while servers_ended < 10:
        try:
            while worker.run_once():
                pass
            break
        except Ended:
            servers_ended += 1
            worker = Worker(database, counter)

    # The first of them had no reason to be careful.
    assert servers_ended == 1 + 5
    assert [(row.status, row.attempts, row.outcome) for row in rows(database)] == [
        ("done", 0, "done: one"),
        ("failed", 6, "the server ended each time while it was at this"),
        ("done", 0, "done: two"),
    ]
    assert noted(database) == {"one", "two"}


def test_one_that_has_just_come_is_not_blamed_for_servers_that_end_in_a_row(database: Database) -> None:
    counter = Counter()
    receive(database, mail("one"))
    for _ in range(7):
        with pytest.raises(Ended):
            Worker(database, Counter(end_always), now=lambda: NOW).run_once()

    Worker(database, counter, now=lambda: NOW).run_once()

    assert [(row.status, row.outcome) for row in rows(database)] == [("done", "done: one")]


def test_who_wants_it_tried_again_has_it_tried_again(sqlite_database: Database) -> None:
    receive(sqlite_database, mail("fatal"))
    for _ in range(5):
        with pytest.raises(Ended):
            Worker(sqlite_database, Counter(end)).run_once()
    Worker(sqlite_database, Counter()).run_once()
    assert [row.status for row in rows(sqlite_database)] == ["failed"]

    with sqlite_database.writing() as connection:
        Inbox(connection).retry_failed()
    Worker(sqlite_database, Counter()).run_once()

    assert [(row.status, row.attempts) for row in rows(sqlite_database)] == [("done", 0)]


def test_what_has_ended_a_server_and_then_fails_has_been_tried_twice(database: Database) -> None:
    receive(database, mail("fatal"))
    with pytest.raises(Ended):
        Worker(database, Counter(end)).run_once()
    assert [(row.status, row.attempts) for row in rows(database)] == [("waiting", 1)]

    Worker(database, Counter(fail_on("fatal", RuntimeError()))).run_once()

    assert [(row.status, row.attempts) for row in rows(database)] == [("later", 2)]


def test_a_careful_worker_counts_no_fault_of_the_database_as_an_attempt(postgresql_database: Database) -> None:
    cuts: list[bool] = []

    def cut(_: Request, connection: Connection) -> None:
        if len(cuts) < 10:
            cuts.append(True)
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    receive(postgresql_database, mail("one"))
    worker = Worker(postgresql_database, Counter(cut))
    for _ in range(10):
        with pytest.raises(Exception, match="terminating connection"):
            worker.run_once()

    worker.run_once()

    assert [(row.status, row.attempts) for row in rows(postgresql_database)] == [("done", 0)]


def test_what_another_worker_is_at_meanwhile_a_careful_one_leaves_to_it(
    postgresql_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = Counter()
    other = at_work(postgresql_database, others)
    take_back = Inbox.take_back_attempt

    def take_back_too_late(inbox: Inbox, request: WaitingRequest) -> bool:
        monkeypatch.setattr(Inbox, "take_back_attempt", take_back)
        other.run_once()
        return take_back(inbox, request)

    monkeypatch.setattr(Inbox, "take_back_attempt", take_back_too_late)
    # As where the connection by which the first one had it for itself is gone.
    monkeypatch.setattr(Database, "alone", lambda *_: nullcontext(True))
    counter = Counter()
    receive(postgresql_database, mail("one"))

    Worker(postgresql_database, counter).run_once()

    assert (counter.commands, others.commands) == ([], ["one"])
    assert [row.status for row in rows(postgresql_database)] == ["done"]


# What is left behind


def test_a_worker_with_nothing_left_to_do_leaves_no_mail_in_the_files(
    sqlite_database: Database, tmp_path: Path
) -> None:
    receive(sqlite_database, *[mail(f"command {number}", "sesame " * 2000) for number in range(10)])
    worker = Worker(sqlite_database, Counter())
    assert files_with(tmp_path, b"sesame") == ["pbmserv.db-wal"]

    while worker.run_once(3):
        pass

    assert files_with(tmp_path, b"sesame") == []


def test_who_is_using_the_database_puts_that_off_and_does_not_prevent_it(
    sqlite_database: Database, sqlite_url: str, tmp_path: Path
) -> None:
    receive(sqlite_database, mail("one"))
    worker = Worker(sqlite_database, Counter())
    log = tmp_path / "pbmserv.db-wal"
    other = Database(sqlite_url)

    with other.reading() as connection:
        noted_by_other = connection.scalars(select(GAMES.c.game)).all()
        assert (worker.run_once(), worker.run_once()) == (1, 0)
        assert log.stat().st_size > 0
    worker.run_once()

    assert noted_by_other == []
    assert log.stat().st_size == 0
    other.close()


def test_a_worker_with_something_to_do_now_and_then_does_not_empty_the_log_each_time(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Worker(sqlite_database, Counter())
    receive(sqlite_database, mail("one"))
    assert (worker.run_once(), worker.run_once()) == (1, 0)
    receive(sqlite_database, mail("two", "sesame"))

    assert (worker.run_once(), worker.run_once()) == (1, 0)
    assert files_with(tmp_path, b"sesame") == ["pbmserv.db-wal"]

    monkeypatch.setattr("pbmserv.mail.worker.TIDIED_EVERY", 0)
    worker.run_once()
    assert files_with(tmp_path, b"sesame") == []


def test_an_idle_worker_does_not_touch_the_files_again(sqlite_database: Database, tmp_path: Path) -> None:
    worker = Worker(sqlite_database, Counter())
    worker.run_once()
    with sqlite_database.writing() as connection:
        connection.execute(insert(GAMES).values(game="chess", next_number=101, open=True))

    worker.run_once()

    assert (tmp_path / "pbmserv.db-wal").stat().st_size > 0


# With the real post office


def test_a_mail_to_the_real_post_office_is_answered_by_a_letter(database: Database) -> None:
    receive(database, mail("help", Message_ID="<7@example.net>"))

    Worker(database, PostOffice(database, {}, US)).run_once()

    with database.reading() as connection:
        [letter] = connection.execute(select(OUTBOX))
    assert letter.recipients == [ALICE]
    assert letter.headers["In-Reply-To"] == "<7@example.net>"
    assert [row.status for row in rows(database)] == ["done"]
