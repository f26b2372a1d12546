"""Who a mail is from, and whether an answer would reach them."""

from __future__ import annotations

import pytest

from pbmserv.mail.reading.envelope import envelope_of, may_answer_stranger
from pbmserv.mail.reading.incoming import read_message
from tests.mail.reading.mails import mail, read

# The address in From


@pytest.mark.parametrize(
    "value",
    [
        "alice@example.org",
        "<alice@example.org>",
        "Alice <alice@example.org>",
        '"Alice, the first" <alice@example.org>',
        "Merton, Alice <alice@example.org>",
        '"alice \\"bob@example.net\\" m" <alice@example.org>',
        "alice@example.org (Alice (the first) Merton)",
        "(Alice) alice@EXAMPLE.ORG",
        "bob@example.net <alice@example.org>",
        "=?utf-8?q?bob=40example.net=2C?= <alice@example.org>",
        "Alice\n <alice@example.org>",
        "Alice <alice@example.org>,",
        "Alice <alice@example.org> <alice@example.org>",
        "alice@example.org, Alice <alice@EXAMPLE.org>",
        "alice@example.org\nFrom: Alice <alice@example.org>",
        "Alice <mailto:alice@example.org>",
        "'Alice' <'alice@example.org'>",
        "Alice <alice@example.org.>",
        "Alice < alice@example.org >",
        "alice@example.org;",
        "=?utf-8?B?TcO8bGxlciwgQW5uYSAoQmVybGluKSA8eEB5LmV4YW1wbGU+?= <alice@example.org>",
    ],
)
def test_the_sender_is_the_one_address_in_from(value: str) -> None:
    assert read(from_=value).sender == "alice@example.org"


def test_the_local_part_keeps_its_case() -> None:
    assert read(from_="Alice.M+Games@Example.ORG").sender == "Alice.M+Games@example.org"


@pytest.mark.parametrize(
    ("value", "sender"),
    [
        ("chloé@exämple.org", "chloé@exämple.org"),
        ("chloe@exämple.org", "chloe@xn--exmple-cua.org"),
        ("chloe@XN--exmple-cua.org", "chloe@xn--exmple-cua.org"),
        ("pbm@localhost", "pbm@localhost"),
    ],
)
def test_addresses_are_written_in_ascii_where_they_can_be(value: str, sender: str) -> None:
    assert read(from_=value).sender == sender


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Alice",
        "alice@",
        "@example.org",
        "alice@example.org, bob@example.net",
        "<alice@example.org> <bob@example.net>",
        "alice@example.org\nFrom: bob@example.net",
        "alice@example.org\nFrom: Alice",
        "alice@example.org\nFrom:",
        "alice..m@example.org",
        "al ice@example.org",
        "alice@exa_mple.org",
        "alice@-example.org",
        "alice@[192.0.2.1]",
        '"al ice"@example.org',
        "<@relay.example.net:alice@example.org>",
        "undisclosed-recipients:;",
        f"{'a' * 65}@example.org",
        f"alice@{'a' * 64}.org",
        f"alice@{'abcdefg.' * 32}org",
        "Alice <3 <alice@example.org>",
        "Alice> <alice@example.org>",
        "<" * 400 + "alice@example.org" + ">" * 400,
        "(" * 400 + "alice@example.org",
        "a@b.org," * 5_000,
        "ali\u202ece@example.org",
    ],
)
def test_where_nobody_can_say_who_wrote_there_is_no_sender(value: str) -> None:
    assert read(from_=value).sender is None


# Answers to strangers


@pytest.mark.parametrize(
    ("author", "envelope_sender"),
    [
        ("alice@example.org", "alice@example.org"),
        ("alice@example.org", "<Alice@EXAMPLE.org>"),
        ("alice@example.org", "bounces+17=pbm@example.org"),
    ],
)
def test_a_stranger_is_answered_where_from_and_envelope_agree(author: str, envelope_sender: str) -> None:
    assert may_answer_stranger(author, envelope_sender)


@pytest.mark.parametrize(
    ("author", "envelope_sender"),
    [
        ("alice@example.org", "mallory@example.net"),
        ("alice@example.org", "mallory@example.org.example.net"),
        ("alice@example.org", "mallory@mail.example.org"),
        ("alice@example.org", "example.org"),
        ("alice@example.org", ""),
        ("alice@example.org", "<>"),
        ("alice@example.org", None),
        (None, "alice@example.org"),
        (None, None),
        ("@", "@"),
    ],
)
def test_a_stranger_is_not_answered_where_they_differ(author: str | None, envelope_sender: str | None) -> None:
    assert not may_answer_stranger(author, envelope_sender)


# The envelope of mail that comes by a pipe


def test_the_envelope_is_what_the_delivering_server_noted() -> None:
    raw = mail(
        return_path="<alice@example.org>", x_original_to="pbm+t0k3n@example.org", delivered_to="pbm@host.example.org"
    )

    assert envelope_of(raw) == ("alice@example.org", ["pbm+t0k3n@example.org", "pbm@host.example.org"])


def test_the_line_of_a_mailbox_file_names_the_sender() -> None:
    raw = b"From alice@example.org Mon Jan  5 10:03:21 2026\n" + mail("Hello", subject="help")

    assert envelope_of(raw) == ("alice@example.org", [])
    assert read_message(raw).lines == ("help",)


@pytest.mark.parametrize(
    "raw",
    [
        b"Return-Path: <>\nSubject: x\n\n",
        b"From MAILER-DAEMON Mon Jan  5 10:03:21 2026\nSubject: x\n\n",
        b"Return-Path: MAILER-DAEMON\n\n",
    ],
)
def test_the_null_sender_is_an_empty_string(raw: bytes) -> None:
    assert envelope_of(raw)[0] == ""


@pytest.mark.parametrize(
    "raw", [b"", b"Subject: x\n\n", b"From \n", b"From alice Mon Jan 5\n", b"Return-Path: x y\n"]
)
def test_without_a_note_the_sender_is_unknown(raw: bytes) -> None:
    assert envelope_of(raw) == (None, [])


def test_only_the_last_server_is_believed_about_the_sender() -> None:
    raw = b"Return-Path: <alice@example.org>\nReturn-Path: <mallory@example.net>\n\n"

    assert envelope_of(raw)[0] == "alice@example.org"


def test_recipients_are_named_once_and_not_without_end() -> None:
    once = b"Envelope-To: a@example.org, b@example.org,a@EXAMPLE.org,nonsense\n\n"
    many = b"".join(b"Delivered-To: p%d@example.org\n" % number for number in range(400))

    assert envelope_of(once)[1] == ["a@example.org", "b@example.org"]
    assert len(envelope_of(many)[1]) == 20
