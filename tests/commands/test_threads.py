"""Threads: all letters of one board answer the same message, so that mail programs show them together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.conversation import Server

BOARD_101 = "<trichet-101.board@example.net>"
BOARD_102 = "<trichet-102.board@example.net>"


def sent(server: Server, count: int) -> list[Mapping[str, Any]]:
    """The headers of the last letters that were written."""
    return [letter["headers"] for letter in server.outbox()[-count:]]


def test_all_letters_of_a_board_refer_to_the_same_message(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3", comment="Hello!")
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")
    server.say("alice@example.org", "trichet move 101 alice secret7 zz")
    server.hear("carol@example.org", "trichet show 101")
    server.hear("bob@example.org", "trichet resign 101 bob bobpw123")

    letters = sent(server, 2 + 2 + 2 + 1 + 1 + 2)

    assert {headers["References"] for headers in letters} == {BOARD_101}
    assert {headers["In-Reply-To"] for headers in letters} == {BOARD_101}


def test_letters_of_a_removed_board_are_in_its_thread(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    server.hear("bob@example.org", "trichet resign 101 bob bobpw123")

    assert [headers["References"] for headers in sent(server, 2)] == [BOARD_101, BOARD_101]


def test_each_board_has_a_thread_of_its_own(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert [headers["References"] for headers in sent(server, 4)] == [BOARD_101, BOARD_101, BOARD_102, BOARD_102]


def test_an_answer_refers_to_the_mail_that_it_answers_as_well(server: Server) -> None:
    server.say("alice@example.org", "trichet challenge alice bob", message_id="<abc@mail.example>")

    to_alice, to_bob = sent(server, 2)

    assert to_alice["References"] == f"{BOARD_101} <abc@mail.example>"
    assert to_alice["In-Reply-To"] == BOARD_101
    assert to_bob["References"] == BOARD_101


@pytest.mark.parametrize("line", ["help", "trichet games", "nonsense"])
def test_an_answer_that_is_about_no_board_refers_to_the_mail_alone(server: Server, line: str) -> None:
    server.say("alice@example.org", line, message_id="<abc@mail.example>")

    [headers] = sent(server, 1)

    assert headers["In-Reply-To"] == "<abc@mail.example>"
    assert headers["References"] == "<abc@mail.example>"


def test_a_letter_about_nothing_in_particular_refers_to_nothing(server: Server) -> None:
    server.say("alice@example.org", "help")

    [headers] = sent(server, 1)

    assert "References" not in headers
    assert "In-Reply-To" not in headers


def test_every_letter_says_that_a_machine_wrote_it(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    assert [headers["Auto-Submitted"] for headers in sent(server, 2)] == ["auto-replied", "auto-replied"]


def test_every_letter_has_a_message_id_of_its_own(either_server: Server) -> None:
    either_server.hear("alice@example.org", "trichet challenge alice bob")
    either_server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")

    identities = [letter["message_id"] for letter in either_server.outbox()]

    assert len(set(identities)) == len(identities)
    assert all(identity.startswith("<") and identity.endswith("@example.net>") for identity in identities)
