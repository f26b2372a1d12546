"""What a move asks of the rules: costly questions are put once for each position, whatever is told of it."""

from __future__ import annotations

from collections import Counter

import pytest

from pbmserv.games.base import Result
from pbmserv.games.hex import Hex
from pbmserv.games.hex.rules import Position
from pbmserv.storage.database import Database
from tests.conversation import PLAYERS, Server


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often the result of a position of Hex was asked for, by how many stones lie there."""
    counted: Counter[int] = Counter()
    result = Hex.result

    def counting(rules: Hex, position: Position) -> Result | None:
        counted[len(position.stones)] += 1
        return result(rules, position)

    monkeypatch.setattr(Hex, "result", counting)
    return counted


def test_the_result_is_asked_for_once_before_a_move_and_twice_after_it(
    sqlite_database: Database, asked: Counter[int]
) -> None:
    server = playing(sqlite_database)

    asked.clear()
    server.hear("alice@example.org", f"hex move 101 alice {PLAYERS['alice']} a1")

    assert asked == {0: 1, 1: 2}


def test_nor_oftener_where_the_game_ends_and_where_a_queue_goes_on(
    sqlite_database: Database, asked: Counter[int]
) -> None:
    server = playing(sqlite_database)
    server.hear("bob@example.org", f"hex queue 101 bob {PLAYERS['bob']} c1")
    server.hear("alice@example.org", f"hex move 101 alice {PLAYERS['alice']} a1")
    server.hear("alice@example.org", f"hex move 101 alice {PLAYERS['alice']} a2")
    server.hear("bob@example.org", f"hex move 101 bob {PLAYERS['bob']} c2")

    asked.clear()
    over = server.hear("alice@example.org", f"hex move 101 alice {PLAYERS['alice']} a3")

    assert "Game won by alice." in over.letters[0].text
    assert asked == {4: 1, 5: 2}


def playing(database: Database) -> Server:
    """A small board of Hex on which alice is to move."""
    server = Server(database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob -size=3")
    return server
