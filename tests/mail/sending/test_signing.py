"""DKIM: whoever gets a letter can see in the DNS that it is ours, by whatever way it went."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbmserv.mail.receiving.pipe import receive
from pbmserv.mail.sending.compose import compose
from pbmserv.mail.sending.delivery import deliver_due
from pbmserv.mail.sending.signing import Signer, signer_for
from pbmserv.settings import SettingsError
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import ClaimedLetter, Outbox, StoredLetter
from tests.mail.relays import relay
from tests.mail.sending.signatures import Signing
from tests.mail.smtp_servers import settings_for
from tests.serving import environment, pbmserv

US = "games@example.org"
NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HARD_TEXT = ".\n..two dots\nZug für Élise ♟ \n\n" + "x" * 3000 + "\nFrom here on\t \n   \n\n\n"
HEADERS = {
    "Auto-Submitted": "auto-generated",
    "Reply-To": f"games+r-{'a' * 26}@example.org",
    "In-Reply-To": "<hex-101.board@example.org>",
    "References": f"<hex-101.board@example.org> <{'x' * 80}@example.net>",
    "List-Unsubscribe": (
        f"<https://games.example.org/unsubscribe?token={'a' * 26}>,"
        f" <mailto:games+u-{'a' * 26}@example.org?subject=unsubscribe>"
    ),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
}
LETTER = ClaimedLetter(
    id=1,
    created_at=NOW,
    message_id="<0123456789abcdef@example.org>",
    recipients=("alice@example.net",),
    subject="Hex Board 101 für alice **",
    text=HARD_TEXT,
    page={},
    headers=HEADERS,
    attempts=1,
    sent_at=None,
    outcome=None,
)


@pytest.fixture(scope="module")
def signing(tmp_path_factory: pytest.TempPathFactory) -> Signing:
    return Signing(tmp_path_factory.mktemp("key"))


def signed(signing: Signing, letter: ClaimedLetter = LETTER) -> bytes:
    signer = Signer(signing.key.read_bytes(), "pbmserv", "example.org")
    return signer.sign(compose(letter, US, b"a key", eight_bit=False))


def tag(message: bytes, name: str) -> str:
    """What a tag of the signature says."""
    header = re.sub(rb"\r\n\s+", b" ", message).split(b"\r\n")[0].decode()
    return next(tag.partition("=")[2].strip() for tag in header.split(";") if tag.strip().startswith(f"{name}="))


def test_a_signature_verifies_by_the_dns(signing: Signing) -> None:
    message = signed(signing)

    assert signing.verifies(message)
    assert (tag(message, "d"), tag(message, "s"), tag(message, "c")) == ("example.org", "pbmserv", "relaxed/relaxed")
    assert signing.asked[-1] == "pbmserv._domainkey.example.org."


def test_all_headers_that_say_something_are_signed_and_from_once_more(signing: Signing) -> None:
    assert tag(signed(signing), "h").split(" : ") == [
        "from",
        "from",
        "to",
        "subject",
        "date",
        "message-id",
        "reply-to",
        "in-reply-to",
        "references",
        "auto-submitted",
        "mime-version",
        "content-type",
        "list-unsubscribe",
        "list-unsubscribe-post",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Subject: ", b"Subject: x"),
        (b"+r-aaa", b"+r-bbb"),
        (b"+u-aaa", b"+u-bbb"),
        (b"two dots", b"two spots"),
        (b"From: games@example.org\r\n", b"From: games@example.org\r\nFrom: other@example.org\r\n"),
        (b"From: games@example.org\r\n", b"From: other@example.org\r\nFrom: games@example.org\r\n"),
    ],
)
def test_who_changes_or_adds_something_breaks_it(signing: Signing, old: bytes, new: bytes) -> None:
    message = signed(signing)

    assert old in message
    assert not signing.verifies(message.replace(old, new, 1))


def test_blanks_that_mail_servers_change_do_not_break_it(signing: Signing) -> None:
    message = signed(signing, replace(LETTER, page=None, text="One  two.\n"))

    changed = message.replace(b"Date: ", b"date:  ").replace(b"One  two.\r\n", b"One two. \r\n\r\n")

    assert changed != message
    assert signing.verifies(changed)


@pytest.mark.parametrize("eight_bit", [True, False])
@pytest.mark.parametrize("page", [None, {}])
def test_it_verifies_as_a_relay_gets_it(
    database: Database, tmp_path: Path, signing: Signing, eight_bit: bool, page: dict[str, Any] | None
) -> None:
    letter = StoredLetter(LETTER.message_id, ("alice@example.net",), LETTER.subject, HARD_TEXT, page, HEADERS)
    with database.writing() as connection:
        Outbox(connection).add([letter], datetime.now(UTC))

    with relay(eight_bit=eight_bit) as told:
        settings = settings_for(tmp_path, delivery=f"smtp://127.0.0.1:{told.port}", dkim_key=signing.key)
        assert deliver_due(database, settings) == 1
        taken = told.arrivals.get(timeout=30).original_content or b""

    assert signing.verifies(taken)
    assert taken.isascii()


def test_it_verifies_in_a_maildir_once_the_line_ends_are_those_of_mail_again(
    sqlite_database: Database, tmp_path: Path, signing: Signing
) -> None:
    with sqlite_database.writing() as connection:
        Outbox(connection).add([StoredLetter("<1@example.org>", ("alice@example.net",), "x", HARD_TEXT)], NOW)

    deliver_due(sqlite_database, settings_for(tmp_path, dkim_key=signing.key))

    [file] = (tmp_path / "outgoing" / "new").iterdir()
    assert signing.verifies(file.read_bytes().replace(b"\n", b"\r\n"))


def test_selector_and_domain_are_settings(tmp_path: Path) -> None:
    signing = Signing(tmp_path, "mail2024", "example.net", bits=1024)
    settings = settings_for(tmp_path, dkim_key=signing.key, dkim_selector="mail2024", dkim_domain="example.net")

    signer = signer_for(settings)

    assert signer
    assert signing.verifies(signer.sign(compose(LETTER, US, b"a key", eight_bit=False)))


def test_without_a_key_nothing_is_signed(tmp_path: Path) -> None:
    assert signer_for(settings_for(tmp_path)) is None


def damaged(pem: bytes) -> bytes:
    """The same key with a few digits changed in the middle."""
    lines = pem.split(b"\n")
    lines[3] = b"AAAA" + lines[3][4:]
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it holds no private RSA key in PEM"),
        (b"-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n", "it holds no private RSA key"),
        (b"\xff\x00" * 1000, "it holds no private RSA key in PEM"),
        ("damaged", "its key is damaged|it holds no private RSA key in PEM"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_key_that_cannot_be_used_is_refused_in_clear_words(
    tmp_path: Path, signing: Signing, content: bytes | str | None, why: str
) -> None:
    key = tmp_path / "key.pem"
    if content is not None:
        key.write_bytes(damaged(signing.key.read_bytes()) if isinstance(content, str) else content)

    with pytest.raises(SettingsError, match=f"PBMSERV_DKIM_KEY: .*key.pem cannot be .*{why}|{why}"):
        signer_for(settings_for(tmp_path, dkim_key=key))


def test_a_key_that_is_too_short_is_refused(tmp_path: Path) -> None:
    short = Signing(tmp_path, bits=512)

    with pytest.raises(SettingsError, match="its key has 512 bits, and one with fewer than 1024 proves nothing"):
        signer_for(settings_for(tmp_path, dkim_key=short.key))


@pytest.mark.parametrize("words", [("serve",), ("do", "help"), ("admin", "mail", "list")], ids=" ".join)
@pytest.mark.long
def test_nothing_starts_with_a_broken_key(tmp_path: Path, words: tuple[str, ...]) -> None:
    key = tmp_path / "key.pem"
    key.write_text("no key")

    done = pbmserv(environment(tmp_path / "data", dkim_key=key), *words)

    assert done.returncode == 1
    assert "PBMSERV_DKIM_KEY" in done.stderr
    assert "holds no private RSA key in PEM" in done.stderr


def test_a_pipe_with_a_broken_key_has_the_message_come_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = tmp_path / "key.pem"
    key.write_text("no key")

    code = receive(b"Subject: help\n\n", None, [], settings_for(tmp_path, dkim_key=key))

    assert code == 75
    assert "PBMSERV_DKIM_KEY" in capsys.readouterr().err
