"""Makes a message of a letter: what is stored in the outbox becomes what goes over the wire.

The same letter gives the same bytes every time. Lines of the text are never wrapped, since a board may stand in them;
nothing that somebody typed gets into a header but on one line and, where it is not plain ASCII, encoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbmserv.mail.machines import OWN_MARK, own_mark
from pbmserv.store.outbox import DueLetter

LINE_BYTES = 998
"""The longest line that a mail server has to take."""

_FOLD_AT = 76
_NOT_IN_HEADERS = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_NOT_IN_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_HEADER_NAME = re.compile(r"[!-9;-~]{1,70}")
_OURS = frozenset({"from", "to", "date", "message-id", "subject", "mime-version", OWN_MARK.lower()})


def compose(letter: DueLetter, address: str, key: bytes, *, eight_bit: bool) -> bytes:
    """The message of `letter`, from `address`, marked as ours with `key`, with CR LF at the end of each line.

    `eight_bit` is whether whoever takes it understands more than ASCII; if not, the text is encoded where it has to
    be.
    """
    mark = own_mark(letter.message_id, key)
    content = EmailMessage(policy=SMTP)
    text = _clean_text(letter.text)
    content.set_content(text, charset="utf-8", cte=_encoding(text, eight_bit))
    if letter.html is not None:
        html = _clean_text(letter.html)
        content.add_alternative(html, subtype="html", charset="utf-8", cte=_encoding(html, eight_bit))
    for attached in letter.attachments:
        kind, _, subkind = attached["media_type"].partition("/")
        content.add_attachment(attached["text"].encode(), kind, subkind, filename=attached["name"])
    for number, part in enumerate(part for part in content.walk() if part.is_multipart()):
        # Nobody can know the mark in advance, and so nobody can have put this line into the text.
        part.set_boundary(f"=_{number}_{mark}" if number else f"=_{mark}")
    return "".join(_headers(letter, address, mark)).encode("ascii") + content.as_bytes()


def header(name: str, value: str) -> str:
    """One header, folded where that can be undone, and encoded (RFC 2047) where it must be."""
    line = _NOT_IN_HEADERS.sub(" ", value).strip().encode("utf-8", "replace").decode()
    words = line.split(" ")
    # What looks encoded already would be decoded by the reader's mail program into something never written.
    if not line.isascii() or "=?" in line or max(map(len, words)) > LINE_BYTES - len(name) - 4:
        line = Header(line, "utf-8", maxlinelen=_FOLD_AT, header_name=name).encode(linesep="\r\n")
        return f"{name}: {line}\r\n"
    return f"{name}: {_folded(words, len(name) + 2)}\r\n"


def _headers(letter: DueLetter, address: str, mark: str) -> Iterator[str]:
    yield header("From", address)
    yield header("To", ", ".join(letter.shown_to))
    yield header("Date", format_datetime(letter.created_at))
    yield header("Message-ID", letter.message_id)
    yield header("Subject", letter.subject)
    for name, value in letter.headers.items():
        if not _HEADER_NAME.fullmatch(name) or name.lower() in _OURS or name.lower().startswith("content-"):
            raise ValueError(f"not a header of a letter's own: {name!r}")
        yield header(name, str(value))
    yield header(OWN_MARK, mark)


def _folded(words: list[str], used: int) -> str:
    parts: list[str] = []
    for word in words:
        if parts and used + 1 + len(word) > _FOLD_AT:
            parts.append("\r\n ")
            used = 1
        elif parts:
            parts.append(" ")
            used += 1
        parts.append(word)
        used += len(word)
    return "".join(parts)


def _clean_text(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    # Lone surrogates, which cannot be encoded, become question marks.
    return _NOT_IN_TEXT.sub("\N{REPLACEMENT CHARACTER}", lines).encode("utf-8", "replace").decode()


def _encoding(text: str, eight_bit: bool) -> str:
    longest = max((len(line) for line in text.encode().split(b"\n")), default=0)
    if longest > LINE_BYTES:
        return "quoted-printable"
    if text.isascii():
        return "7bit"
    return "8bit" if eight_bit else "quoted-printable"
