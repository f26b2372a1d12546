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

from pbmserv.mail.sending import relay as relay_module
from pbmserv.mail.sending.delivery import Deliverer
from pbmserv.mail.sending.relay import RelayTransport
from pbmserv.mail.sending.transports import Verdict
from pbmserv.setting_values import Encryption, Relay
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import OUTBOX
from tests.mail.smtp_servers import US

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
STAGES = ("greeting", "EHLO", "MAIL", "RCPT", "DATA", "dot")
HANG_UP, HANG, TAKEN_BUT_HANG_UP = "hang up", "hang", "take the letter, and hang up"


@dataclass
class Script:
    """What a relay does: `fault` instead of its answer at `stage`, so many `times`; otherwise all is well."""

    stage: str
    fault: str
    extensions: tuple[str, ...] = ()
    times: int = 1
    data_without_recipients: str = "554 5.5.1 no valid recipients"
    answers_late: bool = False
    """Whether what it has to say to MAIL and RCPT is not heard before it has heard DATA."""
    answers_after: threading.Event | None = None
    """What it waits for before it says anything to MAIL."""
    port: int = 0
    connections: int = 0
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
                    # Else each answer to what came at once waits for the one before to be acknowledged.
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
                    script.connections += 1
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
    with suppress(OSError, EOFError), connection, connection.makefile("rwb") as stream:

        def say(stage: str, usual: str) -> str:
            if stage == "MAIL" and script.answers_after:
                script.answers_after.wait(60)
            words = script.answer(stage, usual)
            if words in {HANG_UP, TAKEN_BUT_HANG_UP}:
                raise EOFError
            if words == HANG:
                script.given_up.wait(60)
                raise EOFError
            stream.write(words.encode() + b"\r\n")
            if not script.answers_late or stage not in {"MAIL", "RCPT"}:
                stream.flush()
            return words

        say("greeting", "220 relay")
        recipients = 0
        for line in stream:
            match line.split()[0].upper().decode():
                case "EHLO" as verb:
                    say(verb, "\r\n".join(f"250-{word}" for word in ("relay", *script.extensions)) + "\r\n250 HELP")
                case "DATA":
                    usual = "354 go on" if recipients else script.data_without_recipients
                    if say("DATA", usual).startswith("354"):
                        _take(stream, say, script)
                    recipients = 0
                case "RCPT" as verb:
                    recipients += say(verb, "250 OK").startswith("250")
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
        monkeypatch.setattr(relay_module, name, 0.3)


@pytest.fixture(params=[(), ("PIPELINING",)], ids=["in turn", "pipelining"])
def extensions(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """What the relay says that it can do."""
    return tuple(request.param)


def delivered(database: Database, script: Script, letters: int = 4) -> tuple[list[Any], list[Any]]:
    """Write letters, and have them sent until all is over; gives the outbox after the first pass, and at the end."""
    with database.writing() as connection:
        Outbox(connection).add(
            [
                StoredLetter(f"<{number}@example.org>", (f"a{number}@example.net",), f"Letter {number}", "Text.\n")
                for number in range(1, letters + 1)
            ],
            NOW,
        )
    time = NOW
    with relay(script):
        setting = Relay("127.0.0.1", script.port, Encryption.IF_OFFERED)
        transport = RelayTransport(setting, "example.org")
        deliverer = Deliverer(database, transport, US, lambda: time, monotonic=lambda: time.timestamp())
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


@pytest.mark.alike
@pytest.mark.parametrize("fault", PASSING_FAULTS, ids=lambda fault: fault[:12] or "nothing")
@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_that_passes_costs_nothing_but_time(
    sqlite_database: Database, extensions: tuple[str, ...], stage: str, fault: str
) -> None:
    script = Script(stage, fault, extensions)

    first, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["1", "2", "3", "4"]
    assert statuses(last) == ["sent"] * 4
    # An answer that goes on in the next line has that to RCPT for its end, where RCPT has been said already.
    takes_the_next_answer = bool(extensions) and (stage, fault) == ("MAIL", "250-")
    if stage in {"RCPT", "DATA", "dot"} or takes_the_next_answer:
        # It was about one letter: the others are not made to wait.
        assert statuses(first) == ["waiting", "sent", "sent", "sent"]
        assert first[0].due_at == NOW + timedelta(minutes=1)
    else:
        # It was about none of them.
        assert {(row.status, row.attempts) for row in first} <= {("waiting", 0), ("sent", 1)}


@pytest.mark.parametrize("stage", ["RCPT", "DATA", "dot"])
def test_a_letter_that_is_refused_is_kept_with_the_reason_and_the_others_go_on(
    sqlite_database: Database, extensions: tuple[str, ...], stage: str
) -> None:
    script = Script(stage, "550 5.1.1 never", extensions)

    first, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["2", "3", "4"]
    assert statuses(first) == statuses(last) == ["failed", "sent", "sent", "sent"]
    assert "550 5.1.1 never" in last[0].outcome


@pytest.mark.parametrize("stage", ["RCPT", "DATA", "dot"])
def test_a_letter_is_kept_while_the_relay_turns_us_away(
    sqlite_database: Database, extensions: tuple[str, ...], stage: str
) -> None:
    script = Script(stage, "554 5.7.1 Relay access denied", extensions)

    first, last = delivered(sqlite_database, script)

    assert statuses(first) == ["waiting", "sent", "sent", "sent"]
    assert "554 5.7.1 Relay access denied" in first[0].outcome
    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("stage", ["greeting", "MAIL"])
def test_a_relay_that_does_not_want_us_costs_no_letter_anything(
    sqlite_database: Database, extensions: tuple[str, ...], stage: str
) -> None:
    script = Script(stage, "554 5.7.1 not you", extensions)

    first, last = delivered(sqlite_database, script)

    assert {(row.status, row.attempts) for row in first} == {("waiting", 0)}
    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("fault", ["250 OK", "220 again"])
def test_who_answers_data_with_anything_but_go_on_has_taken_nothing(
    sqlite_database: Database, extensions: tuple[str, ...], fault: str
) -> None:
    script = Script("DATA", fault, extensions)

    first, last = delivered(sqlite_database, script)

    assert first[0].status == "waiting"
    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


def test_answers_that_belong_to_something_else_are_not_taken_for_a_receipt(
    sqlite_database: Database, extensions: tuple[str, ...]
) -> None:
    # From here on each answer is to the command before: the one to DATA would be read as that to the letter.
    script = Script("MAIL", "250 OK\r\n250 OK", extensions)

    _, last = delivered(sqlite_database, script)

    assert statuses(last) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]


