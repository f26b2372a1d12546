"""The keys that all processes share, on both databases."""

from __future__ import annotations

from pbmserv.storage.database import Database
from pbmserv.storage.tokens import shared_key
from tests.queries import recorded, scans


def test_all_processes_share_one_key_of_a_name(database: Database) -> None:
    with database.writing() as connection:
        key = shared_key(connection, "letters")
        other = shared_key(connection, "tokens")

    with database.writing() as connection:
        assert shared_key(connection, "letters") == key
    assert len(key) == 32
    assert key != other


def test_a_key_is_found_without_reading_all(database: Database) -> None:
    with recorded(database) as statements, database.writing() as connection:
        shared_key(connection, "letters")

        assert scans(connection, list(statements)) == []
        assert statements
