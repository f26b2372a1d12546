"""Writes many rows at once, as they stand in SQLite: times, JSON and truth values are texts and numbers already."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import Connection

from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA

Row = Mapping[str, Any]
"""A row by the names of its columns, raw."""

Write = Callable[["Table", Sequence[Sequence[Any]]], None]
"""Writes rows of a table, their values in the order of its columns."""


class Table:
    """A table, for which nothing but its name and its columns has to be known."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.columns = [column.name for column in SCHEMA.tables[name].columns]
        self._places = {column: place for place, column in enumerate(self.columns)}

    def rows(self, connection: Connection, where: str = "", parameters: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
        """Rows of an SQLite database, raw."""
        statement = f"SELECT {', '.join(self.columns)} FROM {self.name}" + (f" WHERE {where}" if where else "")  # noqa: S608
        return [dict(row) for row in connection.exec_driver_sql(statement, parameters).mappings()]

    def values(self, row: Row) -> tuple[Any, ...]:
        """A row in the order of the columns."""
        return tuple(row[column] for column in self.columns)

    def changed(self, values: Sequence[Any], changes: Row) -> tuple[Any, ...]:
        """Such values with some of them changed."""
        changed = list(values)
        for column, value in changes.items():
            changed[self._places[column]] = value
        return tuple(changed)


@contextmanager
def bulk(database: Database) -> Iterator[Write]:
    """A way to write rows that keeps the database from its usual care: should this fail, it is worth nothing."""
    if database.is_sqlite:
        # Its pages must not be in the hands of other connections.
        database.engine.dispose()
        with closing(sqlite3.connect(str(database.engine.url.database), isolation_level=None)) as plain:
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -500000"):
                plain.execute(f"PRAGMA {pragma}").fetchall()
            plain.execute("BEGIN")
            made = plain.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND name LIKE 'ix_%'")
            with _without_indexes(dict(made.fetchall()), plain.execute):
                yield lambda table, rows: _insert(plain, table, rows)
            plain.execute("COMMIT")
            plain.execute("PRAGMA journal_mode = WAL").fetchall()
        return
    with database.writing() as connection:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL timezone = 'UTC'")
        # Foreign keys are not checked row by row.
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '256MB'")
        indexes = connection.exec_driver_sql(
            "SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'ix_%%'"
        )
        with _without_indexes({row.indexname: row.indexdef for row in indexes}, connection.exec_driver_sql):
            yield lambda table, rows: _copy(connection, table, rows)
        for table in map(Table, SCHEMA.tables):
            if table.columns[0] == "id":
                connection.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), greatest(max(id), 1))"  # noqa: S608
                    f" FROM {table.name}"
                )
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        # As it does by itself after a while.
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("VACUUM ANALYZE")
        connection.exec_driver_sql("CHECKPOINT")


@contextmanager
def _without_indexes(indexes: Mapping[str, str], execute: Callable[[str], object]) -> Iterator[None]:
    """Make these indexes, given with how they are made, when the rows are there: faster than row by row."""
    for name in indexes:
        execute(f"DROP INDEX {name}")
    yield
    for how in indexes.values():
        execute(how)


def _insert(plain: sqlite3.Connection, table: Table, rows: Iterable[Sequence[Any]]) -> None:
    marks = ", ".join("?" for _ in table.columns)
    plain.executemany(f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})", rows)  # noqa: S608


def _copy(connection: Connection, table: Table, rows: Iterable[Sequence[Any]]) -> None:
    lines = "".join("\t".join([_field(value) for value in row]) + "\n" for row in rows)
    cursor: Any = connection.connection.cursor()
    with cursor.copy(f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN") as copy:
        copy.write(lines)


def _field(value: Any) -> str:
    if isinstance(value, str):
        return value.translate(_ESCAPED) if "\\" in value or "\n" in value or "\t" in value else value
    if value is None:
        return "\\N"
    return f"\\\\x{value.hex()}" if isinstance(value, bytes) else str(value)


_ESCAPED = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})
