"""A server to attack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server, undone
from tests.post import arrive, mails


@pytest.fixture
def server(shared_sqlite: Database) -> Iterator[Server]:
    """alice, bob and carol play there: alice and bob on a board of Trichet, where bob is to move.

    The letters that they have had are gone, and the keys made that come with the first mail.
    """
    for server in undone(shared_sqlite):
        server.once("attacked", partial(begin, server))
        yield server


def begin(server: Server) -> None:
    server.sign_up("alice", "bob", "carol")
    server.hear("alice@example.org", "trichet challenge alice bob")
    arrive(server, b"")
    mails(server)
