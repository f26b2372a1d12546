"""Which statements some code sends to the database, and whether each of them is served by an index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, event

from pbmserv.store.database import Database


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
    if connection.dialect.name != "sqlite":
        # Tables are small in tests; an index is used now wherever there is one that serves.
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    found = []
    for statement in statements:
        if re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", statement.text):
            found += [line for line in _plan(connection, statement) if _reads_all(line)]
    return found


def _plan(connection: Connection, statement: Statement) -> list[str]:
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    rows = connection.exec_driver_sql(f"{explain} {statement.text}", statement.parameters).all()
    return [f"{row[-1]}" for row in rows]


def _reads_all(line: str) -> bool:
    # A subquery's own rows are not a table: what fills them has a line of its own.
    return "Seq Scan" in line or (line.startswith("SCAN") and not re.match(r"SCAN (\(|anon_|CONSTANT ROW)", line))
