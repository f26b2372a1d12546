"""Mail addresses of players in the database, on both kinds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pbmserv.play.board import Player
from pbmserv.storage.addresses import Address, Addresses
from pbmserv.storage.database import Database
from pbmserv.storage.players import Players
from pbmserv.storage.tables import ADDRESSES
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


def test_players_are_found_by_the_mailbox_however_it_is_spelt(database: Database, players: list[Player]) -> None:
    alice, bob, carol = players
    with database.writing() as connection:
        addresses = Addresses(connection)
        addresses.add(alice, ["Alice.Smith@Gmail.com"], confirmed_at=NOW)
        addresses.add(bob, ["alicesmith+b@googlemail.com"], confirmed_at=NOW)
        addresses.add(carol, ["alicesmith@gmail.com"], confirmed_at=None)

        found = Players(connection)
        assert found.at_mailbox("a.licesmith+x@gmail.com") == (alice, bob)
        assert found.at_mailbox("alice.smith@example.org") == ()
        assert found.at_address("alicesmith@gmail.com") == ()


def test_addresses_keep_their_order_and_their_spelling(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        addresses = Addresses(connection)
        addresses.add(alice, ["Alice@Example.org"], confirmed_at=NOW)
        addresses.add(alice, ["a@work.example"], confirmed_at=None)
        addresses.add(alice, ["alice@example.ORG"], confirmed_at=None)

        assert addresses.of([alice]) == {
            alice: [
                Address("Alice@Example.org", confirmed=True),
                Address("a@work.example", confirmed=False),
            ]
        }


def test_an_address_is_confirmed_later(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        addresses = Addresses(connection)
        addresses.add(alice, ["a@work.example"], confirmed_at=None)
        assert Players(connection).at_address("a@work.example") == ()

        addresses.add(alice, ["A@work.example"], confirmed_at=NOW)

        assert Players(connection).at_address("A@WORK.example") == (alice,)


def test_letters_go_to_addresses_that_are_confirmed_and_do_not_bounce(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        addresses = Addresses(connection)
        addresses.add(alice, ["one@example.org", "two@example.org"], confirmed_at=NOW)
        addresses.add(alice, ["three@example.org"], confirmed_at=None)
        connection.execute(update(ADDRESSES).where(ADDRESSES.c.address == "two@example.org").values(suspended_at=NOW))

        usable = [address.address for address in addresses.of([alice])[alice] if address.usable]

    assert usable == ["one@example.org"]


def test_one_address_may_belong_to_several_players(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        addresses = Addresses(connection)
        bob = Players(connection).add("bob", "hash", NOW)
        addresses.add(alice, ["home@example.org"], confirmed_at=NOW)
        addresses.add(bob, ["home@example.org"], confirmed_at=NOW)

        assert Players(connection).at_address("home@example.org") == (alice, bob)


def test_addresses_are_taken_away(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        addresses = Addresses(connection)
        addresses.add(alice, ["one@example.org", "two@example.org"], confirmed_at=NOW)

        addresses.remove(alice, ["ONE@example.org", "other@example.org"])

        assert [address.address for address in addresses.of([alice])[alice]] == ["two@example.org"]


def test_addresses_are_found_by_index(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        with recorded(database) as statements:
            Addresses(connection).of([alice])

        assert scans(connection, statements) == []


def test_who_has_confirmed_none_is_found_by_index(database: Database, players: list[Player]) -> None:
    alice, bob, carol = players
    with database.writing() as connection:
        addresses = Addresses(connection)
        addresses.add(alice, ["alice@example.org"], confirmed_at=NOW)
        addresses.add(bob, ["bob@example.org"], confirmed_at=None)

        with recorded(database) as statements:
            assert addresses.without_confirmed(players) == {bob, carol}
            assert addresses.without_confirmed([]) == set()
        assert scans(connection, statements) == []
