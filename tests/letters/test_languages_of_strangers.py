"""The language of letters to those of whom little is known: guests, strangers and new players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.letters.board_html import page_html
from pbmserv.locale.catalogs import language_of_mail
from pbmserv.mail.sending.compose import compose
from pbmserv.post_office import PostOffice, post_office_for
from pbmserv.settings import SettingsError, load
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import ClaimedLetter
from tests.conversation import ADDRESS, Server
from tests.post import arrive

ALICE, ZED = "alice@example.org", "zed@example.org"
CYRILLIC = re.compile("[а-яё]")
KEY = bytes(32)


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice", "bob")
    return server


@pytest.fixture
def russian(undone_database: Database) -> Server:
    """A server whose operator has set Russian."""
    server = Server(undone_database)
    server.office = PostOffice(
        undone_database, installed(), ADDRESS, server.passwords, now=lambda: server.now, language="ru"
    )
    return server


def last_to(server: Server, address: str) -> Mapping[str, Any]:
    return [letter for letter in server.outbox() if address in letter["recipients"]][-1]


def signed_up(server: Server, headers: str = "", subject: str = "signup zed password7", body: str = "") -> str:
    """The text of the letter to a new player."""
    mail = f"From: {ZED}\nTo: games@example.net\n{headers}Subject: {subject}\n\n{body}"
    arrive(server, mail.encode(), sender=ZED)
    return str(last_to(server, ZED)["text"])


# Guests


def test_an_invitation_is_in_its_inviters_language_with_english_below_it(server: Server) -> None:
    server.hear(ALICE, "change language alice secret7 ru")
    server.hear(ALICE, "hex challenge alice zed@friends.example -size=5", comment="Сыграем?")

    letter = last_to(server, "zed@friends.example")
    above, _, below = letter["text"].partition(f"\n{'*' * 60}\n")
    page = page_html(letter["text"], letter["page"], letter["subject"], server=server.address)
    assert above.startswith("alice приглашает")
    assert "Сыграем?" in above
    assert not CYRILLIC.search(below)
    assert "alice invites you to a game of Hex" in below
    assert "invitation " in below
    assert letter["text"].count("Сыграем?") == 1
    assert page.count("Сыграем?") == 1
    assert "invites you to a game of Hex" in page
    assert "приглашает" in page


def test_an_invitation_by_somebody_who_reads_english_is_in_english_alone(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice zed@friends.example -size=5")

    text = last_to(server, "zed@friends.example")["text"]
    assert not CYRILLIC.search(text)
    assert text.count("invites you") == 1


# The operator's language


def test_without_a_sign_of_their_own_new_players_and_strangers_get_the_operators_language(russian: Server) -> None:
    russian.say(ALICE, "nonsense 7")

    assert CYRILLIC.search(last_to(russian, ALICE)["text"])
    assert signed_up(russian).startswith("Добро пожаловать")


def test_what_their_mail_says_counts_for_more(russian: Server) -> None:
    assert signed_up(russian, "Content-Language: en-GB\n").startswith("Welcome")


def test_players_who_are_there_keep_theirs(server: Server, undone_database: Database) -> None:
    server.office = PostOffice(
        undone_database, installed(), ADDRESS, server.passwords, now=lambda: server.now, language="ru"
    )

    server.hear(ALICE, "hex challenge alice bob -size=5")

    assert not CYRILLIC.search(last_to(server, ALICE)["text"])


def test_who_chooses_english_gets_it_whatever_the_operator_has_set(russian: Server) -> None:
    signed_up(russian)
    russian.hear(ZED, "change language zed password7 en")

    russian.hear(ZED, "hex challenge zed zed -size=5")

    assert not CYRILLIC.search(last_to(russian, ZED)["text"].replace("Русский", ""))


def test_a_language_without_a_catalog_is_no_setting(undone_database: Database) -> None:
    settings = load(None, {"PBMSERV_LANGUAGE": "tlh"})

    with pytest.raises(SettingsError, match="en, de, ru"):
        post_office_for(settings, undone_database)
    assert isinstance(post_office_for(load(None, {"PBMSERV_LANGUAGE": "ru"}), undone_database), PostOffice)
    with pytest.raises(SettingsError, match="PBMSERV_LANGUAGE"):
        load(None, {"PBMSERV_LANGUAGE": "Russian"})


# Content-Language


@pytest.mark.parametrize(
    ("header", "words", "language"),
    [
        ("ru", "signup zed password7", "ru"),
        ("ru-RU, en", "signup zed password7", "ru"),
        ("en-US", "регистрация zed password7", "ru"),
        ("en-US", "signup zed password7", "en"),
        ("", "регистрация zed password7", "ru"),
        ("", "signup zed password7", ""),
        ("uk", "Хочу грати", ""),
        ("de-DE", "signup zed password7", ""),
        (", ;", "signup zed password7", ""),
        ("ru" * 10_000, "signup", ""),
    ],
)
def test_a_mail_says_what_its_writer_reads(header: str, words: str, language: str) -> None:
    assert language_of_mail(header, words) == language


def test_who_signs_up_with_russian_in_the_header_gets_letters_in_russian(server: Server) -> None:
    assert signed_up(server, "Content-Language: ru\n").startswith("Добро пожаловать")


def test_who_signs_up_in_russian_with_a_program_that_says_english_does_too(server: Server) -> None:
    headers = "Content-Language: en-US\nContent-Type: text/plain; charset=utf-8\n"

    assert signed_up(server, headers, subject="регистрация zed password7").startswith("Добро пожаловать")


def sent(letter: Mapping[str, Any]) -> str:
    """The mail of a letter."""
    claimed = ClaimedLetter(
        id=1,
        message_id=letter["message_id"],
        recipients=letter["recipients"],
        subject=letter["subject"],
        text=letter["text"],
        page=letter["page"],
        headers=letter["headers"],
        attachments=letter["attachments"],
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        attempts=1,
    )
    return compose(claimed, ADDRESS, KEY, eight_bit=False).decode("ascii")


def test_each_mail_says_its_language(server: Server) -> None:
    server.hear(ALICE, "change language alice secret7 ru")
    server.hear(ALICE, "hex challenge alice bob -size=5")

    assert "\r\nContent-Language: ru\r\n" in sent(last_to(server, ALICE))
    assert "\r\nContent-Language: en\r\n" in sent(last_to(server, "bob@example.org"))
