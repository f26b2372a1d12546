"""Letters from the outbox to the world: each once, none in the way of another, nothing lost while a relay is dead."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog.testing
from sqlalchemy import delete, select

from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.sending import sender_pool
from pbmserv.mail.sending.delivery import LEASE, Deliverer, deliver_due
from pbmserv.mail.sending.delivery_results import TOLD_AFTER
from pbmserv.mail.sending.transports import Composed, Reply, Unreachable, Verdict
from pbmserv.running.observer import Observer
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import OUTBOX
from pbmserv.storage.tokens import shared_key
from tests.letter_numbers import added
from tests.mail.smtp_servers import US, settings_for

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ALICE = "alice@example.net"


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> datetime:
        return self.time

    def go(self, time: timedelta) -> None:
        self.time += time


class Way:
    """A transport that takes everything, but for what it is told; `before` is called ahead of each message."""

    def __init__(self, before: Callable[[bytes], None] = lambda _: None) -> None:
        self.before = before
        self.messages: list[bytes] = []
        self.recipients: list[str] = []
        self.verdicts: dict[str, Verdict] = {}
        self.closed = 0

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        assert re.fullmatch(r"games\+b-[a-z2-7]{26}@example\.org", sender)
        self.before(message(True))
        self.messages.append(message(True))
        self.recipients.extend(recipients)
        return {recipient: Reply(self.verdicts.get(recipient, Verdict.TAKEN), "250 OK") for recipient in recipients}

    def close(self) -> None:
        self.closed += 1

    def another(self) -> Way:
        return self

    def interrupt(self) -> None:
        pass


def write_letters(database: Database, *recipients: str) -> list[int]:
    with database.writing() as connection:
        letters = [
            StoredLetter(f"<{number}@example.org>", (recipient,), f"Letter {number}", "Text.\n")
            for number, recipient in enumerate(recipients, 1)
        ]
        return added(connection, letters, NOW)


def rows(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(OUTBOX).order_by(OUTBOX.c.id)))


def subjects(way: Way) -> list[str]:
    return [read_message(message).subject for message in way.messages]


def test_letters_are_sent_in_the_order_in_which_they_were_written(database: Database) -> None:
    write_letters(database, *[ALICE] * 50)
    way = Way()

    tried = Deliverer(database, way, US, Clock()).run_once()

    assert tried == 50
    assert subjects(way) == [f"Letter {number}" for number in range(1, 51)]
    assert {(row.status, row.sent_at) for row in rows(database)} == {("sent", NOW)}


def test_a_pass_sends_no_more_than_its_limit(sqlite_database: Database) -> None:
    write_letters(sqlite_database, *[ALICE] * 50)
    way = Way()
    deliverer = Deliverer(sqlite_database, way, US, Clock())

    assert [deliverer.run_once(30), deliverer.run_once(30), deliverer.run_once(30)] == [30, 20, 0]
    assert len(way.messages) == 50


def test_a_round_that_has_sent_all_says_so(sqlite_database: Database) -> None:
    write_letters(sqlite_database, *[ALICE] * 201)
    way = Way()
    deliverer = Deliverer(sqlite_database, way, US, Clock())

    assert [deliverer.run_round(), len(way.messages)] == [True, 200]
    assert [deliverer.run_round(), len(way.messages)] == [False, 201]


def test_the_next_letters_are_claimed_while_those_before_are_being_sent(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender_pool, "PATIENCE_SECONDS", 60)
    write_letters(sqlite_database, *[ALICE] * 40)
    end = time.monotonic() + 30

    def wait_for_the_next(_: bytes) -> None:
        while len(way.messages) == 15 and claimed_so_far(sqlite_database) < 40:
            assert time.monotonic() < end
            time.sleep(0.01)

    way = Way(before=wait_for_the_next)
    Deliverer(sqlite_database, way, US, Clock()).run_once()

    assert len(way.messages) == 40


def claimed_so_far(database: Database) -> int:
    return sum(row.attempts > 0 for row in rows(database))


def test_the_connection_is_kept_for_two_seconds_without_letters(sqlite_database: Database) -> None:
    passed, way = [0.0], Way()
    deliverer = Deliverer(sqlite_database, way, US, Clock(), monotonic=lambda: passed[0])

    closed = []
    for passed[0], letters in [(10.0, 1), (11.9, 0), (11.9, 1), (13.8, 0), (13.9, 0)]:
        write_letters(sqlite_database, *[ALICE] * letters)
        deliverer.run_once()
        closed.append(way.closed)

    assert len(way.messages) == 2
    assert closed == [0, 0, 0, 0, 1]


def test_letters_are_marked_as_ours_by_the_key_that_all_processes_share(sqlite_database: Database) -> None:
    write_letters(sqlite_database, ALICE)
    way = Way()
    Deliverer(sqlite_database, way, US, Clock()).run_once()

    with sqlite_database.writing() as connection:
        key = shared_key(connection, "letters")

    assert read_message(way.messages[0], ALICE, key).our_own


def sent_so_far(database: Database) -> int:
    return sum(row.status == "sent" for row in rows(database))


def test_where_the_relay_takes_its_time_a_letter_is_marked_sent_before_the_next_one_is_begun(
    database: Database,
) -> None:
    def take_time(_: bytes) -> None:
        clock.go(TOLD_AFTER)
        sent.append(sent_so_far(database))

    clock = Clock()
    write_letters(database, ALICE, ALICE, ALICE)
    sent: list[int] = []

    Deliverer(database, Way(before=take_time), US, clock).run_once()

    assert sent == [0, 1, 2]


def test_where_the_relay_is_fast_letters_are_marked_sent_ten_at_once(database: Database) -> None:
    write_letters(database, *[ALICE] * 27)
    sent: list[int] = []
    way = Way(before=lambda _: sent.append(sent_so_far(database)))

    Deliverer(database, way, US, Clock()).run_once()

    # Those that were claimed together are done before others are claimed.
    assert sent == [0] * 10 + [10] * 10 + [20] * 7
    assert sent_so_far(database) == 27


def test_letters_wait_for_no_more_than_a_moment_until_they_are_marked_sent(database: Database) -> None:
    def take_time(_: bytes) -> None:
        sent.append(sent_so_far(database))
        clock.go(TOLD_AFTER / 4)

    clock = Clock()
    write_letters(database, *[ALICE] * 9)
    sent: list[int] = []

    Deliverer(database, Way(before=take_time), US, clock).run_once()

    assert sent == [0] * 4 + [4] * 4 + [8]


def test_a_clock_that_is_set_back_keeps_no_letter_from_being_marked_sent(database: Database) -> None:
    def set_back(_: bytes) -> None:
        sent.append(sent_so_far(database))
        clock.go(-MINUTE)

    clock = Clock()
    write_letters(database, ALICE, ALICE, ALICE)
    sent: list[int] = []

    Deliverer(database, Way(before=set_back), US, clock).run_once()

    assert sent == [0, 1, 2]


@pytest.mark.parametrize("verdict", [Verdict.REFUSED, Verdict.DEFERRED])
def test_that_a_letter_was_not_taken_is_noted_at_once(database: Database, verdict: Verdict) -> None:
    write_letters(database, ALICE, "other@x.example", ALICE)
    seen: list[list[str | None]] = []
    way = Way(before=lambda _: seen.append([row.outcome for row in rows(database)]))
    way.verdicts = {"other@x.example": verdict}

    Deliverer(database, way, US, Clock()).run_once()

    assert seen == [[None] * 3, [None] * 3, [None, "other@x.example: 250 OK", None]]


def test_a_letter_is_logged_as_sent_once_that_is_noted(database: Database) -> None:
    write_letters(database, *[ALICE] * 12)
    logged: list[int] = []

    with structlog.testing.capture_logs() as logs:
        way = Way(before=lambda _: logged.append(sum(line["event"] == "letter.sent" for line in logs)))
        Deliverer(database, way, US, Clock()).run_once()

    assert logged == [0] * 10 + [10] * 2
    assert [line["letter"] for line in logs] == [row.id for row in rows(database)]


def test_each_letter_is_counted_when_it_has_been_tried(database: Database) -> None:
    class Counting(Observer):
        def letter_tried(self, results: Mapping[str, int], seconds: float) -> None:
            counted.append(dict(results))

    write_letters(database, ALICE, "no@x.example", ALICE)
    counted: list[dict[str, int]] = []
    seen: list[int] = []
    way = Way(before=lambda _: seen.append(len(counted)))
    way.verdicts = {"no@x.example": Verdict.REFUSED}

    Deliverer(database, way, US, Clock(), observer=Counting()).run_once()

    assert seen == [0, 1, 2]
    assert counted == [{"taken": 1}, {"refused": 1}, {"taken": 1}]


class Crash(BaseException):
    """The end of a process."""


def test_a_crash_sends_ten_letters_twice_at_most_and_loses_none(database: Database) -> None:
    twice: list[int] = []
    for crash_at in range(1, 24):
        with database.writing() as connection:
            connection.execute(delete(OUTBOX))
        write_letters(database, *[ALICE] * 23)
        clock, way = Clock(), Way()

        def end(_: bytes, way: Way = way, crash_at: int = crash_at) -> None:
            if len(way.messages) == crash_at - 1:
                raise Crash

        way.before = end
        with pytest.raises(Crash):
            Deliverer(database, way, US, clock).run_once()
        sent_before = len(way.messages)
        way.before = lambda _: None
        clock.go(LEASE)
        Deliverer(database, way, US, clock).run_once()

        assert {*subjects(way)} == {f"Letter {number}" for number in range(1, 24)}
        assert sent_before == crash_at - 1
        assert sent_so_far(database) == 23
        twice.append(len(way.messages) - 23)

    assert twice == [*range(10), *range(10), *range(3)]


def test_who_ends_in_the_middle_of_a_pass_leaves_nothing_untold(database: Database) -> None:
    def interrupt(_: bytes) -> None:
        if len(way.messages) == 4:
            raise KeyboardInterrupt

    write_letters(database, *[ALICE] * 6)
    way = Way(before=interrupt)
    deliverer = Deliverer(database, way, US, Clock())

    with pytest.raises(KeyboardInterrupt):
        deliverer.run_once()
    deliverer.close()

    assert [row.status for row in rows(database)] == ["sent"] * 4 + ["waiting"] * 2


def test_what_is_untold_is_told_before_a_relay_that_went_away_is_waited_for(database: Database) -> None:
    def go_away(_: bytes) -> None:
        if len(way.messages) == 4:
            raise Unreachable("relay:25: connection refused")

    write_letters(database, *[ALICE] * 6)
    way = Way(before=go_away)

    Deliverer(database, way, US, Clock()).run_once()

    assert [(row.status, row.attempts) for row in rows(database)] == [("sent", 1)] * 4 + [("waiting", 0)] * 2


def test_a_letter_that_was_sent_is_of_interest_to_who_follows_it_and_a_minute_of_them_to_everybody(
    database: Database,
) -> None:
    passed = [0.0]
    deliverer = Deliverer(database, Way(), US, Clock(), monotonic=lambda: passed[0])
    with structlog.testing.capture_logs() as logs:
        for seconds, letters in [(0.0, 3), (59.0, 2), (59.9, 0), (60.0, 1), (119.9, 0), (120.0, 0), (600.0, 0)]:
            passed[0] = seconds
            write_letters(database, *[ALICE] * letters)
            deliverer.run_once()

    levels = [(line["log_level"], line["event"], line.get("letters")) for line in logs]
    sent = ("debug", "letter.sent", None)
    assert levels == [*[sent] * 5, ("info", "letters.sent", 5), sent, ("info", "letters.sent", 1)]


def test_what_became_of_a_letter_is_noted_with_the_words_of_the_relay(database: Database) -> None:
    write_letters(database, ALICE, "no@x.example", "busy@x.example")
    way = Way()
    way.verdicts = {"no@x.example": Verdict.REFUSED, "busy@x.example": Verdict.DEFERRED}

    with structlog.testing.capture_logs() as logs:
        Deliverer(database, way, US, Clock()).run_once()

    assert [(row.status, row.outcome, row.attempts) for row in rows(database)] == [
        ("sent", None, 1),
        ("failed", "no@x.example: 250 OK", 1),
        ("waiting", "busy@x.example: 250 OK", 1),
    ]
    assert rows(database)[2].due_at == NOW + MINUTE
    assert [(line["log_level"], line["event"]) for line in logs] == [
        ("debug", "letter.sent"),
        ("info", "letter.refused"),
        ("info", "letter.deferred"),
    ]
    assert "Letter 1" not in str(logs)


@pytest.mark.parametrize(
    "address", ["bob", "böb@example.net", "bob@example.net\r\nRCPT TO:<x@example.net>", "b b@x", "bob@\ud800"]
)
def test_an_address_that_no_letter_can_go_to_is_refused_and_never_reaches_the_relay(
    sqlite_database: Database, address: str
) -> None:
    write_letters(sqlite_database, address, ALICE)
    way = Way()

    Deliverer(sqlite_database, way, US, Clock()).run_once()

    assert way.recipients == [ALICE]
    assert [row.status for row in rows(sqlite_database)] == ["failed", "sent"]


def test_a_letter_that_makes_the_code_fail_is_put_off_and_the_others_are_sent(database: Database) -> None:
    def fail(message: bytes) -> None:
        if b"Letter 2" in message:
            raise RuntimeError("Letter 2 is sesame")

    write_letters(database, ALICE, ALICE, ALICE)
    way = Way(before=fail)

    with structlog.testing.capture_logs() as logs:
        Deliverer(database, way, US, Clock()).run_once()

    assert [(row.status, row.outcome) for row in rows(database)] == [
        ("sent", None),
        ("waiting", f"{ALICE}: RuntimeError"),
        ("sent", None),
    ]
    assert "sesame" not in str(logs)


def test_a_relay_out_of_reach_keeps_all_letters_waiting_and_costs_them_nothing(database: Database) -> None:
    def fail(_: bytes) -> None:
        calls.append(clock())
        raise Unreachable("relay:25: connection refused")

    calls: list[datetime] = []
    clock = Clock()
    write_letters(database, *[ALICE] * 30)
    way = Way(before=fail)
    deliverer = Deliverer(database, way, US, clock, monotonic=lambda: clock().timestamp())

    for _ in range(12 * 60):
        deliverer.run_once()
        clock.go(timedelta(seconds=5))

    waits = [int((later - earlier).total_seconds()) for earlier, later in itertools.pairwise(calls)]
    assert waits == [5, 10, 20, 40, 80, 160, *[300] * 10]
    assert {(row.status, row.attempts) for row in rows(database)} == {("waiting", 0)}
    assert rows(database)[0].outcome == "not tried: relay:25: connection refused"
    way.before = lambda _: None
    clock.go(5 * MINUTE)
    assert deliverer.run_once() == 30


def test_letters_that_were_not_begun_in_time_are_given_back_before_their_lease_is_over(database: Database) -> None:
    clock = Clock()
    write_letters(database, *[ALICE] * 20)
    slow = Way(before=lambda _: clock.go(MINUTE))

    first = Deliverer(database, slow, US, clock).run_once(20)

    assert first == 20
    assert len(slow.messages) == 20
    assert {row.attempts for row in rows(database)} == {1}


def test_when_stopping_the_letter_in_hand_is_finished_and_the_others_are_given_back(database: Database) -> None:
    write_letters(database, *[ALICE] * 20)
    way = Way()

    Deliverer(database, way, US, Clock(), stopping=lambda: len(way.messages) >= 3).run_once()

    assert [row.status for row in rows(database)] == ["sent"] * 3 + ["waiting"] * 17
    assert {(row.attempts, row.due_at) for row in rows(database)[3:]} == {(0, NOW)}


def test_two_that_deliver_at_the_same_time_send_each_letter_once(database: Database) -> None:
    write_letters(database, *[ALICE] * 50)
    other_way = Way()
    other = Deliverer(database, other_way, US, Clock())

    def meanwhile(_: bytes) -> None:
        other.run_once()

    way = Way(before=meanwhile)
    Deliverer(database, way, US, Clock()).run_once()

    assert sorted(subjects(way) + subjects(other_way)) == sorted(f"Letter {number}" for number in range(1, 51))
    assert len(way.messages) == 20


def test_a_letter_has_the_same_to_and_message_id_when_it_is_sent_again_to_some(database: Database) -> None:
    both = StoredLetter("<1@example.org>", (ALICE, "busy@x.example"), "x", "Text.\n")
    with database.writing() as connection:
        Outbox(connection).add([both], NOW)
    clock, way = Clock(), Way()
    way.verdicts = {"busy@x.example": Verdict.DEFERRED}
    deliverer = Deliverer(database, way, US, clock)
    deliverer.run_once()
    clock.go(MINUTE)

    deliverer.run_once()

    assert way.recipients == [ALICE, "busy@x.example", "busy@x.example"]
    first, second = way.messages
    assert first == second
    assert b"To: alice@example.net, busy@x.example\r\n" in first
    assert b"Message-ID: <1@example.org>\r\n" in first


def test_one_pass_delivers_what_is_due_by_the_way_that_is_set(database: Database, tmp_path: Path) -> None:
    write_letters(database, ALICE, ALICE)

    assert deliver_due(database, settings_for(tmp_path)) == 2

    assert len(list((tmp_path / "outgoing" / "new").iterdir())) == 2


def test_a_relay_that_is_down_is_a_fault_until_it_takes_letters_again(sqlite_database: Database) -> None:
    is_down = True

    def refuse(_: bytes) -> None:
        if is_down:
            raise Unreachable("relay:25: connection refused")

    monotonic = itertools.count(0.0, 1000.0)
    deliverer = Deliverer(sqlite_database, Way(refuse), US, Clock(), monotonic=lambda: next(monotonic))
    before = deliverer.fault()
    write_letters(sqlite_database, ALICE)
    deliverer.run_once()
    meanwhile = deliverer.fault()
    is_down = False
    deliverer.run_once()

    assert (before, deliverer.fault()) == (None, None)
    assert meanwhile == "letters wait, since their way out is not available: relay:25: connection refused"


def test_a_relay_that_was_down_is_no_fault_once_no_letter_waits(sqlite_database: Database) -> None:
    def refuse(_: bytes) -> None:
        raise Unreachable("relay:25: connection refused")

    monotonic = itertools.count(0.0, 1000.0)
    deliverer = Deliverer(sqlite_database, Way(refuse), US, Clock(), monotonic=lambda: next(monotonic))
    write_letters(sqlite_database, ALICE)
    deliverer.run_once()
    with sqlite_database.writing() as connection:
        connection.execute(delete(OUTBOX))
    deliverer.run_once()

    assert deliverer.fault() is None
