"""A mailbox whose server sends more than it was asked for takes no more memory than it may."""

from __future__ import annotations

import socket
from datetime import date

import pytest

from pbmserv.mail.receiving.imap_mailbox import Mailbox, Unreachable
from pbmserv.setting_values import Encryption, Keep, MailAccount
from tests.mail.flooding import Flood, flooding

FEW = 20_000_000
"""Bytes, with all that the buffers on the way hold."""
TOO_MUCH = "the server sends more than it was asked for"


class Server:
    """An IMAP server that answers as it should, but for one command."""

    def __init__(self, floods_at: str, begin: bytes, piece: bytes) -> None:
        self.floods_at = floods_at
        self.begin = begin
        self.piece = piece

    def __call__(self, flood: Flood, connection: socket.socket) -> None:
        if self.floods_at == "greeting":
            connection.sendall(self.begin)
            flood.pour(connection, self.piece)
        connection.sendall(b"* OK ready\r\n")
        for line in connection.makefile("rb"):
            tag, _, command = line.partition(b" ")
            if self.floods_at in command.decode():
                connection.sendall(self.begin)
                flood.pour(connection, self.piece)
            elif b"CAPABILITY" in command:
                connection.sendall(b"* CAPABILITY IMAP4rev1\r\n")
            elif b"BODY.PEEK" in command:
                connection.sendall(b"* 1 FETCH (UID 1 BODY[]<0> {4}\r\nhelp)\r\n")
            elif b"RFC822.SIZE" in command:
                connection.sendall(b"* 1 FETCH (UID 1 RFC822.SIZE 10)\r\n")
            connection.sendall(tag + b" OK done\r\n")


LINE = b"* OK still here, and there is more to come\r\n" * 1000
LITERAL = b"x" * 50_000


@pytest.mark.alike
@pytest.mark.parametrize(
    ("floods_at", "begin", "piece"),
    [
        ("greeting", b"* OK {1600000000}\r\n", LITERAL),
        ("greeting", b"* OK ", LITERAL),
        ("CAPABILITY", b"", LINE),
        ("LOGIN", b"* OK {1600000000}\r\n", LITERAL),
        ("NOOP", b"", LINE),
        ("SEARCH", b"", b"* SEARCH 1 2 3\r\n" * 1000),
        ("RFC822.SIZE", b"", b"* 1 FETCH (UID 1 RFC822.SIZE 10)\r\n" * 1000),
        ("BODY.PEEK", b"* 1 FETCH (UID 1 BODY[]<0> {1600000000}\r\n", LITERAL),
        ("BODY.PEEK", b"", LINE),
        ("STORE", b"", LINE),
    ],
)
def test_no_answer_is_read_without_an_end(floods_at: str, begin: bytes, piece: bytes) -> None:
    with flooding(Server(floods_at, begin, piece)) as flood:
        account = MailAccount("127.0.0.1", flood.port, Encryption.NONE, "games", "secret7")

        with pytest.raises(Unreachable):
            collect(account)

    assert flood.sent < FEW


def collect(account: MailAccount) -> None:
    mailbox = Mailbox(account, Keep())
    try:
        mailbox.unread(date(2024, 3, 1))
        mailbox.size(1)
        mailbox.message(1, 1000)
        mailbox.leave(1)
    finally:
        mailbox.close()


@pytest.mark.parametrize(("size", "is_read"), [(2_001_000 - 60, True), (2_001_001, False)])
def test_a_message_may_be_as_long_as_it_was_asked_for_and_somewhat_longer(size: int, is_read: bool) -> None:
    whole = b"* 1 FETCH (UID 1 BODY[]<0> {%d}\r\n%b)\r\n" % (size, b"x" * size)

    def talk(_flood: Flood, connection: socket.socket) -> None:
        connection.sendall(b"* OK ready\r\n")
        for line in connection.makefile("rb"):
            tag, _, command = line.partition(b" ")
            capabilities = b"* CAPABILITY IMAP4rev1\r\n" if b"CAPABILITY" in command else b""
            connection.sendall((whole if b"BODY.PEEK" in command else capabilities) + tag + b" OK done\r\n")

    with flooding(talk) as flood:
        account = MailAccount("127.0.0.1", flood.port, Encryption.NONE, "games", "secret7")
        mailbox = Mailbox(account, Keep())
        if is_read:
            assert len(mailbox.message(1, 1000)) == size
        else:
            with pytest.raises(Unreachable, match=TOO_MUCH):
                mailbox.message(1, 1000)
        mailbox.close()
