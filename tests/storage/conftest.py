"""What tests of the store begin with."""

from __future__ import annotations

import pytest

from pbmserv.play.board import Player
from pbmserv.storage.database import Database
from pbmserv.storage.players import Players
from tests.storage.stored import START, add_several


@pytest.fixture
def alice(database: Database) -> Player:
    """A player who spells her name with a capital letter."""
    with database.writing() as connection:
        return Players(connection).add("Alice", "hash", START)


@pytest.fixture
def players(database: Database) -> list[Player]:
    """alice, bob and carol."""
    with database.writing() as connection:
        return [Players(connection).add(userid, "hash", START) for userid in ("alice", "bob", "carol")]


@pytest.fixture
def several(database: Database, players: list[Player]) -> Database:
    """Boards of them, as `add_several` says."""
    add_several(database, players)
    return database
