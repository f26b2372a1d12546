"""One-time codes in the database, on both kinds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.play.board import Player
from pbmserv.storage.codes import Codes
from pbmserv.storage.database import Database
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


def test_a_code_is_redeemed_once_for_its_purpose_and_in_time(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        codes = Codes(connection)
        codes.add("digest", alice, "confirm", "what for", NOW + DAY)

        assert codes.redeem("other", "confirm", NOW) is None
        assert codes.redeem("digest", "forgot", NOW) is None
        assert codes.redeem("digest", "confirm", NOW + DAY) is None
        code = codes.redeem("digest", "confirm", NOW)
        assert codes.redeem("digest", "confirm", NOW) is None

    assert code is not None
    assert (code.player, code.purpose, code.subject) == (alice, "confirm", "what for")


def test_codes_are_dropped(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        codes = Codes(connection)
        codes.add("one", alice, "confirm", "", NOW + DAY)
        codes.add("two", alice, "confirm", "", NOW + DAY)
        codes.add("three", alice, "forgot", "", NOW + DAY)

        assert set(codes.of(alice, "confirm")) == {"one", "two"}
        codes.drop(["one", "three"])

        assert set(codes.of(alice, "confirm")) == {"two"}
        assert codes.redeem("three", "forgot", NOW) is None


def test_all_codes_of_a_purpose_are_dropped(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        codes = Codes(connection)
        codes.add("one", alice, "confirm", "", NOW + DAY)
        codes.add("two", alice, "forgot", "", NOW + DAY)

        codes.drop_all(alice, "confirm")

        assert (set(codes.of(alice, "confirm")), set(codes.of(alice, "forgot"))) == (set(), {"two"})


def test_codes_are_found_by_index(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        with recorded(database) as statements:
            Codes(connection).redeem("digest", "confirm", NOW)
            Codes(connection).of(alice, "confirm")
            Codes(connection).drop_all(alice, "confirm")

        assert scans(connection, statements) == []
