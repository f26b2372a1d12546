"""The envelope, and a quick look at the author: all that front ends read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from pbmserv.commands.requests.reply import MOST_ANSWERED
from pbmserv.language.argument_types import checked_address
from pbmserv.letters.reply_address import answers_among
from pbmserv.mail.reading.automatic_mail import is_null_sender
from pbmserv.mail.reading.headers import (
    MAX_HEAD,
    MAX_PARAMETERS,
    Fields,
    sender_of,
    split_head,
    with_plain_line_ends,
)
from pbmserv.request_ids import new_request_id
from pbmserv.storage.inbox import ReceivedMessage

RECIPIENT_FIELDS = ("x-original-to", "envelope-to", "delivered-to", "to", "cc")
"""Fields that may name the original recipient."""

_MAX_RECIPIENTS = 20


def as_received(door: str, raw: bytes, sender: str | None, recipients: Iterable[str]) -> ReceivedMessage:
    """The message `raw` as received by `door` now.

    `sender` is `""` for the null sender, None if unknown.
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
    """One copy of the message for each letter that it answers.

    For front ends that get a single copy. Duplicates are recognised later. A message that answers more than
    `MOST_ANSWERED` letters stays whole and is refused.
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
    """The author in lower case: the address in From, or else the envelope's sender.

    Empty if unknown. It proves nothing and only groups mails.
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
    """Whether an answer to an unknown address would reach the actual sender rather than somebody named in From."""
    author, sender = _checked(from_address), _checked(envelope_sender)
    if author is None or sender is None:
        return False
    return author.rpartition("@")[2] == sender.rpartition("@")[2]


def names_the_sender(envelope_sender: str | None, from_address: str | None) -> bool:
    """Whether the envelope's sender is the same address as in From."""
    author, sender = _checked(from_address), _checked(envelope_sender)
    return author is not None and sender is not None and author.lower() == sender.lower()


def _checked(address: str | None) -> str | None:
    return checked_address(address.strip().removeprefix("<").removesuffix(">")) if address else None


def envelope_of(raw: bytes) -> tuple[str | None, list[str]]:
    """Sender and recipients noted in the message by the delivering server.

    The sender is `""` for the null sender, None if not noted. Recipients are from X-Original-To, Envelope-To and
    Delivered-To, the most original first, without duplicates.
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
    return "".join(character for character in address if " " < character <= "~")[:512]
