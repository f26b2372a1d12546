"""Which statements some code sends to the database, and whether each of them is served by an index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, event

from pbmserv.store.database import Database

_OF_WHAT_WAITS = re.compile(r"\bix_(inbox|outbox)_waiting\b")
"""Indexes that hold no more than what has to be done next: to read one of them whole is to read that."""


@dataclass(frozen=True)
class Statement:
    """A statement as it was sent, with its parameters."""

    text: str
    parameters: Any


@contextmanager
def recorded(database: Database) -> Iterator[list[Statement]]:
    """The statements that are sent to a database within the block."""
    statements: list[Statement] = []

    def note(_connection: Any, _cursor: Any, text: str, parameters: Any, _context: Any, many: bool) -> None:
        if not many:
            statements.append(Statement(text, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def scans(connection: Connection, statements: Iterable[Statement]) -> list[str]:
    """What is read from end to end by these statements, in the words of the database's own plan."""
    on_sqlite = connection.dialect.name == "sqlite"
    if not on_sqlite:
        # Tables are small in tests: have an index used wherever there is one that serves.
        for costly_with_many_rows in ("enable_seqscan", "enable_hashjoin", "enable_mergejoin"):
            connection.exec_driver_sql(f"SET LOCAL {costly_with_many_rows} = off")
    found = []
    for statement in statements:
        if re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", statement.text):
            explain = "EXPLAIN QUERY PLAN" if on_sqlite else "EXPLAIN"
            rows = connection.exec_driver_sql(f"{explain} {statement.text}", statement.parameters).all()
            plan = [str(row[-1]) for row in rows]
            found += _sqlite_scans(plan) if on_sqlite else _postgresql_scans(plan)
    return found


def _sqlite_scans(plan: Sequence[str]) -> list[str]:
    # A subquery's own rows are no table: what fills them has a line of its own.
    return [line for line in plan if re.match(r"SCAN (?!\(|anon_|CONSTANT ROW)", line)]


def _postgresql_scans(plan: Sequence[str]) -> list[str]:
    whole_index = [
        line
        for line, below in zip(plan, [*plan[1:], ""], strict=True)
        if re.search(r"Index (Only )?Scan", line) and "Index Cond" not in below and not _OF_WHAT_WAITS.search(line)
    ]
    return [line for line in plan if "Seq Scan" in line] + whole_index
