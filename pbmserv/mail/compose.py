"""Makes a message of a letter: what is stored in the outbox becomes what goes over the wire.

The same letter gives the same bytes every time. Lines of the text are never wrapped, since a board may stand in them;
nothing that somebody typed gets into a header but on one line and, where it is not plain ASCII, encoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.quoprimime import body_encode
from email.utils import format_datetime

from pbmserv.letters.html import html_of
from pbmserv.letters.letter import links_on
from pbmserv.mail.machines import OWN_MARK, own_mark
from pbmserv.store.outbox import DueLetter

LINE_BYTES = 998
"""The longest line that a mail server has to take."""

_FOLD_AT = 76
_CONTENT_FOLD_AT = 78
_MIME_VERSION = b"MIME-Version: 1.0\r\n"
_QUOTED_PRINTABLE = "quoted-printable"
_NOT_IN_HEADERS = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_NOT_IN_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*")
"""Words that may stand before an address without quotes; without the question mark, of encoded words."""
_HEADER_NAME = re.compile(r"[!-9;-~]{1,70}")
_OURS = frozenset({"from", "to", "date", "message-id", "subject", "mime-version", OWN_MARK.lower()})


def compose(letter: DueLetter, address: str, key: bytes, *, eight_bit: bool, sender_name: str = "") -> bytes:
    """The message of `letter`, from `address`, marked as ours with `key`, with CR LF at the end of each line.

    `eight_bit` is whether whoever takes it understands more than ASCII; if not, the text is encoded where it has to
    be. `sender_name` is what mail programs show instead of the address, if anything.
    """
    mark = own_mark(letter.message_id, key)
    content = b"".join(_content(letter, mark, eight_bit))
    return "".join(_headers(letter, sender(address, sender_name), mark)).encode("ascii") + content


def header(name: str, value: str) -> str:
    """One header, folded where that can be undone, and encoded (RFC 2047) where it must be."""
    line = _NOT_IN_HEADERS.sub(" ", value).strip().encode("utf-8", "replace").decode()
    words = line.split(" ")
    # What looks encoded already would be decoded by the reader's mail program into something never written.
    if not line.isascii() or "=?" in line or max(map(len, words)) > LINE_BYTES - len(name) - 4:
        line = Header(line, "utf-8", maxlinelen=_FOLD_AT, header_name=name).encode(linesep="\r\n")
        return f"{name}: {line}\r\n"
    return f"{name}: {_folded(words, len(name) + 2)}\r\n"


def sender(address: str, name: str) -> str:
    """The header From: the address, and before it a name (RFC 5322, display-name), in quotes or encoded where it
    has to be."""
    if not name:
        return header("From", address)
    if _ATOMS.fullmatch(name):
        return header("From", f"{name} <{address}>")
    if name.isascii() and "=?" not in name:
        escaped = re.sub(r'(["\\])', r"\\\1", name)
        return header("From", f'"{escaped}" <{address}>')
    encoded = Header(name, "utf-8", maxlinelen=_FOLD_AT, header_name="From").encode(linesep="\r\n")
    return f"From: {encoded}\r\n <{address}>\r\n"


def _headers(letter: DueLetter, sender: str, mark: str) -> Iterator[str]:
    yield sender
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


def _content(letter: DueLetter, mark: str, eight_bit: bool) -> Iterator[bytes]:
    """The rest of the headers, which tell how the letter is made up, and all after them."""
    # Nobody can know the mark in advance, and so nobody can have put such a line into the text.
    outer, inner = f"=_{mark}", f"=_1_{mark}"
    if letter.page is None and not letter.attachments:
        yield from _text(letter.text, "plain", eight_bit, _MIME_VERSION)
        return
    yield _MIME_VERSION
    if not letter.attachments:
        yield from _text_and_html(letter, outer, eight_bit)
        return
    text = b"".join(_text_and_html(letter, inner, eight_bit))
    yield from _multipart("mixed", outer, [text, *map(_attachment, letter.attachments)])


def _text_and_html(letter: DueLetter, boundary: str, eight_bit: bool) -> Iterator[bytes]:
    text = _text(letter.text, "plain", eight_bit)
    if letter.page is None:
        yield from text
        return
    html = _text(html_of(letter.text, links_on(letter.page)), "html", eight_bit, _MIME_VERSION)
    yield from _multipart("alternative", boundary, [b"".join(text), b"".join(html)])


def _multipart(kind: str, boundary: str, parts: Iterable[bytes]) -> Iterator[bytes]:
    begin, end = f"Content-Type: multipart/{kind};", f'boundary="{boundary}"'
    fold = " " if len(begin) + 1 + len(end) <= _CONTENT_FOLD_AT else "\r\n "
    yield f"{begin}{fold}{end}\r\n".encode()
    for part in parts:
        yield f"\r\n--{boundary}\r\n".encode()
        yield part
    yield f"\r\n--{boundary}--\r\n".encode()


def _text(text: str, kind: str, eight_bit: bool, more_headers: bytes = b"") -> Iterator[bytes]:
    plain = _NOT_IN_TEXT.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").replace("\r", "\n"))
    # Lone surrogates, which cannot be encoded, become question marks.
    data = plain.encode("utf-8", "replace")
    lines = data.splitlines()
    encoding = _encoding(lines, data.isascii(), eight_bit)
    if encoding == _QUOTED_PRINTABLE:
        coded = "".join(f"{line.decode('latin-1')}\n" for line in lines) or "\n"
        lines = body_encode(coded, _CONTENT_FOLD_AT).encode("ascii").splitlines()
    yield f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: {encoding}\r\n'.encode()
    yield more_headers
    yield b"\r\n"
    yield b"\r\n".join(lines)
    yield b"\r\n"


def _encoding(lines: Sequence[bytes], is_ascii: bool, eight_bit: bool) -> str:
    if max(map(len, lines), default=0) > LINE_BYTES:
        return _QUOTED_PRINTABLE
    if is_ascii:
        return "7bit"
    return "8bit" if eight_bit else _QUOTED_PRINTABLE


def _attachment(attached: Mapping[str, str]) -> bytes:
    kind, _, subkind = attached["media_type"].partition("/")
    part = EmailMessage(policy=SMTP)
    part.set_content(attached["text"].encode(), kind, subkind, filename=attached["name"])
    return part.as_bytes()
