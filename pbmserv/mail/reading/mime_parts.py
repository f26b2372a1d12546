"""The text of a message's MIME parts, and the names of attachments.

The standard library's parser can be made slow or recurse deeply. Here depth, parts and text are bounded.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from pbmserv.mail.reading.charsets import decode, readable
from pbmserv.mail.reading.headers import Fields, split_head, with_plain_line_ends
from pbmserv.mail.reading.html_to_text import text_of_html
from pbmserv.mail.reading.pgp_smime_tnef import (
    ENCRYPTED,
    ONLY_IN_WINMAIL,
    PKCS7,
    TNEF,
    content_of_pkcs7,
    text_of_tnef,
    without_armour,
)

MAX_DEPTH = 8
MAX_PARTS = 50
MAX_HEAD_OF_PART = 4 * 1024
MAX_BYTES = 256 * 1024
MAX_TEXT = 100_000
MAX_LINES = 5_000
SHORTEST_FLOWED = 16
"""The minimum length of a first line that flows into the next; a shorter one is usually a move."""

_MAIN_TYPES = frozenset({
    "application", "audio", "chemical", "font", "image", "message", "model", "multipart", "text", "video", "x-world",
})  # fmt: skip
"""Any other type was misspelt and is usually text."""
_ANYTHING = "application/octet-stream"

# Parts that mail programs add by themselves: not worth mentioning, since the writer does not know about them.
_NO_ATTACHMENTS = frozenset({
    "application/pgp-keys", "application/pgp-signature", "application/pkcs7-signature",
    "application/x-pkcs7-signature", "text/directory", "text/vcard", "text/x-vcard",
})  # fmt: skip
CALENDARS = frozenset({"text/calendar", "application/ics"})
_NO_WORDS = _NO_ATTACHMENTS | {"text/calendar"}
"""Text parts that nobody has written."""


@dataclass(frozen=True)
class Contents:
    text: str
    attachments: tuple[str, ...]
    unreadable: str = ""


def contents_of(fields: Fields, body: bytes) -> Contents:
    reader = _Reader()
    text = reader.read(_Part.of(fields, body), depth=0)
    text = (text if text.strip() else reader.read_winmail()).expandtabs()[:MAX_TEXT]
    text, is_encrypted = without_armour(text)
    unreadable = ENCRYPTED if is_encrypted else reader.unreadable
    return Contents(text, tuple(reader.attachments), "" if text.strip() else unreadable)


def parts_of_type(fields: Fields, body: bytes, types: frozenset[str]) -> list[tuple[dict[str, str], bytes]]:
    """The parts of these types at any depth: the parameters of Content-Type, and the decoded contents."""
    found: list[tuple[dict[str, str], bytes]] = []
    parts = [(_Part.of(fields, body), 0)]
    left = MAX_PARTS
    while parts:
        part, depth = parts.pop(0)
        if part.type in types:
            found.append((part.parameters, _transferred(part)[:MAX_BYTES]))
        elif depth < MAX_DEPTH:
            children = part.children(left)
            left -= len(children)
            parts += [(child, depth + 1) for child in children]
    return found


@dataclass(frozen=True)
class _Part:
    fields: Fields
    body: bytes
    type: str
    parameters: dict[str, str]
    is_attachment: bool
    has_file_name: bool
    name: str

    @classmethod
    def of(cls, fields: Fields, body: bytes) -> _Part:
        content, parameters = fields.parameters("content-type")
        disposition, more = fields.parameters("content-disposition")
        main, slash, _ = content.partition("/")
        is_known = main in _MAIN_TYPES or "name" in parameters
        kind = content if slash and content.count("/") == 1 and is_known else "text/plain"
        name = more.get("filename") or parameters.get("name") or kind
        return cls(fields, body, kind, parameters, disposition == "attachment", "filename" in more, name)

    @property
    def is_signed_whole(self) -> bool:
        """Whether S/MIME may sign or encrypt it as a whole."""
        return self.type in PKCS7 or (self.type == _ANYTHING and self.name.lower().endswith(".p7m"))

    @property
    def is_winmail(self) -> bool:
        return self.type in TNEF or (self.type == _ANYTHING and self.name.lower() == "winmail.dat")

    @property
    def is_multipart(self) -> bool:
        return self.type.startswith("multipart/")

    def children(self, limit: int) -> list[_Part]:
        """The first parts of a multipart; none without a boundary."""
        boundary = self.parameters.get("boundary", "").rstrip()
        if not self.is_multipart or not boundary or not boundary.isascii():
            return []
        pieces = islice(_between(self.body, boundary.encode()), limit)
        return [_Part.of(*split_head(piece, MAX_HEAD_OF_PART)) for piece in pieces]


class _Reader:
    """Reads one message's parts within bounds."""

    def __init__(self) -> None:
        self.attachments: list[str] = []
        self.unreadable = ""
        self._winmail: bytes | None = None
        self._parts_left = MAX_PARTS
        self._bytes_left = MAX_BYTES

    def read(self, part: _Part, depth: int, *, skim: bool = False) -> str:
        """The text of a part and its children; with `skim`, only attachments are noted."""
        if part.is_signed_whole and depth < MAX_DEPTH:
            return self._unpack(part, depth, skim)
        if part.is_winmail:
            self._winmail = _transferred(part)[:MAX_BYTES]
            return ""
        if part.type == "multipart/encrypted":
            self.unreadable = ENCRYPTED
            return ""
        if depth and (part.is_attachment or part.has_file_name or part.type in _NO_WORDS):
            return self._leave_out(part)
        children = part.children(self._parts_left) if depth < MAX_DEPTH else []
        self._parts_left -= len(children)
        if children and part.type == "multipart/alternative":
            return self._read_alternatives(children, depth + 1, skim)
        if children and part.type == "multipart/related":
            return self._read_page(children, depth + 1, skim)
        if children:
            texts = [self.read(child, depth + 1, skim=skim) for child in children]
            return "\n".join(text for text in texts if text.strip())
        # Text of an unknown kind, and a multipart that cannot be taken apart, are best shown as they are.
        if not part.type.startswith(("text/", "multipart/")):
            return self._leave_out(part)
        return "" if skim else self._text(part)

    def _read_alternatives(self, children: list[_Part], depth: int, skim: bool) -> str:
        text = ""
        for child in sorted(children, key=lambda child: child.type != "text/plain"):
            if child.is_multipart or (child.type in ("text/plain", "text/html") and not skim and not text.strip()):
                text += self.read(child, depth, skim=skim or bool(text.strip()))
        return text

    def _read_page(self, children: list[_Part], depth: int, skim: bool) -> str:
        """The first part; the others are pictures of the page, unless they say otherwise."""
        root, *others = children
        for other in others:
            if other.is_attachment:
                self._leave_out(other)
        return self.read(root, depth, skim=skim)

    def _unpack(self, part: _Part, depth: int, skim: bool) -> str:
        content = content_of_pkcs7(_transferred(part)[: 2 * MAX_BYTES])
        if content is None:
            self.unreadable = ENCRYPTED
            return ""
        inner = _Part.of(*split_head(with_plain_line_ends(content), MAX_HEAD_OF_PART))
        return self.read(inner, depth + 1, skim=skim)

    def read_winmail(self) -> str:
        """The text of a winmail.dat, used if there is no other."""
        if self._winmail is None:
            return ""
        text, is_html = text_of_tnef(self._winmail)
        if not text.strip():
            self.unreadable = ONLY_IN_WINMAIL
        text = readable(text)
        return readable(text_of_html(text, MAX_LINES)) if is_html else "\n".join(text.split("\n")[:MAX_LINES])

    def _leave_out(self, part: _Part) -> str:
        if part.type not in _NO_ATTACHMENTS:
            self.attachments.append(part.name)
        return ""

    def _text(self, part: _Part) -> str:
        data = _transferred(part)
        if len(data) > self._bytes_left:
            data = data[: self._bytes_left].rpartition(b"\n")[0] or data[: self._bytes_left]
        self._bytes_left -= len(data)
        text = readable(decode(data, part.parameters.get("charset")))
        if part.type == "text/html":
            return readable(text_of_html(text, MAX_LINES))
        text = "\n".join(text.split("\n", MAX_LINES)[:MAX_LINES])
        if part.parameters.get("format", "").lower() == "flowed":
            return _unflowed(text, deletes_space=part.parameters.get("delsp", "").lower() == "yes")
        return text


