"""A server to talk to: empty, or with the usual players."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.population import populate
from pbmserv.storage.database import Database
from tests.commands.waiting_crowd import add_what_waits
from tests.conftest import administer, copy_of_template
from tests.conversation import Server, undone

CROWD = 10_000
MORE_BOARDS = 6
"""That alice and bob play there: a command may ask for the rows of each."""


@pytest.fixture
def server(sqlite_with_players: Database) -> Iterator[Server]:
    """A server on which alice, bob and carol have signed up."""
    yield from undone(sqlite_with_players)


@pytest.fixture(params=["sqlite", "postgresql"])
def either_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Like `server`; the test runs once on each kind of database."""
    yield from undone(request.getfixturevalue(f"{request.param}_with_players"))


@pytest.fixture
def empty_server(sqlite_database: Database) -> Server:
    """A server that nobody has signed up on."""
    return Server(sqlite_database)


@pytest.fixture(params=["sqlite", "postgresql"])
def crowded_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server with 10,000 other players and as many boards; the test runs once on each kind of database."""
    yield from undone(request.getfixturevalue(f"{request.param}_with_crowd"))


@pytest.fixture(scope="session")
def sqlite_with_crowd(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    path = tmp_path_factory.mktemp("crowd") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    yield from _with_crowd(f"sqlite:///{path}")


@pytest.fixture(scope="session")
def postgresql_with_crowd(postgresql_server: Callable[[str], str]) -> Iterator[Database]:
    name = f"crowd_{uuid.uuid4().hex}"
    administer(postgresql_server("postgres"), copy_of_template(name))
    yield from _with_crowd(postgresql_server(name))
    administer(postgresql_server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def sqlite_with_players(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    path = tmp_path_factory.mktemp("players") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    yield from _with_players(f"sqlite:///{path}")


@pytest.fixture(scope="session")
def another_with_players(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Database]]:
    """Makes databases like that one, for modules whose tests all begin with the same boards."""
    made: list[Database] = []

    def another() -> Database:
        path = tmp_path_factory.mktemp("world") / "pbmserv.db"
        shutil.copy(sqlite_template, path)
        made.append(Database(f"sqlite:///{path}"))
        Server(made[-1]).sign_up("alice", "bob", "carol")
        return made[-1]

    yield another
    for database in made:
        database.close()


@pytest.fixture(scope="session")
def postgresql_with_players(postgresql_server: Callable[[str], str]) -> Iterator[Database]:
    name = f"players_{uuid.uuid4().hex}"
    administer(postgresql_server("postgres"), copy_of_template(name))
    yield from _with_players(postgresql_server(name))
    administer(postgresql_server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


def _with_crowd(url: str) -> Iterator[Database]:
    database = Database(url)
    populate(database, CROWD, CROWD, positions=4)
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    for _ in range(MORE_BOARDS):
        # Unrated: with rated games nobody can become a bot.
        server.hear("alice@example.org", "trichet challenge alice bob --unrated")
    add_what_waits(database)
    yield database
    database.close()


def _with_players(url: str) -> Iterator[Database]:
    database = Database(url)
    Server(database).sign_up("alice", "bob", "carol")
    yield database
    database.close()
