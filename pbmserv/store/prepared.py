"""Statements that each request needs, sent as fast as the database's driver can.

SQLAlchemy writes their SQL once, and its types convert what goes in and what comes out. What else it does around each
statement would make a move take half as long again. Everything else goes through SQLAlchemy as usual.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from sqlalchemy import Connection, Dialect, Table, bindparam
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy import CompoundSelect, Select, UpdateBase
    from sqlalchemy.engine.interfaces import DBAPICursor

Values: TypeAlias = Mapping[str, Any]
Statement: TypeAlias = "Select[Any] | CompoundSelect[Any] | UpdateBase"
T = TypeVar("T")
_CURSOR = "pbmserv_cursor"
_NAMES = "pbmserv_names"
_PSYCOPG = "psycopg"
_Convert: TypeAlias = Callable[[Any], Any]


class Prepared:
    """One statement: its parameters have names, and it has no lists of unknown length.

    An INSERT or UPDATE names the columns that it sets (`named`): no default of a column is filled in.
    """

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._forms: dict[str, _Form] = {}

    def rows(self, connection: Connection, values: Values) -> list[Any]:
        """What the database answers, each row as a named tuple."""
        if _is_listened_to(connection):
            return list(connection.execute(self._statement, values))
        form = self._form(connection.dialect)
        return _run(connection, form.sql, lambda cursor: form.send(cursor, values))

    def row(self, connection: Connection, values: Values) -> Any | None:
        """The first of these rows, None if there is none."""
        return next(iter(self.rows(connection, values)), None)

    def change(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Have the database do this with each of the rows, at least one of them."""
        if _is_listened_to(connection):
            connection.execute(self._statement, rows)
            return
        form = self._form(connection.dialect)
        _run(connection, form.sql, lambda cursor: form.send_many(cursor, rows))

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
        compiled = statement.compile(dialect=_in_which_it_is_sent(dialect))
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

    def send_many(self, cursor: DBAPICursor, rows: Sequence[Values]) -> None:
        if len(rows) == 1:
            # For one row, `executemany` costs twice as much.
            cursor.execute(self.sql, self._given(rows[0]))
        else:
            cursor.executemany(self.sql, [self._given(values) for values in rows])

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


def _is_listened_to(connection: Connection) -> bool:
    """Whether somebody listens to what is sent: then SQLAlchemy sends it, and tells them."""
    return bool(connection.dispatch.before_cursor_execute)


def send(connection: Connection, sql: str) -> None:
    """Send what has no parameters and no answer."""
    _run(connection, sql, lambda cursor: cursor.execute(sql))


def _in_which_it_is_sent(dialect: Dialect) -> Dialect:
    """The dialect with the places for parameters as the cursors below have them."""
    how: dict[str, Any] = {"paramstyle": "numeric_dollar"}
    return type(dialect)(**how) if dialect.driver == _PSYCOPG else dialect


def _new_cursor(connection: Connection) -> DBAPICursor:
    if connection.dialect.driver != _PSYCOPG:
        return connection.connection.cursor()
    # Imported here, since it is there with PostgreSQL only.
    from pbmserv.store.by_libpq import LibpqCursor

    driver: Any = connection.connection.dbapi_connection
    return cast("DBAPICursor", LibpqCursor(driver, connection.info.setdefault(_NAMES, {})))


def _run(connection: Connection, sql: str, use: Callable[[DBAPICursor], T]) -> T:
    """Use a cursor of the driver's, with the exceptions that SQLAlchemy would raise."""
    kept = connection.info
    # One cursor for everything that a connection sends, since it knows what the server has prepared.
    cursor = kept.pop(_CURSOR, None) or _new_cursor(connection)
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
