"""A server to talk to: empty, or with the usual players."""

from __future__ import annotations

import pytest

from pbmserv.store.database import Database
from tests.conversation import Server


@pytest.fixture
def server(sqlite_database: Database) -> Server:
    """A server on which alice, bob and carol have signed up."""
    return _with_players(sqlite_database)


@pytest.fixture
def empty_server(sqlite_database: Database) -> Server:
    """A server that nobody has signed up on."""
    return Server(sqlite_database)


@pytest.fixture
def either_server(database: Database) -> Server:
    """Like `server`; the test runs once on each kind of database."""
    return _with_players(database)


def _with_players(database: Database) -> Server:
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    return server
