"""From a stored letter to an RFC 5322 message.

The same letter always gives the same bytes. A picture is left out if it fails or would make the letter too large.
Lines of text are never wrapped, as they may be a board's rows. User text in a header is put on one line and encoded
if not ASCII.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.quoprimime import body_encode
from email.utils import format_datetime
from functools import lru_cache

from pbmserv.letters.board_html import MOST_BYTES, page_html
from pbmserv.letters.headers import LANGUAGE, OWN_MARK, own_mark
from pbmserv.letters.parts_html import ShownPicture
from pbmserv.letters.stored_html import JSON, MEDIA_TYPE
from pbmserv.locale.catalogs import ENGLISH
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.storage.outbox import ClaimedLetter

LINE_BYTES = 998
"""The maximum line length that mail servers have to accept."""

MOST_BYTES_OF_SEVERAL = 250_000
"""The maximum size of a letter with pictures of several boards."""

_FOLD_AT = 76
_IN_BASE64 = 78 / 57
"""The expansion of base64: a line of 76 characters holds 57 bytes."""
_WANTED = 38_000
"""The size wanted for a picture in base64; buttons of moves are dropped before its quality is reduced."""
_AROUND = 2_500
"""The approximate size of headers and boundaries."""
_CONTENT_FOLD_AT = 78
_MIME_VERSION = b"MIME-Version: 1.0\r\n"
_QUOTED_PRINTABLE = "quoted-printable"
PLAIN = "text/plain"
_NOT_IN_HEADERS = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_NOT_IN_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_BYTES_NOT_IN_TEXT = bytes(number for number in range(128) if _NOT_IN_TEXT.match(chr(number)))
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=^_`{|}~-]+)*")
"""A display name that needs no quotes; without the question mark of encoded words."""
_HEADER_NAME = re.compile(r"[!-9;-~]{1,70}")
_OURS = frozenset({"from", "to", "date", "message-id", "subject", "mime-version", OWN_MARK.lower()})


def compose(
    letter: ClaimedLetter,
    address: str,
    key: bytes,
    *,
    eight_bit: bool,
    sender_name: str = "",
    pictures: BoardPictures | None = None,
) -> bytes:
    """The message of `letter` from `address`, marked as ours with `key`, with CR LF line ends.

    `eight_bit` says whether the receiving server accepts 8-bit text. `sender_name` is shown instead of the address,
    after what the letter says in From.
    `pictures` draws boards; without it letters have none.
    """
    mark = own_mark(letter.message_id, key)
    if says := letter.headers.get("From"):
        sender_name = " · ".join(filter(None, [says, sender_name]))
    content = _content(letter, mark, address, eight_bit, pictures)
    return "".join(_headers(letter, sender(address, sender_name), mark)).encode("ascii") + content


def header(name: str, value: str) -> str:
    is_short = len(name) + 2 + len(value) <= _FOLD_AT
    if is_short and value.isascii() and value.isprintable() and "  " not in value and "=?" not in value:
        # As most are: nothing to fold, to encode or to replace.
        return f"{name}: {value.strip()}\r\n"
    line = _NOT_IN_HEADERS.sub(" ", value).strip().encode("utf-8", "replace").decode()
    words = line.split(" ")
    # What looks encoded would be decoded by the reader's mail program into something that nobody wrote.
    if not line.isascii() or "=?" in line or max(map(len, words)) > LINE_BYTES - len(name) - 4:
        line = Header(line, "utf-8", maxlinelen=_FOLD_AT, header_name=name).encode(linesep="\r\n")
        return f"{name}: {line}\r\n"
    return f"{name}: {_folded(words, len(name) + 2)}\r\n"


@lru_cache(maxsize=256)
def sender(address: str, name: str) -> str:
    """The From header with a display name (RFC 5322), quoted or encoded if needed."""
    if not name:
        return header("From", address)
    if _ATOMS.fullmatch(name):
        return header("From", f"{name} <{address}>")
    if name.isascii() and "=?" not in name:
        escaped = re.sub(r'(["\\])', r"\\\1", name)
        return header("From", f'"{escaped}" <{address}>')
    encoded = Header(name, "utf-8", maxlinelen=_FOLD_AT, header_name="From").encode(linesep="\r\n")
    return f"From: {encoded}\r\n <{address}>\r\n"


def _headers(letter: ClaimedLetter, sender: str, mark: str) -> Iterator[str]:
    yield sender
    yield header("To", ", ".join(letter.shown_to))
    yield header("Date", format_datetime(letter.created_at))
    yield header("Message-ID", letter.message_id)
    yield header("Subject", letter.subject)
    for name, value in letter.headers.items():
        if name in {"From", LANGUAGE}:
            continue
        if not _HEADER_NAME.fullmatch(name) or name.lower() in _OURS or name.lower().startswith("content-"):
            raise ValueError(f"not a header of a letter's own: {name!r}")
        yield header(name, str(value))
    yield header(LANGUAGE, letter.headers.get(LANGUAGE, ENGLISH))
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


def _content(
    letter: ClaimedLetter, mark: str, address: str, eight_bit: bool, pictures: BoardPictures | None
) -> bytes:
    # Nobody can know the mark in advance, so nobody can have put such a line into the text.
    boundaries = iter((f"=_{mark}", f"=_1_{mark}", f"=_2_{mark}"))
    kind = (letter.page or {}).get(MEDIA_TYPE, PLAIN)
    if (letter.page is None or kind != PLAIN) and not letter.attachments:
        return _text(letter.text, kind, eight_bit, _MIME_VERSION)
    outer = next(boundaries) if letter.attachments else ""
    content = _text_and_html(letter, boundaries, address, eight_bit, pictures)
    if letter.attachments:
        content = _multipart("mixed", outer, [content, *map(_attachment, letter.attachments)])
    return _MIME_VERSION + content


def _text_and_html(
    letter: ClaimedLetter, boundaries: Iterator[str], address: str, eight_bit: bool, pictures: BoardPictures | None
) -> bytes:
    kind = (letter.page or {}).get(MEDIA_TYPE, PLAIN)
    text = _text(letter.text, kind, eight_bit)
    if letter.page is None or kind != PLAIN:
        return text
    outer = next(boundaries)
    with_picture = _with_pictures if "boards" in letter.page else _with_picture
    html = with_picture(letter, boundaries, address, eight_bit, pictures, len(text))
    html = html or _html(letter, address, eight_bit)
    # Without HTML the text is whole.
    return _multipart("alternative", outer, [text, html]) if html else text


def _with_picture(
    letter: ClaimedLetter,
    boundaries: Iterator[str],
    address: str,
    eight_bit: bool,
    pictures: BoardPictures | None,
    used: int,
) -> bytes | None:
    """The HTML with the board's picture; None without one, or if it does not fit beside `used` bytes."""
    stored = letter.page.get("picture") if letter.page else None
    board = pictures.of(stored) if pictures and stored else None
    if pictures is None or board is None:
        return None
    name = letter.message_id.strip("<>")
    shown = ShownPicture(f"cid:board.{name}", board.width, board.height)
    attached = sum(len(each["text"].encode(errors="replace")) for each in letter.attachments)
    left = MOST_BYTES - used - attached * _IN_BASE64 - _AROUND
    html = _html(letter, address, eight_bit, shown, int(left - _WANTED))
    room = left - len(html)
    png = pictures.png(board, int(room / _IN_BASE64)) if html and room > 0 else None
    if png is None:
        return None
    return _multipart("related", next(boundaries), [html, _picture(png, name)], '; type="text/html"')


