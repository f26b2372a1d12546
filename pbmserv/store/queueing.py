"""What the two queues of mail have in common, `Inbox` and `Outbox`.

Both work on a connection of the caller's, inside its transaction, so that a request is done in the same instant in
which its letters are written. Several processes may work on one queue: a row that one has claimed, no other gets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from sqlalchemy import Boolean, Column, ColumnElement, Connection, delete, func, literal_column, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.operators import OperatorType

PRUNED_AT_ONCE = 1000
"""Rows that one call deletes at most: nobody else should have to wait long for the database."""


class _Likely(FunctionElement[bool]):
    """A condition, with a word to SQLite that it holds for many rows.

    Else SQLite takes the index of all states for the best one, and reads and sorts a whole queue for its first rows.
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
    """What holds for the rows that wait, be it for another attempt."""
    # As for `still_waiting`.
    return status.in_([literal_column("'waiting'"), literal_column("'later'")])


def count_by_status(connection: Connection, status: ColumnElement[str], among: Sequence[str]) -> dict[str, int]:
    """How many rows have each of these statuses."""
    rows = connection.execute(select(status, func.count()).where(status.in_(among)).group_by(status))
    return {row[0]: row[1] for row in rows}


def prune_rows(connection: Connection, key: Column[Any], *which: ColumnElement[bool]) -> int:
    """Delete rows, so many at most as one call may; gives how many went."""
    doomed = select(key).where(*which).limit(PRUNED_AT_ONCE)
    return connection.execute(delete(key.table).where(key.in_(doomed))).rowcount


def storable(text: str) -> str:
    """What of a text a database can hold: people and mail servers can send NUL, and halves of surrogate pairs."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
