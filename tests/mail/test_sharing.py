"""How the worker is shared: one author's many do not hold up another's one, nor do the passwords of strangers; and of
one author and of one board nothing overtakes anything."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.mail import queue_order
from pbmserv.mail import worker as worker_module
from pbmserv.mail.queue_order import QueueOrder
from pbmserv.mail.reading.envelope import as_received
from pbmserv.mail.worker import Worker
from pbmserv.post_office import PostOffice, Request
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import INBOX_KEYS, STRANGERS, UNSORTED, InboxKeys, Last
from pbmserv.storage.tables import INBOX
from tests.conversation import ADDRESS, FOUR, START, Server, cheap_passwords
from tests.mail.test_order import ALICE, BOB, US, Office, mail, receive, statuses
from tests.queries import most_rows_read, recorded, scans, sorts

MANY = 200


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, all that waits is given places before a turn, which takes all that fits."""
    monkeypatch.setattr(queue_order, "MOST_SECONDS", 600)
    monkeypatch.setattr(worker_module, "TURN_SECONDS", 600)


def at_work(database: Database, office: PostOffice, **how: Any) -> Worker:
    """A worker that has been running for a while: what comes now did not end the one before it."""
    worker = Worker(database, office, **how)
    worker.run_once()
    return worker


def turns_until(worker: Worker, is_done: Any) -> int:
    for turn in range(1, 500):
        worker.run_once()
        if is_done():
            return turn
    raise AssertionError("it was never done")


def outcomes(database: Database) -> list[str | None]:
    with database.reading() as connection:
        return [*connection.scalars(select(INBOX.c.outcome).order_by(INBOX.c.id))]


def places(database: Database) -> list[int]:
    with database.reading() as connection:
        return [*connection.scalars(select(INBOX.c.place).order_by(INBOX.c.id))]


# The many of one author


def test_the_many_of_one_author_do_not_hold_up_the_one_of_another(database: Database) -> None:
    office = Office()
    worker = at_work(database, office)
    receive(database, ALICE, *[f"limit {number}" for number in range(MANY)])
    receive(database, BOB, "help")

    assert turns_until(worker, lambda: office.said[BOB]) <= 2

    assert len(office.said[ALICE]) <= 40
    while worker.run_once():
        pass
    assert office.said[ALICE] == [f"limit {number}" for number in range(MANY)]
    assert set(statuses(database)) == {"done"}


def test_so_it_is_for_what_waits_when_a_server_starts(database: Database) -> None:
    office = Office()
    receive(database, ALICE, *[f"limit {number}" for number in range(MANY)])
    receive(database, BOB, "help")

    assert turns_until(Worker(database, office), lambda: office.said[BOB]) <= 3


def test_two_who_have_many_take_turns(database: Database) -> None:
    office = Office()
    worker = at_work(database, office)
    receive(database, ALICE, *[f"limit {number}" for number in range(60)])
    receive(database, BOB, *[f"limit {number}" for number in range(60)])

    turns_until(worker, lambda: len(office.said[BOB]) >= 10)

    assert abs(len(office.said[ALICE]) - len(office.said[BOB])) <= 20
    while worker.run_once():
        pass
    assert office.said[BOB] == office.said[ALICE] == [f"limit {number}" for number in range(60)]


@pytest.mark.parametrize(("waiting", "spread"), [(20, False), (21, True)])
def test_up_to_twenty_of_one_author_stand_where_they_came(database: Database, waiting: int, spread: bool) -> None:
    receive(database, ALICE, *[f"limit {number}" for number in range(waiting)])
    receive(database, BOB, "help")

    with database.reading() as connection:
        assert Inbox(connection).is_crowded(20, 20) is spread


def test_who_is_alone_is_not_spread_out(database: Database) -> None:
    receive(database, ALICE, *[f"limit {number}" for number in range(50)])

    with database.reading() as connection:
        assert not Inbox(connection).is_crowded(20, 20)


