"""The database: engine, transactions and schema, for SQLite and PostgreSQL."""

from __future__ import annotations

import os
import pwd
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from enum import Enum, auto
from hashlib import sha256
from pathlib import Path
from select import POLLIN, poll
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError

from pbmserv import places
from pbmserv.running.fair_lock import FairLock
from pbmserv.storage.documents import read, written
from pbmserv.storage.faults import DatabaseGone, words_of
from pbmserv.storage.statements import READS_ONLY, buffered, send, send_buffered_first


def identity_of(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, or None."""
    try:
        found = os.stat(path)  # noqa: PTH116 - asked for each transaction, and pathlib takes as long again
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def user_kept_out(path: Path) -> str | None:
    """The current user's name if it may not read and write an existing file, else None."""
    with suppress(PermissionError):
        if not path.exists() or os.access(path, os.R_OK | os.W_OK, effective_ids=True):
            return None
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def make_private(path: Path) -> None:
    """Create the file if missing, readable only by its owner.

    SQLite gives its side files the same mode. Waiting mail may contain passwords.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


PATIENCE_SECONDS = 30
"""The default statement timeout; lock timeouts are half as long."""

CONNECT_SECONDS = 10
IDLE_SECONDS = 600
"""When PostgreSQL ends an idle transaction, whose process hangs and may block others."""

UNUSED_SECONDS = 1.0
"""After how long unused a PostgreSQL connection is tested before use."""

SILENCE_SECONDS = 30
"""After how long without traffic each side checks that the other is alive."""

_USED = "pbmserv_used"

HOW_TO_MAKE_ONE = '"pbmserv serve" or "pbmserv db upgrade" makes one; the settings home and database_url say where.'


class Unusable(Exception):
    """The database cannot be used; the text tells the operator why."""


class OutdatedSchema(Unusable):
    """The schema is of another version: too old until upgraded, or too new."""


class Need(Enum):
    MADE = auto()
    """The newest schema; a missing SQLite database is created and an older one upgraded."""
    READY = auto()
    """The newest schema; nothing is created or upgraded."""
    THERE = auto()
    """An existing database with any schema."""
    PLACE = auto()
    """A place for a database; a missing one is created without tables."""


@contextmanager
def opened(url: str, patience: int, need: Need = Need.READY) -> Iterator[Database]:
    """Open the database for a `with` block.

    Raises `Unusable` if it is not as needed, or fails now or within the block.
    """
    try:
        database = Database(url, patience, may_create=need in {Need.MADE, Need.PLACE})
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise Unusable(words_of(error, _name_of(make_url(url)))) from error
    try:
        if need is Need.MADE:
            database.make_ready()
        elif need is Need.READY:
            database.check_schema()
        yield database
    except SQLAlchemyError as error:
        raise Unusable(words_of(error, database.name)) from error
    finally:
        database.close()


class Database:
    """One database, by its SQLAlchemy URL (`sqlite:///…` or `postgresql+psycopg://…`).

    Whatever takes longer than `patience` seconds fails and may be retried. Once the database's file is deleted or
    replaced, everything fails with `DatabaseGone`, as writes to the old file would be lost.

    A missing SQLite file is created unless `may_create` is false; then it raises `Unusable`.

    Thread-safe. On SQLite, writing transactions queue on a lock of ours, since SQLite itself sleeps and retries,
    which is slow and unfair.
    """

    def __init__(self, url: str, patience: int = PATIENCE_SECONDS, may_create: bool = True) -> None:
        parsed = make_url(url)
        self._url = parsed
        self._patience = patience
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        self._file = Path(parsed.database) if self.is_sqlite and parsed.database else None
        if self._file is not None:
            if user := user_kept_out(self._file):
                words = f"The user {user} may not read and write the database {self.name}."
                raise Unusable(f"{words} Type the command as the user who runs the server.")
            if may_create:
                make_private(self._file)
            elif not self._file.is_file():
                raise Unusable(f"There is no database at {self.name}. {HOW_TO_MAKE_ONE}")
            self._identity = identity_of(self._file)
        self.engine = _sqlite_engine(url, patience, may_create) if self.is_sqlite else _postgres_engine(url, patience)
        self._turn = FairLock() if self.is_sqlite else nullcontext()
        self._at_once = {} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"}

    @property
    def name(self) -> str:
        """The database's path, or its URL without the password."""
        return _name_of(self._url)

    @property
    def free_bytes(self) -> int | None:
        """The free disk space for SQLite; None for PostgreSQL."""
        return shutil.disk_usage(self._file.parent).free if self._file else None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A writing transaction: committed at the end of the block, rolled back on an exception."""
        with self._turn:
            self._check_file()
            with self.engine.begin() as connection, buffered(connection):
                yield connection
            # Not before the end: what has just been committed counts only if it is there.
            self._check_file()

    @contextmanager
    def writing_at_once(self) -> Iterator[Connection]:
        """A single-statement writing transaction, which PostgreSQL commits by itself.

        It saves the round trips of BEGIN and COMMIT. An exception later in the block does not undo it.
        """
        with self._turn:
            self._check_file()
            with self.engine.connect().execution_options(**self._at_once) as connection, connection.begin():
                yield connection
            self._check_file()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read-only snapshot, which never waits for writers."""
        self._check_file()
        with self.engine.connect().execution_options(**{READS_ONLY: True}) as connection:
            # Here, since a prepared statement goes past SQLAlchemy, which begins with the first one that it sees.
            connection.begin()
            yield connection
            if not self.is_sqlite:
                # With each rollback, psycopg would have the server forget what it has prepared.
                connection.connection.commit()

    @contextmanager
    def reading_at_once(self) -> Iterator[Connection]:
        """A reader each of whose statements reads its own moment.

        On PostgreSQL, that saves the round trips of BEGIN and COMMIT. Meant for one statement, or very few.
        """
        self._check_file()
        options = {READS_ONLY: True, **self._at_once}
        with self.engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection

    @contextmanager
    def alone(self, task: str) -> Iterator[bool]:
        """Whether this process has an advisory lock on a task, held for the block.

        Always true on SQLite, which one server has for itself.
        """
        if self.is_sqlite:
            yield True
            return
        # A lock of the transaction, since those of a session do not get through a pool of connections. It ends with
        # the process that holds it. Each statement reads its own moment: holding one moment for so long would keep
        # PostgreSQL from cleaning up.
        with self.engine.connect() as connection:
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            number = int.from_bytes(sha256(task.encode()).digest()[:8], signed=True)
            yield bool(connection.scalar(select(func.pg_try_advisory_xact_lock(number))))

    def empty_log(self) -> bool:
        """Truncate SQLite's write-ahead log, which holds even deleted data.

        Does not wait: False if another process is using the database. PostgreSQL's log is its administrator's
        business.
        """
        if not self.is_sqlite:
            return True
        with self._turn, closing(self.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout = 0")
            try:
                [is_busy, *_] = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                cursor.execute(f"PRAGMA busy_timeout = {self._patience * 1000}")
        return not is_busy

    def close(self) -> None:
        self.engine.dispose()

    def upgrade(self) -> None:
        """Migrate the schema to this version.

        Raises `OutdatedSchema` if it is newer.
        """
        from alembic import command

        current, wanted = self.schema_versions()
        if current is not None and current not in revisions():
            raise self._made_by_a_newer(current, wanted)
        with self.writing() as connection:
            if not self.is_sqlite:
                # However long it takes to make an index of a large table.
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            command.upgrade(self._alembic(connection), "head")

    def schema_versions(self) -> tuple[str | None, str]:
        # Asked at every start of the command line, so it must not import Alembic.
        with self.reading() as connection:
            is_there = inspect(connection).has_table("alembic_version")
            current = connection.scalar(text("SELECT version_num FROM alembic_version")) if is_there else None
        return current, newest_revision()

    def make_ready(self) -> None:
        """Migrate an SQLite database; on PostgreSQL, only check the schema.

        Raises `OutdatedSchema` with what to type.
        """
        current, wanted = self.schema_versions()
        if self.is_sqlite and current != wanted:
            self.upgrade()
        else:
            self.check_schema()

    def check_schema(self) -> None:
        """Raise `OutdatedSchema`, with what to type, unless the schema is current."""
        current, wanted = self.schema_versions()
        if current == wanted:
            return
        if current is None:
            raise OutdatedSchema(f"The database {self.name} has no tables of pbmserv. {HOW_TO_MAKE_ONE}")
        if current not in revisions() and current > wanted:
            raise self._made_by_a_newer(current, wanted)
        raise OutdatedSchema(
            f"The database {self.name} has schema {current}, this version of pbmserv needs {wanted}."
            " Stop the older server, and type: pbmserv db upgrade"
        )

    def _made_by_a_newer(self, current: str, wanted: str) -> OutdatedSchema:
        return OutdatedSchema(
            f"The database {self.name} has schema {current}, which this version of pbmserv, with schema {wanted},"
            " does not know: a newer one has made it. Install that version, or restore a backup that this one made."
        )

    def _check_file(self) -> None:
        if self._file is not None and identity_of(self._file) != self._identity:
            raise DatabaseGone(f"{self._file} has been deleted or replaced since it was opened")

    def _alembic(self, connection: Connection) -> Any:
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(places.migrations()))
        config.attributes["connection"] = connection
        return config


def newest_revision() -> str:
    """The newest migration's revision; files are numbered `0001_…` and named for their revision."""
    return max(revisions())


def revisions() -> set[str]:
    return {path.name.partition("_")[0] for path in (places.migrations() / "versions").glob("[0-9]*.py")}


def _name_of(url: URL) -> str:
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(Path(url.database or "").absolute()) if is_file else url.render_as_string(hide_password=True)


def _engine(url: str, **how: Any) -> Engine:
    # Among the parameters of statements is mail: the text of an exception must not quote it.
    # The connection that was used last knows the most: pages of the database, statements that are prepared.
    engine = create_engine(url, hide_parameters=True, pool_use_lifo=True, json_serializer=written, **how)
    send_buffered_first(engine)
    return engine


def _postgres_engine(url: str, patience: int) -> Engine:
    # What the URL itself says comes first.
    wishes = make_url(url).query
    how: dict[str, Any] = {name: value for name, value in _postgres_connection().items() if name not in wishes}
    # Options that come later win.
    how["options"] = " ".join([*_postgres_session(patience), str(wishes.get("options", ""))]).rstrip()
    try:
        engine = _engine(url, connect_args=how)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}: for PostgreSQL, install pbmserv[postgres]") from error
    _ask_unused_connections(engine)
    # Imported here, since it is there with PostgreSQL only.
    from psycopg import IsolationLevel

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Otherwise each statement of who reads would read its own moment: a board, and moves made since. To have
        # SQLAlchemy say so takes several times as long.
        reads_only = connection.get_execution_options().get(READS_ONLY, False)
        driver: Any = connection.connection.dbapi_connection
        level = IsolationLevel.REPEATABLE_READ if reads_only else None
        if driver.isolation_level != level:
            driver.isolation_level = level

    return engine


