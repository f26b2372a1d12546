"""Statements that each request needs, sent as fast as the database's driver can.

SQLAlchemy writes their SQL once, and its types convert what goes in and what comes out. What else it does around each
statement would make a move take half as long again. Everything else goes through SQLAlchemy as usual.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, Table, UpdateBase, bindparam
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import visitors

if TYPE_CHECKING:
    from sqlalchemy import CompoundSelect, Select
    from sqlalchemy.engine.interfaces import DBAPICursor

Values: TypeAlias = Mapping[str, Any]
Statement: TypeAlias = "Select[Any] | CompoundSelect[Any] | UpdateBase"
T = TypeVar("T")
PENDING = "pbmserv_pending"
"""Where a connection notes the changes that wait in its transaction (`pending`)."""

READS_ONLY = "pbmserv_reads_only"
"""The option of a connection on which nothing is written."""

_CURSOR = "pbmserv_cursor"
_Convert: TypeAlias = Callable[[Any], Any]


class Pending(Protocol):
    """What a connection notes of the changes that wait in its transaction: see `pending`."""

    def add(self, statement: Prepared, rows: Sequence[Any]) -> None:
        """Have a statement wait with these rows."""

    def before(self, statement: Prepared) -> None:
        """Make ready for a statement that is sent now."""

    def knowing_of_it(self) -> AbstractContextManager[None]:
        """Have SQLAlchemy send a prepared statement within the block."""


class Prepared:
    """One statement: its parameters have names, and it has no lists of unknown length.

    An INSERT or UPDATE names the columns that it sets (`named`): no default of a column is filled in. `keeps_ahead`
    is for one whose sender sees to what was read ahead of its table (`ahead`); otherwise that is forgotten.
    """

    def __init__(self, statement: Statement, keeps_ahead: bool = False) -> None:
        self._statement = statement
        self._forms: dict[str, _Form] = {}
        self.writes = isinstance(statement, UpdateBase)
        self.keeps_ahead = keeps_ahead

    @cached_property
    def tables(self) -> frozenset[str]:
        """The names of all tables that it reads or changes."""
        return frozenset(each.name for each in visitors.iterate(self._statement) if isinstance(each, Table))

    def rows(self, connection: Connection, values: Values) -> list[Any]:
        """What the database answers, each row as a named tuple."""
        if (pending := _pending(connection)) is not None:
            pending.before(self)
        if _is_listened_to(connection):
            return list(self._through_sqlalchemy(connection, values))
        form = self._form(connection.dialect)
        return _run(connection, form.sql, lambda cursor: form.send(cursor, values))

    def row(self, connection: Connection, values: Values) -> Any | None:
        """The first of these rows, None if there is none."""
        return next(iter(self.rows(connection, values)), None)

    def change(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Have the database do this with each of the rows, at least one of them, before anybody can tell."""
        if (pending := _pending(connection)) is not None:
            pending.add(self, rows if _is_listened_to(connection) else self._form(connection.dialect).given(rows))
        elif _is_listened_to(connection):
            self._through_sqlalchemy(connection, rows)
        else:
            self.change_now(connection, self._form(connection.dialect).given(rows))

    def change_now(self, connection: Connection, rows: Sequence[Any]) -> None:
        """Send rows that have waited in a transaction, as they were given to it."""
        if _is_listened_to(connection):
            self._through_sqlalchemy(connection, rows)
            return
        form = self._form(connection.dialect)
        _run(connection, form.sql, lambda cursor: form.send_many(cursor, rows))

    def _through_sqlalchemy(self, connection: Connection, values: Values | Sequence[Values]) -> Any:
        pending = _pending(connection)
        with pending.knowing_of_it() if pending is not None else nullcontext():
            return connection.execute(self._statement, values)

    def _form(self, dialect: Dialect) -> _Form:
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _Form(self._statement, dialect)
        return form


def named(table: Table, *leave_out: str) -> dict[str, Any]:
    """All columns of a table, each to be set to the parameter of its name, for `values` of an INSERT."""
    names = (column.name for column in table.c)
    return {name: bindparam(name) for name in names if name not in leave_out}


