"""Letters of chess pieces in letters: each reader's own, and a record has those of all."""

from __future__ import annotations

import re

import pytest

from pbmserv.storage.database import Database
from tests.conversation import FOUR, Server


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice", "bob")
    return server


def test_each_reader_sees_their_own_letters_and_the_record_has_those_of_all(server: Server) -> None:
    alice, bob = "alice@example.org", "bob@example.org"
    server.hear(alice, "change language alice secret7 ru")
    server.hear(alice, "chess challenge alice bob")
    server.hear(alice, f"chess move 101 alice {FOUR['alice']} Кf3")
    server.hear(bob, f"chess move 101 bob {FOUR['bob']} Nf6")

    def last(address: str) -> str:
        return str([each for each in server.outbox() if address in each["recipients"]][-1]["text"])

    assert re.search(r"1\. Кf3 +2\. Кf6", last(alice))
    assert re.search(r"1\. Nf3 +2\. Nf6", last(bob))
    assert "Чёрные сыграли Кf6." in last(alice)
    assert "Black has played Nf6." in last(bob)
    server.hear(alice, "chess record 101")
    record = last(alice)
    assert "Nf3" in record
    assert "Кf3" not in record


def test_a_move_copied_from_a_letter_is_the_same_move_again(server: Server) -> None:
    alice = "alice@example.org"
    server.hear(alice, "change language alice secret7 ru")
    server.hear(alice, "chess challenge alice bob")

    done = server.hear(alice, f"шахматы ход 101 alice {FOUR['alice']} Кf3")

    assert "1. Кf3" in done.text
    assert "alice (Белые): Кf3" in done.text
