"""Stores what comes in: messages that arrive together, or are about to, share one commit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager

from pbmserv.mail.doors.commit_delay import CommitDelay
from pbmserv.mail.doors.room import Room
from pbmserv.running.traces import log_failure
from pbmserv.running.yield_to_requests import NONE
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage

BATCH = 100
BATCH_BYTES = 8 * 1024 * 1024


class InboxWriter:
    """A thread that commits messages to the inbox. `stored` is called after each commit, on that thread.

    What it does has the `precedence` given. For `arrivals`, messages that are coming in, it waits a moment.
    """

    def __init__(
        self,
        database: Database,
        stored: Callable[[], None] = lambda: None,
        precedence: AbstractContextManager[object] = NONE,
        arrivals: CommitDelay | None = None,
    ) -> None:
        self.arrivals = arrivals or CommitDelay()
        """Where doors tell of messages that are coming in."""
        self._database = database
        self._stored = stored
        self._precedence = precedence
        self._room = Room(database)
        # No more than there are sessions, since each waits for its message to be stored.
        self._waiting: queue.SimpleQueue[_Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="inbox-writer")

    def start(self) -> None:
        """Begin to store."""
        self._thread.start()

    def fault(self) -> str | None:
        """Why nothing will be stored any more; None if all is well."""
        return None if self._thread.is_alive() else "does not run"

    def stop(self) -> None:
        """Store what is waiting, then end. Nothing more may be brought."""
        self._waiting.put(None)
        self._thread.join()

    def store(self, message: ReceivedMessage) -> Future[int]:
        """Have `message` stored. The future gives its number once it is committed, or raises why it could not be.

        It raises `NoRoom` where that is no fault.
        """
        future: Future[int] = Future()
        self._waiting.put((message, future))
        return future

    def _run(self) -> None:
        is_over = False
        while not is_over:
            entry = self._waiting.get()
            if entry is None:
                return
            with self._precedence:
                self.arrivals.wait()
                is_over = self._store_with_others(entry)

    def _store_with_others(self, first: _Entry) -> bool:
        """Store a message and those behind it in one commit; returns whether nothing more will come."""
        wanted = [first] if _is_wanted(first) else []
        is_over = False
        try:
            self._room.look()
            with self._database.writing_at_once() as connection:
                # Only when it is our turn to write: by then more may have come.
                is_over = self._take_others(wanted)
                refusals = self._room.refusals([message for message, _ in wanted], connection)
                for (_, future), refusal in zip(wanted, refusals, strict=True):
                    if refusal:
                        future.set_exception(refusal)
                wanted = [entry for entry, refusal in zip(wanted, refusals, strict=True) if not refusal]
                numbers = Inbox(connection).add([message for message, _ in wanted])
        except Exception as error:
            log_failure("inbox.unreachable", error, requests=[message.request for message, _ in wanted])
            for _, future in wanted:
                future.set_exception(error)
            return is_over
        for (_, future), number in zip(wanted, numbers, strict=True):
            future.set_result(number)
        if wanted:
            self._stored()
        return is_over

    def _take_others(self, wanted: list[_Entry]) -> bool:
        """Add what is waiting to what is `wanted`, but not too much; returns whether nothing more will come."""
        size = sum(len(message.message) for message, _ in wanted)
        while len(wanted) < BATCH and size < BATCH_BYTES:
            try:
                entry = self._waiting.get_nowait()
            except queue.Empty:
                return False
            if entry is None:
                return True
            if _is_wanted(entry):
                wanted.append(entry)
                size += len(entry[0].message)
        return False


_Entry = tuple[ReceivedMessage, Future[int]]


def _is_wanted(entry: _Entry) -> bool:
    """Whether its client is still there. One that has gone was not told 250, and will come again."""
    return entry[1].set_running_or_notify_cancel()
