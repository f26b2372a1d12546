"""Mail made to break its reader: nothing raises, nothing grows without bound, nothing takes long."""

from __future__ import annotations

import random
import re
import sys
import time
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.mail.incoming import Message, envelope_of, read_message
from tests.mail.mails import mail

MEBIBYTE = 1 << 20
CORPUS = Path(__file__).with_name("corpus")


# Controls other than line ends, other line ends, overrides of writing direction, halves of surrogates.
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def check(message: Message) -> None:
    """What holds for every message whatever."""
    assert len(message.subject) <= 12_100
    assert len(message.lines) <= 1
    assert all(0 < len(line) <= 12_100 and not HIDDEN.search(line) and "\n" not in line for line in message.lines)
    assert len(message.body) <= 100_000
    assert len(message.comment) <= 8_500
    assert not HIDDEN.search(message.body)
    assert not HIDDEN.search(message.comment)
    assert re.fullmatch("[0-9a-f]{64}", message.once_key)
    assert message.message_id is None or re.fullmatch("<[!-~]+@[!-~]+>", message.message_id)
    assert message.sender is None or re.fullmatch(r"[^\s<>]+@[^\s<>@]+", message.sender)
    assert message.automatic is None or len(message.automatic) < 120
    assert len(message.references) <= 50
    assert len(message.attachments) <= 100
    repr(message).encode()  # no halves of surrogates, which no database takes


# Any bytes


FRAGMENTS = st.sampled_from(
    (
        b"\n|\r|\r\n|\n\n|\r\n | |\t|\0|\xff|\xc3|=0A|\xed\xa0\x80|\xe2\x80\xae|\xe2\x80\xa8|x: y\n|From: |Subject: |"
        b"Message-ID: |References: |Return-Path: |Auto-Submitted: |X-Pbmserv-Letter: |<|>|<a@b.c>|a@b.c|,|;|(|)|'|\\|"
        b"=?utf-8?q?|=?utf-7?b?|?=|=?a?b?=|=?|Content-Type: |text/html|; format=flowed; delsp=yes|; charset=|utf-7|"
        b"utf-16|idna|punycode|undefined|base64|+2AA-|K2dBQS0=|multipart/mixed; boundary=B\n\n|\n--B\n|\n--B--|"
        b"multipart/alternative; boundary=B\n\n|multipart/related; boundary=B\n\n|"
        b"Content-Transfer-Encoding: base64\n|Content-Transfer-Encoding: quoted-printable\n|"
        b"Content-Disposition: attachment; filename|*0*=utf-8''%|*1=|*=x'y'%ff|=|=\x22|\x22|"
        b"> |-- \n|On 1.1.2026 x wrote:\n|-----Original Message-----\n|\nFrom: x\nTo: y\nSubject: z\n|"
        b"Sent from my iPhone\n|<p>|<br>|<!--|<pre>|</blockquote>|<blockquote>|<style>|&#55296;|&#99999999999;|&nbsp;"
    ).split(b"|")
)


@settings(deadline=None, max_examples=80)
@given(st.binary(max_size=500))
def test_any_bytes_are_read(raw: bytes) -> None:
    check(read_message(raw, own_key=b"key"))
    envelope_of(raw)


@settings(deadline=None, max_examples=150)
@given(st.lists(FRAGMENTS | st.binary(max_size=3), max_size=40))
def test_anything_that_resembles_a_message_is_read(fragments: list[bytes]) -> None:
    raw = b"".join(fragments)

    check(read_message(raw, own_key=b"key"))
    envelope_of(raw)


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(sorted(CORPUS.glob("*.eml"))), st.data())
def test_damaged_mail_is_read(path: Path, data: st.DataObject) -> None:
    raw = path.read_bytes()
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    damage = data.draw(FRAGMENTS)

    check(read_message(raw[:start] + damage + raw[end:]))
    check(read_message(raw[:start] + damage + raw[start:]))


def test_what_is_not_bytes_is_refused() -> None:
    with pytest.raises(TypeError, match="a message is bytes, not str"):
        read_message("Subject: help\n\n")  # type: ignore[arg-type]


# A mebibyte of anything


