"""Mail for an in-process server, as bytes: what comes in, what becomes of it, and the letters as they go out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr
from typing import Any

from sqlalchemy import select

from pbmserv.mail.sending.compose import compose
from pbmserv.mail.worker import Worker
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.tables import INBOX
from tests.conversation import ADDRESS, Server

HEADERS = {
    *("from", "to", "date", "message-id", "subject", "in-reply-to", "references", "auto-submitted"),
    *("mime-version", "content-type", "content-transfer-encoding", "x-pbmserv-letter", "reply-to"),
    *("list-unsubscribe", "list-unsubscribe-post", "x-auto-response-suppress", "thread-topic", "thread-index"),
    "content-language",
}
"""The headers that a letter of ours may have."""


def arrive(server: Server, *messages: bytes, sender: str = "bob@example.org", to: Sequence[str] = (ADDRESS,)) -> None:
    """Have mail come in, and carried out."""
    with server.database.writing() as connection:
        Inbox(connection).add([ReceivedMessage("smtp", sender, tuple(to), each, server.now) for each in messages])
    while Worker(server.database, server.office, now=lambda: server.now).run_once():
        pass


def inbox(server: Server) -> list[Any]:
    """All mail that has come in, oldest first."""
    with server.database.reading() as connection:
        return list(connection.execute(select(INBOX).order_by(INBOX.c.id)))


def mails(server: Server, key: bytes = b"key") -> list[bytes]:
    """All letters that were written since this was last asked, as they go out."""
    with server.database.writing() as connection:
        letters = Outbox(connection).claim(1_000, timedelta(days=365), server.now)
    return [compose(letter, server.address, key, eight_bit=True) for letter in letters]


def read(raw: bytes) -> EmailMessage:
    """A letter as it went out, as the strictest parser of the standard library reads it."""
    letter = message_from_bytes(raw, policy=SMTP)
    assert isinstance(letter, EmailMessage)
    return letter


def complaints_about(raw: bytes) -> list[str]:
    """What is wrong with a letter as it goes out, be it that somebody else than us has written some of its header."""
    head, _, body = raw.partition(b"\r\n\r\n")
    letter = read(raw)
    found = [f"a header that is not ours: {name}" for name in letter if name.lower() not in HEADERS]
    found += [f"{name} stands there twice" for name in set(letter) if len(letter.get_all(name, [])) > 1]
    found += [f"a defect: {defect}" for part in letter.walk() for defect in part.defects]
    if not head.isascii() or re.search(rb"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]", head):
        found.append("a header that is not plain ASCII")
    if re.search(rb"\r(?!\n)|(?<!\r)\n", raw):
        found.append("a CR or LF that stands alone")
    if any(len(line) > 998 for line in raw.split(b"\r\n")):
        found.append("a line that is too long")
    if b"\0" in body:
        found.append("a NUL")
    if parseaddr(str(letter["From"]))[1] != ADDRESS or not letter["Message-ID"].endswith(
        f"@{ADDRESS.partition('@')[2]}>"
    ):
        found.append(f"not from us: {letter['From']} {letter['Message-ID']}")
    if not letter["Auto-Submitted"].startswith("auto-"):
        found.append("a letter that a machine may answer")
    return found
