"""Carries out what has just been stored, for commands that end after it; a server may run beside them, or none.

What was stored is safe, whatever happens here: what could not be done is done by the next such command or the server.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from pbmserv.mail.delivery import deliver_due
from pbmserv.mail.traces import log_failure
from pbmserv.mail.worker import Worker
from pbmserv.post_office import post_office_for
from pbmserv.settings import Settings
from pbmserv.store.database import Database, OutdatedSchema
from pbmserv.store.inbox import Inbox

PATIENCE_SECONDS = 60.0
"""How long to carry out what came before these requests, if there is much of it, and to send what is due."""


def carry_out(requests: Mapping[str, int], database: Database, settings: Settings) -> None:
    """Work until the requests of these names and numbers are done, in the order of arrival; then send the letters."""
    _work(requests, database, settings, lambda: not _is_one_waiting(requests.values(), database))


def carry_out_all(requests: Mapping[str, int], database: Database, settings: Settings) -> None:
    """The same for all that waits, whoever has left it: where no server runs, nobody else will do it.

    `requests` are those that have just been stored, if any.
    """
    _work(requests, database, settings, lambda: False)


def _work(requests: Mapping[str, int], database: Database, settings: Settings, is_enough: Callable[[], bool]) -> None:
    try:
        worker = Worker(database, post_office_for(settings, database), authserv_id=settings.authserv_id)
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_enough() and time.monotonic() < end:
            if not worker.run_once():
                if not worker.pause():
                    break
                time.sleep(min(worker.pause(), 1.0))
        while deliver_due(database, settings) and time.monotonic() < end:
            pass
        # Where a server runs beside this, the log would outlive this process, with the messages in it.
        database.empty_log()
    except Exception as error:
        # They are stored: they must not come a second time.
        log_failure("command.interrupted", error, requests=list(requests), inbox=list(requests.values()))


class Unusable(Exception):
    """The database cannot be used at the moment. The text tells the operator why."""


@contextmanager
def ready_database(settings: Settings) -> Iterator[Database]:
    """The database with its newest schema, for one pass; raises `Unusable` where it fails, then or later."""
    try:
        database = Database(settings.database_url, settings.database_seconds)
        try:
            database.make_ready()
            yield database
        finally:
            database.close()
    except OutdatedSchema as error:
        raise Unusable(str(error)) from error
    except (SQLAlchemyError, OSError) as error:
        # In its driver's own words: SQLAlchemy's would add the statement with its parameters, and so the message.
        reason = getattr(error, "orig", None) or type(error).__name__
        raise Unusable(f"The database cannot be used: {reason}") from error


def _is_one_waiting(numbers: Collection[int], database: Database) -> bool:
    with database.reading() as connection:
        inbox = Inbox(connection)
        return any(inbox.is_waiting(number) for number in numbers)
