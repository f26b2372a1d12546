"""What is on the outside of a mail: its envelope, and, at a glance, who wrote it. Receiving mail needs no more."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from pbmserv.commands.requests.reply import MOST_ANSWERED
from pbmserv.letters.reply_address import answers_among
from pbmserv.mail.reading.automatic_mail import is_null_sender
from pbmserv.mail.reading.headers import (
    MAX_HEAD,
    MAX_PARAMETERS,
    Fields,
    checked_address,
    sender_of,
    split_head,
    with_plain_line_ends,
)
from pbmserv.request_ids import new_request_id
from pbmserv.storage.inbox import ReceivedMessage

RECIPIENT_FIELDS = ("x-original-to", "envelope-to", "delivered-to", "to", "cc")
"""Where it may stand whom a message is for, whatever the envelope says by now."""

_MAX_RECIPIENTS = 20


def as_received(door: str, raw: bytes, sender: str | None, recipients: Iterable[str]) -> ReceivedMessage:
    """The message `raw` as it came in by `door`, now.

    `sender` is `""` for the null sender, and None if nobody said.
    """
    return ReceivedMessage(
        door=door,
        sender="" if sender is None else _clean(sender) or "<>",
        recipients=tuple(_clean(recipient) for recipient in recipients),
        message=raw,
        received_at=datetime.now(UTC),
        author=author_of(raw, sender),
    )


def once_for_each_answer(message: ReceivedMessage) -> list[ReceivedMessage]:
    """The message once for each letter of ours that it answers: whoever carries it out takes it for one answer.

    For front ends that get one copy, whoever it is addressed to. A copy too many is recognised as seen before. One
    that answers more than `MOST_ANSWERED` letters stays whole: it is refused.
    """
    fields, _ = split_head(with_plain_line_ends(message.message))
    addressed_to = [value for name in RECIPIENT_FIELDS for value in fields.texts(name)]
    answered = list(answers_among([*message.recipients, *addressed_to]).values())
    if len(answered) < 2:
        return [message]
    others = tuple(each for each in message.recipients if not answers_among([each]))
    if len(answered) > MOST_ANSWERED:
        return [replace(message, recipients=(*answered, *others))]
    return [replace(message, recipients=(each, *others), request=new_request_id()) for each in answered]


_END_OF_HEAD = re.compile(rb"(?:\A|\r?\n)\r?\n")
_FROM = re.compile(rb"^from[ \t]*+:(.*+(?:\n[ \t].*+)*+)", re.IGNORECASE | re.MULTILINE)
# A name, in quotes or not, with the address in angle brackets; or the address alone.
_AUTHOR = re.compile(r'\s*+(?:(?:"(?:[^"\\]|\\.)*+"|[^<>"(),;:]*+)\s*+<([^<>\s"(),;:]++)>|([^<>\s"(),;:]++))\s*+')


def author_of(raw: bytes, sender: str | None) -> str:
    """Who wrote the message, in lower case: the address in From or, if there is none, the envelope's sender.

    Empty if nobody can tell. This proves nothing: it is good enough to know which mails belong together.
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


def may_answer_stranger(from_address: str | None, envelope_sender: str | None) -> bool:
    """Whether an answer to an unknown address would reach whoever sent the mail, not somebody else named in From."""
    author, sender = _checked(from_address), _checked(envelope_sender)
    if author is None or sender is None:
        return False
    return author.rpartition("@")[2] == sender.rpartition("@")[2]


def names_the_sender(envelope_sender: str | None, from_address: str | None) -> bool:
    """Whether the sender in the envelope is the address in From; another address of its domain is somebody else."""
    author, sender = _checked(from_address), _checked(envelope_sender)
    return author is not None and sender is not None and author.lower() == sender.lower()


def _checked(address: str | None) -> str | None:
    return checked_address(address.strip().removeprefix("<").removesuffix(">")) if address else None


def envelope_of(raw: bytes) -> tuple[str | None, list[str]]:
    """Sender and recipients as the delivering server noted them in the message, if it brought no envelope with it.

    The sender is `""` for the null sender, and None if nobody noted it. The recipients are those of X-Original-To,
    Envelope-To and Delivered-To, the most original first, each once.
    """
    text = with_plain_line_ends(raw)
    fields, _ = split_head(text)
    noted = [
        checked_address(address.strip().removeprefix("<").removesuffix(">"))
        for name in ("x-original-to", "envelope-to", "delivered-to")
        for value in fields.texts(name)[:_MAX_RECIPIENTS]
        for address in value.split(",", _MAX_RECIPIENTS)
    ]
    recipients = list(dict.fromkeys(address for address in noted if address))
    return _noted_sender(fields.text("return-path"), text), recipients[:_MAX_RECIPIENTS]


def _noted_sender(return_path: str | None, text: bytes) -> str | None:
    if return_path is None and text.startswith(b"From "):
        first = text[: text.find(b"\n")].decode("utf-8", "replace").split()
        return_path = first[1] if len(first) > 1 else None
    if return_path is None:
        return None
    if is_null_sender(return_path) or return_path.upper() == "MAILER-DAEMON":
        return ""
    return checked_address(return_path.removeprefix("<").removesuffix(">"))


def _clean(address: str) -> str:
    """An address as the table takes it: printable, and not too long."""
    return "".join(character for character in address if " " < character <= "~")[:512]