class _Form:
    """The statement as one kind of database understands it."""

    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        if compiled.post_compile_params or compiled.literal_execute_params or compiled.insert_prefetch:
            raise ValueError(f"this statement cannot be prepared: {compiled}")
        self.sql = str(compiled)
        self._is_positional = compiled.positional
        self._names = list(compiled.positiontup or () if compiled.positional else compiled.binds)
        self._to_convert: dict[str, _Convert] = {
            name: convert
            for name, bind in compiled.binds.items()
            if (convert := bind.type.dialect_impl(dialect).bind_processor(dialect))
        }
        constants = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        self._constants = constants.copy()
        self._convert_in(self._constants, constants)
        columns = statement.exported_columns
        self._row: Any = namedtuple("Row", map(str, columns.keys()), rename=True)  # type: ignore[misc]
        self._to_convert_back: list[tuple[int, _Convert]] = [
            (number, convert)
            for number, column in enumerate(columns)
            if (convert := column.type.dialect_impl(dialect).result_processor(dialect, None))
        ]

    def send(self, cursor: DBAPICursor, values: Values) -> list[Any]:
        cursor.execute(self.sql, self._given(values))
        rows = cursor.fetchall()
        return list(map(self._row._make, map(self._converted, rows) if self._to_convert_back else rows))

    def given(self, rows: Sequence[Values]) -> list[Any]:
        """The rows as the driver takes them."""
        return list(map(self._given, rows))

    def send_many(self, cursor: DBAPICursor, given: Sequence[Any]) -> None:
        if len(given) == 1:
            # For one row, `executemany` costs twice as much.
            cursor.execute(self.sql, given[0])
        else:
            cursor.executemany(self.sql, given)

    def _given(self, values: Values) -> Any:
        given = {**self._constants, **values}
        self._convert_in(given, values)
        # A parameter that is missing raises KeyError here.
        return [given[name] for name in self._names] if self._is_positional else {n: given[n] for n in self._names}

    def _convert_in(self, given: dict[str, Any], values: Values) -> None:
        for name, convert in self._to_convert.items():
            if name in values:
                given[name] = convert(values[name])

    def _converted(self, row: Sequence[Any]) -> Sequence[Any]:
        fields = list(row)
        for number, convert in self._to_convert_back:
            fields[number] = convert(fields[number])
        return fields


def _pending(connection: Connection) -> Pending | None:
    changes: Pending | None = connection.info.get(PENDING)
    return changes


def _is_listened_to(connection: Connection) -> bool:
    """Whether somebody listens to what is sent: then SQLAlchemy sends it, and tells them."""
    return bool(connection.dispatch.before_cursor_execute)


def send(connection: Connection, sql: str) -> None:
    """Send what has no parameters and no answer."""
    _run(connection, sql, lambda cursor: cursor.execute(sql))


def _run(connection: Connection, sql: str, use: Callable[[DBAPICursor], T]) -> T:
    """Use a cursor of the driver's, with the exceptions that SQLAlchemy would raise."""
    kept = connection.info
    # One cursor for everything that a connection sends: making one costs psycopg as much as using it.
    cursor = kept.pop(_CURSOR, None) or connection.connection.cursor()
    try:
        result = use(cursor)
    except BaseException as error:
        with suppress(Exception):
            cursor.close()
        driver = connection.dialect.loaded_dbapi
        if isinstance(error, driver.Error):
            raise _as_sqlalchemy_tells(error, connection, sql, cursor) from error
        raise
    kept[_CURSOR] = cursor
    return result


def _as_sqlalchemy_tells(error: Any, connection: Connection, sql: str, cursor: DBAPICursor) -> Exception:
    raw: Any = connection.connection.dbapi_connection
    is_gone = connection.dialect.is_disconnect(error, raw, cursor)
    told: Exception = DBAPIError.instance(
        sql,
        None,
        error,
        connection.dialect.loaded_dbapi.Error,
        hide_parameters=True,
        connection_invalidated=is_gone,
        dialect=connection.dialect,
    )
    if is_gone:
        connection.invalidate(error)
    return told
