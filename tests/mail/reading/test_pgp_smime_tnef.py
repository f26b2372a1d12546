"""Text that is signed, encrypted, or in a winmail.dat."""

from __future__ import annotations

import base64
import struct

import pytest

from pbmserv.mail.reading.pgp_smime_tnef import (
    ENCRYPTED,
    ONLY_IN_WINMAIL,
    content_of_pkcs7,
    text_of_tnef,
    without_armour,
)
from tests.mail.reading.mails import attachments, read

SIGNATURE = (
    "-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG v2\n\niQEzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
)


def reply(body: str | bytes, /, **fields: str) -> tuple[str, str, str]:
    """The command, the comment and what is told where nothing can be read, of an answer to a letter."""
    given = read(body, subject="Re: Hex Board 101 alice", **fields).reply
    return given.line, given.comment, given.unreadable


# PGP


@pytest.mark.parametrize(
    "head",
    ["Hash: SHA512\n\n", "Hash: SHA256\nCharset: utf-8\n\n", "\n", "", "Hash: SHA1\nComment: Using GnuPG\n\n\n"],
)
def test_text_signed_by_pgp_is_read_without_its_armour(head: str) -> None:
    body = f"-----BEGIN PGP SIGNED MESSAGE-----\n{head}d3\nWell played.\n- -- \n- - a list\n{SIGNATURE}"

    assert without_armour(body)[0].strip("\n") == "d3\nWell played.\n-- \n- a list"
    assert reply(body) == ("d3", "Well played.", "")


def test_what_stands_around_it_stays() -> None:
    body = (
        f"d3\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nWell played.\n{SIGNATURE}\nSee you.\n- not escaped"
    )

    assert reply(body) == ("d3", "Well played.\n\nSee you.\n- not escaped", "")


def test_a_key_is_no_part_of_the_text() -> None:
    key = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBF\n-----END PGP PUBLIC KEY BLOCK-----\n"

    assert reply(f"d3\nWell played.\n{key}") == ("d3", "Well played.", "")
    assert without_armour(f"{key}- a list") == ("- a list", False)


@pytest.mark.parametrize("line", ["Comment: well played", "Hash: both kinds", ""])
def test_the_head_of_what_is_signed_ends_at_the_first_empty_line(line: str) -> None:
    body = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n{line}\nd3\n{SIGNATURE}"

    assert without_armour(body) == (f"{line}\nd3\n", False)


def test_a_signature_that_does_not_end_takes_the_rest() -> None:
    body = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nd3\n-----BEGIN PGP SIGNATURE-----\n\niQEz"

    assert reply(body) == ("d3", "", "")


def test_text_that_only_speaks_of_pgp_stays() -> None:
    assert reply("d3\nWhat is -----BEGIN PGP MESSAGE----- for?")[1] == "What is -----BEGIN PGP MESSAGE----- for?"


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----\n", {}),
        (
            "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: text/x\n\nhQ\n--b--\n",
            {"content_type": 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b'},
        ),
        ("bm90IGEgbWVzc2FnZQ==", {"content_type": "application/pkcs7-mime; smime-type=enveloped-data"}),
        (
            "bm90",
            {"content_type": 'application/octet-stream; name="smime.p7m"', "content_transfer_encoding": "base64"},
        ),
    ],
)
def test_the_author_of_an_encrypted_mail_is_told(body: str, fields: dict[str, str]) -> None:
    assert reply(body, **fields) == ("", "", ENCRYPTED)


def test_it_is_not_told_where_there_is_something_to_read() -> None:
    assert reply("d3\n-----BEGIN PGP MESSAGE-----\nhQ\n-----END PGP MESSAGE-----\n") == ("d3", "", "")


# S/MIME


@pytest.mark.parametrize("data", [b"", b"0", b"\x30\x80", b"\x30\x80" * 50_000, b"\x24\x80" * 50_000, bytes(99)])
def test_what_is_no_message_of_smime_is_none(data: bytes) -> None:
    assert content_of_pkcs7(data) is None


# winmail.dat


def tnef(*attributes: tuple[int, bytes]) -> bytes:
    """A winmail.dat with these attributes of the message."""
    pieces = [struct.pack("<BII", 1, kind, len(data)) + data + b"\0\0" for kind, data in attributes]
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join(pieces)


