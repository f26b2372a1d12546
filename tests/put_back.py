"""What hundreds of tests begin with: each worker has it done once, and puts its rows into the next databases."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA

INSERT = "INSERT INTO {0} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::{0}, {1})"
"""PostgreSQL's, of rows as JSON."""
SEQUENCES = "SELECT sequencename, last_value FROM pg_sequences WHERE last_value IS NOT NULL"


class Done(NamedTuple):
    """What came of something that was done on a database to which nothing had happened yet."""

    rows: dict[str, list[Any]]
    """New ones by table: as SQLite holds them, or as JSON."""
    sequences: list[Any]
    """How far each has come, on PostgreSQL."""
    before: str
    """A question whether nothing has happened to a database yet."""
    drawn: list[int]
    """How many bytes were drawn by lot each time."""


_done: dict[Hashable, Done] = {}


def once(what: Hashable, database: Database, do: Callable[[], None]) -> None:
    """Have something done on a database: really, or, if nothing has happened there yet, by putting its rows there.

    It has to be the same whenever it is done, and to leave nothing but rows. What is drawn by lot for it, and
    afterwards, is the same either way.
    """
    key = (what, database.is_sqlite)
    done = _done.get(key)
    with database.writing() as connection:
        if done and connection.scalar(text(done.before)):
            return _put(connection, done, database.is_sqlite)
        is_kept = not done and not connection.scalar(text("SELECT 1 FROM addresses"))
        before = _all_rows(connection, database.is_sqlite) if is_kept else {}
    drawn = _drawn_by(do, Random(repr(what)))  # noqa: S311 - it has to be the same
    if is_kept:
        with database.reading() as connection:
            after = _all_rows(connection, database.is_sqlite)
            sequences = [] if database.is_sqlite else connection.execute(text(SEQUENCES)).all()
        new = {table: rows[len(before[table]) :] for table, rows in after.items() if rows != before[table]}
        if all(after[table][: len(rows)] == rows for table, rows in before.items()):
            counts = [f'(SELECT count(*) FROM "{table}") = {len(before[table])}' for table in new]  # noqa: S608
            _done[key] = Done(new, [*sequences], f"SELECT {' AND '.join(counts)}", drawn)
    return None


def _put(connection: Connection, done: Done, is_sqlite: bool) -> None:
    if is_sqlite:
        for table, rows in done.rows.items():
            values = ", ".join("?" * len(rows[0]))
            connection.exec_driver_sql(f'INSERT INTO "{table}" VALUES ({values})', rows)  # noqa: S608
    else:
        for name in (each.name for each in SCHEMA.sorted_tables if each.name in done.rows):
            insert = INSERT.format(f'"{name}"', ":rows")
            connection.execute(text(insert), {"rows": f"[{','.join(done.rows[name])}]"})
        for name, last in done.sequences:
            connection.execute(text("SELECT setval(:name, :last)"), {"name": name, "last": last})
    for count in done.drawn:
        secrets.token_bytes(count)


def _drawn_by(do: Callable[[], None], chance: Random) -> list[int]:
    """Do it with these chances, and count what is drawn by lot for that."""
    drawn: list[int] = []
    draw = secrets.token_bytes

    def counted(count: int | None = None) -> bytes:
        drawn.append(count or 32)
        draw(count)
        return chance.randbytes(count or 32)

    vars(secrets)["token_bytes"] = counted
    try:
        do()
    finally:
        vars(secrets)["token_bytes"] = draw
    return drawn


def _all_rows(connection: Connection, is_sqlite: bool) -> dict[str, list[Any]]:
    found = {}
    for table in SCHEMA.sorted_tables:
        if is_sqlite:
            question = f'SELECT * FROM "{table.name}"'  # noqa: S608
        else:
            by = ", ".join(f'"{each.name}"' for each in table.primary_key)
            question = f'SELECT row_to_json(t)::text FROM "{table.name}" AS t ORDER BY {by}'  # noqa: S608
        found[table.name] = [row if is_sqlite else row[0] for row in map(tuple, connection.exec_driver_sql(question))]
    return found
