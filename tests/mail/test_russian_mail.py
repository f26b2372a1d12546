"""Mail in Russian: charsets, encoded headers, search words, names, programs, and letters about several boards."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from email import message_from_string
from email.policy import default
from quopri import encodestring
from typing import Any

import pytest

from pbmserv.letters.board_html import page_html
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.sending.compose import sender
from pbmserv.storage.database import Database
from tests.conversation import FOUR, Server
from tests.post import arrive, inbox

ALICE, BOB = "alice@example.org", "bob@example.org"
CYRILLIC = re.compile("[а-яё]")
CHARSETS = ["koi8-r", "windows-1251", "utf-8", "iso-8859-5"]


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice", "bob")
    for player in ("alice", "bob"):
        server.hear(f"{player}@example.org", f"change language {player} {FOUR[player]} ru")
    return server


def last_to(server: Server, address: str) -> Mapping[str, Any]:
    return [letter for letter in server.outbox() if address in letter["recipients"]][-1]


def came_of(server: Server, head: str, body: bytes = b"", sender: str = ALICE) -> str:
    number = len(inbox(server))
    fields = f"From: {sender}\nTo: games@example.net\nMessage-ID: <{number}@mail.example>\n"
    arrive(server, fields.encode() + head.encode("latin-1") + b"\n" + body, sender=sender)
    return str(inbox(server)[-1].outcome)


# Charsets


@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("coding", ["b", "q"])
def test_a_command_in_an_encoded_subject_is_carried_out(server: Server, charset: str, coding: str) -> None:
    raw = "гекс вызов alice bob -size=5".encode(charset)
    word = b64encode(raw).decode() if coding == "b" else encodestring(raw, header=True).decode().replace("=\n", "")

    assert came_of(server, f"Subject: =?{charset}?{coding}?{word}?=\n") == "done: hex challenge alice bob -size=5"


@pytest.mark.parametrize("charset", CHARSETS)
def test_so_it_is_from_a_body_in_eight_bits(server: Server, charset: str) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    head = f"Subject: multiple\nMIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\n"
    head += "Content-Transfer-Encoding: 8bit\n"

    assert came_of(server, head, f"гекс ход 101 alice {FOUR['alice']} d3\n".encode(charset)).startswith("done")
    assert "d3" in last_to(server, BOB)["text"]


@pytest.mark.parametrize("charset", ["koi8-r", "windows-1251", "utf-8"])
def test_a_subject_in_eight_bits_is_read_as_the_body_says(server: Server, charset: str) -> None:
    subject = "гекс вызов alice bob -size=5".encode(charset).decode("latin-1")
    head = f"Subject: {subject}\nMIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\n"
    raw = f"From: {ALICE}\nTo: games@example.net\nMessage-ID: <8@mail.example>\n".encode()

    assert read_message(raw + head.encode("latin-1") + b"\n").subject == "гекс вызов alice bob -size=5"


@pytest.mark.parametrize("charset", CHARSETS)
def test_words_for_the_other_player_arrive_as_they_were_written(server: Server, charset: str) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    head = f"Subject: hex move 101 alice {FOUR['alice']} d3\nMIME-Version: 1.0\n"
    head += f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n"

    came_of(server, head, "Удачи тебе!\n".encode(charset))

    text = last_to(server, BOB)["text"]
    assert "alice пишет:\n\nУдачи тебе!" in text


def test_the_name_in_from_goes_out_as_an_encoded_word() -> None:
    line = sender("games@example.net", "Ваш ход · pbmserv")

    [address] = message_from_string(f"{line}\n", policy=default)["From"].addresses
    assert line.isascii()
    assert all(len(each) <= 76 for each in line.splitlines())
    assert str(address.display_name) == "Ваш ход · pbmserv"


# Names and words


@pytest.mark.parametrize("name", ["алиса", "аlice", "alicе"])
def test_a_userid_with_a_cyrillic_letter_is_refused_with_the_reason_in_russian(server: Server, name: str) -> None:
    head = "Content-Language: ru\nContent-Type: text/plain; charset=utf-8\n"
    word = b64encode(f"signup {name} password7".encode()).decode()

    came_of(server, f"{head}Subject: =?utf-8?b?{word}?=\n", sender="zed@example.org")

    text = last_to(server, "zed@example.org")["text"]
    assert "латинск" in text or "Латинск" in text


@pytest.mark.parametrize("line", ["list ШАХМАТЫ", "list шахматы", "игры шахматы", "каталог Шахматы"])
def test_games_are_found_by_their_names_in_russian(server: Server, line: str) -> None:
    assert "Chess (" in server.hear(ALICE, line).text


def test_a_tournament_with_a_name_in_cyrillic_is_refused_and_nothing_breaks(server: Server) -> None:
    refused = server.say(ALICE, f"турнир создать alice {FOUR['alice']} hex осенний-кубок")

    assert not refused.ok
    assert CYRILLIC.search(last_to(server, ALICE)["text"])


def test_a_quoted_letter_in_russian_is_not_sent_on(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob -size=5")
    letter = last_to(server, ALICE)["text"]
    quoted = "\n".join(f"> {line}" for line in letter.splitlines())
    body = f"d3\n\nХорошей игры!\n\n01.03.2024 12:00, pbmserv пишет:\n{quoted}\n"
    to = last_to(server, ALICE)["headers"]["Reply-To"]
    raw = f"From: {ALICE}\nTo: {to}\nSubject: Re: Hex Board 101\nMessage-ID: <q@mail.example>\n"
    raw += "Content-Type: text/plain; charset=utf-8\n\n"

    arrive(server, (raw + body).encode(), sender=ALICE, to=[to])

    text = last_to(server, BOB)["text"]
    assert "Хорошей игры!" in text
    assert "Чтобы сделать ход" not in text.partition("alice пишет:")[2]


def test_a_password_in_a_refused_line_in_russian_is_masked(server: Server) -> None:
    refused = server.say(ALICE, f"гекс ход 999 alice {FOUR['alice']} d3")

    assert FOUR["alice"] not in last_to(server, ALICE)["text"]
    assert not refused.ok


# Programs, and several boards


def test_a_letter_for_programs_keeps_english_keys_and_facts(server: Server) -> None:
    server.hear(ALICE, f"change format alice {FOUR['alice']} json")
    server.hear(ALICE, "checkers challenge alice bob")

    text = last_to(server, ALICE)["text"]
    told = json.loads(text)
    assert CYRILLIC.search(told.pop("text"))
    assert not CYRILLIC.search(json.dumps(told, ensure_ascii=False))
    assert {"format", "version", "boards"} <= told.keys()


def test_a_digest_of_boards_of_different_games_is_in_russian(server: Server) -> None:
    server.hear(ALICE, f"change letters alice {FOUR['alice']} daily 6")
    for game in ("hex -size=5", "chess", "checkers", "go -size=9"):
        name, _, option = game.partition(" ")
        server.hear(BOB, f"{name} challenge alice bob {option}".strip())
    server.hear(ALICE, "all show alice next")

    letter = last_to(server, ALICE)
    assert CYRILLIC.search(letter["text"])
    assert not re.search(r"It is your turn|Players:|to move|last move", letter["text"])
    page = page_html(letter["text"], letter["page"], letter["subject"], server=server.address)
    assert '<html lang="ru">' in page
