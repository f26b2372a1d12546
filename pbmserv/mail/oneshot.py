"""For commands that take mail in, carry it out, and end. A server may be running at the same time, or none.

What has been stored is safe, whatever happens next: what could not be done is left to the next such command, or to
the server.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from pbmserv.mail.sending.delivery import deliver_due
from pbmserv.mail.sending.signing import signer_for
from pbmserv.mail.worker import Worker
from pbmserv.post_office import post_office_for
from pbmserv.running.traces import log_failure
from pbmserv.settings import Settings
from pbmserv.storage.database import Database, opened
from pbmserv.storage.inbox import Inbox, ReceivedMessage

PATIENCE_SECONDS = 60.0
"""How long to go on with what came before these requests, if there is much of it, and with sending what is due."""

OTHERS_SECONDS = 0.1
"""How long to leave to another process what that has in hand, before looking again."""


@contextmanager
def ready(settings: Settings) -> Iterator[Database]:
    """The database. Raises `Unusable`, and `SettingsError` if letters could not be signed as they should be."""
    signer_for(settings)
    with opened(settings.database_url, settings.database_seconds) as database:
        yield database


def store(message: ReceivedMessage, database: Database) -> int:
    """Store a message; returns its number in the inbox."""
    with database.writing() as connection:
        [number] = Inbox(connection).add([message])
    return number


def refuse(code: int, words: str) -> int:
    """Say on standard error why nothing was done; returns the exit code."""
    sys.stderr.write(f"pbmserv: {words}\n")
    return code


def carry_out(requests: Mapping[str, int], database: Database, settings: Settings) -> None:
    """Work, in order of arrival, until the requests with these names and numbers are done; then send the letters."""
    _work(requests, database, settings, lambda: _is_one_waiting(requests.values(), database))


def carry_out_all(requests: Mapping[str, int], database: Database, settings: Settings) -> None:
    """The same for everything that is waiting, whoever left it: without a server, nobody else will do it.

    `requests` are those that have just been stored, if any.
    """
    _work(requests, database, settings)


def _work(
    requests: Mapping[str, int],
    database: Database,
    settings: Settings,
    is_one_left: Callable[[], bool] | None = None,
) -> None:
    try:
        worker = Worker(database, post_office_for(settings, database), authserv_id=settings.authserv_id)
        end = time.monotonic() + PATIENCE_SECONDS
        while (is_one_left is None or is_one_left()) and time.monotonic() < end:
            if worker.run_once():
                continue
            if not worker.pause():
                if is_one_left is None:
                    break
                # Another process has it in hand, or what comes before it, and may end with that.
                time.sleep(OTHERS_SECONDS)
                continue
            # What comes first waits for a worker that has been running for a while. There may be no other one.
            deliver_due(database, settings)
            time.sleep(min(worker.pause(), 1.0))
        while deliver_due(database, settings) and time.monotonic() < end:
            pass
        # If a server is running, too, the log outlives this process, and the messages are still in it.
        database.empty_log()
    except Exception as error:
        # They have been stored, so they must not come a second time.
        log_failure("command.interrupted", error, requests=list(requests), inbox=list(requests.values()))


def _is_one_waiting(numbers: Collection[int], database: Database) -> bool:
    with database.reading() as connection:
        inbox = Inbox(connection)
        return any(inbox.is_waiting(number) for number in numbers)