def test_what_one_who_has_many_writes_later_stays_behind_them(database: Database) -> None:
    office = Office()
    worker = at_work(database, office)
    receive(database, ALICE, *[f"limit {number}" for number in range(50)])
    receive(database, BOB, "help")
    worker.run_once()

    receive(database, ALICE, "limit last")
    while worker.run_once():
        pass

    assert office.said[ALICE] == [*(f"limit {number}" for number in range(50)), "limit last"]


def test_one_that_fails_among_many_keeps_only_its_author_waiting(database: Database) -> None:
    def fail_on_the_30th(request: Request) -> None:
        if request.lines[0] == "limit 30":
            raise RuntimeError

    at = START
    office = Office(fail_on_the_30th)
    worker = at_work(database, office, now=lambda: at)
    receive(database, ALICE, *[f"limit {number}" for number in range(50)])
    receive(database, BOB, "help", "list")
    for _ in range(30):
        worker.run_once()
    before = statuses(database)
    office.before = lambda _: None
    at += timedelta(minutes=1)
    while worker.run_once():
        pass

    assert before == ["done"] * 30 + ["later"] * 20 + ["done"] * 2
    # What was undone is noted twice.
    assert [*dict.fromkeys(office.said[ALICE])] == [f"limit {number}" for number in range(50)]


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.long
def test_several_workers_keep_the_order_of_an_author_who_has_many(
    postgresql_database: Database, workers: int
) -> None:
    wanted = [f"command {number}" for number in range(150)]
    office = Office(lambda _: time.sleep(0.0005))
    receive(postgresql_database, ALICE, *wanted)
    receive(postgresql_database, BOB, *wanted[:50])
    done = threading.Event()

    def work() -> None:
        worker = Worker(postgresql_database, office)
        while not done.is_set():
            if not worker.run_once():
                time.sleep(0.001)

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 60
    while set(statuses(postgresql_database)) != {"done"} and time.monotonic() < end:
        time.sleep(0.02)
    done.set()
    for thread in threads:
        thread.join()

    assert office.said == {ALICE: wanted, BOB: wanted[:50]}


@pytest.mark.long
def test_a_claim_costs_the_same_however_much_waits(postgresql_database: Database) -> None:
    with postgresql_database.writing() as connection:
        inbox = Inbox(connection)
        numbers = inbox.add([as_received("smtp", mail(ALICE, "help"), ALICE, [US])] * 3000)
        numbers += inbox.add([as_received("smtp", mail(f"{n}@x.example", "help"), BOB, [US]) for n in range(1000)])
        for number in numbers[:2000]:
            inbox.give_place(number, number * 20)
        for number in numbers[3000:3500]:
            inbox.give_place(number, STRANGERS + number)
    with postgresql_database.writing() as connection:
        connection.exec_driver_sql("ANALYZE inbox")
    with recorded(postgresql_database) as statements, postgresql_database.writing() as connection:
        inbox = Inbox(connection)
        inbox.claim(20, START)
        inbox.claim(20, START, strangers=True)
        inbox.has_work(START)
        inbox.is_crowded(20, 20)

        assert most_rows_read(connection, statements) <= 20 * 20


def test_nothing_that_keeps_the_order_reads_the_inbox_from_end_to_end(database: Database) -> None:
    receive(database, ALICE, *["help"] * 40)
    receive(database, BOB, "help")
    with recorded(database) as statements, database.writing() as connection:
        inbox = Inbox(connection)
        inbox.claim(20, START, strangers=True)
        inbox.claim_unsorted(20)
        inbox.has_work(START, strangers=True)
        inbox.has_more_than(10)
        inbox.has_more_than(10, strangers=True)
        inbox.give_place(1, 20)
        inbox.count_begun([1, 2])
        InboxKeys(connection).last(["hex 101", "alice"])
        InboxKeys(connection).end([1])

        assert scans(connection, list(statements)) == []
        assert not database.is_sqlite or sorts(connection, list(statements)) == []


# Strangers


