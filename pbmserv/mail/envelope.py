"""What stands on the outside of a mail: its envelope, and at a glance who wrote it. No more is read at a door."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime

from pbmserv.mail.headers import MAX_HEAD, MAX_PARAMETERS, Fields, sender_of
from pbmserv.mail.machines import is_null_sender
from pbmserv.store.inbox import ReceivedMessage


def as_received(door: str, raw: bytes, sender: str | None, recipients: Iterable[str]) -> ReceivedMessage:
    """The message `raw` as it came in by `door`, now.

    `sender` is `""` for the null sender, and None where nobody told.
    """
    return ReceivedMessage(
        door=door,
        sender="" if sender is None else _clean(sender) or "<>",
        recipients=tuple(_clean(recipient) for recipient in recipients),
        message=raw,
        received_at=datetime.now(UTC),
        author=author_of(raw, sender),
    )


_END_OF_HEAD = re.compile(rb"(?:\A|\r?\n)\r?\n")
_FROM = re.compile(rb"^from[ \t]*+:(.*+(?:\n[ \t].*+)*+)", re.IGNORECASE | re.MULTILINE)
# A name, in quotes or not, with the address in angle brackets; or the address alone.
_AUTHOR = re.compile(r'\s*+(?:(?:"(?:[^"\\]|\\.)*+"|[^<>"(),;:]*+)\s*+<([^<>\s"(),;:]++)>|([^<>\s"(),;:]++))\s*+')


def author_of(raw: bytes, sender: str | None) -> str:
    """Who has written the message, in lower case: the address in From or, where there is none, the envelope's sender.

    Empty where nobody can tell. It takes some microseconds, since a client waits, and is no proof of anything: good
    enough to know what belongs together.
    """
    head = raw[:MAX_HEAD]
    end = _END_OF_HEAD.search(head)
    found = _FROM.search(head, 0, end.start() + 1 if end else len(head))
    value = found[1][:MAX_PARAMETERS].decode("ascii", "surrogateescape") if found else ""
    simple = _AUTHOR.fullmatch(value)
    author = (simple[1] or simple[2]) if simple else sender_of(Fields([("from", value)]))
    if author is None or "@" not in author:
        author = "" if sender is None or is_null_sender(sender) else sender
    return _clean(author).lower()[:320]


def _clean(address: str) -> str:
    """An address as the table takes it: printable, and not too long."""
    return "".join(character for character in address if " " < character <= "~")[:512]
