"""What a transaction has yet to write: changes wait until somebody needs to see them, and then go together.

A turn of the worker carries out twenty requests, each of which changes a few rows of the same few tables. Sent one by
one, each change would be a way to the database and back. So those of prepared statements wait: until the transaction
ends, until one of their tables is read, or until something else is written. They then go grouped by their statements.

A part of a transaction that can be undone by itself needs a savepoint only if something of it was sent: what waits is
undone by forgetting it. Nobody but `prepared`, `savepoint` and `database` has to know any of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, SelectBase, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ReleaseSavepointClause, RollbackToSavepointClause

from pbmserv.storage.ahead import Ahead
from pbmserv.storage.prepared import PENDING, Prepared, send


class _Changes:
    """Rows for one statement."""

    def __init__(self, statement: Prepared, rows: Sequence[Any]) -> None:
        self.statement = statement
        self.rows = rows


class _Part:
    """A part of the transaction that can be undone; its savepoint is sent before the first of its own changes."""

    def __init__(self) -> None:
        self.is_sent = False
        self.undo: list[Callable[[], None]] = []


class Pending:
    """The changes that wait in one transaction, and what was read ahead for it."""

    def __init__(self, connection: Connection) -> None:
        self.ahead = Ahead(self.when_undone)
        self._connection = connection
        self._waiting: list[_Changes | _Part] = []
        """In the order in which they came; parts that are not in it have their savepoint, or have ended."""
        self._tables: set[str] = set()
        """Those that what waits will change."""
        self._parts: list[_Part] = []
        """Those within which we are, the outermost first."""
        self._is_known = False
        """Whether what SQLAlchemy sends now is a prepared statement, which was seen to before."""
        self._failed: BaseException | None = None

    def add(self, statement: Prepared, rows: Sequence[Any]) -> None:
        """Have a statement wait with these rows, which it has made ready."""
        self._forget_changed(statement)
        self._waiting.append(_Changes(statement, rows))
        self._tables |= statement.tables

    def before(self, statement: Prepared) -> None:
        """Make ready for a statement that is sent now: it has to see what it reads, and to come after what waits."""
        is_waited_for = not self._tables.isdisjoint(statement.tables)
        if statement.writes:
            self._forget_changed(statement)
            # Where there is nothing that could be undone with it, no order holds between different tables.
            is_waited_for = is_waited_for or not all(part.is_sent for part in self._parts)
        if is_waited_for:
            self._send_waiting(and_begin_parts=statement.writes)

    def before_other(self, clause: Any) -> None:
        """The same for what SQLAlchemy sends by itself."""
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
                self.ahead.forget({table.name})
            elif getattr(clause, "__visit_name__", "") != "savepoint":
                self.ahead.forget_all()
            self._send_waiting(and_begin_parts=True)

    @contextmanager
    def knowing_of_it(self) -> Iterator[None]:
        """Have SQLAlchemy send a prepared statement within the block, which was seen to before."""
        self._is_known = True
        try:
            yield
        finally:
            self._is_known = False

    def forget(self) -> None:
        """Forget what waits, what was read ahead, and that something failed: it has all been undone."""
        self._waiting.clear()
        self._tables.clear()
        self._failed = None
        self.ahead.forget_all()

    def send_all(self) -> None:
        """Send all changes that wait."""
        self._send_waiting(and_begin_parts=True)

    def finish(self) -> None:
        """Send everything, at the end of the transaction. Raises what went wrong meanwhile."""
        if self._failed is not None:
            # Of what has failed nobody was told whose it was; whoever heard of it may not have cared.
            raise self._failed
        self._send_waiting()

    def when_undone(self, undo: Callable[[], None]) -> None:
        """Have this called if the part of the transaction is undone within which we are."""
        if self._parts:
            self._parts[-1].undo.append(undo)

    @contextmanager
    def part(self) -> Iterator[None]:
        """Undo what was done within the block if an exception leaves it."""
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
        if not statement.keeps_ahead:
            self.ahead.forget(statement.tables)

    def _undo(self, part: _Part) -> None:
        if part.is_sent:
            self._waiting.clear()
            self._failed = None
        elif part in self._waiting:
            del self._waiting[self._waiting.index(part) :]
        self._tables = self._changed_by(self._waiting)
        for undo in reversed(part.undo):
            undo()
        if part.is_sent:
            send(self._connection, "ROLLBACK TO SAVEPOINT part")
            send(self._connection, "RELEASE SAVEPOINT part")

    def _send_waiting(self, and_begin_parts: bool = False) -> None:
        """Send all changes that wait, each within its part; `and_begin_parts` begins those without changes, too."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        while not and_begin_parts and waiting and isinstance(waiting[-1], _Part):
            self._waiting.insert(0, waiting.pop())
        self._tables = set()
        together: dict[Prepared, list[Any]] = {}
        try:
            for each in waiting:
                if isinstance(each, _Changes):
                    together.setdefault(each.statement, []).extend(each.rows)
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

    @staticmethod
    def _changed_by(waiting: Sequence[_Changes | _Part]) -> set[str]:
        return {table for each in waiting if isinstance(each, _Changes) for table in each.statement.tables}


@contextmanager
def pending(connection: Connection) -> Iterator[None]:
    """Have the changes of a transaction wait within the block, at whose end they are sent."""
    # Kept, since a connection that has been lost does not tell its notes any more.
    notes = connection.info
    changes = notes[PENDING] = Pending(connection)
    try:
        yield
        changes.finish()
    finally:
        notes.pop(PENDING, None)
        # It refers to itself, and what a turn has read would stay until Python looks for garbage.
        changes.forget()


def ahead_on(connection: Connection) -> Ahead | None:
    """What was read ahead for the transaction on this connection; None where nothing can be."""
    changes: Pending | None = connection.info.get(PENDING)
    return changes.ahead if changes is not None else None


def has_lost_its_transaction(connection: Connection) -> bool:
    """Whether SQLite has given up the transaction, as it does with some errors: what is written now stays."""
    if connection.dialect.name != "sqlite":
        return False
    driver: Any = connection.connection.dbapi_connection
    return not driver.in_transaction


def see_to_pending_changes(engine: Engine) -> None:
    """Have changes that wait sent before anything that SQLAlchemy sends by itself."""

    @event.listens_for(engine, "before_execute")
    def before(connection: Connection, clause: Any, *_: Any) -> None:
        changes: Pending | None = connection.info.get(PENDING)
        if changes is not None:
            changes.before_other(clause)

    @event.listens_for(engine, "rollback")
    def rolled_back(connection: Connection) -> None:
        changes: Pending | None = None if connection.invalidated else connection.info.get(PENDING)
        if changes is not None:
            changes.forget()
