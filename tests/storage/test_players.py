"""Players in the database, on both kinds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from pbmserv.play.board import Player
from pbmserv.play.bots import PROGRAM
from pbmserv.storage.bots import Bots
from pbmserv.storage.database import Database
from pbmserv.storage.players import Players, UseridTaken
from pbmserv.storage.tables import USERS
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


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


def test_who_is_a_bot_is_told_of_those_who_were_asked_about(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        easy, *_ = Bots(connection).of_the_server()
        before = players.bots([alice, easy])

        players.become_bot(alice)

        afterwards = Players(connection)
        assert before == {easy: "easy"}
        assert players.bots([alice]) == {alice: PROGRAM}
        assert afterwards.bots([alice, easy]) == {alice: PROGRAM, easy: "easy"}
        assert alice not in Bots(connection).of_the_server()
        assert [found.bot for found in map(afterwards.account, ("alice", "bot-hard")) if found] == [PROGRAM, "hard"]


def test_a_password_is_replaced(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        players.set_password(alice, "better")

        account = players.account("alice")

    assert account is not None
    assert account.password_hash == "better"


def test_players_are_found_by_their_indexes(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        players = Players(connection)
        with recorded(database) as statements:
            players.account("alice")
            players.named(["alice", "bob"])
            players.at_address("alice@example.org")

        assert scans(connection, statements) == []