class Noting(Passwords):
    """Hashes at the least cost, and says what was hashed."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=32)
        self.hashed: list[str] = []

    def hash(self, password: str, *how: Any) -> str:
        self.hashed.append(password)
        return super().hash(password, *how)


@pytest.fixture
def server(database: Database) -> Server:
    server = Server(database, now=START, passwords=cheap_passwords())
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob")
    return server


def come(server: Server, *mails: tuple[str, str], body: str = "") -> None:
    with server.database.writing() as connection:
        Inbox(connection).add(
            [
                as_received("smtp", f"From: {who}\r\nSubject: {line}\r\n\r\n{body}\r\n".encode(), who, [ADDRESS])
                for who, line in mails
            ]
        )


class Sharing:
    """A worker that leaves strangers to another, as a server has it, and has been running for a while.

    Its office remembers no password. `told` is how often it has said that strangers wait.
    """

    def __init__(self, server: Server) -> None:
        self.told = 0
        self.server = server
        self.worker = at_work(
            server.database, forgetful(server), now=lambda: server.now, strangers_wait=self._strangers_wait
        )
        self.strangers = Worker(server.database, forgetful(server), now=lambda: server.now)

    def work(self) -> None:
        """Carry out what players have written."""
        while self.worker.run_once():
            pass

    def work_for_strangers(self) -> None:
        """Carry out the rest, too."""
        while self.strangers.run_strangers() or self.worker.run_once():
            pass

    @property
    def statuses(self) -> list[str]:
        return statuses(self.server.database)

    def _strangers_wait(self) -> None:
        self.told += 1


@pytest.fixture
def sharing(server: Server) -> Sharing:
    return Sharing(server)


def kept_keys(server: Server) -> set[str]:
    with server.database.reading() as connection:
        return {*connection.scalars(select(INBOX_KEYS.c.key))}


def forgetful(server: Server) -> PostOffice:
    """An office that remembers no password, as after a start."""
    return PostOffice(server.database, installed(), ADDRESS, cheap_passwords(), now=lambda: server.now)


def test_letters_of_strangers_that_need_a_hash_are_put_back_and_those_of_players_are_not(
    server: Server, sharing: Sharing
) -> None:
    come(
        server,
        ("stranger@x.example", "hex move 101 nobody guessed99 a1"),
        ("new@y.example", "signup erin redbreast7"),
        ("alice@example.org", "hex move 101 alice secret7 d4"),
        ("bob@example.org", "help"),
        ("other@x.example", "help"),
    )

    sharing.work()
    assert sharing.statuses == ["waiting", "waiting", "done", "done", "done"]
    assert sharing.told > 0
    assert [place >= STRANGERS for place in places(server.database)] == [True, True, False, False, False]
    sharing.work_for_strangers()

    assert sharing.statuses == ["done"] * 5
    assert [str(each).partition(":")[0] for each in outcomes(server.database)][:3] == ["refused", "done", "done"]


@pytest.mark.parametrize(
    ("sender", "line", "waits"),
    [
        ("stranger@x.example", "hex move 101 nobody guessed99 a1", True),
        ("stranger@x.example", "hex move 101 alice secret7 a1", True),
        ("stranger@x.example", "signup erin redbreast7", False),
        ("alice@example.org", "hex move 101 bob bobpw123 a1", True),
        ("alice@example.org", "hex move 101 alise secret7 a1", True),
        ("alice@example.org", "hex move 101 alice guessed99 a1", False),
        ("alice@example.org", "hex move 101 alice secret7 a1", False),
        ("alice@example.org", "change password alice secret7 another88", False),
        ("stranger@x.example", "hex show 101", False),
    ],
)
def test_alone_in_its_turn_as_well_a_letter_waits_only_for_the_hash_of_a_stranger(
    server: Server, sharing: Sharing, sender: str, line: str, waits: bool
) -> None:
    come(server, (sender, line))

    assert sharing.worker.run_once() == 1

    assert (sharing.statuses, sharing.told) == ((["waiting"], 1) if waits else (["done"], 0))
    sharing.work()
    sharing.work_for_strangers()
    assert sharing.statuses == ["done"]


def test_what_a_stranger_writes_next_waits_behind_it(server: Server, sharing: Sharing) -> None:
    come(
        server, ("s@x.example", "hex move 101 nobody guessed99 a1"), ("s@x.example", "help"), ("t@x.example", "help")
    )

    sharing.work()

    assert sharing.statuses == ["waiting", "waiting", "done"]
    assert sharing.strangers.run_strangers() == 1
    assert sharing.statuses == ["done", "waiting", "done"]


def test_who_makes_up_names_does_not_hold_up_a_board(server: Server, sharing: Sharing) -> None:
    come(
        server,
        ("s@x.example", "hex move 101 nobody guessed99 a1"),
        ("alice@example.org", "hex move 101 alice secret7 d4"),
    )

    sharing.work()

    assert sharing.statuses == ["waiting", "done"]


def test_alice_from_a_strange_address_and_then_from_her_own_is_carried_out_in_that_order(
    server: Server, sharing: Sharing
) -> None:
    come(
        server,
        ("alice@work.example", "change password alice secret7 another88"),
        ("alice@example.org", "hex move 101 alice another88 d4"),
        ("bob@example.org", "hex move 101 bob bobpw123 e5"),
    )

    sharing.work()
    assert sharing.statuses == ["waiting"] * 3
    sharing.work_for_strangers()

    assert [str(each)[:8] for each in outcomes(server.database)] == ["done: ch", "done: he", "done: he"]


def test_a_move_from_a_strange_address_comes_before_the_answer_on_the_same_board(server: Server) -> None:
    worker = at_work(server.database, forgetful(server), now=lambda: server.now)
    come(
        server,
        ("alice@work.example", "hex move 101 alice secret7 d4"),
        ("bob@example.org", "hex move 101 bob bobpw123 e5"),
        ("bob@example.org", "help"),
    )
    while worker.run_once():
        pass

    assert [str(each)[:4] for each in outcomes(server.database)] == ["done"] * 3


def test_strangers_who_name_a_player_hold_that_player_up_ten_times(server: Server, sharing: Sharing) -> None:
    come(server, *[(f"s{n}@x.example", f"hex move 101 alice guess{n}xx a1") for n in range(12)])
    come(server, ("alice@example.org", "hex move 101 alice secret7 d4"))

    sharing.work()
    assert sharing.statuses == ["waiting"] * 13
    for _ in range(11):
        sharing.strangers.run_strangers()
    assert sharing.statuses == ["done"] * 11 + ["waiting"] * 2
    assert sharing.strangers.run_strangers() == 1

    # Behind the tenth, where the eleventh stands, too, and not behind the last.
    assert sharing.statuses == ["done"] * 11 + ["waiting", "done"]


def test_a_stranger_whose_passwords_nobody_looks_at_holds_a_player_up_ten_times_as_well(
    server: Server, sharing: Sharing
) -> None:
    come(server, *[("s@x.example", f"hex move 101 alice guess{n}xx a1") for n in range(30)], ("t@x.example", "help"))
    sharing.work()
    while "waiting" in sharing.statuses:
        sharing.work_for_strangers()
    come(server, *[("s@x.example", f"hex move 101 alice guess{n}xx a1") for n in range(60)], ("t@x.example", "help"))
    come(server, ("alice@example.org", "hex move 101 alice secret7 d4"))
    for _ in range(2):
        sharing.worker.run_once()

    assert sharing.statuses[-1] == "done"
    assert sharing.statuses.count("waiting") > 10


def test_what_a_stranger_writes_behind_a_wrong_password_holds_a_player_up_ten_times_as_well(
    server: Server, sharing: Sharing
) -> None:
    come(server, ("s@x.example", "signup erin redbreast7"))
    # The last of them is alone in its turn.
    come(server, *[("s@x.example", f"hex move 101 alice guess{n}xx a1") for n in range(40)])
    come(server, ("alice@example.org", "hex move 101 alice secret7 d4"))
    sharing.work()
    for _ in range(11):
        sharing.strangers.run_strangers()
    assert sharing.statuses == ["done"] * 11 + ["waiting"] * 31
    assert sharing.strangers.run_strangers() == 1

    assert sharing.statuses[-1] == "done"


def test_several_passwords_in_one_letter_of_a_stranger_are_hashed_once_each(server: Server) -> None:
    office = forgetful(server)
    passwords = Noting()
    office._passwords = passwords
    worker = at_work(server.database, office, now=lambda: server.now)
    lines = ["hex show 101", "change format nobody guess-one text", "change format noone guess-two text"]
    come(server, ("s@x.example", "multiple"), body="\r\n".join(lines))
    while worker.run_once():
        pass

    assert sorted(passwords.hashed) == ["guess-one", "guess-two"]


def test_a_server_that_ends_with_places_given_goes_on_where_it_was(server: Server) -> None:
    sharing = Sharing(server)
    come(server, ("s@x.example", "signup erin redbreast7"), ("s@x.example", "help"))
    sharing.worker.run_once()

    come(server, ("s@x.example", "list"))
    worker = Worker(server.database, server.office, now=lambda: server.now)
    while worker.run_once():
        pass

    assert statuses(server.database) == ["done"] * 3
    assert [place > UNSORTED for place in places(server.database)] == [True, True, True]


def test_a_stranger_with_much_waiting_elsewhere_does_not_keep_other_strangers_waiting(
    server: Server, sharing: Sharing
) -> None:
    come(server, *[("s@x.example", "help")] * 60, ("bob@example.org", "help"))
    come(server, *[("s@x.example", f"signup s{n} redbreast7") for n in range(30)])
    come(server, ("t@x.example", "signup erin redbreast7"))
    sharing.worker.run_once()
    sharing.worker.run_once()
    assert sharing.statuses[-1] == "waiting"
    assert "waiting" in sharing.statuses[:60]

    assert sharing.strangers.run_strangers() == 1
    assert sharing.statuses[-1] == "done"


def test_what_another_worker_has_given_a_place_is_left_where_it_stands(server: Server) -> None:
    come(server, ("s@x.example", "help"))
    worker = Worker(server.database, forgetful(server), now=lambda: server.now)
    with ExitStack() as in_hand:
        worker._begun = worker._begin(False, in_hand)
    with server.database.writing() as connection:
        [mail] = connection.scalars(select(INBOX.c.id))
        Inbox(connection).give_place(mail, 20)

    assert worker.run_once() == 0
    with server.database.reading() as connection:
        assert [*connection.execute(select(INBOX.c.status, INBOX.c.attempts, INBOX.c.ended))] == [("waiting", 0, 0)]
    assert worker.run_once() == 1


def test_where_the_operator_drops_the_last_of_an_author_the_next_stays_behind_those_before_it(
    server: Server, sharing: Sharing
) -> None:
    come(server, ("s@x.example", "signup erin redbreast7"), ("s@x.example", "help"))
    sharing.work()
    with server.database.writing() as connection:
        [_, last] = connection.scalars(select(INBOX.c.id).order_by(INBOX.c.id))
        assert Inbox(connection).drop(last, server.now)
    come(server, ("s@x.example", "list"))

    sharing.work()
    assert sharing.statuses == ["waiting", "dropped", "waiting"]
    sharing.work_for_strangers()

    assert sharing.statuses == ["done", "dropped", "done"]
    assert kept_keys(server) == set()


def test_where_the_operator_drops_the_only_one_of_an_author_the_next_does_not_wait(
    server: Server, sharing: Sharing
) -> None:
    come(server, ("s@x.example", "hex move 101 nobody guessed99 a1"))
    sharing.work()
    with server.database.writing() as connection:
        [only] = connection.scalars(select(INBOX.c.id))
        assert Inbox(connection).drop(only, server.now)
    come(server, ("s@x.example", "list"))
    sharing.work()

    assert sharing.statuses == ["dropped", "done"]
    assert kept_keys(server) == set()


def test_what_is_known_of_requests_that_are_over_is_forgotten_with_old_mail(server: Server, sharing: Sharing) -> None:
    come(server, ("t@x.example", "help"), ("s@x.example", "signup erin redbreast7"))
    sharing.work()
    with server.database.writing() as connection:
        # As where another worker was about to note a later one when this ended, and was undone.
        InboxKeys(connection).note({"t@x.example": Last(1, 1)})
    with server.database.writing() as connection:
        assert Inbox(connection).prune(server.now + timedelta(days=36500), server.now) == 2

    assert kept_keys(server) == {"s@x.example"}


def test_of_two_workers_that_have_a_request_of_a_stranger_in_hand_the_first_carries_it_out(
    server: Server, sharing: Sharing
) -> None:
    come(server, ("s@x.example", "hex move 101 nobody guessed99 a1"))
    sharing.work()
    other = Worker(server.database, forgetful(server), now=lambda: server.now)
    for worker in (sharing.strangers, other):
        # As where the connection by which it had it for itself is gone.
        with ExitStack() as in_hand:
            worker._begun = worker._begin(True, in_hand)

    assert sharing.strangers.run_strangers() == 1
    assert other._run_carefully(1, strangers=True) == 0

    assert sharing.statuses == ["done"]


def test_who_leaves_a_request_to_another_worker_has_not_ended_with_it(
    server: Server, sharing: Sharing, monkeypatch: pytest.MonkeyPatch
) -> None:
    come(server, ("s@x.example", "hex move 101 nobody guessed99 a1"))
    sharing.work()
    with monkeypatch.context() as patched:
        # As where another worker has it locked.
        patched.setattr(Inbox, "take_back_attempt", lambda *_: False)
        for _ in range(7):
            assert sharing.strangers.run_strangers() == 0
    with server.database.reading() as connection:
        assert [*connection.execute(select(INBOX.c.attempts, INBOX.c.ended))] == [(0, 0)]


def test_two_who_put_back_requests_about_the_same_players_do_not_wait_for_each_other(
    postgresql_database: Database,
) -> None:
    server = Server(postgresql_database, now=START, passwords=cheap_passwords())
    server.sign_up("alice", "bob")
    come(
        server,
        *[(f"{n}@x.example", f"change format {who} guess{n} text") for n, who in enumerate(["alice", "bob"] * 2)],
    )
    worker = Worker(postgresql_database, server.office)
    with postgresql_database.writing() as connection:
        alice, bob, alice_again, bob_again = (
            (each, worker._read(each)) for each in Inbox(connection).claim(4, START)
        )
    with postgresql_database.writing() as one:
        first = QueueOrder(one)
        with postgresql_database.writing() as other:
            second = QueueOrder(other)
            one.exec_driver_sql("SET LOCAL lock_timeout = '100ms'")
            assert first.put_back(*alice, is_of_stranger=True)
            assert second.put_back(*bob, is_of_stranger=True)
            assert first.put_back(*bob_again, is_of_stranger=True)
            assert second.put_back(*alice_again, is_of_stranger=True)
            second.end()
        first.end()

    with postgresql_database.reading() as connection:
        last = InboxKeys(connection).last(["alice", "bob"])
    assert {key: each.number for key, each in last.items()} == {"alice": alice[0].id, "bob": bob_again[0].id}


@pytest.mark.long
def test_with_foreseen_hashes_several_workers_change_a_password_and_use_it_in_order(
    postgresql_database: Database,
) -> None:
    server = Server(postgresql_database, now=START, passwords=cheap_passwords())
    server.sign_up("alice", "bob")
    mails: list[tuple[str, str]] = []
    for userid, address in (("alice", "alice@example.org"), ("bob", "bob@example.org")):
        last = FOUR[userid]
        for number in range(6):
            mails.append((address, f"change password {userid} {last} redbreast{number}{userid}"))
            last = f"redbreast{number}{userid}"
            mails.append((address, f"change format {userid} {last} text"))
    come(server, *mails)

    def work() -> None:
        worker = Worker(postgresql_database, forgetful(server), now=lambda: server.now)
        end = time.monotonic() + 60
        while set(statuses(postgresql_database)) != {"done"} and time.monotonic() < end:
            worker.run_once(4)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {str(each).partition(":")[0] for each in outcomes(postgresql_database)} == {"done"}
