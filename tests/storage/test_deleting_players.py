"""A player who is deleted altogether: with every row of every table that refers to them, and nothing of others."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Double,
    Integer,
    LargeBinary,
    String,
    Table,
    insert,
    select,
    update,
)

from pbmserv.play.board import Player
from pbmserv.storage.database import Database
from pbmserv.storage.forgetting import PlaysWithOthers, delete_players
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.tables import BOARDS, SEATS, USERS
from pbmserv.storage.utc_datetime import UtcDatetime

AT = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
ALICE, BOB = Player(1, "a1"), Player(2, "a2")

STAY = {"tournaments", "seasons", "divisions", "season_news"}
"""What is everybody's: a tournament goes on without who has set it up."""


def refers(table: Table) -> bool:
    """Whether rows of a table belong to somebody, be it by way of others."""
    return table is USERS or any(refers(key.column.table) for key in table.foreign_keys)


def value(column: Column[Any], number: int) -> Any:
    """A value of this row, which no other one has."""
    if column.foreign_keys:
        return number
    kinds: dict[type, Any] = {
        UtcDatetime: AT, JSON: {}, Boolean: False, LargeBinary: bytes([number] * 16), Double: 1.0, Integer: number,
        String: f"a{number}",
    }  # fmt: skip
    return next((made for kind, made in kinds.items() if isinstance(column.type, kind)), number)


def fill(connection: Connection, number: int) -> None:
    """One row in each table, all of which belong to one player."""
    for table in SCHEMA.sorted_tables:
        if refers(table):
            row = {column.name: value(column, number) for column in table.columns}
            row |= {"bot": None} if table is USERS else {}
            connection.execute(insert(table).values(row))


def rows(connection: Connection) -> Counter[str]:
    return Counter({table.name: len(connection.execute(select(table)).all()) for table in SCHEMA.sorted_tables})


@pytest.fixture
def filled(database: Database) -> Database:
    """alice and bob, who have a row in every table each."""
    with database.writing() as connection:
        for table in reversed(SCHEMA.sorted_tables):
            if refers(table):
                connection.execute(table.delete())
        fill(connection, ALICE.id)
        fill(connection, BOB.id)
    return database


def test_all_that_belongs_to_a_player_goes_and_all_that_is_of_others_stays(filled: Database) -> None:
    with filled.writing() as connection:
        before = rows(connection)
        delete_players(connection, [ALICE])
        gone = {name for name, count in (before - rows(connection)).items() if count}

        belonging = {table.name for table in SCHEMA.sorted_tables if refers(table)}
        assert gone == belonging - STAY
        assert all(count == 1 for name, count in (before - rows(connection)).items())
        assert connection.scalars(select(USERS.c.userid)).all() == ["a2"]


def test_what_stays_refers_to_nobody_who_is_gone(filled: Database) -> None:
    with filled.writing() as connection:
        delete_players(connection, [ALICE])

        for table in SCHEMA.sorted_tables:
            for key in table.foreign_keys:
                referring = select(key.parent).where(key.parent.is_not(None), key.parent.not_in(select(key.column)))
                assert connection.scalars(referring).all() == [], key.parent


def test_several_go_at_once(filled: Database) -> None:
    with filled.writing() as connection:
        delete_players(connection, [ALICE, BOB])

        assert {name for name, count in rows(connection).items() if count} & {"users", "boards", "seats"} == set()


def test_who_plays_with_another_person_cannot_be_deleted(filled: Database) -> None:
    with filled.writing() as connection:
        seat = dict(connection.execute(select(SEATS).where(SEATS.c.user_id == BOB.id)).mappings().one())
        connection.execute(insert(SEATS).values({**seat, "board_id": ALICE.id, "seat": 9}))
        before = rows(connection)

        with pytest.raises(PlaysWithOthers):
            delete_players(connection, [ALICE])
        assert rows(connection) == before


def test_a_bot_of_the_server_keeps_nobody(filled: Database) -> None:
    with filled.writing() as connection:
        connection.execute(update(USERS).where(USERS.c.id == BOB.id).values(bot="easy"))
        seat = dict(connection.execute(select(SEATS).where(SEATS.c.user_id == BOB.id)).mappings().one())
        connection.execute(insert(SEATS).values({**seat, "board_id": ALICE.id, "seat": 9}))

        delete_players(connection, [ALICE])

        assert connection.scalars(select(BOARDS.c.id)).all() == [BOB.id]


def test_a_session_on_a_board_that_goes_is_not_one_for_everything(filled: Database) -> None:
    with filled.writing() as connection:
        sessions = SCHEMA.tables["sessions"]
        connection.execute(update(sessions).where(sessions.c.user_id == BOB.id).values(board_id=ALICE.id))

        delete_players(connection, [ALICE])

        assert connection.scalars(select(sessions.c.id)).all() == []
