"""What hundreds of tests begin with: each worker has it done once, and puts its rows into the next databases."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA


class Done(NamedTuple):
    """What came of something that was done on a database to which nothing had happened yet."""

    rows: dict[str, list[Any]]
    """New ones by table, as SQLite holds them."""
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
    done = _done.get(what)
    with database.writing() as connection:
        if done and database.is_sqlite and connection.scalar(text(done.before)):
            return _put(connection, done)
        is_kept = not done and database.is_sqlite and not connection.scalar(text("SELECT 1 FROM addresses"))
        before = _all_rows(connection) if is_kept else {}
    drawn = _drawn_by(do, Random(repr(what)))  # noqa: S311 - it has to be the same
    if is_kept:
        with database.reading() as connection:
            after = _all_rows(connection)
        new = {table: rows[len(before[table]) :] for table, rows in after.items() if rows != before[table]}
        if all(after[table][: len(rows)] == rows for table, rows in before.items()):
            counts = [f'(SELECT count(*) FROM "{table}") = {len(before[table])}' for table in new]  # noqa: S608
            _done[what] = Done(new, f"SELECT {' AND '.join(counts)}", drawn)
    return None


def _put(connection: Connection, done: Done) -> None:
    for table, rows in done.rows.items():
        values = ", ".join("?" * len(rows[0]))
        connection.exec_driver_sql(f'INSERT INTO "{table}" VALUES ({values})', rows)  # noqa: S608
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


def _all_rows(connection: Connection) -> dict[str, list[Any]]:
    return {
        table: [tuple(row) for row in connection.exec_driver_sql(f'SELECT * FROM "{table}"')]  # noqa: S608
        for table in SCHEMA.tables
    }
