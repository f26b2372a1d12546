"""A letter becomes a message that any mail program reads as it was meant, whatever somebody typed into it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, default
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.letters.board_html import page_html
from pbmserv.letters.headers import own_mark
from pbmserv.letters.letter import Letter, Links
from pbmserv.letters.stored_html import stored_page
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.sending.compose import compose, header, sender
from pbmserv.storage.outbox import ClaimedLetter

US = "games@example.org"
KEY = b"a key"

BOARD = """\
    a b c
 1  . X .  <- here
 2   . O .

.a line that begins with a dot
From a line that looks like the start of a mailbox entry
"""

LETTER = ClaimedLetter(
    id=1,
    created_at=datetime(2024, 3, 1, 12, 0, tzinfo=UTC),
    message_id="<0123456789abcdef@example.org>",
    recipients=("alice@example.net", "alice@work.example"),
    subject="Trichet Board 101 <alice to move>",
    text=BOARD,
    page=None,
    headers={"Auto-Submitted": "auto-replied", "References": "<trichet-101.board@example.org> <1@example.net>"},
    attempts=1,
    sent_at=None,
    outcome=None,
)


def page_of(links: Links) -> dict[str, Any] | None:
    return stored_page(Letter("", "", links=links))


def parsed(letter: ClaimedLetter, *, eight_bit: bool = False) -> EmailMessage:
    raw = compose(letter, US, KEY, eight_bit=eight_bit)
    return BytesParser(EmailMessage, policy=default).parsebytes(raw)


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_a_letter_of_plain_ascii_is_the_message_one_would_write_by_hand() -> None:
    lines = compose(LETTER, US, KEY, eight_bit=False).decode("ascii").split("\r\n")

    assert lines[:9] == [
        "From: games@example.org",
        "To: alice@example.net, alice@work.example",
        "Date: Fri, 01 Mar 2024 12:00:00 +0000",
        "Message-ID: <0123456789abcdef@example.org>",
        "Subject: Trichet Board 101 <alice to move>",
        "Auto-Submitted: auto-replied",
        "References: <trichet-101.board@example.org> <1@example.net>",
        "Content-Language: en",
        lines[8],
    ]
    assert lines[8].startswith("X-Pbmserv-Letter: ")
    assert lines[9:13] == [
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 7bit",
        "MIME-Version: 1.0",
        "",
    ]
    assert "\n".join(lines[13:]) == BOARD


def test_a_letter_that_comes_back_is_known_as_our_own() -> None:
    raw = compose(LETTER, US, KEY, eight_bit=False)

    assert read_message(raw, "alice@example.net", KEY).our_own
    assert not read_message(raw, "alice@example.net", b"another key").our_own


def test_the_same_letter_is_the_same_message_every_time() -> None:
    letter = replace(LETTER, page={}, text="♟\n")

    assert compose(letter, US, KEY, eight_bit=True) == compose(letter, US, KEY, eight_bit=True)


@pytest.mark.parametrize("eight_bit", [True, False])
@pytest.mark.parametrize("text", [BOARD, BOARD + "♟ Zug für Élise\n", "x" * 5000 + "\n", "♟" * 999 + "\n  .\n"])
def test_no_line_of_the_text_is_changed_or_wrapped(text: str, eight_bit: bool) -> None:
    raw = compose(replace(LETTER, text=text), US, KEY, eight_bit=eight_bit)

    assert text_of(parsed(replace(LETTER, text=text), eight_bit=eight_bit)) == text
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert eight_bit or raw.isascii()
    assert not re.search(rb"\r(?!\n)|(?<!\r)\n", raw)


def test_who_takes_only_ascii_gets_only_ascii() -> None:
    message = parsed(replace(LETTER, text="für\n"), eight_bit=False)

    assert message["Content-Transfer-Encoding"] == "quoted-printable"


def test_who_takes_more_gets_the_text_as_it_is() -> None:
    raw = compose(replace(LETTER, text="für\n"), US, KEY, eight_bit=True)

    assert raw.endswith(b"Content-Transfer-Encoding: 8bit\r\nMIME-Version: 1.0\r\n\r\nf\xc3\xbcr\r\n")


def test_a_letter_may_have_an_html_part_beside_its_text() -> None:
    message = parsed(replace(LETTER, page={}))

    assert message.get_content_type() == "multipart/alternative"
    assert text_of(message) == BOARD
    assert text_of(message, "html") == page_html(BOARD, {}, LETTER.subject)


def test_the_html_part_may_have_links_which_the_text_has_not() -> None:
    links = Links("mailto:games@example.org?subject=Trichet&body=", ("d3", "c4"))
    page = json.loads(json.dumps(page_of(links)))
    message = parsed(replace(LETTER, page=page))

    assert text_of(message) == BOARD
    assert text_of(message, "html") == page_html(BOARD, page, LETTER.subject)
    assert '<a href="mailto:games@example.org?subject=Trichet&amp;body=d3">d3</a>' in text_of(message, "html")


RECORD = {"name": "trichet-101.json", "media_type": "application/json", "text": '{"players": ["Élise"]}\n'}


@pytest.mark.parametrize("page", [None, {}])
@pytest.mark.parametrize("eight_bit", [True, False])
def test_what_is_attached_comes_through_as_it_is(page: dict[str, Any] | None, eight_bit: bool) -> None:
    long = {"name": "long.json", "media_type": "application/json", "text": "x" * 5000 + "\r\n"}
    message = parsed(replace(LETTER, page=page, attachments=(RECORD, long)), eight_bit=eight_bit)

    assert message.get_content_type() == "multipart/mixed"
    assert text_of(message) == BOARD
    assert [
        {"name": part.get_filename(), "media_type": part.get_content_type(), "text": part.get_content().decode()}
        for part in message.iter_attachments()
    ] == [RECORD, long]
    assert page is None or text_of(message, "html") == page_html(BOARD, {}, LETTER.subject)


def test_a_letter_with_attachments_is_the_same_message_each_time() -> None:
    letter = replace(LETTER, page={}, attachments=(RECORD,))

    assert compose(letter, US, KEY, eight_bit=True) == compose(letter, US, KEY, eight_bit=True)


FRAGMENTS = st.sampled_from(
    ["a b", "  ", "\t", "=", "\n", "\n\n", "\r\n", "\r", "\x0c", "\x1e", "\x85", "\u2028", "\ud800", "é", "♟\n"]
) | st.sampled_from(["From x\n", ".\n", " \n", "=\n", "--=_", "é" * 499, "x" * 77, "x" * 997, "x" * 998, "x" * 999])
TEXTS = st.lists(FRAGMENTS, max_size=12).map("".join)
LINKS = st.builds(Links, st.just("mailto:a@b.example?body="), st.tuples(st.sampled_from(["d3", "é"])))
PAGES: st.SearchStrategy[dict[str, Any] | None] = st.none() | st.just({}) | LINKS.map(page_of)
NAMES = st.sampled_from(["trichet-101.json", "Zug für Élise.json", "x" * 90 + ".json", 'a "b".json'])
RECORDS = st.builds(lambda name: {**RECORD, "name": name}, NAMES)


def by_the_standard_library(letter: ClaimedLetter, *, eight_bit: bool) -> bytes:
    """What follows the letter's own headers, made by those who know MIME and take ten times as long."""

    def encoding(text: str) -> str:
        if max((len(line) for line in text.encode().split(b"\n")), default=0) > 998:
            return "quoted-printable"
        return "7bit" if text.isascii() else "8bit" if eight_bit else "quoted-printable"

    def clean(text: str) -> str:
        lines = text.replace("\r\n", "\n").replace("\r", "\n")
        return (
            re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "\N{REPLACEMENT CHARACTER}", lines)
            .encode("utf-8", "replace")
            .decode()
        )

    message = EmailMessage(policy=SMTP)
    text = clean(letter.text)
    message.set_content(text, charset="utf-8", cte=encoding(text))
    if letter.page is not None:
        html = clean(page_html(letter.text, letter.page, letter.subject))
        message.add_alternative(html, subtype="html", charset="utf-8", cte=encoding(html))
    for attached in letter.attachments:
        message.add_attachment(attached["text"].encode(), "application", "json", filename=attached["name"])
    mark = own_mark(letter.message_id, KEY)
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{number}_{mark}" if number else f"=_{mark}")
    return message.as_bytes()