def _with_pictures(
    letter: ClaimedLetter,
    boundaries: Iterator[str],
    address: str,
    eight_bit: bool,
    pictures: BoardPictures | None,
    used: int,
) -> bytes | None:
    """The HTML with the pictures of several boards, as far as they fit beside `used` bytes; None without any."""
    if pictures is None or letter.page is None:
        return None
    stored = {number: each["picture"] for number, each in enumerate(letter.page["boards"]) if "picture" in each}
    boards = {number: board for number, each in stored.items() if (board := pictures.of(each))}
    name = letter.message_id.strip("<>")
    shown = {
        number: ShownPicture(f"cid:board-{number}.{name}", board.width, board.height)
        for number, board in boards.items()
    }
    # Measured with a picture for each, as it is at most.
    left = (
        MOST_BYTES_OF_SEVERAL - used - len(_html(letter, address, eight_bit, pictures=shown)) - len(boards) * _AROUND
    )
    pngs: dict[int, bytes] = {}
    for number, board in boards.items():
        room = min(left // (len(boards) - len(pngs)), _WANTED)
        png = pictures.png(board, int(room / _IN_BASE64)) if room > 0 else None
        if png is None:
            del shown[number]
            continue
        pngs[number] = _picture(png, name, f"board-{number}")
        left -= len(pngs[number])
    if not pngs:
        return None
    html = _html(letter, address, eight_bit, pictures=shown)
    return _multipart("related", next(boundaries), [html, *pngs.values()], '; type="text/html"')


def _html(
    letter: ClaimedLetter,
    address: str,
    eight_bit: bool,
    picture: ShownPicture | None = None,
    most: int = MOST_BYTES,
    pictures: Mapping[int, ShownPicture] | None = None,
) -> bytes:
    """The HTML of a letter; none if it would be too large."""
    page = page_html(letter.text, letter.page or {}, letter.subject, picture, most, address, pictures)
    return _text(page, "text/html", eight_bit, _MIME_VERSION) if page else b""


def _picture(png: bytes, name: str, board: str = "board") -> bytes:
    headers = (
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
        f'Content-ID: <{board}.{name}>\r\nContent-Disposition: inline; filename="{board}.png"\r\n'
        "MIME-Version: 1.0\r\n\r\n"
    )
    return headers.encode("ascii") + _in_lines(png)


@lru_cache(maxsize=64)
def _in_lines(png: bytes) -> bytes:
    # All readers of a turn mostly get the same picture.
    coded = b64encode(png)
    lines = [coded[begin : begin + _FOLD_AT] for begin in range(0, len(coded), _FOLD_AT)]
    return b"\r\n".join([*lines, b""])


def _multipart(kind: str, boundary: str, parts: Iterable[bytes], more: str = "") -> bytes:
    begin, end = f"Content-Type: multipart/{kind};", f'boundary="{boundary}"{more}'
    fold = " " if len(begin) + 1 + len(end) <= _CONTENT_FOLD_AT else "\r\n "
    separator = f"\r\n--{boundary}\r\n".encode()
    return b"".join(
        [
            f"{begin}{fold}{end}\r\n".encode(),
            *[separator + part for part in parts],
            f"\r\n--{boundary}--\r\n".encode(),
        ]
    )


def _text(text: str, kind: str, eight_bit: bool, more_headers: bytes = b"") -> bytes:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    # Lone surrogates, which cannot be encoded, become question marks.
    data = plain.encode("utf-8", "replace")
    # Most texts have none of these, which is seen in a fifth of the time that replacing them takes.
    if len(data.translate(None, _BYTES_NOT_IN_TEXT)) < len(data):
        data = _NOT_IN_TEXT.sub("\N{REPLACEMENT CHARACTER}", plain).encode("utf-8", "replace")
    lines = data.splitlines()
    encoding = _encoding(lines, data.isascii(), eight_bit)
    if encoding == _QUOTED_PRINTABLE:
        coded = "".join(f"{line.decode('latin-1')}\n" for line in lines) or "\n"
        lines = body_encode(coded, _CONTENT_FOLD_AT).encode("ascii").splitlines()
    # JSON is in UTF-8 by what it is.
    charset = '; charset="utf-8"' if kind != JSON else ""
    headers = f"Content-Type: {kind}{charset}\r\nContent-Transfer-Encoding: {encoding}\r\n".encode()
    return b"\r\n".join([headers + more_headers, *(lines or [b""]), b""])


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
