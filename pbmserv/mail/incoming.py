"""What a mail says to us: raw bytes, as a door received them, turned into a command line and a comment.

Pure functions that raise on no bytes whatever, and whose work is bounded: of a message made to be slow, what lies
beyond the bounds is not read. Who the sender is, and what the command means, is for others to find out.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from pbmserv.mail.charsets import one_line
from pbmserv.mail.comment import comment_of, new_text
from pbmserv.mail.headers import (
    Fields,
    checked_address,
    has_prefix,
    message_ids,
    plain_command,
    sender_of,
    split_head,
    subject_of,
)
from pbmserv.mail.machines import OWN_MARK, is_null_sender, is_our_own, own_mark, why_automatic
from pbmserv.mail.parts import contents_of

__all__ = [
    "OWN_MARK",
    "Message",
    "envelope_of",
    "is_our_own",
    "may_answer_stranger",
    "names_the_sender",
    "own_mark",
    "plain_command",
    "read_message",
]

# Everything that a resending server leaves alone; of a message without a Message-ID they make the once-only key.
_LASTING_FIELDS = ("from", "to", "cc", "date", "subject", "content-type", "content-transfer-encoding")
_RECIPIENT_FIELDS = ("x-original-to", "envelope-to", "delivered-to", "to", "cc")
_MAX_RECIPIENTS = 20
_MAX_ADDRESSED = 2_000


@dataclass(frozen=True)
class Message:
    """What a mail says to us."""

    sender: str | None
    """The one address in From, or None where there is none, or more than one, or none of good syntax."""
    subject: str
    """The Subject: decoded, on one line, without `Re:` or `[tags]`, quotes and dashes plain, case as typed."""
    lines: tuple[str, ...]
    """The command line: the Subject or, where that is empty, the first line of the body; none in an empty mail."""
    body: str
    """The new text below the command, as it was typed; for `multiple` its lines are the commands."""
    comment: str
    """The body for the other players' eyes: not too long, and it says what was cut and left out."""
    message_id: str | None
    """The Message-ID with its angle brackets, if it is fit to be referred to."""
    in_reply_to: str | None
    """The Message-ID that this mail answers."""
    references: tuple[str, ...]
    """The Message-IDs of its thread, oldest first."""
    is_answer: bool
    """Whether it says of itself that it answers a letter, in its Subject (`Re:`) or in its header."""
    once_key: str
    """The same for a message however often it is sent: to be carried out once only."""
    addressed_to: tuple[str, ...]
    """What stands in To, Cc and the like: addresses, with names and all."""
    automatic: str | None
    """Why it must not be answered, in words for a log; None for a person's mail."""
    our_own: bool
    """Whether it is one of our letters come back."""
    attachments: tuple[str, ...]
    """The names of the attachments, or their types where they have no names."""
    authentication_results: tuple[str, ...]
    """The Authentication-Results fields above the first Received, from top to bottom, undecoded: what the mail server
    wrote that handed the message over. Which of them to believe is a setting."""

    def with_command_from_body(self) -> Message:
        """The same mail with the first line of its body for a command, as a reply to play is meant.

        A mail without a Subject is so already, and stays as it is.
        """
        if self.lines and not self.subject:
            return self
        first, _, rest = self.body.partition("\n")
        command = plain_command(first)
        body = rest.lstrip("\n").rstrip()
        return replace(
            self, lines=(command,) if command else (), body=body, comment=comment_of(body, self.attachments)
        )


def read_message(raw: bytes, envelope_sender: str | None = None, own_key: bytes | None = None) -> Message:
    """What this mail says to us.

    `envelope_sender` is what came with MAIL FROM, `""` or `<>` for the null sender, None where nothing is known of
    it; `own_key` is the key of our letters' marks, without which none is recognised. Raises TypeError if `raw` is
    not bytes, and nothing on any bytes.
    """
    fields, body = split_head(_with_plain_line_ends(raw))
    sender = sender_of(fields)
    subject = subject_of(fields)
    contents = contents_of(fields, body)
    text = new_text(contents.text)
    message_id = next(iter(message_ids(fields.text("message-id"))), None)
    our_own = own_key is not None and is_our_own(fields.text(OWN_MARK.lower()), message_id, own_key)
    message = Message(
        sender=sender,
        subject=subject,
        lines=(subject,) if subject else (),
        body=text,
        comment=comment_of(text, contents.attachments),
        message_id=message_id,
        in_reply_to=next(iter(message_ids(fields.text("in-reply-to"))), None),
        references=message_ids(fields.text("references")),
        is_answer=bool(fields.raw("in-reply-to") or fields.raw("references") or has_prefix(fields)),
        addressed_to=tuple(text[:_MAX_ADDRESSED] for name in _RECIPIENT_FIELDS for text in fields.texts(name)),
        once_key=_once_key(fields, body, message_id, sender),
        automatic="our own letter" if our_own else why_automatic(fields, sender, envelope_sender, subject),
        our_own=our_own,
        attachments=contents.attachments,
        # Undecoded: what a sender has encoded in an address must not become a finding of its own.
        # All from the first Received on came in with it, or may have.
        authentication_results=tuple(map(one_line, fields.raw_above("authentication-results", "received"))),
    )
    return message if subject else message.with_command_from_body()


def may_answer_stranger(from_address: str | None, envelope_sender: str | None) -> bool:
    """Whether an answer to an unknown address would reach whoever sent the mail, not somebody he names in From."""
    author, sender = _checked(from_address), _checked(envelope_sender)
    if author is None or sender is None:
        return False
    return author.rpartition("@")[2] == sender.rpartition("@")[2]


def names_the_sender(envelope_sender: str | None, from_address: str | None) -> bool:
    """Whether the sender in the envelope is the very address in From: another one of its domain is somebody else."""
    author, sender = _checked(from_address), _checked(envelope_sender)
    return author is not None and sender is not None and author.lower() == sender.lower()


def _checked(address: str | None) -> str | None:
    return checked_address(address.strip().removeprefix("<").removesuffix(">")) if address else None


def envelope_of(raw: bytes) -> tuple[str | None, list[str]]:
    """Sender and recipients as the delivering server noted them in the message, for mail that comes by a pipe.

    The sender is `""` for the null sender and None where nobody noted it. The recipients are those of
    X-Original-To, Envelope-To and Delivered-To, the most original first, without repetition.
    """
    text = _with_plain_line_ends(raw)
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


def _with_plain_line_ends(raw: bytes) -> bytes:
    if not isinstance(raw, bytes):
        raise TypeError(f"a message is bytes, not {type(raw).__name__}")
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _once_key(fields: Fields, body: bytes, message_id: str | None, sender: str | None) -> str:
    digest = hashlib.sha256()
    if message_id:
        digest.update(f"{message_id}\0{(sender or fields.text('from') or '').lower()}".encode())
    else:
        for name in _LASTING_FIELDS:
            digest.update("\0".join(["", name, *fields.texts(name)]).encode())
        digest.update(b"\0\0" + body.rstrip(b"\n"))
    return digest.hexdigest()
