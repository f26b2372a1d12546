"""Commands that receive mail, carry it out and end, with or without a running server.

What is stored is safe; unfinished work is left to the next such command or the server.
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
"""The time limit for earlier requests, and for sending."""

OTHERS_SECONDS = 0.1
"""The pause before checking again on another process's work."""


@contextmanager
def ready(settings: Settings) -> Iterator[Database]:
    """The database. Raises `Unusable`, and `SettingsError` if letters could not be signed."""
    signer_for(settings)
    with opened(settings.database_url, settings.database_seconds) as database:
        yield database


def store(message: ReceivedMessage, database: Database) -> int:
    """Store a message; return its inbox number."""
    with database.writing() as connection:
        [number] = Inbox(connection).add([message])
    return number


def refuse(code: int, words: str) -> int:
    """Print to standard error why nothing was done; return the exit code."""
    sys.stderr.write(f"pbmserv: {words}\n")
    return code


def carry_out(requests: Mapping[str, int], database: Database, settings: Settings) -> None:
    """Work in order until these requests are done; then send the letters."""
    _work(requests, database, settings, lambda: _is_one_waiting(requests.values(), database))


def carry_out_all(requests: Mapping[str, int], database: Database, settings: Settings) -> None:
    """The same for everything waiting, as there may be no server to do it.

    `requests` are those just stored, if any.
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