def filled(pattern: bytes, before: bytes = b"From: alice@example.org\nSubject: help\n\n") -> bytes:
    """A message of the greatest size that is accepted, full of one pattern."""
    return (before + pattern * (MEBIBYTE // len(pattern) + 1))[:MEBIBYTE]


def typed(kind: bytes) -> bytes:
    """A header that says what the body is."""
    return b"From: alice@example.org\nSubject: help\nContent-Type: " + kind + b"\n\n"


HTML = typed(b"text/html")
FLOWED = typed(b"text/plain; format=flowed")
MIXED = typed(b"multipart/mixed; boundary=B")
NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=B%d\n\n--B%d\n" % (n, n) for n in range(20_000))
FROM = b"From: alice@example.org\n"

LARGE = {
    "empty lines": filled(b"\n"),
    "line ends of all kinds": filled(b"\r\n\r\r\n\n"),
    "one line": filled(b"a"),
    "NULs": filled(b"\0"),
    "tabs": filled(b"\t"),
    "quotation marks": filled(b">\n"),
    "colons": filled(b":\n"),
    "attributions": filled(b"On x\nx\nx\n1.1.2026 wrote:\n"),
    "attributions above blanks": filled(b"On 1.1.2026 10:00 x wrote:\n\n\n\n>\n"),
    "header blocks": filled(b"From: x\nTo: y\n" + b"z\n" * 9),
    "dividers": filled(b"-----\n\n----- Original Message -----\n\n"),
    "footers": filled(b"Sent from my " + b"x " * 90 + b"\n"),
    "signatures": filled(b"--\n\n"),
    "flowing lines": filled(b"a \n", FLOWED),
    "flowing quotations": filled(b"> \n>> \n", FLOWED),
    "tags": filled(b"<b>", HTML),
    "blocks": filled(b"<td><div>", HTML),
    "quotations in HTML": filled(b"<blockquote><p>x", HTML),
    "open tags": filled(b"<a ", HTML),
    "one open tag": filled(b"a", HTML + b"<"),
    "comments": filled(b"<!--", HTML),
    "styles": filled(b"<style></style", HTML),
    "ampersands": filled(b"&a", HTML),
    "an endless number": filled(b"9", HTML + b"&#"),
    "preformatted lines": filled(b"\n", HTML + b"<pre>"),
    "parts": filled(b"--B\n", MIXED),
    "parts of HTML": filled(b"--B\nContent-Type: text/html\n\n" + b"<b>" * 8_000 + b"\n", MIXED),
    "parts of headers": filled(b"--B\n" + b"a:\n" * 3_000, MIXED),
    "parts of parts": filled(b"--B\nContent-Type: multipart/mixed; boundary=C\n\n" + b"--C\n\nx\n" * 100, MIXED),
    "nested parts": filled(b" ", FROM + NESTED[:MEBIBYTE]),
    "almost boundaries": filled(b"--B" + b" " * 1_000 + b"x\n", MIXED),
    "UTF-7": filled(b"+2AA-", typed(b"text/plain; charset=utf-7")),
    "escapes": filled(b"\x1b$B!!\x1b(B", typed(b"text/plain; charset=iso-2022-jp")),
    "random bytes": random.Random(1).randbytes(MEBIBYTE),  # noqa: S311
    "fields": filled(b"a:\n", FROM),
    "senders": filled(b"From: x\n", b""),
    "addresses in From": filled(b"a@b.c, ", b"From: "),
    "parentheses in From": filled(b"(", b"From: "),
    "quotes in From": filled(b'"\\', b"From: "),
    "folds in Subject": filled(b"x\n ", FROM + b"Subject: "),
    "prefixes in Subject": filled(b"Re: [x]", FROM + b"Subject: "),
    "beginnings of encoded words": filled(b"=?a?q?", FROM + b"Subject: "),
    "encoded words": filled(b"=?utf-8?q?=41?= ", FROM + b"Subject: "),
    "accents": filled("\u0300\u0327".encode(), FROM + b"Subject: a"),
    "brackets in References": filled(b"<@", FROM + b"References: "),
    "Message-IDs": filled(b"<a@b>", FROM + b"References: "),
    "parameters": filled(b'; a="', FROM + b"Content-Type: text/plain"),
    "pieces of parameters": filled(b"; a*0*=x; a*=y", FROM + b"Content-Disposition: attachment"),
    "recipients": filled(b"Delivered-To: a@b.c, d@e.f\n", FROM),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_message_of_any_shape_is_read_in_no_time(name: str) -> None:
    raw = LARGE[name]
    assert len(raw) == MEBIBYTE
    start = time.process_time()

    message = read_message(raw)
    envelope_of(raw)

    assert (
        time.process_time() - start < 2.5
    )  # a tenth of that, on a machine of today; what is quadratic takes minutes
    check(message)


@pytest.mark.parametrize("name", ["attributions", "tags", "nested parts", "fields"])
def test_the_work_for_a_message_is_bounded_whatever_its_size(name: str) -> None:
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += 1

    before = sys.gettrace()
    sys.settrace(count)
    try:
        read_message(LARGE[name])
    finally:
        sys.settrace(before)

    assert calls < 400_000


def test_charsets_that_nobody_knows_leave_no_trace() -> None:
    import encodings

    read_message(mail(content_type="text/plain; charset=x-never-heard-of", subject="=?x-never-heard-of-either?q?a?="))

    remembered: dict[str, object] = vars(encodings)["_cache"]
    assert not [name for name in remembered if "never" in name]
