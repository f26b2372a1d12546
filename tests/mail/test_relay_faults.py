"""Relays that fail at every stage: no letter is lost, none is sent twice that need not be, and the others go on."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.mail import transports
from pbmserv.mail.delivery import Deliverer
from pbmserv.mail.transports import RelayTransport
from pbmserv.settings import Encryption, Relay
from pbmserv.store.database import Database
from pbmserv.store.outbox import NewLetter, Outbox
from pbmserv.store.tables import OUTBOX
from tests.mail.doors import US

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
STAGES = ("greeting", "EHLO", "MAIL", "RCPT", "DATA", "dot")
HANG_UP, HANG, TAKEN_BUT_HANG_UP = "hang up", "hang", "take the letter, and hang up"


@dataclass
class Script:
    """What a relay does: `fault` instead of its answer at `stage`, so many `times`; otherwise all is well."""

    stage: str
    fault: str
    times: int = 1
    port: int = 0
    taken: list[str] = field(default_factory=list)
    """The letters for which it has taken the responsibility, by their numbers."""
    given_up: threading.Event = field(default_factory=threading.Event)

    def answer(self, stage: str, usual: str) -> str:
        if stage != self.stage or not self.times:
            return usual
        self.times -= 1
        return self.fault


@contextmanager
def relay(script: Script) -> Iterator[None]:
    """A relay that goes by a script, for the time of the block."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        script.port = server.getsockname()[1]
        talkers: list[threading.Thread] = []

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    talkers.append(threading.Thread(target=_talk, args=(connection, script)))
                    talkers[-1].start()

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield
        finally:
            script.given_up.set()
            server.shutdown(socket.SHUT_RDWR)
            accepting.join()
            for talker in talkers:
                talker.join()


def _talk(connection: socket.socket, script: Script) -> None:
    with connection, connection.makefile("rwb") as stream, suppress(OSError, EOFError):

        def say(stage: str, usual: str) -> str:
            words = script.answer(stage, usual)
            if words in {HANG_UP, TAKEN_BUT_HANG_UP}:
                raise EOFError
            if words == HANG:
                script.given_up.wait(60)
                raise EOFError
            stream.write(words.encode() + b"\r\n")
            stream.flush()
            return words

        say("greeting", "220 relay")
        for line in stream:
            match line.split()[0].upper().decode():
                case "EHLO" as verb:
                    say(verb, "250 relay")
                case "DATA":
                    if say("DATA", "354 go on").startswith("354"):
                        _take(stream, say, script)
                case "QUIT":
                    say("QUIT", "221 bye")
                    return
                case verb:
                    say(verb, "250 OK")


def _take(stream: Any, say: Callable[[str, str], str], script: Script) -> None:
    data = b""
    while (line := stream.readline()) != b".\r\n":
        if not line:
            raise EOFError
        data += line
    number = re.search(rb"Subject: Letter (\d+)", data)
    assert number
    if script.stage != "dot" or not script.times or script.fault == TAKEN_BUT_HANG_UP:
        script.taken.append(number[1].decode())
    say("dot", "250 taken")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONNECT_SECONDS", "REPLY_SECONDS", "TAKING_SECONDS"):
        monkeypatch.setattr(transports, name, 0.5)


def delivered(database: Database, script: Script, letters: int = 4) -> tuple[list[Any], list[Any]]:
    """Write letters, and have them sent until all is over; gives the outbox after the first pass, and at the end."""
    with database.writing() as connection:
        Outbox(connection).add(
            [
                NewLetter(f"<{number}@example.org>", (f"a{number}@example.net",), f"Letter {number}", "Text.\n")
                for number in range(1, letters + 1)
            ],
            NOW,
        )
    time = NOW
    with relay(script):
        setting = Relay("127.0.0.1", script.port, Encryption.IF_OFFERED)
        deliverer = Deliverer(database, RelayTransport(setting, "example.org"), US, lambda: time)
        deliverer.run_once()
        first = rows(database)
        for _ in range(3):
            time += timedelta(minutes=20)
            deliverer.run_once()
        deliverer.close()
    return first, rows(database)


def rows(database: Database) -> list[Any]:
    with database.reading() as connection:
        return list(connection.execute(select(OUTBOX).order_by(OUTBOX.c.id)))


def statuses(outbox: list[Any]) -> list[str]:
    return [row.status for row in outbox]


NONSENSE = ["", "hello?", "250-", "999 what", "x" * 9000]
PASSING_FAULTS = ["421 4.3.2 going down", "451 4.3.0 not now", HANG_UP, HANG, *NONSENSE]


@pytest.mark.parametrize("fault", PASSING_FAULTS, ids=lambda fault: fault[:12] or "nothing")
@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_that_passes_costs_nothing_but_time(sqlite_database: Database, stage: str, fault: str) -> None:
    script = Script(stage, fault)

    first, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["1", "2", "3", "4"]
    assert statuses(last) == ["sent"] * 4
    if stage in {"RCPT", "DATA", "dot"}:
        # It was about one letter: the others are not made to wait.
        assert statuses(first) == ["waiting", "sent", "sent", "sent"]
        assert first[0].due_at == NOW + timedelta(minutes=1)
    else:
        # It was about none of them.
        assert {(row.status, row.attempts) for row in first} <= {("waiting", 0), ("sent", 1)}


@pytest.mark.parametrize("stage", ["RCPT", "DATA", "dot"])
def test_a_letter_that_is_refused_is_kept_with_the_reason_and_the_others_go_on(
    sqlite_database: Database, stage: str
) -> None:
    script = Script(stage, "550 5.7.1 never")

    first, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["2", "3", "4"]
    assert statuses(first) == statuses(last) == ["failed", "sent", "sent", "sent"]
    assert "550 5.7.1 never" in last[0].outcome


@pytest.mark.parametrize("stage", ["greeting", "MAIL"])
def test_a_relay_that_does_not_want_us_costs_no_letter_anything(sqlite_database: Database, stage: str) -> None:
    script = Script(stage, "554 5.7.1 not you")

    first, last = delivered(sqlite_database, script)

    assert {(row.status, row.attempts) for row in first} == {("waiting", 0)}
    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("fault", ["250 OK", "220 again"])
def test_who_answers_data_with_anything_but_go_on_has_taken_nothing(sqlite_database: Database, fault: str) -> None:
    script = Script("DATA", fault)

    first, last = delivered(sqlite_database, script)

    assert first[0].status == "waiting"
    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


def test_answers_that_belong_to_something_else_are_not_taken_for_a_receipt(sqlite_database: Database) -> None:
    # From here on each answer is to the command before: the one to DATA would be read as that to the letter.
    script = Script("MAIL", "250 OK\r\n250 OK")

    _, last = delivered(sqlite_database, script)

    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


def test_a_letter_is_doubled_at_worst_by_a_relay_that_takes_it_and_does_not_say_so(sqlite_database: Database) -> None:
    script = Script("dot", TAKEN_BUT_HANG_UP)

    _, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["1", "1", "2", "3", "4"]
    assert statuses(last) == ["sent"] * 4
