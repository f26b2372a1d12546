"""Who gets letters, and how they want them, on both kinds of database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import update

from pbmserv.play.board import Player
from pbmserv.storage.addresses import Addresses
from pbmserv.storage.database import Database
from pbmserv.storage.players import BROADCASTS, FORMAT, REPLIES, TEXT_ONLY, TIMEZONE, Players
from pbmserv.storage.recipients import Recipient, Recipients
from pbmserv.storage.tables import ADDRESSES
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


@pytest.fixture
def alice(database: Database) -> Player:
    return added(database, "alice", "alice@example.org", "a@work.example")


@pytest.fixture
def bob(database: Database) -> Player:
    return added(database, "bob", "bob@example.org")


def added(database: Database, userid: str, *addresses: str) -> Player:
    with database.writing() as connection:
        player = Players(connection).add(userid, "hash", NOW)
        Addresses(connection).add(player, addresses, confirmed_at=NOW)
        return player


def test_readers_have_their_addresses_in_order_and_what_they_have_chosen(
    database: Database, alice: Player, bob: Player
) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.choose(alice, TIMEZONE, "Europe/Berlin")
        players.choose(alice, REPLIES, False)
        players.choose(alice, FORMAT, TEXT_ONLY)

        readers = Recipients(connection).of([bob, alice])

    assert readers == {
        alice: Recipient(
            alice,
            ("alice@example.org", "a@work.example"),
            ZoneInfo("Europe/Berlin"),
            text_only=True,
            pictures=True,
            takes_replies=False,
            confirms=False,
        ),
        bob: Recipient(bob, ("bob@example.org",), confirms=False),
    }
    assert list(readers) == [bob, alice]


def test_letters_go_to_addresses_that_are_confirmed_and_take_them(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        Addresses(connection).add(alice, ["new@example.org"], confirmed_at=None)
        connection.execute(update(ADDRESSES).where(ADDRESSES.c.address == "a@work.example").values(suspended_at=NOW))

        assert Recipients(connection).of([alice])[alice].addresses == ("alice@example.org",)


def test_who_has_no_address_that_works_or_has_left_is_a_reader_whom_nothing_reaches(
    database: Database, alice: Player, bob: Player
) -> None:
    with database.writing() as connection:
        Players(connection).leave(alice, NOW)
        connection.execute(update(ADDRESSES).values(suspended_at=NOW))
        readers = Recipients(connection)

        assert readers.of([alice, bob]) == {alice: Recipient(alice), bob: Recipient(bob, confirms=False)}
        assert readers.within_reach() == {}
        assert readers.of([]) == {}


def test_everybody_within_reach_is_found_or_only_who_wants_broadcasts(
    database: Database, alice: Player, bob: Player
) -> None:
    added(database, "carol")
    with database.writing() as connection:
        Players(connection).choose(alice, BROADCASTS, False)
        readers = Recipients(connection)

        assert list(readers.within_reach()) == [alice, bob]
        assert list(readers.within_reach(who_want_broadcasts=True)) == [bob]


def test_all_readers_are_read_at_once_by_index_and_what_they_have_chosen_is_known_then(
    database: Database, alice: Player, bob: Player
) -> None:
    with database.writing() as connection:
        settings: dict[int, Mapping[str, Any]] = {}
        with recorded(database) as statements:
            Recipients(connection, settings).of([alice, bob])
            Players(connection, settings).chosen([alice, bob], TIMEZONE)

        assert len(statements) == 1
        assert scans(connection, statements) == []
