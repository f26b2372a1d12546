"""The SMTP and LMTP doors, by real connections: what is accepted, what is refused, and that 250 means stored."""

from __future__ import annotations

import os
import re
import smtplib
import socket
import ssl
import stat
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog.testing
from sqlalchemy import event, text

from pbmserv.mail.receiving import smtp_session
from pbmserv.mail.receiving.inbox_writer import InboxWriter
from pbmserv.mail.receiving.smtp_server import SmtpServer
from pbmserv.setting_values import TcpAddress, UnixSocket
from pbmserv.settings import SettingsError
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import ReceivedMessage
from tests.mail.smtp_servers import US, Client, RunningServer, running_server, settings_for
from tests.serving import wait_until

MESSAGE = b"From: alice@example.net\r\nSubject: help\r\n\r\nHello.\r\n"
CERTIFICATE = Path(__file__).parents[1] / "certificate.pem"


@pytest.fixture
def door(sqlite_database: Database, tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(settings_for(tmp_path), sqlite_database) as opened:
        yield opened


@pytest.fixture
def lmtp(sqlite_database: Database, tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(settings_for(tmp_path), sqlite_database, local=True) as opened:
        yield opened


# 250 means safe


def test_a_message_is_in_the_inbox_with_its_envelope_when_the_client_hears_250(
    database: Database, tmp_path: Path
) -> None:
    with running_server(settings_for(tmp_path), database) as door, smtplib.SMTP("127.0.0.1", door.port) as client:
        client.sendmail("alice@example.net", [US, "Games+b-17@EXAMPLE.org"], MESSAGE)

        [row] = door.inbox()

    assert row.message == MESSAGE
    assert (row.door, row.sender, row.recipients) == ("smtp", "alice@example.net", [US, "Games+b-17@EXAMPLE.org"])
    assert (row.status, row.attempts) == ("waiting", 0)


def test_several_messages_in_one_session_are_several_rows(door: RunningServer) -> None:
    with smtplib.SMTP("127.0.0.1", door.port) as client:
        for number in range(3):
            client.sendmail("alice@example.net", [US], MESSAGE + b"%d\r\n" % number)

    assert [row.message[-3:] for row in door.inbox()] == [b"0\r\n", b"1\r\n", b"2\r\n"]


def test_a_client_that_sends_commands_in_one_go_is_answered_one_by_one(door: RunningServer) -> None:
    with door.client() as client:
        client.say("EHLO client")
        client.send(f"MAIL FROM:<a@example.net>\r\nRCPT TO:<{US}>\r\nDATA\r\n".encode())
        replies = [client.reply() for _ in range(3)]
        client.send(MESSAGE + b".\r\nNOOP\r\nQUIT\r\n")
        replies += [client.reply() for _ in range(3)]

    assert [reply[:3] for reply in replies] == ["250", "250", "354", "250", "250", "221"]


def test_without_a_database_the_client_is_to_come_again(database: Database, tmp_path: Path) -> None:
    with database.writing() as connection:
        connection.execute(text("DROP TABLE inbox"))

    with running_server(settings_for(tmp_path), database) as door, door.client() as client:
        client.begin()
        client.send(MESSAGE + b".\r\n")

        assert client.reply() == "451 4.3.0 The message cannot be stored at the moment, please try again later"


def test_an_exception_nobody_foresaw_is_not_shown_and_is_temporary(
    door: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the password is sesame")

    monkeypatch.setattr("pbmserv.mail.receiving.smtp_server.Reception._is_ours", fail)
    with structlog.testing.capture_logs() as logs, door.client() as client:
        client.say("EHLO client")
        client.say("MAIL FROM:<a@example.net>")

        assert client.say(f"RCPT TO:<{US}>") == "451 4.3.0 Server error, please try again later"
    assert "sesame" not in str(logs)
    assert "builtins.RuntimeError" in str(logs)


def test_messages_that_arrive_together_share_one_commit(database: Database) -> None:
    commits: list[object] = []
    writer = InboxWriter(database)
    message = ReceivedMessage("smtp", "", (US,), MESSAGE, datetime.now(UTC))
    futures = [writer.store(message) for _ in range(10)]
    event.listen(database.engine, "commit", commits.append)

    writer.start()
    numbers = [future.result(20) for future in futures]
    writer.stop()

    assert len(set(numbers)) == 10
    assert len(commits) == 1


def test_messages_that_come_while_others_write_share_the_next_commit(sqlite_database: Database) -> None:
    commits: list[object] = []
    writer = InboxWriter(sqlite_database)
    message = ReceivedMessage("smtp", "", (US,), MESSAGE, datetime.now(UTC))
    with sqlite_database.writing():
        writer.start()
        first = writer.store(message)
        wait_until(first.running, "the writer to take the first message")
        others = [writer.store(message) for _ in range(9)]
        event.listen(sqlite_database.engine, "commit", commits.append)

    numbers = [future.result(20) for future in (first, *others)]
    writer.stop()

    assert len(set(numbers)) == 10
    # One is that of whoever was writing.
    assert len(commits) == 2


def test_what_waits_is_stored_before_the_writer_stops(sqlite_database: Database) -> None:
    woken = threading.Event()
    writer = InboxWriter(sqlite_database, stored=woken.set)
    message = ReceivedMessage("smtp", "", (US,), MESSAGE, datetime.now(UTC))
    writer.start()
    futures = [writer.store(message) for _ in range(150)]

    writer.stop()

    assert all(future.done() for future in futures)
    assert woken.is_set()


def test_a_message_whose_client_has_gone_is_not_stored(sqlite_database: Database) -> None:
    writer = InboxWriter(sqlite_database)
    message = ReceivedMessage("smtp", "", (US,), MESSAGE, datetime.now(UTC))
    gone, there = writer.store(message), writer.store(message)
    gone.cancel()

    writer.start()
    writer.stop()

    assert there.result(20) == 1


# Recipients and senders


@pytest.mark.parametrize(
    "recipient",
    [US, "GAMES@Example.ORG", "games+tag@example.org", "games+@example.org", "postmaster", "Postmaster@example.org"],
)
def test_our_address_and_the_postmaster_are_recipients(door: RunningServer, recipient: str) -> None:
    with door.client() as client:
        client.say("EHLO client")
        client.say("MAIL FROM:<alice@example.net>")

        assert client.say(f"RCPT TO:<{recipient}>") == "250 2.1.5 OK"


@pytest.mark.parametrize(
    "recipient",
    [
        "alice@example.net",
        "games@example.com",
        "gamesx@example.org",
        "games%example.net@example.org",
        "alice@example.net@example.org",
        "games@example.org@example.net",
        '"games@example.org"@example.net',
        "+games@example.org",
        "example.net!alice",
        "",
    ],
)
def test_all_other_recipients_are_refused_for_good(door: RunningServer, recipient: str) -> None:
    with door.client() as client:
        client.say("EHLO client")
        client.say("MAIL FROM:<alice@example.net>")
        reply = client.say(f"RCPT TO:<{recipient}>")

        assert reply.startswith("55")
        assert client.say("DATA") == "503 5.5.1 Error: need RCPT command"


def test_an_answer_to_two_letters_is_taken_for_one_of_them_at_a_time(door: RunningServer) -> None:
    one, other = (f"games+r-{letter * 26}@example.org" for letter in "ab")
    with door.client() as client:
        client.say("EHLO client")
        for recipients, replies in (([one, US, other, one.upper()], [250, 250, 452, 250]), ([other], [250])):
            client.say("MAIL FROM:<alice@example.net>")
            assert [int(client.say(f"RCPT TO:<{each}>")[:3]) for each in recipients] == replies
            client.say("DATA")
            client.send(MESSAGE + b".\r\n")
            client.reply()

        assert [each.recipients for each in door.inbox()] == [[one, US, one.upper()], [other]]


def test_an_answer_to_a_letter_and_to_a_question_is_taken_for_one_of_them_at_a_time(door: RunningServer) -> None:
    with door.client() as client:
        client.say("EHLO client")
        client.say("MAIL FROM:<alice@example.net>")

        assert client.say(f"RCPT TO:<games+r-{'a' * 26}@example.org>")[:3] == "250"
        assert client.say(f"RCPT TO:<games+c-{'b' * 17}@example.org>")[:3] == "452"


def test_the_null_sender_is_kept_as_such(door: RunningServer) -> None:
    with door.client() as client:
        client.begin(sender="")
        client.send(MESSAGE + b".\r\n")
        client.reply()

        assert door.inbox()[0].sender == "<>"


def test_a_token_in_an_address_that_is_refused_is_not_logged(door: RunningServer) -> None:
    with structlog.testing.capture_logs() as logs, door.client() as client:
        client.say("HELO x")
        client.say("MAIL FROM:<alice@example.net>")
        assert client.say(f"RCPT TO:<games+r-{'a' * 26}@older.example.org>")[:3] == "550"

    assert [line["recipient"] for line in logs] == ["games+r-******@older.example.org"]


@pytest.mark.parametrize(
    ("path", "sender"),
    [
        ("<alice@example.net>", "alice@example.net"),
        (" alice@example.net", "alice@example.net"),
        ("<@relay,@other:alice@example.net>", "alice@example.net"),
        ('<"alice > smith"@example.net> BODY=8BITMIME', '"alice > smith"@example.net'),
    ],
)
def test_senders_are_understood_in_all_spellings(door: RunningServer, path: str, sender: str) -> None:
    with door.client() as client:
        client.say("EHLO client")
        assert client.say(f"MAIL FROM:{path}") == "250 2.0.0 OK"
        client.say(f"RCPT TO:<{US}>")
        client.say("DATA")
        client.send(MESSAGE + b".\r\n")
        client.reply()

        assert door.inbox()[0].sender == sender


@pytest.mark.parametrize(
    "path", ["<alice@example.net", "<a b@example.net>", "<a\0@example.net>", "<a\x7f@x>", "<(((>(@"]
)
def test_what_cannot_be_a_sender_is_refused(door: RunningServer, path: str) -> None:
    with door.client() as client:
        client.say("EHLO client")

        assert client.say(f"MAIL FROM:{path}")[:3] in ("553", "501")


def test_nobody_is_told_who_plays_here(door: RunningServer) -> None:
    with door.client() as client:
        client.say("EHLO client")

        assert client.say("VRFY alice") == client.say("VRFY nobody") == "252 2.5.0 Send a message, and see"
        assert client.say("EXPN players").startswith("502 ")
        assert client.say("AUTH PLAIN AGEAYg==") == "502 5.5.1 AUTH is not offered"
        assert client.say("HELP") == "214 2.0.0 This is pbmserv, a play-by-email game server"


# What is offered


def test_a_client_is_told_what_is_offered(door: RunningServer) -> None:
    with door.client() as client:
        assert client.greeting == "220 example.org pbmserv"
        assert client.say("EHLO client").splitlines() == [
            "250-example.org",
            "250-SIZE 1048576",
            "250-8BITMIME",
            "250-PIPELINING",
            "250 ENHANCEDSTATUSCODES",
        ]
        assert client.say("HELO client") == "250 example.org"
        assert client.say("EHLO") == "501 5.5.4 Syntax: EHLO hostname"
        assert client.say("HELO") == "501 5.5.4 Syntax: HELO hostname"


def test_mail_may_come_encrypted(sqlite_database: Database, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, tls_certificate=CERTIFICATE)
    context = ssl.create_default_context(cafile=str(CERTIFICATE))

    with running_server(settings, sqlite_database) as door, smtplib.SMTP("localhost", door.port) as client:
        client.starttls(context=context)
        client.ehlo()
        assert not client.has_extn("starttls")
        client.sendmail("alice@example.net", [US], MESSAGE)

        assert [row.message for row in door.inbox()] == [MESSAGE]


@pytest.mark.parametrize("hello", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01"])
@pytest.mark.parametrize("reset", [True, False])
def test_who_breaks_off_before_it_is_encrypted_is_logged_in_one_line(
    sqlite_database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture, hello: bytes, reset: bool
) -> None:
    settings = settings_for(tmp_path, tls_certificate=CERTIFICATE)

    with structlog.testing.capture_logs() as lines, running_server(settings, sqlite_database) as door:
        with door.client() as client:
            client.say("EHLO client")
            assert client.say("STARTTLS") == "220 Ready to start TLS"
            client.socket.sendall(hello)
            if reset:
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with smtplib.SMTP("localhost", door.port) as other:
            assert other.noop()[0] == 250
        wait_until(lambda: any(line["event"] == "session.ended" for line in lines), "end")

    assert [record for record in caplog.records if record.levelname in {"ERROR", "WARNING"}] == []
    assert [line for line in lines if line["log_level"] in {"error", "warning"}] == []
    [ended] = [line for line in lines if line["event"] == "session.ended"]
    assert ended["reason"].startswith("no encryption:")
    assert "exc_info" not in ended


def test_what_a_client_says_before_encryption_counts_for_nothing(sqlite_database: Database, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, tls_certificate=CERTIFICATE)
    context = ssl.create_default_context(cafile=str(CERTIFICATE))

    with running_server(settings, sqlite_database) as door, door.client() as client:
        client.say("EHLO client")
        client.send(f"STARTTLS\r\nEHLO eve\r\nMAIL FROM:<eve@example.net>\r\nRCPT TO:<{US}>\r\n".encode())
        assert client.reply() == "220 Ready to start TLS"
        with context.wrap_socket(client.socket, server_hostname="localhost") as encrypted:
            encrypted.sendall(b"NOOP\r\nDATA\r\nQUIT\r\n")
            replies = b"".join(iter(lambda: encrypted.recv(1000), b""))

    assert replies == b"250 2.0.0 OK\r\n503 5.5.1 Error: send HELO first\r\n221 2.0.0 Bye\r\n"


def test_a_certificate_that_cannot_be_used_is_refused_by_name(sqlite_database: Database, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, tls_certificate=tmp_path / "none.pem")

    with pytest.raises(
        SettingsError, match=r"PBMSERV_TLS_CERTIFICATE: .*none\.pem with the key in it cannot be used"
    ):
        SmtpServer(settings, TcpAddress("127.0.0.1", 0), InboxWriter(sqlite_database))


# The end of a message

SMUGGLING = [
    b"\n.\n",
    b"\n.\r",
    b"\n.\r\n",
    b"\r.\r",
    b"\r.\n",
    b"\r.\r\n",
    b"\r\n.\n",
    b"\r\n.\r",
    b"\n\n.\n\n",
    b"\n\r.\n\r",
    b"\n\r.\r\n",
    b"\r\n\r.\r\n",
    b"\r\r\n.\r\r\n",
    b"\r\n.\r\r\n",
    b"\r\n\n.\r\n",
    b"\r\n.\n\r\n",
]


@pytest.mark.parametrize("end", SMUGGLING)
def test_no_other_end_than_crlf_dot_crlf_lets_a_second_message_in(door: RunningServer, end: bytes) -> None:
    smuggled = b"MAIL FROM:<eve@example.net>\r\nRCPT TO:<games@example.org>\r\nDATA\r\nSubject: two\r\n\r\nsmuggled"

    with door.client() as client:
        client.begin()
        client.send(b"Subject: one\r\n\r\nbody" + end + smuggled + b"\r\n.\r\n")
        reply = client.reply()

        assert client.say("NOOP") == "250 2.0.0 OK"
    assert reply == "554 5.6.0 A CR or LF stands alone in the message; lines end with CR LF"
    assert door.inbox() == []


@pytest.mark.parametrize("end", [b"\r\n\0.\r\n", b"\r\n.\0\r\n", b"\r\n. \r\n", b"\r\n..\r\n"])
def test_what_only_looks_like_the_end_is_part_of_the_message(door: RunningServer, end: bytes) -> None:
    with door.client() as client:
        client.begin()
        client.send(b"Subject: one\r\n\r\nbody" + end + b"DATA\r\n.\r\n")
        client.reply()

    [row] = door.inbox()
    assert row.message == b"Subject: one\r\n\r\nbody" + end.replace(b"\r\n.", b"\r\n") + b"DATA\r\n"


@pytest.mark.parametrize(
    "text", [b"", b"x\r\n", b".\r\n", b"..\r\n", b".x\r\n\r\n.\r\n.y\r\n", b"a.\r\nb.\r\n", b"\r\n"]
)
def test_dots_at_the_beginning_of_lines_survive(door: RunningServer, text: bytes) -> None:
    stuffed = re.sub(rb"(?m)^\.", b"..", text)

    with door.client() as client:
        client.begin()
        client.send(stuffed + b".\r\n")
        assert client.reply().startswith("250 2.0.0 OK, queued as ")

    assert [row.message for row in door.inbox()] == [text]


def test_a_message_is_the_same_however_it_is_cut_into_packets(door: RunningServer) -> None:
    with door.client() as client:
        client.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.begin()
        for byte in b"Subject: x\r\n\r\n..\r\na.\r\n\r\n.\r\n":
            client.send(bytes([byte]))
        client.reply()

    assert [row.message for row in door.inbox()] == [b"Subject: x\r\n\r\n.\r\na.\r\n\r\n"]


# Sizes


def test_a_message_of_just_the_limit_is_taken_and_one_byte_more_is_not(
    sqlite_database: Database, tmp_path: Path
) -> None:
    just = b"." * 998 + b"\r\n"

    with (
        running_server(settings_for(tmp_path, max_message_bytes=1000), sqlite_database) as door,
        door.client() as client,
    ):
        client.begin()
        client.send(b"." + just + b".\r\n")
        assert client.reply().startswith("250 ")
        client.begin()
        client.send(b"x" + just + b".\r\n")
        assert client.reply() == "552 5.3.4 A message may have 1000 bytes here"

        assert [row.message for row in door.inbox()] == [just]


def test_a_size_declared_too_large_is_refused_before_the_message(door: RunningServer) -> None:
    with door.client() as client:
        client.say("EHLO client")

        assert client.say("MAIL FROM:<a@example.net> SIZE=1048577").startswith("552 5.3.4 ")
        assert client.say("MAIL FROM:<a@example.net> SIZE=1048576") == "250 2.0.0 OK"


@pytest.mark.parametrize("line", [b"x" * 1000 + b"\r\n", b"x" * 100_000, b"\r\n" * 500, b"..\r\n" * 300])
def test_of_a_message_far_too_large_little_is_kept_and_the_session_goes_on(
    sqlite_database: Database, tmp_path: Path, line: bytes
) -> None:
    settings = settings_for(tmp_path, max_message_bytes=10_000)

    with running_server(settings, sqlite_database) as door, door.client() as client:
        client.begin()
        client.send(b"x")
        for _ in range(3_000_000 // len(line)):
            client.send(line)
        client.send(b"\r\n.\r\n")

        assert client.reply().startswith("552 5.3.4 ")
        assert client.say("NOOP") == "250 2.0.0 OK"
        assert door.inbox() == []


def test_long_lines_are_nobodys_fault(door: RunningServer) -> None:
    message = b"Subject: x\r\n\r\n" + b"y" * 200_000 + b"\r\n"

    with smtplib.SMTP("127.0.0.1", door.port) as client:
        client.sendmail("alice@example.net", [US], message)

    assert [row.message for row in door.inbox()] == [message]


# Limits


def test_a_message_has_no_more_recipients_than_the_limit(sqlite_database: Database, tmp_path: Path) -> None:
    with running_server(settings_for(tmp_path, max_recipients=2), sqlite_database) as door, door.client() as client:
        assert client.begin(US, US, US).startswith("354 ")
        client.send(MESSAGE + b".\r\n")
        client.reply()

        assert door.inbox()[0].recipients == [US, US]


def test_a_client_that_collects_refusals_is_cut_off(sqlite_database: Database, tmp_path: Path) -> None:
    with running_server(settings_for(tmp_path, max_errors=3), sqlite_database) as door, door.client() as client:
        client.say("EHLO client")
        for _ in range(2):
            client.say("MAIL FROM:<")
        client.send(b"MAIL FROM:<\r\nNOOP\r\n")

        assert client.reply() == "553 5.1.3 Error: malformed address"
        assert client.reply() == "421 4.7.0 Too many errors"
        assert client.reply() == ""


def test_a_client_that_repeats_a_command_too_often_is_cut_off(sqlite_database: Database, tmp_path: Path) -> None:
    with running_server(settings_for(tmp_path, max_commands=3), sqlite_database) as door, door.client() as client:
        replies = [client.say("NOOP")[:3] for _ in range(4)]

        assert replies == ["250", "250", "250", "421"]
        assert client.reply() == ""


@pytest.mark.parametrize("limit", ["max_connections", "max_connections_per_client"])
def test_a_client_too_many_is_sent_away_for_the_moment(sqlite_database: Database, tmp_path: Path, limit: str) -> None:
    with running_server(settings_for(tmp_path, **{limit: 1}), sqlite_database) as door:
        with door.client() as first:
            assert first.greeting.startswith("220 ")
            with door.client() as second:
                assert second.greeting == "421 4.7.0 Too many connections, please try again later"
            first.say("QUIT")
            assert first.reply() == ""

        with door.client() as third:
            assert third.greeting.startswith("220 ")


def client_from(door: RunningServer, address: str) -> Client:
    """A connection from one of this machine's many addresses."""
    return Client(socket.create_connection(("127.0.0.1", door.port), 20, (address, 0)))


def test_idle_clients_of_many_addresses_make_room_for_who_has_something_to_say(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_session, "MAKES_ROOM_SECONDS", 0.2)
    settings = settings_for(tmp_path, max_connections=20, max_connections_per_client=2)
    with running_server(settings, sqlite_database) as door, ExitStack() as clients:
        idle = [clients.enter_context(client_from(door, "127.0.1.0"))]
        time.sleep(0.1)
        idle += [clients.enter_context(client_from(door, f"127.0.1.{number // 2}")) for number in range(1, 20)]
        time.sleep(0.3)

        with structlog.testing.capture_logs() as logs, smtplib.SMTP("127.0.0.1", door.port) as sender:
            sender.sendmail("alice@example.net", [US], MESSAGE)

        assert idle[0].reply() == "421 4.7.0 Nothing was said for a while, and others wait"
        assert idle[0].reply() == ""
        assert [client.say("NOOP")[:3] for client in idle[1:]] == ["250"] * 19
        assert len(door.inbox()) == 1
    assert [(line["event"], line["client"]) for line in logs if line.get("reason")] == [
        ("session.ended", "127.0.1.0")
    ]


def test_who_has_brought_mail_or_is_bringing_some_makes_room_last(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_session, "MAKES_ROOM_SECONDS", 0.2)
    settings = settings_for(tmp_path, max_connections=3, max_connections_per_client=3)
    with running_server(settings, sqlite_database) as door, ExitStack() as clients:
        receiving, known, silent = (clients.enter_context(client_from(door, "127.0.1.1")) for _ in range(3))
        receiving.begin()
        known.begin()
        known.send(MESSAGE + b".\r\n")
        assert known.reply().startswith("250 ")
        time.sleep(0.3)

        others = [clients.enter_context(client_from(door, f"127.0.1.{number}")) for number in (2, 3, 4)]

        assert [client.greeting[:3] for client in others] == ["220", "220", "421"]
        assert silent.reply().startswith("421 4.7.0 ")
        assert known.reply().startswith("421 4.7.0 ")
        receiving.send(MESSAGE + b".\r\n")
        assert receiving.reply().startswith("250 ")


def test_room_is_made_for_nobody_who_has_as_many_connections_as_one_may_have(
    sqlite_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_session, "MAKES_ROOM_SECONDS", 0.0)
    settings = settings_for(tmp_path, max_connections=2, max_connections_per_client=1)
    with running_server(settings, sqlite_database) as door, ExitStack() as clients:
        first, second = (clients.enter_context(client_from(door, f"127.0.1.{number}")) for number in (1, 2))

        third = clients.enter_context(client_from(door, "127.0.1.2"))

        assert third.greeting.startswith("421 4.7.0 Too many connections")
        assert [first.say("NOOP")[:3], second.say("NOOP")[:3]] == ["250", "250"]


@pytest.mark.parametrize("limit", ["idle_seconds", "session_seconds"])
def test_a_client_that_takes_too_long_is_cut_off(sqlite_database: Database, tmp_path: Path, limit: str) -> None:
    with running_server(settings_for(tmp_path, **{limit: 1}), sqlite_database) as door, door.client() as client:
        assert client.reply() == "421 4.4.2 That took too long"
        assert client.reply() == ""


def test_a_command_line_that_is_too_long_is_refused(door: RunningServer) -> None:
    with door.client() as client:
        client.say("EHLO client")

        assert client.say(f"MAIL FROM:<{'a' * 600}@example.net>") == "500 5.5.2 Command line too long"
        assert client.say("NOOP " + "x" * 200_000) == "500 5.5.2 Command line too long"
        assert client.say("NOOP") == "250 2.0.0 OK"


@pytest.mark.parametrize("command", ["MAIL FROM:<a@x>", f"RCPT TO:<{US}>", "DATA"])
def test_commands_out_of_order_are_refused(door: RunningServer, command: str) -> None:
    with door.client() as client:
        assert client.say(command).startswith("503 5.5.1 ")


def test_data_takes_no_argument(door: RunningServer) -> None:
    with door.client() as client:
        client.begin()
        client.send(b".\r\n")
        client.reply()
        client.say("MAIL FROM:<a@example.net>")
        client.say(f"RCPT TO:<{US}>")

        assert client.say("DATA now") == "501 5.5.4 Syntax: DATA"


# What is logged


def test_each_message_leaves_a_line_in_the_log_and_nothing_of_what_it_says(door: RunningServer) -> None:
    with structlog.testing.capture_logs() as logs, door.client() as client:
        client.begin()
        client.send(b"Subject: trichet move 101 alice sesame d3\r\n\r\n.\r\n")
        client.reply()
        client.begin()
        client.send(b"Subject: trichet move 101 alice sesame\nd3\r\n\r\n.\r\n")
        client.reply()

    assert [(line["event"], line.get("inbox"), line.get("reason")) for line in logs] == [
        ("message.received", 1, None),
        ("message.refused", None, "stray CR or LF"),
    ]
    assert [line.get("request") for line in logs] == [door.inbox()[0].request, None]
    assert "sesame" not in str(logs)


def test_nothing_that_a_client_says_gets_into_the_log_of_aiosmtpd(
    door: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    with door.client() as client:
        client.say("trichet move 101 alice sesame d3")
        client.begin()
        client.send(b"Subject: sesame\r\n\r\n.\r\n")
        client.reply()

    assert "sesame" not in caplog.text


# LMTP


def test_lmtp_answers_a_message_once_for_each_recipient(lmtp: RunningServer) -> None:
    with lmtp.client() as client:
        client.begin(US, "nobody@example.net", "games+b@example.org", hello="LHLO relay")
        client.send(MESSAGE + b".\r\n")

        replies = [client.reply(), client.reply()]
        assert client.say("NOOP") == "250 2.0.0 OK"
    [row] = lmtp.inbox()
    assert replies == [f"250 2.0.0 OK, queued as {row.request}"] * 2
    assert (row.door, row.recipients) == ("lmtp", [US, "games+b@example.org"])


def test_lmtp_refuses_a_message_once_for_each_recipient(lmtp: RunningServer) -> None:
    with lmtp.client() as client:
        client.begin(US, US, hello="LHLO relay")
        client.send(b"\n.\r\n.\r\n")

        assert [client.reply()[:3], client.reply()[:3], client.say("NOOP")[:3]] == ["554", "554", "250"]


@pytest.mark.parametrize("hello", ["HELO", "EHLO"])
def test_lmtp_is_greeted_by_lhlo_only(lmtp: RunningServer, hello: str) -> None:
    with lmtp.client() as client:
        assert client.say(f"{hello} relay") == "500 5.5.2 This is LMTP, say LHLO"


def test_lmtp_comes_by_a_socket_in_the_file_system(sqlite_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "run" / "lmtp"

    with running_server(settings_for(tmp_path), sqlite_database, UnixSocket(path), local=True) as door:
        assert door.where == str(path)
        with smtplib.LMTP(str(path)) as client:
            client.sendmail("alice@example.net", [US], MESSAGE)
        assert len(door.inbox()) == 1
        with (
            pytest.raises(OSError, match="in use by another program"),
            running_server(settings_for(tmp_path), sqlite_database, UnixSocket(path), local=True),
        ):
            pass

    assert not path.exists()


@pytest.mark.parametrize("mask", [0o000, 0o002, 0o022])
def test_the_socket_can_be_used_by_the_group_and_replaced_by_nobody(
    sqlite_database: Database, tmp_path: Path, mask: int
) -> None:
    path = tmp_path / "run" / "lmtp"
    before = os.umask(mask)
    try:
        with running_server(settings_for(tmp_path), sqlite_database, UnixSocket(path), local=True):
            assert stat.S_IMODE(path.stat().st_mode) == 0o660
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755
    finally:
        os.umask(before)


# Closing


def test_a_closing_server_lets_a_message_in_that_is_half_way_through(door: RunningServer) -> None:
    with door.client() as busy, door.client() as idle:
        busy.begin()
        busy.send(b"Subject: help\r\n")
        closing = threading.Thread(target=door.close)
        closing.start()

        assert idle.reply() == "421 4.3.2 The server is going down, please try again later"
        assert idle.reply() == ""
        with pytest.raises(ConnectionRefusedError):
            door.client()
        busy.send(b"\r\n.\r\n")
        assert busy.reply().startswith("250 2.0.0 OK, queued as ")
        assert busy.reply() == "421 4.3.2 The server is going down, please try again later"
        assert busy.reply() == ""
        closing.join()

    assert len(door.inbox()) == 1


def test_a_closing_server_does_not_wait_for_ever(door: RunningServer) -> None:
    with door.client() as client:
        client.begin()

        door.close(grace=0.1)

        assert client.reply() == ""