@given(TEXTS, PAGES, st.lists(RECORDS, max_size=2), st.booleans())
@pytest.mark.long
def test_a_letter_is_made_up_as_the_standard_library_would_do_it(
    text: str, page: dict[str, Any] | None, attachments: list[dict[str, str]], eight_bit: bool
) -> None:
    letter = replace(LETTER, text=text, page=page, attachments=tuple(attachments))

    _, _, content = compose(letter, US, KEY, eight_bit=eight_bit).partition(own_mark(letter.message_id, KEY).encode())

    assert content.removeprefix(b"\r\n") == by_the_standard_library(letter, eight_bit=eight_bit)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Zug für Élise ♟", "Zug für Élise ♟"),
        ("x\r\nBcc: all@example.org", "x Bcc: all@example.org"),
        ("x\n\n<script>", "x <script>"),
        ("x\0y\x1b[0mz\x85\u2028", "x y [0mz"),
        ("x\ud800y", "x?y"),
        ("=?utf-8?q?=0D=0ABcc:_x?=", "=?utf-8?q?=0D=0ABcc:_x?="),
        ("a" * 10_000, "a" * 10_000),
        ("é" * 10_000, "é" * 10_000),
        ("word " * 2000, ("word " * 2000).strip()),
        ("♟ " * 5000, ("♟ " * 5000).strip()),
        ("", ""),
        (" \r\n ", ""),
    ],
)
def test_whatever_was_typed_into_a_subject_stays_a_subject(typed: str, shown: str) -> None:
    message = parsed(replace(LETTER, subject=typed))

    assert message["Subject"] == shown
    assert message["Bcc"] is None
    assert set(message.keys()) == set(parsed(LETTER).keys())