def properties(*values: bytes) -> tuple[int, bytes]:
    """The attribute that holds these properties."""
    return 0x00069003, struct.pack("<I", len(values)) + b"".join(values)


def string(number: int, kind: int, value: bytes) -> bytes:
    """A property of one value whose length varies."""
    return struct.pack("<HHII", kind, number, 1, len(value)) + value + bytes(-len(value) % 4)


NUMBER = struct.pack("<HHI", 0x03, 0x0017, 1)
NAMED = struct.pack("<HH", 0x0B, 0x8001) + bytes(16) + struct.pack("<II", 0, 0x8503) + struct.pack("<I", 1)
NAMED_BY_A_WORD = struct.pack("<HH", 0x1003, 0x8002) + bytes(16) + struct.pack("<II", 1, 6) + b"a\0b\0\0\0\0\0"
SEVERAL_NUMBERS = struct.pack("<III", 2, 7, 8)
BODY = (0x0002800C, b"d3\r\nSch\xf6ner Zug.\r\n\0")


@pytest.mark.parametrize(
    "data",
    [
        tnef(BODY),
        tnef((0x00069007, struct.pack("<II", 1252, 0)), BODY),
        tnef((0x00069007, struct.pack("<II", 437, 0)), (0x0002800C, "d3\r\nSchöner Zug.\r\n\0".encode("cp437"))),
        tnef(properties(NUMBER, string(0x1000, 0x1E, b"d3\r\nSch\xf6ner Zug.\0"))),
        tnef(properties(NAMED, string(0x1000, 0x1F, "d3\r\nSchöner Zug.\0".encode("utf-16-le")))),
        tnef(properties(NAMED_BY_A_WORD + SEVERAL_NUMBERS, string(0x1000, 0x1E, b"d3\nSch\xf6ner Zug."))),
        tnef(properties(string(0x1013, 0x102, b"<p>d3</p><p>Sch\xf6ner Zug.</p>"))),
        tnef((0x0002800C, b"d3\r\nSch\xf6ner Zug.")),
        tnef(properties(string(0x0037, 0x1E, b"Re: Hex."), string(0x1000, 0x1E, b"d3\r\nSch\xf6ner Zug.\0"))),
        tnef(BODY)[:-4],
    ],
)
@pytest.mark.parametrize("kind", ["application/ms-tnef", "application/octet-stream"])
def test_a_winmail_dat_is_read_where_there_is_no_other_text(data: bytes, kind: str) -> None:
    body = (
        f"--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: {kind}; name=winmail.dat\n"
        f"Content-Transfer-Encoding: base64\n\n{base64.encodebytes(data).decode()}\n--b--\n"
    )

    assert reply(body, content_type="multipart/mixed; boundary=b") == ("d3", "Schöner Zug.", "")


def test_it_is_not_read_where_there_is_other_text() -> None:
    body = (
        "--b\nContent-Type: text/plain\n\nd3\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\n"
        f"Content-Transfer-Encoding: base64\n\n{base64.b64encode(tnef(BODY)).decode()}\n--b--\n"
    )

    assert reply(body, content_type="multipart/mixed; boundary=b") == ("d3", "", "")
    assert attachments(body, content_type="multipart/mixed; boundary=b") == ()


@pytest.mark.parametrize("data", [b"", b"no such file", tnef(), tnef(properties(string(0x1009, 0x102, b"LZFu")))])
def test_the_author_is_told_of_one_that_cannot_be_read(data: bytes) -> None:
    body = base64.b64encode(data).decode()

    given = reply(body, content_type="application/ms-tnef", content_transfer_encoding="base64")

    assert given == ("", "", ONLY_IN_WINMAIL)
    assert "winmail.dat" in ONLY_IN_WINMAIL


@pytest.mark.parametrize("cut", range(0, 90, 7))
def test_a_winmail_dat_that_is_cut_or_broken_raises_nothing(cut: int) -> None:
    data = tnef(BODY, properties(NAMED, string(0x1000, 0x1E, b"d3")))

    assert "d3\r\nSchöner Zug.\r\n".startswith(text_of_tnef(data[:cut])[0])
    text_of_tnef(data[:cut] + b"\xff" * (len(data) - cut))
