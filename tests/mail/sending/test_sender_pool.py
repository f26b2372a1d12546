"""Letters that take long: they hold up nobody but their own recipient, and whoever stops does not wait for them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import structlog.testing
from sqlalchemy import select

from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.sending import delivery, sender_pool
from pbmserv.mail.sending.delivery import BEGIN_WITHIN, PUT_OFF, Deliverer
from pbmserv.mail.sending.relay import RelayTransport
from pbmserv.mail.sending.transports import (
    CUT_OFF,
    Composed,
    Reply,
    SendmailTransport,
    Transport,
    Unreachable,
    Verdict,
)
from pbmserv.setting_values import Encryption
from pbmserv.setting_values import Relay as RelaySetting
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import OUTBOX
from tests.mail.sending.test_delivery import Clock
from tests.mail.sending.test_relay_faults import HANG, STAGES, Script, relay
from tests.mail.smtp_servers import US

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
SLOW = "slow@example.net"
PATIENCE = 20


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_pool, "PATIENCE_SECONDS", 0.1)


class Way:
    """A transport that does not come back from `SLOW` before it may; one such object stands for all connections."""

    def __init__(self) -> None:
        self.subjects: list[str] = []
        self.may_come_back = threading.Event()
        self.is_interrupted = threading.Event()
        self.slow = {SLOW}

    def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
        if not self.slow.isdisjoint(recipients):
            assert self.may_come_back.wait(PATIENCE)
        if self.is_interrupted.is_set():
            return dict.fromkeys(recipients, Reply(Verdict.DEFERRED, CUT_OFF))
        self.subjects.append(read_message(message(True)).subject)
        return dict.fromkeys(recipients, Reply(Verdict.TAKEN))

    def close(self) -> None:
        pass

    def another(self) -> Way:
        return self

    def interrupt(self) -> None:
        self.is_interrupted.set()
        self.may_come_back.set()


def write_letters(database: Database, *recipients: str | tuple[str, ...]) -> None:
    with database.writing() as connection:
        letters = [
            StoredLetter(f"<{n}@example.org>", (to,) if isinstance(to, str) else to, f"Letter {n}", "Text.\n")
            for n, to in enumerate(recipients, 1)
        ]
        Outbox(connection).add(letters, NOW)


def rows(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(OUTBOX).order_by(OUTBOX.c.id)))


def statuses(database: Database) -> list[str]:
    return [row.status for row in rows(database)]


@contextmanager
def delivering(database: Database, way: Transport, clock: Clock | None = None) -> Iterator[Deliverer]:
    deliverer = Deliverer(database, way, US, clock or Clock())
    try:
        yield deliverer
    finally:
        deliverer.close(0)


def letters(*numbers: int) -> list[str]:
    return [f"Letter {number}" for number in numbers]


def test_a_letter_that_takes_long_holds_up_no_other(database: Database) -> None:
    write_letters(database, "a@example.net", SLOW, *["b@example.net"] * 30)
    way = Way()

    with delivering(database, way) as deliverer:
        assert deliverer.run_once() == 31
        assert way.subjects == letters(1, *range(3, 33))
        assert statuses(database) == ["sent", "waiting", *["sent"] * 30]

        way.may_come_back.set()
        deliverer.finish()

    assert way.subjects[-1] == "Letter 2"
    assert set(statuses(database)) == {"sent"}


def test_letters_to_one_recipient_come_in_their_order_however_long_one_of_them_takes(database: Database) -> None:
    write_letters(database, SLOW, "b@example.net", SLOW.upper(), ("c@example.net", SLOW), "c@example.net", SLOW)
    way = Way()

    with delivering(database, way) as deliverer:
        deliverer.run_once()
        assert way.subjects == letters(2)

        way.may_come_back.set()
        deliverer.finish()

    assert way.subjects == letters(2, 1, 3, 4, 5, 6)


def test_each_letter_that_takes_long_has_a_connection_of_its_own_up_to_a_limit(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender_pool, "PATIENCE_SECONDS", 0.05)
    slow = [f"slow{number}@example.net" for number in range(sender_pool.MOST_AT_ONCE)]
    write_letters(database, *slow, "b@example.net")
    way = Way()
    way.slow = {*slow}

    with delivering(database, way) as deliverer:
        assert deliverer.run_once() == 0
        assert [row.attempts for row in rows(database)] == [1] * 11

        way.may_come_back.set()
        deliverer.finish()

    assert set(statuses(database)) == {"sent"}
    assert sorted(way.subjects) == sorted(letters(*range(1, 12)))


def test_letters_that_wait_for_another_are_given_back_before_their_lease_is_over(database: Database) -> None:
    write_letters(database, SLOW, SLOW, SLOW)
    way, clock = Way(), Clock()

    with delivering(database, way, clock) as deliverer:
        deliverer.run_once()
        clock.go(BEGIN_WITHIN + timedelta(seconds=1))
        deliverer.run_once()
        leases = [row.due_at for row in rows(database)]

        way.may_come_back.set()
        deliverer.finish()

    # The two are claimed anew, and have lost nothing.
    assert leases[0] < leases[1] == leases[2]
    assert way.subjects == letters(1, 2, 3)
    assert [row.attempts for row in rows(database)] == [1, 1, 1]


def test_where_very_many_letters_wait_for_another_they_keep_nobody_elses_from_being_found(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender_pool, "MOST_HELD", 5)
    write_letters(sqlite_database, *[SLOW] * 70, "b@example.net")
    way, clock = Way(), Clock()

    with delivering(sqlite_database, way, clock) as deliverer:
        deliverer.run_once()
        assert way.subjects == letters(71)

        way.may_come_back.set()
        deliverer.finish()
        assert way.subjects == letters(71, *range(1, 7))
        clock.go(PUT_OFF)
        deliverer.run_once()

    assert way.subjects == letters(71, *range(1, 71))


def test_who_stops_gives_back_what_was_claimed_and_cuts_off_what_is_in_hand(database: Database) -> None:
    write_letters(database, SLOW, SLOW, SLOW)
    way = Way()
    deliverer = Deliverer(database, way, US, Clock())
    deliverer.run_once()
    begun = time.monotonic()

    deliverer.close(0.1)

    assert time.monotonic() - begun < 3
    assert [(row.status, row.attempts, row.outcome) for row in rows(database)] == [
        ("waiting", 1, f"{SLOW}: {CUT_OFF}"),
        ("waiting", 0, None),
        ("waiting", 0, None),
    ]
    assert [row.due_at for row in rows(database)] == [NOW + timedelta(minutes=1), NOW, NOW]
    assert way.subjects == []


def test_who_stops_lets_letters_in_hand_come_through_if_they_soon_do(database: Database) -> None:
    write_letters(database, SLOW, SLOW)
    way = Way()
    deliverer = Deliverer(database, way, US, Clock())
    deliverer.run_once()
    threading.Timer(0.2, way.may_come_back.set).start()

    deliverer.close(PATIENCE)

    assert statuses(database) == ["sent", "waiting"]
    assert way.subjects == letters(1)


def test_who_does_not_come_back_even_then_is_left_to_himself(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Deaf(Way):
        """As one that asks for the address of the relay, which nobody can interrupt."""

        def interrupt(self) -> None:
            pass

    monkeypatch.setattr(sender_pool, "CUT_SECONDS", 0.1)
    write_letters(database, SLOW)
    way = Deaf()
    deliverer = Deliverer(database, way, US, Clock())
    deliverer.run_once()

    deliverer.close(0)
    way.may_come_back.set()
    for thread in [each for each in threading.enumerate() if each.name == "sender"]:
        thread.join(PATIENCE)

    assert [(row.status, row.attempts, row.due_at) for row in rows(database)] == [("waiting", 0, NOW)]


def test_a_connection_that_comes_back_while_others_are_closed_is_closed_in_its_time(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Counted(Way):
        """One connection of several, with the letters that they have sent in common."""

        def __init__(self, first: Counted | None = None) -> None:
            super().__init__()
            first = first or self
            self.first, self.subjects, self.may_come_back = first, first.subjects, first.may_come_back
            self.open = False

        def another(self) -> Counted:
            made.append(Counted(self.first))
            return made[-1]

        def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
            self.open = True
            return super().send(message, sender, recipients)

        def close(self) -> None:
            self.may_come_back.set()
            for thread in [each for each in threading.enumerate() if each.name == "sender"]:
                thread.join(PATIENCE)
            self.open = False

    monkeypatch.setattr(delivery, "IDLE_SECONDS", 0)
    write_letters(sqlite_database, SLOW, "b@example.net")
    made = [Counted()]

    with delivering(sqlite_database, made[0]) as deliverer:
        deliverer.run_once()
        deliverer.run_once()
        assert [each.open for each in made] == [True, False]
        deliverer.run_once()

        assert [each.open for each in made] == [False, False]


def test_letters_keep_their_order_while_the_relay_is_out_of_reach(database: Database) -> None:
    class Gone(Way):
        is_gone = True

        def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
            if self.is_gone:
                raise Unreachable("relay:25: connection refused")
            return super().send(message, sender, recipients)

    write_letters(database, *["b@example.net"] * 30)
    way = Gone()
    seconds = [0.0]
    deliverer = Deliverer(database, way, US, Clock(), monotonic=lambda: seconds[0])
    deliverer.run_once()

    way.is_gone = False
    seconds[0] = 5.0
    deliverer.run_once()

    assert way.subjects == letters(*range(1, 31))


def test_a_clock_that_is_set_back_keeps_nobody_from_trying_the_relay_again(database: Database) -> None:
    class Gone(Way):
        tried = 0

        def send(self, message: Composed, sender: str, recipients: Sequence[str]) -> dict[str, Reply]:
            self.tried += 1
            raise Unreachable("relay:25: connection refused")

    write_letters(database, "b@example.net")
    with database.writing() as connection:
        connection.execute(OUTBOX.update().values(due_at=NOW - timedelta(hours=2)))
    way, clock, seconds = Gone(), Clock(), [0.0]
    deliverer = Deliverer(database, way, US, clock, monotonic=lambda: seconds[0])
    deliverer.run_once()

    clock.go(-timedelta(hours=1))
    seconds[0] = 5.0
    deliverer.run_once()

    assert way.tried == 2


# Real connections


def interrupted(transport: Transport, after: threading.Event | None = None) -> dict[str, Reply] | str:
    """What `send` comes to when it is interrupted while it waits."""
    came: list[dict[str, Reply] | str] = []

    def send() -> None:
        try:
            came.append(transport.send(partial(_message, 1), US, ["b@example.net"]))
        except Unreachable as error:
            came.append(str(error))

    sending = threading.Thread(target=send)
    sending.start()
    time.sleep(0.3)
    assert sending.is_alive()
    begun = time.monotonic()
    transport.interrupt()
    sending.join(PATIENCE)
    assert time.monotonic() - begun < 2
    return came[0]


def _message(number: int, _eight_bit: bool) -> bytes:
    return b"Subject: Letter %d\r\n\r\nText.\r\n" % number


@pytest.mark.parametrize("extensions", [(), ("PIPELINING",)], ids=["in turn", "pipelining"])
@pytest.mark.parametrize("stage", STAGES)
def test_whatever_a_relay_does_not_answer_can_be_cut_off(stage: str, extensions: tuple[str, ...]) -> None:
    script = Script(stage, HANG, extensions)

    with relay(script):
        transport = RelayTransport(RelaySetting("127.0.0.1", script.port, Encryption.NONE), "example.org")
        came = interrupted(transport)
        with pytest.raises(Unreachable) as again:
            transport.send(partial(_message, 2), US, ["b@example.net"])

    if stage in {"greeting", "EHLO", "MAIL"}:
        assert came == f"127.0.0.1:{script.port}: {CUT_OFF}"
    else:
        assert came == {"b@example.net": Reply(Verdict.DEFERRED, CUT_OFF)}
    assert CUT_OFF in str(again.value)
    assert script.connections == 1


def test_a_relay_that_does_not_go_on_with_its_encryption_can_be_cut_off() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        setting = RelaySetting("127.0.0.1", silent.getsockname()[1], Encryption.FROM_THE_START)

        assert CUT_OFF in interrupted(RelayTransport(setting, "example.org"))


def test_a_program_that_does_not_end_can_be_ended(tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)

    assert interrupted(SendmailTransport(program)) == {"b@example.net": Reply(Verdict.DEFERRED, CUT_OFF)}


def test_a_relay_that_never_says_goodbye_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.mail.sending.relay.GOODBYE_SECONDS", 0.1)
    script = Script("QUIT", HANG)

    with relay(script):
        transport = RelayTransport(RelaySetting("127.0.0.1", script.port, Encryption.NONE), "example.org")
        transport.send(partial(_message, 1), US, ["b@example.net"])
        begun = time.monotonic()
        transport.close()

    assert time.monotonic() - begun < 5


def test_a_relay_that_never_answers_to_one_letter_gets_the_others(database: Database) -> None:
    script = Script("dot", HANG)
    write_letters(database, SLOW, *["b@example.net"] * 5)

    with relay(script):
        transport = RelayTransport(RelaySetting("127.0.0.1", script.port, Encryption.NONE), "example.org")
        deliverer = Deliverer(database, transport, US, Clock())
        with structlog.testing.capture_logs() as logs:
            deliverer.run_once()
            assert script.taken == ["2", "3", "4", "5", "6"]
            deliverer.close(0.1)

    assert statuses(database) == ["waiting", *["sent"] * 5]
    assert script.connections == 2
    assert [line["event"] for line in logs] == ["letter.sent"] * 5 + ["letter.deferred"]