@given(st.text(st.characters(codec=None), max_size=300))
def test_a_header_is_always_one_header_in_ascii_on_short_lines(value: str) -> None:
    lines = header("Subject", value).encode("ascii").removesuffix(b"\r\n").split(b"\r\n")

    assert lines[0].startswith(b"Subject: ")
    assert all(line.startswith(b" ") and line.strip() for line in lines[1:])
    assert all(len(line) <= 998 and b"\n" not in line and b"\r" not in line for line in lines)


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_the_text_of_a_letter_survives_but_for_control_characters(text: str) -> None:
    clean = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", "\N{REPLACEMENT CHARACTER}", text)
    lines = re.sub(r"\r\n?", "\n", clean).removesuffix("\n") + "\n" * bool(text)

    assert text_of(parsed(replace(LETTER, text=text))).removesuffix("\n") + "\n" * bool(text) == lines


def test_long_message_ids_are_neither_broken_nor_encoded() -> None:
    long = f"<{'x' * 200}@example.net>"
    raw = compose(
        replace(LETTER, headers={"In-Reply-To": long, "References": f"<1@x> {long}"}), US, KEY, eight_bit=True
    )

    assert f"In-Reply-To: {long}\r\n".encode() in raw
    assert f"References: <1@x>\r\n {long}\r\n".encode() in raw


@pytest.mark.parametrize("name", ["To", "subject", "Content-Type", "X-Pbmserv-Letter", "X: y\r\nBcc", "", "Ü"])
def test_a_letter_cannot_bring_headers_that_are_not_its_own(name: str) -> None:
    with pytest.raises(ValueError, match="not a header of a letter's own"):
        compose(replace(LETTER, headers={name: "x"}), US, KEY, eight_bit=True)


# Who it comes from


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("", "From: games@example.org\r\n"),
        ("pbmserv", "From: pbmserv <games@example.org>\r\n"),
        ("Games by Mail", "From: Games by Mail <games@example.org>\r\n"),
        ("Games, Inc.", 'From: "Games, Inc." <games@example.org>\r\n'),
        ('The "best" \\ games', 'From: "The \\"best\\" \\\\ games" <games@example.org>\r\n'),
        ("Spiele für alle", "From: =?utf-8?q?Spiele_f=C3=BCr_alle?=\r\n <games@example.org>\r\n"),
    ],
)
def test_the_name_beside_our_address_is_quoted_or_encoded_where_it_has_to_be(name: str, written: str) -> None:
    assert sender(US, name) == written


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=64).map(str.strip))
def test_whatever_name_there_is_mail_programs_read_it_and_our_address(name: str) -> None:
    written = sender(US, name)

    message = BytesParser(EmailMessage, policy=default).parsebytes(f"{written}\r\n\r\n".encode("ascii"))
    assert [address.addr_spec for address in message["From"].addresses] == [US]
    assert " ".join(message["From"].addresses[0].display_name.split()) == " ".join(name.split())
    assert max(map(len, written.split("\r\n"))) <= 78 + len(US)


def test_a_letter_with_a_name_is_still_known_as_ours() -> None:
    raw = compose(LETTER, US, KEY, eight_bit=True, sender_name="Games, für alle")

    assert read_message(raw).sender == US
    assert own_mark(LETTER.message_id, KEY).encode() in raw
