"""Mail made to break its reader: nothing raises, nothing grows without bound, nothing takes long."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.mail.reading.envelope import envelope_of
from pbmserv.mail.reading.incoming import read_message
from tests.mail.reading.hostile import LARGE, MEBIBYTE
from tests.mail.reading.mails import mail
from tests.mail.reading.soundness import check

CORPUS = Path(__file__).with_name("corpus")


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


@settings(max_examples=80)
@given(st.binary(max_size=500))
def test_any_bytes_are_read(raw: bytes) -> None:
    check(read_message(raw, own_key=b"key"))
    envelope_of(raw)


@settings(max_examples=150)
@given(st.lists(FRAGMENTS | st.binary(max_size=3), max_size=40))
def test_anything_that_resembles_a_message_is_read(fragments: list[bytes]) -> None:
    raw = b"".join(fragments)

    check(read_message(raw, own_key=b"key"))
    envelope_of(raw)


@settings(max_examples=80)
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


@pytest.mark.alike
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
