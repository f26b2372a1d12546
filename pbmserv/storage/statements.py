"""Prepared statements of a transaction, with a prefetch cache and a write buffer.

What a batch of requests needs is read with one statement for each table (`BatchSelect`) and cached (`RowCache`);
writes are buffered (`WriteBuffer`). A part that can be undone alone (`undone_on_error`) needs a savepoint only if
some of it was sent. `docs/turns.md` has the contract, and why.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from sqlalchemy import (
    JSON,
    Connection,
    Dialect,
    Double,
    Engine,
    SelectBase,
    Table,
    UpdateBase,
    and_,
    bindparam,
    event,
    or_,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import visitors
from sqlalchemy.sql.elements import ReleaseSavepointClause, RollbackToSavepointClause

from pbmserv.storage.documents import read, written, written_or_null

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, Column, ColumnElement, CompoundSelect, Select
    from sqlalchemy.engine.interfaces import DBAPICursor
    from sqlalchemy.types import TypeEngine

Values: TypeAlias = Mapping[str, Any]
Statement: TypeAlias = "Select[Any] | CompoundSelect[Any] | UpdateBase"
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

READS_ONLY = "pbmserv_reads_only"
"""The execution option of read-only connections."""

_BUFFER = "pbmserv_write_buffer"
_CURSOR = "pbmserv_cursor"
"""The key of these in `connection.info`."""

_Convert: TypeAlias = Callable[[Any], Any]


class Prepared:
    """A prepared statement with named parameters and without lists of variable length.

    INSERT and UPDATE set every column they name (`named`); defaults are not filled in. `keeps_cached` says that the
    caller updates the `RowCache`, which is otherwise invalidated.
    """

    def __init__(self, statement: Statement, keeps_cached: bool = False) -> None:
        self._statement = statement
        self._forms: dict[str, _Form] = {}
        self.writes = isinstance(statement, UpdateBase)
        self.keeps_cached = keeps_cached

    @cached_property
    def tables(self) -> frozenset[str]:
        return frozenset(each.name for each in visitors.iterate(self._statement) if isinstance(each, Table))

    def rows(self, connection: Connection, values: Values) -> list[Any]:
        """Run it and return the rows as named tuples."""
        if (buffer := _buffer(connection)) is not None:
            buffer.before(self)
        form = self._form(connection)
        if form is None:
            return list(self._through_sqlalchemy(connection, values))
        return _run(connection, form.sql, form.send, values)

    def row(self, connection: Connection, values: Values) -> Any | None:
        return next(iter(self.rows(connection, values)), None)

    def change(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Run it for each row of parameters, now or buffered."""
        form, buffer = self._form(connection), _buffer(connection)
        given = rows if form is None else form.given(rows)
        if buffer is not None:
            buffer.add(self, given)
        else:
            self.change_now(connection, given)

    def change_now(self, connection: Connection, rows: Sequence[Any]) -> None:
        form = self._form(connection)
        if form is None:
            self._through_sqlalchemy(connection, rows)
        else:
            _run(connection, form.sql, form.send_many, rows)

    def _through_sqlalchemy(self, connection: Connection, values: Values | Sequence[Values]) -> Any:
        buffer = _buffer(connection)
        with buffer.knowing_of_it() if buffer is not None else nullcontext():
            return connection.execute(self._statement, values)

    def _form(self, connection: Connection) -> _Form | None:
        """Itself for this database; None if anybody listens to statements, so that SQLAlchemy must send it."""
        dialect = connection.dialect
        if connection.dispatch.before_cursor_execute:
            return None
        form = self._forms.get(dialect.name)
        if form is None:
            form = self._forms[dialect.name] = _Form(self._statement, dialect)
        return form


def named(table: Table, *leave_out: str) -> dict[str, Any]:
    """Parameters for all columns of a table, for `values` of an INSERT."""
    names = (column.name for column in table.c)
    return {name: bindparam(name) for name in names if name not in leave_out}


class BatchSelect:
    """A prepared SELECT of rows that match any of several keys.

    `statement` builds it from the condition. There is one statement for each power of two of keys; the last key is
    repeated as padding. Of very many keys, some at a time are asked for.
    """

    def __init__(self, columns: Sequence[Column[Any]], statement: Callable[[ColumnElement[bool]], Statement]) -> None:
        self._columns = columns
        self._statement = statement
        self._prepared: dict[int, Prepared] = {}

    def rows(
        self, connection: Connection, keys: Collection[Sequence[Any]], values: Values | None = None
    ) -> list[Any]:
        """Return the rows for these keys, each a value for each column.

        `values` are the statement's other parameters.
        """
        if len(keys) > _MOST_KEYS:
            each = [*keys]
            some = (each[start : start + _MOST_KEYS] for start in range(0, len(each), _MOST_KEYS))
            return [row for part in some for row in self.rows(connection, part, values)]
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


