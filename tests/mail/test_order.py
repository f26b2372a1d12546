"""What one author writes is carried out in the order in which it came, however many there are to carry it out."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, select

from pbmserv.commands.requests.passwords import Hashes, Passwords
from pbmserv.mail.queue_order import BoardOrder, QueueOrder
from pbmserv.mail.reading.envelope import as_received, author_of
from pbmserv.mail.worker import Worker
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import ATTEMPTS, Inbox
from pbmserv.storage.inbox_order import InboxKeys, Last
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tables import INBOX
from tests.conversation import Server as Conversation
from tests.conversation import cheap_passwords
from tests.queries import most_rows_read, recorded
from tests.serving import wait_until

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
US = "games@example.org"
ALICE, BOB = "alice@example.net", "bob@example.net"


class Office(PostOffice):
    """Carries out nothing, but notes who wanted what; `before` may do something else first.

    It has no database, and so writes no letters.
    """

    def __init__(self, before: Callable[[Request], None] = lambda _: None) -> None:
        self._passwords = cheap_passwords()
        self.before = before
        self.said: dict[str | None, list[str]] = defaultdict(list)

    def read_ahead(self, requests: Sequence[Request], connection: Connection, hashes: Hashes) -> None:
        """There is nothing to be read."""

    def handle_within(self, request: Request, connection: Connection, passwords: Passwords | None = None) -> Answer:
        self.before(request)
        self.said[request.credential.address].append(request.lines[0])
        return Answer(ok=True, error=None, letters=(), outcome="done")


def fail_on_a(request: Request) -> None:
    if request.lines[0] == "limit a":
        raise RuntimeError


def mail(author: str, subject: str) -> bytes:
    return f"From: {author}\r\nSubject: {subject}\r\n\r\n".encode()


def receive(database: Database, author: str, *subjects: str, envelope: str | None = None) -> None:
    with database.writing() as connection:
        sender = author if envelope is None else envelope
        Inbox(connection).add([as_received("smtp", mail(author, each), sender, [US]) for each in subjects])


def statuses(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.scalars(select(INBOX.c.status).order_by(INBOX.c.id)))


@pytest.mark.parametrize("workers", [2, 4])
@pytest.mark.long
def test_several_workers_keep_the_order_of_each_author(postgresql_database: Database, workers: int) -> None:
    authors = [ALICE, BOB, "carol@example.net"]
    wanted = [f"command {number}" for number in range(60)]
    # Like a command that takes its time, so that the others come to the mails after it meanwhile.
    office = Office(lambda request: time.sleep(0.002 if request.lines[0].endswith("0") else 0))
    done = threading.Event()

    def work() -> None:
        worker = Worker(postgresql_database, office)
        while not done.is_set():
            if not worker.run_once(5):
                time.sleep(0.001)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        for command in wanted:
            for author in authors:
                receive(postgresql_database, author, command)
        end = time.monotonic() + 60
        while set(statuses(postgresql_database)) != {"done"} and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        done.set()
        for thread in threads:
            thread.join()

    assert office.said == dict.fromkeys(authors, wanted)


def test_several_workers_keep_the_order_on_each_board_whoever_writes(postgresql_database: Database) -> None:
    wanted = {board: [f"hex move {board} a b {number}" for number in range(15)] for board in (101, 102)}
    done_on: dict[str, list[str]] = defaultdict(list)

    def carry_out(request: Request) -> None:
        if request.lines[0] != "help":
            done_on[request.lines[0].split()[2]].append(request.lines[0])
        time.sleep(0.002)

    office = Office(carry_out)
    for number in range(15):
        for board in wanted:
            receive(postgresql_database, f"somebody-{number}@example.net", wanted[board][number])
            receive(postgresql_database, f"another-{number}-{board}@example.net", "help")
    done = threading.Event()

    def work() -> None:
        worker = at_work_since(postgresql_database, office)
        while not done.is_set():
            if not worker.run_once():
                time.sleep(0.001)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: set(statuses(postgresql_database)) == {"done"}, "all to be carried out")
    finally:
        done.set()
        for thread in threads:
            thread.join()

    assert {board: done_on[str(board)] for board in wanted} == wanted


def at_work_since(database: Database, office: PostOffice) -> Worker:
    """A worker that carries out what waits together."""
    worker = Worker(database, office)
    worker._is_careful = False
    return worker


@pytest.mark.parametrize(
    ("earlier", "is_left_out"),
    [
        ("hex move 101 bob secret b3", True),
        ("=?utf-8?b?aGV4IG1vdmUgMTAxIGJvYiBzZWNyZXQgYjM=?=", True),
        ("hex move 1010 bob secret b3", False),
        ("trichet move 101 bob secret b3", False),
        ("help", False),
    ],
)
def test_a_mail_about_a_board_waits_for_an_earlier_one_about_it_in_other_hands(
    postgresql_database: Database, earlier: str, is_left_out: bool
) -> None:
    office = Office()
    receive(postgresql_database, BOB, earlier)
    with postgresql_database.writing() as one:
        assert len(Inbox(one).claim(20, NOW)) == 1
        receive(postgresql_database, ALICE, "hex chat 101 alice secret")
        receive(postgresql_database, ALICE, "hex chat 102 alice secret")
        receive(postgresql_database, "carol@example.net", "hex chat 102 carol secret", "hex chat 103 carol secret")
        receive(postgresql_database, "dave@example.net", "hex chat 104 dave secret")
        at_work_since(postgresql_database, office).run_once()
        heard = {author: len(said) for author, said in office.said.items()}

    # What Alice wrote next waits behind it, and so does what is about the boards of that.
    all_of_them = {ALICE: 2, "carol@example.net": 2, "dave@example.net": 1}
    assert heard == ({"dave@example.net": 1} if is_left_out else all_of_them)
    worker = at_work_since(postgresql_database, office)
    while worker.run_once():
        pass
    assert {author: len(said) for author, said in office.said.items()} == {BOB: 1, **all_of_them}


CROWD = 25
"""So many mails of one author are spread out among those of others."""


def places(database: Database) -> dict[str, int]:
    """The place of each mail that waits, by its author."""
    with database.reading() as connection:
        return {row.author: row.place for row in connection.execute(select(INBOX.c.author, INBOX.c.place))}


def test_nothing_gets_a_place_before_an_earlier_mail_about_its_board_that_another_worker_gives_one(
    postgresql_database: Database,
) -> None:
    Conversation(postgresql_database).sign_up("alice", "bob")
    receive(postgresql_database, ALICE, "hex move 101 alice secret b3")
    with postgresql_database.writing() as one:
        [first] = Inbox(one).claim_unsorted(100)
        receive(postgresql_database, BOB, "hex move 101 bob secret c3")
        receive(postgresql_database, "carol@example.net", *["help"] * CROWD)
        other = at_work_since(postgresql_database, Office())
        other._fair_queueing.spread_out()
        meanwhile = places(postgresql_database)
        Inbox(one).give_place(first.id, 4000)
        InboxKeys(one).note({"hex 101": Last(first.id, 4000)})
    receive(postgresql_database, "dave@example.net", *["help"] * CROWD)
    other._fair_queueing.spread_out()

    assert meanwhile[BOB] == 0
    assert meanwhile["carol@example.net"] > 0
    assert places(postgresql_database)[BOB] > places(postgresql_database)[ALICE] == 4000


def test_a_mail_claimed_while_another_worker_delays_an_earlier_one_about_its_board_follows_it(
    postgresql_database: Database,
) -> None:
    Conversation(postgresql_database).sign_up("alice", "bob")
    receive(postgresql_database, ALICE, "hex move 101 alice secret b3")
    receive(postgresql_database, BOB, "hex move 101 bob secret c3")
    worker = at_work_since(postgresql_database, Office())
    with postgresql_database.writing() as other:
        with postgresql_database.writing() as one:
            [first] = Inbox(one).claim(1, NOW)
            [second] = Inbox(other).claim(20, NOW)
            Inbox(one).give_place(first.id, 4000)
            InboxKeys(one).note({"hex 101": Last(first.id, 4000)})

        [(second, mail)] = BoardOrder(worker._read).without_overtaking([second], [worker._read(second)], other)

        assert QueueOrder(other).put_back(second, mail)
    assert places(postgresql_database)[BOB] > 4000


def test_one_by_one_a_mail_with_a_place_waits_for_those_before_it_in_other_hands(
    postgresql_database: Database,
) -> None:
    office = Office()
    receive(postgresql_database, ALICE, "hex move 101 alice secret b3")
    receive(postgresql_database, BOB, "hex move 101 bob secret c3")
    with postgresql_database.writing() as connection:
        for number, request in enumerate(Inbox(connection).claim(20, NOW)):
            Inbox(connection).give_place(request.id, 4000 + number)
    with postgresql_database.writing() as one:
        assert len(Inbox(one).claim(1, NOW)) == 1
        assert Worker(postgresql_database, office).run_once() == 0

    assert Worker(postgresql_database, office).run_once() == 2
    assert [*office.said] == [ALICE, BOB]


def test_what_comes_after_a_mail_in_other_hands_waits_and_others_do_not(postgresql_database: Database) -> None:
    receive(postgresql_database, ALICE, "limit a")
    with postgresql_database.writing() as one:
        [first] = Inbox(one).claim(20, NOW)
        receive(postgresql_database, ALICE, "limit b")
        receive(postgresql_database, BOB, "help")

        with postgresql_database.writing() as other:
            claimed = [request.author for request in Inbox(other).claim(20, NOW)]

    assert first.author == ALICE
    assert claimed == [BOB]


def test_one_author_with_two_envelopes_is_one_author(postgresql_database: Database) -> None:
    receive(postgresql_database, ALICE, "limit a", envelope="srs0=1=alice@relay.example")
    with postgresql_database.writing() as one, postgresql_database.writing() as other:
        Inbox(one).claim(20, NOW)
        receive(postgresql_database, "Alice@Example.net", "limit b", envelope="srs0=2=alice@relay.example")

        assert Inbox(other).claim(20, NOW) == []


def test_bounces_wait_for_no_other(postgresql_database: Database) -> None:
    bounce = as_received("smtp", b"Subject: failed\r\n\r\n", "<>", [US])
    with postgresql_database.writing() as connection:
        Inbox(connection).add([bounce, bounce])

    with postgresql_database.writing() as one, postgresql_database.writing() as other:
        assert len(Inbox(one).claim(1, NOW)) == 1
        assert len(Inbox(other).claim(1, NOW)) == 1


def test_what_waits_for_another_attempt_comes_before_what_was_written_later(database: Database) -> None:
    at = datetime.now(UTC)
    office = Office(fail_on_a)
    receive(database, ALICE, "limit a", "limit b")
    receive(database, BOB, "help")
    worker = Worker(database, office, now=lambda: at)

    worker.run_once()
    assert (office.said, statuses(database)) == ({BOB: ["help"]}, ["later", "later", "done"])
    assert worker.run_once() == 0
    office.before = lambda _: None
    at += MINUTE
    worker.run_once()

    assert office.said[ALICE] == ["limit a", "limit b"]


def test_a_mail_that_always_fails_keeps_its_author_waiting_for_some_minutes_only(database: Database) -> None:
    at = datetime.now(UTC)
    office = Office(fail_on_a)
    receive(database, ALICE, "limit a", "limit b")
    worker = Worker(database, office, now=lambda: at)

    for _ in range(ATTEMPTS):
        worker.run_once()
        at += MINUTE
    worker.run_once()

    assert (office.said, statuses(database)) == ({ALICE: ["limit b"]}, [InboxStatus.FAILED, InboxStatus.DONE])


@pytest.mark.parametrize(
    ("head", "sender", "author"),
    [
        (b"From: alice@example.net", "", "alice@example.net"),
        (b"from:Alice@Example.NET ", "", "alice@example.net"),
        (b"Subject: x\r\nFrom: Alice <alice@example.net>\r\nTo: b@c.example", "b@c.example", "alice@example.net"),
        (b"Subject: x\nFrom: Alice <alice@example.net>\nTo: b@c.example", "b@c.example", "alice@example.net"),
        (b'From: "Wonder, Alice <x@y>" <alice@example.net>', "", "alice@example.net"),
        (b"From: =?utf-8?q?Al=C3=ADce?=\r\n <alice@example.net>", "", "alice@example.net"),
        (b"From: alice@example.net (Alice)", "", "alice@example.net"),
        (b"From: alice@example.net, bob@example.net", "carol@example.net", "carol@example.net"),
        (b"From: nobody", "Carol@example.net", "carol@example.net"),
        (b"Subject: x\r\n\r\nFrom: alice@example.net", "carol@example.net", "carol@example.net"),
        (b"\r\nFrom: alice@example.net", "carol@example.net", "carol@example.net"),
        (b"Subject: x", "<>", ""),
        (b"Subject: x", None, ""),
        (b"", "", ""),
        (b"From: \xff\0<" + b"x" * 70_000, "", ""),
    ],
)
def test_the_author_is_read_at_a_glance(head: bytes, sender: str | None, author: str) -> None:
    assert author_of(head + b"\r\n\r\nText.\r\n", sender) == author


def test_no_header_takes_long_to_be_looked_at() -> None:
    heads = [
        b"From: " + piece * 40_000 for piece in (b"<", b'"', b'\\"', b"(", b"a@b,", b"\n ", b"\r\n ", b" <", b"a <")
    ]
    began = time.process_time()

    heads += [b"From" + b" " * 60_000 + b"x", b"\r\n" * 30_000, b"x\r" * 30_000]
    for head in heads:
        author_of(head, "alice@example.net")

    assert time.process_time() - began < 1


def test_to_know_what_comes_first_costs_the_same_however_much_waits(postgresql_database: Database) -> None:
    waiting = [as_received("smtp", mail(ALICE, "help"), ALICE, [US])] * 3000
    with postgresql_database.writing() as connection:
        Inbox(connection).add(waiting)
    with postgresql_database.writing() as connection:
        connection.exec_driver_sql("ANALYZE inbox")
    with recorded(postgresql_database) as statements, postgresql_database.writing() as connection:
        assert len(Inbox(connection).claim(20, NOW)) == 20

        assert most_rows_read(connection, statements) <= 20 * 20
