"""What the two queues of mail have in common, `Inbox` and `Outbox`.

Both work on a connection of the caller's, inside its transaction, so that a request is done in the same instant in
which its letters are written. Several processes may work on one queue: a row that one has claimed, no other gets.
"""

from __future__ import annotations

from typing import Any, Self

from sqlalchemy import Boolean, Column, ColumnElement, Connection, delete, literal_column, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.operators import OperatorType

PRUNED_AT_ONCE = 1000
"""The most rows that one call deletes, so that nobody else has to wait long for the database."""


class _Likely(FunctionElement[bool]):
    """A condition, with a word to SQLite that it holds for many rows.

    Without it, SQLite prefers the index of all states, and reads and sorts a whole queue to find its first rows.
    """

    type = Boolean()
    inherit_cache = True

    def self_group(self, against: OperatorType | None = None) -> Self:
        """It is a condition already, and not to be compared with true."""
        return self


@compiles(_Likely)
def _condition(element: _Likely, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.clauses, **how)


@compiles(_Likely, "sqlite")
def _likely_condition(element: _Likely, compiler: SQLCompiler, **how: Any) -> str:
    return f"likely({compiler.process(element.clauses, **how)})"


def still_waiting(status: ColumnElement[str]) -> ColumnElement[bool]:
    """What holds for the rows that wait."""
    # Written into the statement: the partial indexes are used for this very text only, not for a parameter.
    return _Likely(status == literal_column("'waiting'"))


def still_to_do(status: ColumnElement[str]) -> ColumnElement[bool]:
    """What holds for the rows that wait, for their first attempt or another."""
    # As for `still_waiting`.
    return status.in_([literal_column("'waiting'"), literal_column("'later'")])


def prune_rows(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> int:
    """Delete these rows, up to `PRUNED_AT_ONCE` of them; gives how many went."""
    doomed = select(key).where(*which).limit(PRUNED_AT_ONCE)
    return connection.execute(delete(key.table).where(key.in_(doomed))).rowcount


def storable(text: str) -> str:
    """A text as a database can hold it: people and mail servers can send NUL, and halves of surrogate pairs."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