_MOST_KEYS = 512


def _part(column: Column[Any], which: int, place: int) -> BindParameter[Any]:
    return bindparam(_name(which, place), type_=column.type)


def _name(which: int, place: int) -> str:
    return f"key_{which}_{place}"


class CacheKey(Generic[K, V]):
    """A kind of cached value, with the tables it was read from."""

    def __init__(self, *tables: str) -> None:
        self.tables = frozenset(tables)


class RowCache:
    """The prefetched values of one transaction; `when_undone` registers an undo of a change.

    A write to a table invalidates what was read from it.
    """

    def __init__(self, when_undone: Callable[[Callable[[], None]], None]) -> None:
        self._when_undone = when_undone
        self._known: dict[CacheKey[Any, Any], dict[Any, Any]] = {}

    def add(self, kind: CacheKey[K, V], found: Mapping[K, V]) -> None:
        self._known.setdefault(kind, {}).update(found)

    def get(self, kind: CacheKey[K, V], key: K) -> V | None:
        return self._known.get(kind, {}).get(key)

    def all_of(self, kind: CacheKey[K, V], keys: Collection[K]) -> list[V] | None:
        """The cached values in order; None unless all are cached."""
        known = self._known.get(kind)
        if known is None or not all(key in known for key in keys):
            return None
        return [known[key] for key in keys]

    def change(self, kind: CacheKey[K, V], key: K, value: V) -> None:
        """Update a cached value, until the change is undone."""
        known = self._known.setdefault(kind, {})
        before = known.get(key)
        known[key] = value

        def undo() -> None:
            if self._known.get(kind) is not known:
                # All of them were forgotten since.
                return
            if before is None:
                known.pop(key, None)
            else:
                known[key] = before

        self._when_undone(undo)

    def drop(self, kind: CacheKey[K, V], key: K) -> None:
        self._known.get(kind, {}).pop(key, None)

    def forget(self, tables: Iterable[str]) -> None:
        """Invalidate what was read from these tables."""
        changed = set(tables)
        for kind in [kind for kind in self._known if not kind.tables.isdisjoint(changed)]:
            del self._known[kind]

    def forget_all(self) -> None:
        self._known.clear()


def undone_on_error(connection: Connection) -> AbstractContextManager[None]:
    """Undo the block's changes if an exception leaves it.

    Like `connection.begin_nested()`, but without a savepoint if nothing was written. Blocks may nest.
    """
    buffer = _buffer(connection)
    if buffer is not None:
        return buffer.part()
    if connection.get_execution_options().get(READS_ONLY):
        return nullcontext()
    return _nested(connection)


@contextmanager
def kept_apart(connection: Connection) -> Iterator[None]:
    """The same with a savepoint at once, for changes that the database itself may refuse."""
    with connection.begin_nested():
        yield
        buffer = _buffer(connection)
        if buffer is not None:
            buffer.send_all()


@contextmanager
def _nested(connection: Connection) -> Iterator[None]:
    with connection.begin_nested():
        yield


@contextmanager
def buffered(connection: Connection) -> Iterator[None]:
    """Buffer a transaction's changes until the end of the block."""
    # Kept, since a connection that has been lost does not tell its notes any more.
    notes = connection.info
    buffer = notes[_BUFFER] = WriteBuffer(connection)
    try:
        yield
        buffer.finish()
    finally:
        notes.pop(_BUFFER, None)
        # It refers to itself, and what a batch has read would stay until Python looks for garbage.
        buffer.forget()


def row_cache(connection: Connection) -> RowCache | None:
    buffer = _buffer(connection)
    return buffer.cache if buffer is not None else None


def has_lost_its_transaction(connection: Connection) -> bool:
    """Whether SQLite has rolled back the transaction, as some errors do: later writes would persist."""
    if connection.dialect.name != "sqlite":
        return False
    driver: Any = connection.connection.dbapi_connection
    return not driver.in_transaction


def send_buffered_first(engine: Engine) -> None:
    """Flush buffered changes before any statement that SQLAlchemy sends itself."""

    @event.listens_for(engine, "before_execute")
    def before(connection: Connection, clause: Any, *_: Any) -> None:
        buffer = _buffer(connection)
        if buffer is not None:
            buffer.before_other(clause)

    @event.listens_for(engine, "rollback")
    def rolled_back(connection: Connection) -> None:
        buffer = None if connection.invalidated else _buffer(connection)
        if buffer is not None:
            buffer.forget()


