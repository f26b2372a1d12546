"""Players whose names are nearly what somebody has typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from pbmserv.storage.database import Database
from pbmserv.storage.directory import near_names
from pbmserv.storage.players import Players
from pbmserv.storage.tables import USERS
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HERE = ("Nobuddy", "anybody", "alice", "alicia", "Ali", "bob", "rob", "x-1")


@pytest.fixture
def near(undone_database: Database) -> Callable[[str], list[str]]:
    with undone_database.writing() as connection:
        for userid in HERE:
            Players(connection).add(userid, "hash", NOW)

    def ask(typed: str) -> list[str]:
        with undone_database.reading() as connection:
            return near_names(connection, typed)

    return ask


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("alcie", ["alice"]),
        ("alic", ["alice", "Ali", "alicia"]),
        ("lice", ["alice"]),
        ("aliice", ["alice"]),
        ("aljce", ["alice"]),
        ("ALICES", ["alice"]),
        ("nobudy", ["Nobuddy"]),
        ("bbo", ["bob"]),
        ("xob", ["bob", "rob"]),
        ("any", ["anybody"]),
        ("Hard", ["bot-hard"]),
        ("an", []),
        ("zoe", []),
        ("bob", ["rob"]),
        ("x1", ["x-1"]),
        ("%", []),
        ("\u00e4lice", []),
        ("a" * 200, []),
    ],
)
def test_names_one_slip_away_or_begun_are_meant(
    near: Callable[[str], list[str]], typed: str, names: Sequence[str]
) -> None:
    assert near(typed) == names


def test_who_has_left_is_not_meant(undone_database: Database) -> None:
    with undone_database.writing() as connection:
        Players(connection).add("alice", "hash", NOW)
        connection.execute(update(USERS).values(left_at=NOW))

        assert near_names(connection, "alcie") == []


@pytest.mark.long
def test_no_more_names_are_read_than_are_near(database: Database) -> None:
    with database.writing() as connection:
        for number in range(300):
            Players(connection).add(f"alice{number}", "hash", NOW)

    with recorded(database) as statements, database.reading() as connection:
        assert near_names(connection, "alice") == ["alice0", "alice1", "alice2"]

    with database.reading() as connection:
        assert len([each for each in statements if each.asks_or_changes]) == 2
        assert scans(connection, statements) == []
