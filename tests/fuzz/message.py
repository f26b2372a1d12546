"""Any bytes, read as a message: it is read, alike each time and with any line ends, and within its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbmserv.mail.reading.envelope import envelope_of
from pbmserv.mail.reading.headers import split_head, with_plain_line_ends
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.reading.mime_parts import contents_of
from tests.fuzz.target import Try
from tests.mail.reading.hostile import MESSAGES
from tests.mail.reading.soundness import check

CORPUS = Path(__file__).parents[1] / "mail" / "reading" / "corpus"
LARGE = 8192
WORDS = (
    *("From: ", "Subject: ", "Message-ID: <", "References: ", "Return-Path: <>", "Auto-Submitted: ", "List-Id: x"),
    *("Content-Type: multipart/mixed; boundary=B\n", "Content-Type: multipart/alternative; boundary=B\n", "\n--B\n"),
    *(
        "Content-Type: message/rfc822\n",
        "Content-Type: text/html; charset=",
        "Content-Type: text/plain; format=flowed",
    ),
    *("Content-Transfer-Encoding: base64\n", "Content-Transfer-Encoding: quoted-printable\n", "--B--", "=?utf-8?q?"),
    *("=?utf-7?b?", "?=", "; filename*0*=utf-8''%", "; delsp=yes", "utf-16", "iso-2022-jp", "hz", "<blockquote>"),
    *(
        "<pre>",
        "<!--",
        "<style>",
        "&#",
        "&nbsp;",
        "<br>",
        "</p>",
        "> ",
        "-- \n",
        "On 1.1.2026 x wrote:\n",
        "Re: ",
        "[x]",
    ),
    *(
        "-----Original Message-----\n",
        "From: x\nSent: y\nTo: z\n",
        "Sent from my iPhone\n",
        "\r",
        "\r\n",
        "\x00",
        "\u202e",
    ),
)


def seeds() -> Iterator[bytes]:
    """Real mail, and mail made to break its reader."""
    yield from (path.read_bytes()[:LARGE] for path in sorted(CORPUS.glob("*.eml")))
    yield from (raw[:LARGE] for raw in MESSAGES.values())


@contextmanager
def trying(folder: Path) -> Iterator[Try]:
    """Reads messages."""
    yield read_it


def read_it(raw: bytes) -> None:
    message = read_message(raw, own_key=b"key")
    check(message)
    assert len(contents_of(*split_head(with_plain_line_ends(raw))).attachments) <= 100
    envelope_of(raw)
    assert read_message(raw, own_key=b"key") == message
    if b"\r" not in raw:
        assert read_message(raw.replace(b"\n", b"\r\n"), own_key=b"key") == message
