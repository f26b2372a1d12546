"""Which statements some code sends to the database, and whether each of them is served by an index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, event

from pbmserv.storage.database import Database

_OF_FEW = re.compile(
    r"\bix_(inbox_waiting|inbox_holding|outbox_waiting|users_suspended|tournaments_open|users_bot|boards_offered_at"
    r"|game_limits_seeking)\b"
)
"""Indexes that hold no more than what has to be done next, who is kept out, what goes on, which bots there are,
which seats are free, or who seeks a game: to read one is to read that."""

_WHOLE_TABLE = re.compile(r"Seq Scan on (?!(games|secrets)\b)")
"""There is a row for each game, and one for each key: these tables do not grow."""

_WHOLE_GAME = re.compile(r"SEARCH boards USING .*\(game=\?(?! AND number=)")


@dataclass(frozen=True)
class Statement:
    """A statement as it was sent, with its parameters; those of `many` rows where it was sent for these at once."""

    text: str
    parameters: Any
    many: bool = False

    @property
    def asks_or_changes(self) -> bool:
        """Whether it is one that the database has to work for: no savepoint, nothing about the session."""
        return re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", self.text) is not None


@contextmanager
def recorded(database: Database) -> Iterator[list[Statement]]:
    """The statements that are sent to a database within the block."""
    statements: list[Statement] = []

    def note(_connection: Any, _cursor: Any, text: str, parameters: Any, _context: Any, many: bool) -> None:
        statements.append(Statement(text, parameters, many))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def scans(connection: Connection, statements: Iterable[Statement], as_planned: bool = False) -> list[str]:
    """What is read from end to end by these statements, in the words of the database's own plan.

    `as_planned` is for tables that are so large that PostgreSQL chooses to scan them only where nothing else serves.
    """
    on_sqlite = connection.dialect.name == "sqlite"
    if not on_sqlite:
        # Tables are small in tests: have an index used wherever there is one that serves. For a page of a list, even
        # ten thousand players are few enough to read them all once, instead of some hundred of them one by one.
        for costly_with_many_rows in ("enable_hashjoin", "enable_mergejoin"):
            connection.exec_driver_sql(f"SET LOCAL {costly_with_many_rows} = off")
        connection.exec_driver_sql(f"SET LOCAL enable_seqscan = {'on' if as_planned else 'off'}")
    found = []
    for statement in statements:
        if not statement.many and re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", statement.text):
            explain = "EXPLAIN QUERY PLAN" if on_sqlite else "EXPLAIN"
            rows = connection.exec_driver_sql(f"{explain} {statement.text}", statement.parameters).all()
            plan = [str(row[-1]) for row in rows]
            found += _sqlite_scans(plan) if on_sqlite else _postgresql_scans(plan)
    return found


def sorts(connection: Connection, statements: Iterable[Statement]) -> list[str]:
    """What is sorted by these queries, instead of being read in the order of an index; SQLite only."""
    return [
        str(row[-1])
        for statement in statements
        if re.match(r"\s*SELECT\b", statement.text)
        for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement.text}", statement.parameters)
        if "TEMP B-TREE" in str(row[-1])
    ]


def most_rows_read(connection: Connection, statements: Iterable[Statement]) -> int:
    """How many rows one of these queries reads from one table, be it by an index; for PostgreSQL only."""
    most = 0
    for statement in statements:
        if not statement.many and re.match(r"\s*(SELECT|WITH)\b", statement.text):
            explain = f"EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) {statement.text}"
            plan = [str(row[-1]) for row in connection.exec_driver_sql(explain, statement.parameters)]
            reads = [re.search(r"actual rows=([0-9.]+) loops=([0-9]+)", line) for line in plan if "Scan" in line]
            most = max([most, *(int(float(read[1]) * int(read[2])) for read in reads if read)])
    return most


def searches_of_whole_games(connection: Connection, statements: Iterable[Statement]) -> list[str]:
    """What reads all boards of a game, be it by an index, and does not stop at the end of a page; SQLite only."""
    found = []
    for statement in statements:
        if not statement.many and re.match(r"\s*(SELECT|WITH)\b", statement.text):
            explain = f"EXPLAIN QUERY PLAN {statement.text}"
            plan = [str(row[-1]) for row in connection.exec_driver_sql(explain, statement.parameters)]
            stops = "LIMIT" in statement.text and not any("LIST SUBQUERY" in line for line in plan)
            found += [line for line in plan if _WHOLE_GAME.search(line) and not stops]
    return found


def _sqlite_scans(plan: Sequence[str]) -> list[str]:
    # A subquery's own rows are no table: what fills them has a line of its own.
    return [
        line
        for line in plan
        if re.match(r"SCAN (?!\(|anon_|oldest\b|CONSTANT ROW)", line) and not _OF_FEW.search(line)
    ]


def _postgresql_scans(plan: Sequence[str]) -> list[str]:
    whole_index = [
        line
        for line, below in zip(plan, [*plan[1:], ""], strict=True)
        if re.search(r"Index (Only )?Scan", line) and "Index Cond" not in below and not _OF_FEW.search(line)
    ]
    # What costs nothing is a table that has never had a row: there is no way round reading all of that.
    return [line for line in plan if _WHOLE_TABLE.search(line) and "cost=0.00..0.00" not in line] + whole_index