def _between(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """The parts between boundary lines; up to the end if the last one is missing."""
    start: int | None = None
    for line in re.finditer(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*+$", body, re.MULTILINE):
        if start is not None:
            yield body[start : max(line.start() - 1, start)]
        if line[1]:
            return
        start = line.end() + 1
    if start is not None:
        yield body[start:]


_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")


def _transferred(part: _Part) -> bytes:
    encoding = (
        (part.fields.text("content-transfer-encoding") or "").partition(";")[0].partition("(")[0].strip().lower()
    )
    if encoding == "base64":
        # What follows the padding is not base64: a mailing list's footer, for example.
        digits = _NOT_BASE64.sub(b"", part.body[: 2 * MAX_BYTES].partition(b"=")[0])
        if len(digits) % 4 == 1:
            digits = digits[:-1]
        return binascii.a2b_base64(digits + b"==")
    if encoding == "quoted-printable":
        return binascii.a2b_qp(part.body[: 3 * MAX_BYTES])
    return part.body


def _unflowed(text: str, *, deletes_space: bool) -> str:
    lines: list[str] = []
    paragraph: list[str] = []
    depth = ""
    is_command = True
    for line in text.split("\n"):
        marks = line[: len(line) - len(line.lstrip(">"))]
        # A blank is put before words that begin with `>`: without it they would be taken for a quotation.
        content = line[len(marks) :] if line.startswith(" >") else line[len(marks) :].removeprefix(" ")
        is_signature = content == "-- "
        if paragraph and (marks != depth or is_signature):
            lines.append(_flowed_line(depth, paragraph))
            paragraph = []
        depth = marks
        # Nothing is wrapped that is as short as a move: the blank at its end has been typed.
        has_typed_blank = (
            is_command and not deletes_space and 0 < len(content.strip()) < SHORTEST_FLOWED and not marks
        )
        flows = content.endswith(" ") and not is_signature and not has_typed_blank
        is_command = is_command and not content.strip()
        paragraph.append(content[:-1] if flows and deletes_space else content)
        if not flows:
            lines.append(_flowed_line(depth, paragraph))
            paragraph = []
    if paragraph:
        lines.append(_flowed_line(depth, paragraph))
    return "\n".join(lines)


def _flowed_line(marks: str, paragraph: list[str]) -> str:
    text = "".join(paragraph)
    return f"{marks} {text}" if marks else text
