"""The tokens by which letters are answered: one for each player and board, and kept so that nobody can read them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from pbmserv.play.board import Player
from pbmserv.store.database import Database
from pbmserv.store.players import Players
from pbmserv.store.replies import Holder, Replies
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


@pytest.fixture
def alice(database: Database) -> Player:
    with database.writing() as connection:
        return Players(connection).add("alice", "hash", NOW)


def test_a_token_stays_the_same_and_tells_whose_it_is_and_for_which_board(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        replies = Replies(connection)

        token = replies.make("hex", 101, [alice])[alice]

        assert re.fullmatch("[a-z2-7]{26}", token)
        assert replies.make("hex", 101, [alice]) == replies.known("hex", 101, [alice]) == {alice: token}
        assert replies.holder(token) == Holder(alice, "hex", 101)
        assert replies.make("hex", 102, [alice])[alice] != token


def test_none_is_known_before_it_is_made_nor_after_it_is_forgotten(database: Database, alice: Player) -> None:
    with database.writing() as connection:
        replies = Replies(connection)
        before = replies.known("hex", 101, [alice])
        token = replies.make("hex", 101, [alice])[alice]

        replies.forget(alice)

        assert before == replies.known("hex", 101, [alice]) == {}
        assert replies.holder(token) is None
        assert replies.make("hex", 101, [alice])[alice] != token


def test_they_are_found_by_indexes(database: Database, alice: Player) -> None:
    with recorded(database) as statements, database.writing() as connection:
        replies = Replies(connection)
        replies.holder(replies.make("hex", 101, [alice])[alice])
        replies.forget(alice)

    with database.writing() as connection:
        assert scans(connection, statements) == []