def _buffer(connection: Connection) -> WriteBuffer | None:
    buffer: WriteBuffer | None = connection.info.get(_BUFFER)
    return buffer


class _Part:
    """A part of the transaction that can be undone; its savepoint precedes its first change."""

    def __init__(self) -> None:
        self.is_sent = False
        self.undo: list[Callable[[], None]] = []


class WriteBuffer:
    """The buffered changes of a transaction, and its cache."""

    def __init__(self, connection: Connection) -> None:
        self.cache = RowCache(self.when_undone)
        self._connection = connection
        self._waiting: list[tuple[Prepared, Sequence[Any]] | _Part] = []
        """Statements with their rows, and parts, in order; parts not in it have their savepoint or have ended."""
        self._tables: set[str] = set()
        """The tables of the buffered changes."""
        self._parts: list[_Part] = []
        """The open parts, outermost first."""
        self._is_known = False
        """Whether SQLAlchemy is sending a prepared statement that was handled before."""
        self._failed: BaseException | None = None

    def add(self, statement: Prepared, rows: Sequence[Any]) -> None:
        self._forget_changed(statement)
        self._waiting.append((statement, rows))
        self._tables |= statement.tables

    def before(self, statement: Prepared) -> None:
        """Flush what a statement that is sent now must see or follow."""
        is_waited_for = not self._tables.isdisjoint(statement.tables)
        if statement.writes:
            self._forget_changed(statement)
            # Where there is nothing that could be undone with it, no order holds between different tables.
            is_waited_for = is_waited_for or not all(part.is_sent for part in self._parts)
        if is_waited_for:
            self._send_waiting(and_begin_parts=statement.writes)

    def before_other(self, clause: Any) -> None:
        """The same for a statement of SQLAlchemy's."""
        if self._is_known:
            return
        if isinstance(clause, RollbackToSavepointClause):
            # All that waits came after that savepoint, for which all that waited before was sent.
            self.forget()
        elif isinstance(clause, SelectBase | ReleaseSavepointClause):
            self._send_waiting()
        else:
            table = getattr(clause, "table", None)
            if table is not None:
                self.cache.forget({table.name})
            elif getattr(clause, "__visit_name__", "") != "savepoint":
                self.cache.forget_all()
            self._send_waiting(and_begin_parts=True)

    @contextmanager
    def knowing_of_it(self) -> Iterator[None]:
        """Mark statements within the block as handled."""
        self._is_known = True
        try:
            yield
        finally:
            self._is_known = False

    def forget(self) -> None:
        """Drop buffered changes, the cache and failures after a rollback."""
        self._waiting.clear()
        self._tables.clear()
        self._failed = None
        self.cache.forget_all()

    def send_all(self) -> None:
        self._send_waiting(and_begin_parts=True)

    def finish(self) -> None:
        """Flush at the end of the transaction. Raises earlier failures."""
        if self._failed is not None:
            # Of what has failed nobody was told whose it was; whoever heard of it may not have cared.
            raise self._failed
        self._send_waiting()

    def when_undone(self, undo: Callable[[], None]) -> None:
        if self._parts:
            self._parts[-1].undo.append(undo)

    @contextmanager
    def part(self) -> Iterator[None]:
        """Undo the block's changes if an exception leaves it."""
        part = _Part()
        self._parts.append(part)
        self._waiting.append(part)
        try:
            yield
        except BaseException as error:
            self._parts.pop()
            self._undo(part)
            if not part.is_sent and self._is_lost_by(error):
                # Without a savepoint, it is the whole transaction that the database has given up.
                self._failed = self._failed or error
            raise
        self._parts.pop()
        if self._parts:
            self._parts[-1].undo += part.undo
        if part.is_sent:
            send(self._connection, "RELEASE SAVEPOINT part")
        elif part in self._waiting:
            self._waiting.remove(part)

    def _is_lost_by(self, error: BaseException) -> bool:
        return isinstance(error, DBAPIError) or has_lost_its_transaction(self._connection)

    def _forget_changed(self, statement: Prepared) -> None:
        if not statement.keeps_cached:
            self.cache.forget(statement.tables)

    def _undo(self, part: _Part) -> None:
        if part.is_sent:
            self._waiting.clear()
            self._failed = None
        elif part in self._waiting:
            del self._waiting[self._waiting.index(part) :]
        self._tables = {table for each in self._waiting if not isinstance(each, _Part) for table in each[0].tables}
        for undo in reversed(part.undo):
            undo()
        if part.is_sent:
            send(self._connection, "ROLLBACK TO SAVEPOINT part")
            send(self._connection, "RELEASE SAVEPOINT part")

    def _send_waiting(self, and_begin_parts: bool = False) -> None:
        """Flush all changes, each within its part; `and_begin_parts` opens unchanged parts, too."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        while not and_begin_parts and waiting and isinstance(waiting[-1], _Part):
            self._waiting.insert(0, waiting.pop())
        self._tables = set()
        together: dict[Prepared, list[Any]] = {}
        try:
            for each in waiting:
                if not isinstance(each, _Part):
                    statement, rows = each
                    together.setdefault(statement, []).extend(rows)
                    continue
                self._send(together)
                send(self._connection, "SAVEPOINT part")
                each.is_sent = True
            self._send(together)
        except Exception as error:
            self._failed = self._failed or error
            raise

    def _send(self, together: dict[Prepared, list[Any]]) -> None:
        for statement, rows in together.items():
            statement.change_now(self._connection, rows)
        together.clear()


class _Form:
    def __init__(self, statement: Statement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        if compiled.post_compile_params or compiled.literal_execute_params or compiled.insert_prefetch:
            raise ValueError(f"this statement cannot be prepared: {compiled}")
        self.sql = str(compiled)
        self._is_positional = compiled.positional
        converters = {name: _writer_of(bind.type, dialect) for name, bind in compiled.binds.items()}
        names = compiled.positiontup or () if compiled.positional else compiled.binds
        self._names: list[tuple[str, _Convert | None]] = [(name, converters[name]) for name in names]
        self._constants = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        columns = statement.exported_columns
        self._row: Any = namedtuple("Row", map(str, columns.keys()), rename=True)  # type: ignore[misc]
        self._to_convert_back: list[tuple[int, _Convert]] = [
            (number, read_column)
            for number, column in enumerate(columns)
            if (read_column := _reader_of(column.type, dialect))
        ]

    def send(self, cursor: DBAPICursor, values: Values) -> list[Any]:
        cursor.execute(self.sql, self._given(values))
        rows = cursor.fetchall()
        return list(map(self._row._make, map(self._converted, rows) if self._to_convert_back else rows))

    def given(self, rows: Sequence[Values]) -> list[Any]:
        return list(map(self._given, rows))

    def send_many(self, cursor: DBAPICursor, given: Sequence[Any]) -> None:
        if len(given) == 1:
            # For one row, `executemany` costs twice as much.
            cursor.execute(self.sql, given[0])
        else:
            cursor.executemany(self.sql, given)

    def _given(self, values: Values) -> Any:
        given = {**self._constants, **values} if self._constants else values
        # A parameter that is missing raises KeyError here.
        if self._is_positional:
            return [convert(given[name]) if convert else given[name] for name, convert in self._names]
        return {name: convert(given[name]) if convert else given[name] for name, convert in self._names}

    def _converted(self, row: Sequence[Any]) -> Sequence[Any]:
        fields = list(row)
        for number, convert in self._to_convert_back:
            # NULL is None in every type.
            if fields[number] is not None:
                fields[number] = convert(fields[number])
        return fields


def _writer_of(kind: TypeEngine[Any], dialect: Dialect) -> _Convert | None:
    if dialect.name == "sqlite" and isinstance(kind, JSON):
        # As SQLAlchemy does it, in fewer steps: each move writes twenty documents.
        return written_or_null if kind.none_as_null else written
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _reader_of(kind: TypeEngine[Any], dialect: Dialect) -> _Convert | None:
    if dialect.name == "sqlite" and isinstance(kind, JSON):
        # As SQLAlchemy does it, in fewer steps: each move reads twenty documents.
        return read
    if isinstance(kind, Double):
        # Both databases hand out a float. SQLAlchemy would ask for the type of an answer, which is not known before.
        return None
    return kind.dialect_impl(dialect).result_processor(dialect, None)


def _execute(cursor: DBAPICursor, sql: str) -> None:
    cursor.execute(sql)


def send(connection: Connection, sql: str) -> None:
    """Send a statement without parameters and result."""
    _run(connection, sql, _execute, sql)


def _run(connection: Connection, sql: str, use: Callable[[DBAPICursor, V], T], given: V) -> T:
    kept = connection.info
    # One cursor for everything that a connection sends: making one costs psycopg as much as using it.
    cursor = kept.pop(_CURSOR, None) or connection.connection.cursor()
    try:
        result = use(cursor, given)
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
