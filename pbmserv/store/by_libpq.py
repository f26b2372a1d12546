"""Prepared statements on PostgreSQL by libpq, the library that psycopg itself uses.

A statement by one of psycopg's cursors takes as long for what the cursor does in Python as for everything else. What
is converted is converted by psycopg all the same, and a transaction begins as it has psycopg begin one.
"""

from __future__ import annotations

from collections.abc import Sequence
from select import POLLIN, POLLOUT, poll
from typing import TYPE_CHECKING, Any

from psycopg import OperationalError
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.pq.abc import PGconn, PGresult

_GOOD = frozenset({ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK})
_BOTH = POLLIN | POLLOUT


class LibpqCursor:
    """What `prepared` needs of a cursor. Its statements have `$1, $2 …` for their parameters.

    `names` are what the statements are called that the server has prepared for this connection.
    """

    def __init__(self, connection: Connection[Any], names: dict[str, bytes]) -> None:
        self._connection = connection
        self._libpq: PGconn = connection.pgconn
        self._transformer = Transformer(connection)
        self._names = names
        self._result: PGresult | None = None

    def execute(self, sql: str, given: Sequence[Any] | None = None) -> None:
        """Send a statement, and wait for the answer. One for which no parameters are `given` is not prepared."""
        if given is None:
            if not sql.startswith("BEGIN"):
                self._begin()
            self._result = _good(self._libpq.exec_(sql.encode()))
            return
        # While this waits, other threads go on.
        name = self._begun_and_prepared(sql)
        self._result = _good(self._libpq.exec_prepared(name, self._dumped(given)))

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Send a statement with each of these rows at once, then wait for all answers, which are not kept."""
        name, libpq = self._begun_and_prepared(sql), self._libpq
        dumped = [self._dumped(given) for given in rows]
        libpq.enter_pipeline_mode()
        try:
            for given in dumped:
                libpq.send_query_prepared(name, given)
            libpq.pipeline_sync()
            self._read_until_sync()
        finally:
            # Of a connection that is gone there is no mode to leave.
            if libpq.status == ConnStatus.OK:
                libpq.exit_pipeline_mode()

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The answer to the last statement."""
        result, self._result = self._result, None
        if result is None:
            return []
        self._transformer.set_pgresult(result)
        rows = self._transformer.load_rows(0, result.ntuples, tuple)
        self._transformer.set_pgresult(None)
        return rows

    def close(self) -> None:
        """Forget the answer to the last statement."""
        self._result = None

    def _begun_and_prepared(self, sql: str) -> bytes:
        self._begin()
        name = self._names.get(sql)
        if name is None:
            name = f"pbmserv_{len(self._names)}".encode()
            _good(self._libpq.prepare(name, sql.encode()))
            self._names[sql] = name
        return name

    def _begin(self) -> None:
        """Begin a transaction, unless there is one, as the driver would."""
        if self._libpq.transaction_status != TransactionStatus.IDLE or self._connection.autocommit:
            return
        level = self._connection.isolation_level
        how = f" ISOLATION LEVEL {level.name.replace('_', ' ')}" if level else ""
        _good(self._libpq.exec_(f"BEGIN{how}".encode()))

    def _dumped(self, given: Sequence[Any]) -> Any:
        # All as text: what type it is, the statement says.
        return self._transformer.dump_sequence(given, [PyFormat.TEXT] * len(given))

    def _read_until_sync(self) -> None:
        """Wait for the answers to all that was sent. Raises the first error among them."""
        failed: PGresult | None = None
        while (result := self._next_result()) is None or result.status != ExecStatus.PIPELINE_SYNC:
            if result is not None and result.status == ExecStatus.FATAL_ERROR:
                failed = failed or result
            if self._libpq.status == ConnStatus.BAD:
                break
        if failed is not None:
            raise error_from_result(failed)
        if self._libpq.status == ConnStatus.BAD:
            raise OperationalError("the connection is lost")

    def _next_result(self) -> PGresult | None:
        libpq, waiting = self._libpq, poll()
        waiting.register(libpq.socket, _BOTH if libpq.flush() else POLLIN)
        while libpq.is_busy():
            waiting.poll()
            libpq.consume_input()
            waiting.modify(libpq.socket, _BOTH if libpq.flush() else POLLIN)
        return libpq.get_result()


def _good(result: PGresult) -> PGresult:
    if result.status not in _GOOD:
        raise error_from_result(result)
    return result
