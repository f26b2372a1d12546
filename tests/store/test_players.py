"""Players, addresses and codes in the database, on both kinds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pbmserv.play.board import Player
from pbmserv.store.database import Database
from pbmserv.store.players import Address, Players, UseridTaken
from pbmserv.store.tables import ADDRESSES, USERS
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


@pytest.fixture
def alice(database: Database) -> Player:
    with database.writing() as connection:
        return Players(connection).add("Alice", "hash", NOW)


def test_a_player_is_found_in_any_case_and_named_as_registered(database: Database, alice: Player) -> None:
    with database.reading() as connection:
        players = Players(connection)
        account = players.account("aLiCe")

        assert account is not None
        assert account.player == alice == Player(alice.id, "Alice")
        assert account.password_hash == "hash"
        assert players.named(["ALICE", "zoe"]) == {"alice": alice}
        assert players.account("zoe") is None


@pytest.mark.parametrize("userid", ["Alice", "alice", "ALICE"])
def test_a_name_is_given_once_whatever_its_case(database: Database, alice: Player, userid: str) -> None:
    with database.writing() as connection:
        players = Players(connection)

        with pytest.raises(UseridTaken):
            players.add(userid, "other", NOW)

        assert players.named([userid]) == {"alice": alice}  # the transaction goes on


def test_the_name_of_a_player_who_has_left_stays_taken(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        connection.execute(update(USERS).values(left_at=NOW))
        players = Players(connection)

        assert players.account("alice") is None
        assert players.named(["alice"]) == {}
        with pytest.raises(UseridTaken):
            players.add("alice", "other", NOW)


def test_a_password_is_replaced(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.set_password(alice, "better")

        account = players.account("alice")

    assert account is not None
    assert account.password_hash == "better"


def test_addresses_keep_their_order_and_their_spelling(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.add_addresses(alice, ["Alice@Example.org"], confirmed_at=NOW)
        players.add_addresses(alice, ["a@work.example"], confirmed_at=None)
        players.add_addresses(alice, ["alice@example.ORG"], confirmed_at=None)

        assert players.addresses([alice]) == {
            alice: [
                Address("Alice@Example.org", confirmed=True),
                Address("a@work.example", confirmed=False),
            ]
        }


def test_an_address_is_confirmed_later(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.add_addresses(alice, ["a@work.example"], confirmed_at=None)
        assert players.at_address("a@work.example") == ()

        players.add_addresses(alice, ["A@work.example"], confirmed_at=NOW)

        assert players.at_address("A@WORK.example") == (alice,)


def test_letters_go_to_addresses_that_are_confirmed_and_do_not_bounce(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.add_addresses(alice, ["one@example.org", "two@example.org"], confirmed_at=NOW)
        players.add_addresses(alice, ["three@example.org"], confirmed_at=None)
        connection.execute(update(ADDRESSES).where(ADDRESSES.c.address == "two@example.org").values(suspended_at=NOW))

        usable = [address.address for address in players.addresses([alice])[alice] if address.usable]

    assert usable == ["one@example.org"]


def test_one_address_may_belong_to_several_players(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        bob = players.add("bob", "hash", NOW)
        players.add_addresses(alice, ["home@example.org"], confirmed_at=NOW)
        players.add_addresses(bob, ["home@example.org"], confirmed_at=NOW)

        assert players.at_address("home@example.org") == (alice, bob)


def test_addresses_are_taken_away(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.add_addresses(alice, ["one@example.org", "two@example.org"], confirmed_at=NOW)

        players.remove_addresses(alice, ["ONE@example.org", "other@example.org"])

        assert [address.address for address in players.addresses([alice])[alice]] == ["two@example.org"]


def test_a_code_is_redeemed_once_for_its_purpose_and_in_time(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.add_code("digest", alice, "confirm", "what for", NOW + DAY)

        assert players.redeem_code("other", "confirm", NOW) is None
        assert players.redeem_code("digest", "forgot", NOW) is None
        assert players.redeem_code("digest", "confirm", NOW + DAY) is None
        code = players.redeem_code("digest", "confirm", NOW)
        assert players.redeem_code("digest", "confirm", NOW) is None

    assert code is not None
    assert (code.player, code.purpose, code.subject) == (alice, "confirm", "what for")


def test_codes_are_dropped(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.add_code("one", alice, "confirm", "", NOW + DAY)
        players.add_code("two", alice, "confirm", "", NOW + DAY)
        players.add_code("three", alice, "forgot", "", NOW + DAY)

        assert set(players.codes(alice, "confirm")) == {"one", "two"}
        players.drop_codes(["one", "three"])

        assert set(players.codes(alice, "confirm")) == {"two"}
        assert players.redeem_code("three", "forgot", NOW) is None


def test_players_are_found_by_their_indexes(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        with recorded(database) as statements:
            players.account("alice")
            players.named(["alice", "bob"])
            players.at_address("alice@example.org")
            players.addresses([alice])
            players.redeem_code("digest", "confirm", NOW)
            players.codes(alice, "confirm")

        assert scans(connection, statements) == []
