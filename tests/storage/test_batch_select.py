"""A statement about several keys finds the rows of these and no others, however many there are."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from pbmserv.storage.database import Database
from pbmserv.storage.statements import BatchSelect
from pbmserv.storage.tables import BOARDS, GAMES
from tests.conversation import Server

BY_WORD = BatchSelect((GAMES.c.game,), select(GAMES.c.game, GAMES.c.next_number).where)
BY_BOARD = BatchSelect((BOARDS.c.game, BOARDS.c.number), select(BOARDS.c.game, BOARDS.c.number).where)


@pytest.mark.parametrize("keys", [0, 1, 2, 3, 5, 8])
def test_rows_of_these_keys_are_found_each_once(database: Database, keys: int) -> None:
    with database.writing() as connection:
        rows = [{"game": f"game{number}", "next_number": 101 + number, "open": True} for number in range(9)]
        connection.execute(GAMES.insert(), rows)

        found = BY_WORD.rows(connection, [(row["game"],) for row in rows[:keys]])

    assert sorted((row.game, row.next_number) for row in found) == [
        (row["game"], row["next_number"]) for row in rows[:keys]
    ]


def test_a_key_of_two_columns_is_found_as_a_whole(database: Database) -> None:
    server = Server(database)
    server.sign_up("alice", "bob")
    server.hear("alice@example.org", "hex challenge alice bob")
    for _ in range(2):
        server.hear("alice@example.org", "go challenge alice bob")

    with database.reading() as connection:
        found = BY_BOARD.rows(connection, [("hex", 101), ("go", 103), ("hex", 102)])

    assert [tuple(row) for row in found] == [("hex", 101)]
