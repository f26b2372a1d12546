"""A relay that answers without an end costs no memory: it is hung up on, and the letter waits."""

from __future__ import annotations

import socket
import time

import pytest

from pbmserv.mail.sending.relay import LONGEST_REPLY, RelayTransport
from pbmserv.mail.sending.transports import Unreachable, Verdict
from pbmserv.setting_values import Encryption, Relay
from tests.mail.flooding import Flood, flooding

FEW = 20_000_000
"""Bytes, with all that the buffers on the way hold."""
CODES = {"greeting": 220, "EHLO": 250, "MAIL": 250, "RCPT": 250, "DATA": 354, ".": 250, "RSET": 250, "QUIT": 221}


def sent_by(flood: Flood) -> Verdict:
    transport = RelayTransport(Relay("127.0.0.1", flood.port, Encryption.NONE), "games.example")
    try:
        replies = transport.send(lambda _: b"Subject: Hex\r\n\r\nd4\r\n", "a@example.org", ["b@example.org"])
        return replies["b@example.org"].verdict
    finally:
        transport.close()


@pytest.mark.parametrize("stage", ["greeting", "EHLO", "MAIL", "RCPT", "DATA", "."])
def test_no_reply_is_read_without_an_end(stage: str) -> None:
    def talk(flood: Flood, connection: socket.socket) -> None:
        def answer(command: str) -> None:
            if command == stage:
                flood.pour(connection, b"%d-and more\r\n" % CODES[stage] * 1000)
            connection.sendall(b"%d so be it\r\n" % CODES.get(command, 250))

        answer("greeting")
        reading_data = False
        for line in connection.makefile("rb"):
            command = line.decode().strip()[:4].upper()
            if reading_data and command != ".":
                continue
            answer(command.rstrip())
            reading_data = command == "DATA"

    with flooding(talk) as flood:
        if stage in {"greeting", "EHLO", "MAIL"}:
            with pytest.raises(Unreachable, match=str(LONGEST_REPLY)):
                sent_by(flood)
        else:
            assert sent_by(flood) is Verdict.DEFERRED

    assert flood.sent < FEW


@pytest.mark.parametrize(("lines", "is_taken"), [(LONGEST_REPLY // 64, True), (LONGEST_REPLY // 64 + 1, False)])
def test_a_reply_may_have_as_many_bytes_as_are_read_and_no_more(lines: int, is_taken: bool) -> None:
    long = (b"250-" + b"x" * 58 + b"\r\n") * (lines - 1) + b"250 " + b"x" * 58 + b"\r\n"
    # EHLO, MAIL, RCPT, DATA, the letter.
    replies = [b"250 ok\r\n", long, b"250 ok\r\n", b"354 go on\r\n"]

    def talk(_: Flood, connection: socket.socket) -> None:
        connection.sendall(b"220 ready\r\n")
        lines = connection.makefile("rb")
        for reply in replies:
            lines.readline()
            connection.sendall(reply)
        for line in lines:
            if line == b".\r\n":
                connection.sendall(b"250 taken\r\n")
            elif line == b"QUIT\r\n":
                return

    with flooding(talk) as flood:
        if is_taken:
            assert sent_by(flood) is Verdict.TAKEN
        else:
            with pytest.raises(Unreachable, match="a reply of more than 65536 bytes"):
                sent_by(flood)


def test_a_reply_that_goes_on_and_on_slowly_has_an_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    later = iter(range(0, 1_000_000, 100))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(later)))

    def talk(flood: Flood, connection: socket.socket) -> None:
        flood.pour(connection, b"220-not yet\r\n")

    with flooding(talk) as flood, pytest.raises(Unreachable, match="without an end after 600 seconds"):
        sent_by(flood)