def _ask_unused_connections(engine: Engine) -> None:
    """Test a connection unless it was used just now; a test costs as much as a statement.

    A connection closed by the server shows it by readable data.
    """

    @event.listens_for(engine, "checkin")
    def note(_connection: Any, record: Any) -> None:
        record.info[_USED] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: Any, record: Any, _proxy: Any) -> None:
        used = record.info.get(_USED)
        if used is None or (time.monotonic() - used < UNUSED_SECONDS and not _has_news(connection)):
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            # The others will be gone as well. A new connection is made in its place.
            raise InvalidatePoolError from error


def _has_news(connection: Any) -> bool:
    arriving = poll()
    arriving.register(connection.fileno(), POLLIN)
    return bool(arriving.poll(0))


def _postgres_connection() -> dict[str, int]:
    return {
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": SILENCE_SECONDS,
        "keepalives_interval": SILENCE_SECONDS // 3,
        "keepalives_count": 3,
        "tcp_user_timeout": 2 * SILENCE_SECONDS * 1000,
    }


def _postgres_session(patience: int) -> list[str]:
    """Session settings: planning, and timeouts for holding and waiting for locks."""
    options = {
        "synchronous_commit": "on",
        "statement_timeout": f"{patience}s",
        "lock_timeout": f"{patience * 500}ms",
        "idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s",
        "tcp_keepalives_idle": SILENCE_SECONDS,
        "tcp_keepalives_interval": SILENCE_SECONDS // 3,
        "tcp_keepalives_count": 3,
        # A page out of order costs hardly more than the next one, in memory as on any disk of today. By default it is
        # taken for four times as much, and a table is read as a whole to find a hundred of its rows.
        "random_page_cost": "1.1",
    }
    return [f"-c {name}={value}" for name, value in options.items()]


def _sqlite_engine(url: str, patience: int, may_create: bool) -> Engine:
    engine = _engine(url, connect_args={"timeout": patience}, json_deserializer=read)

    @event.listens_for(engine, "connect")
    def configure(dbapi_connection: Any, _record: Any) -> None:
        # The driver's own BEGIN comes too late (before the first write) to be safe between processes; ours is below.
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        # This would write to an empty file, and to a database of another program.
        if may_create or cursor.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchone():
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        # A request holds a password until it is done; what is deleted must be gone from the file as well.
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reads_only = connection.get_execution_options().get(READS_ONLY, False)
        send(connection, "BEGIN" if reads_only else "BEGIN IMMEDIATE")

    return engine