def test_a_letter_is_doubled_at_worst_by_a_relay_that_takes_it_and_does_not_say_so(
    sqlite_database: Database, extensions: tuple[str, ...]
) -> None:
    script = Script("dot", TAKEN_BUT_HANG_UP, extensions)

    _, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["1", "1", "2", "3", "4"]
    assert statuses(last) == ["sent"] * 4


@pytest.mark.parametrize("answer", ["554 5.5.1 no valid recipients", "354 go on"])
def test_who_wants_no_recipient_but_answers_to_data_that_came_with_it_gets_no_message(
    sqlite_database: Database, answer: str
) -> None:
    script = Script("RCPT", "550 5.1.1 nobody", ("PIPELINING",), data_without_recipients=answer)

    _, last = delivered(sqlite_database, script)

    assert sorted(script.taken) == ["2", "3", "4"]
    assert statuses(last) == ["failed", "sent", "sent", "sent"]
    assert last[0].outcome == "a1@example.net: 550 5.1.1 nobody"
    assert script.connections == (1 if answer.startswith("554") else 2)


def test_of_an_envelope_that_is_said_at_once_each_recipient_gets_an_answer(sqlite_database: Database) -> None:
    script = Script("RCPT", "550 5.1.1 nobody", ("PIPELINING",), times=2)
    with sqlite_database.writing() as connection:
        to = ("a@example.net", "b@example.net", "c@example.net")
        Outbox(connection).add([StoredLetter("<0@example.org>", to, "Letter 0", "Text.\n")], NOW)

    _, last = delivered(sqlite_database, script, letters=1)

    assert sorted(script.taken) == ["0", "1"]
    assert (last[0].status, last[0].recipients) == ("sent", ["a@example.net", "b@example.net"])
    assert last[0].outcome == "a@example.net: 550 5.1.1 nobody\nb@example.net: 550 5.1.1 nobody"


def test_a_letter_that_cannot_be_composed_leaves_no_relay_waiting_for_it(
    sqlite_database: Database, extensions: tuple[str, ...]
) -> None:
    script = Script("nothing", "", extensions)
    with sqlite_database.writing() as connection:
        wrong = StoredLetter("<0@example.org>", ("a@example.net",), "Letter 0", "Text.\n", headers={"Subject": "x"})
        Outbox(connection).add([wrong], NOW)

    first, _ = delivered(sqlite_database, script)

    assert statuses(first) == ["waiting", "sent", "sent", "sent", "sent"]
    assert sorted(script.taken) == ["1", "2", "3", "4"]


def test_a_relay_that_can_do_it_hears_the_whole_envelope_at_once(sqlite_database: Database) -> None:
    script = Script("nothing", "", ("PIPELINING", "8BITMIME"), answers_late=True)

    first, _ = delivered(sqlite_database, script)

    assert statuses(first) == ["sent"] * 4
    assert sorted(script.taken) == ["1", "2", "3", "4"]
    assert script.connections == 1


def test_a_letter_is_composed_once_while_the_relay_answers() -> None:
    composed = threading.Event()
    script = Script("nothing", "", ("PIPELINING",), answers_after=composed)
    asked: list[bool] = []

    def message(eight_bit: bool) -> bytes:
        asked.append(eight_bit)
        composed.set()
        return b"Subject: Letter 1\r\n\r\nText.\r\n"

    with relay(script):
        transport = RelayTransport(Relay("127.0.0.1", script.port, Encryption.NONE), "example.org")
        replies = transport.send(message, US, ["a@example.net"])
        transport.close()

    assert [reply.verdict for reply in replies.values()] == [Verdict.TAKEN]
    assert script.taken == ["1"]
    assert asked == [False]


def test_a_relay_that_does_not_say_that_it_can_hears_one_command_after_the_other(sqlite_database: Database) -> None:
    script = Script("nothing", "", ("8BITMIME",), answers_late=True)

    first, _ = delivered(sqlite_database, script)

    assert {row.status for row in first} == {"waiting"}
    assert script.taken == []
