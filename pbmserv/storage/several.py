"""Statements about several keys at once, prepared as those about one are: what a turn reads ahead is cheap to ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, bindparam, or_

from pbmserv.storage.prepared import Prepared, Statement, Values

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, Column, ColumnElement


class Several:
    """A statement about the rows that have one of some keys in these columns.

    `statement` makes it of that condition. A prepared statement has no lists of unknown length, so there is one for
    each power of two; where there are fewer keys, the last one is named again.
    """

    def __init__(self, columns: Sequence[Column[Any]], statement: Callable[[ColumnElement[bool]], Statement]) -> None:
        self._columns = columns
        self._statement = statement
        self._prepared: dict[int, Prepared] = {}

    def rows(
        self, connection: Connection, keys: Collection[Sequence[Any]], values: Values | None = None
    ) -> list[Any]:
        """What the database answers about these keys, each a value for each column; nothing where there are none.

        `values` are the other parameters of the statement.
        """
        if not keys:
            return []
        *others, last = keys
        size = 1 << len(others).bit_length()
        filled = chain(others, repeat(last, size - len(others)))
        named = {_name(which, place): part for which, key in enumerate(filled) for place, part in enumerate(key)}
        return self._for(size).rows(connection, {**named, **(values or {})})

    def _for(self, size: int) -> Prepared:
        if size not in self._prepared:
            self._prepared[size] = Prepared(self._statement(self._is_one_of(size)))
        return self._prepared[size]

    def _is_one_of(self, size: int) -> ColumnElement[bool]:
        if len(self._columns) == 1:
            [column] = self._columns
            return column.in_([_part(column, which, 0) for which in range(size)])
        # Not as a list of rows: for that SQLite uses no index.
        return or_(
            *[
                and_(*[column == _part(column, which, place) for place, column in enumerate(self._columns)])
                for which in range(size)
            ]
        )


def _part(column: Column[Any], which: int, place: int) -> BindParameter[Any]:
    return bindparam(_name(which, place), type_=column.type)


def _name(which: int, place: int) -> str:
    return f"key_{which}_{place}"
