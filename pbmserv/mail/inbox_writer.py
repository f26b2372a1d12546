"""Stores what comes in: messages that arrive together share one commit, for it is the commit that takes time."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future

from pbmserv.mail.traces import log_failure
from pbmserv.store.database import Database
from pbmserv.store.inbox import Inbox, ReceivedMessage

CAPACITY = 500
"""Messages that may wait for their commit; whoever brings more has to try again."""

BATCH = 100
BATCH_BYTES = 8 * 1024 * 1024


class InboxBusy(Exception):
    """More messages come in than can be stored at the moment."""


class InboxWriter:
    """A thread that commits messages to the inbox. `stored` is called after each commit, on that thread."""

    def __init__(self, database: Database, stored: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._stored = stored
        self._waiting: queue.Queue[_Entry | None] = queue.Queue(CAPACITY)
        self._thread = threading.Thread(target=self._run, name="inbox-writer")

    def start(self) -> None:
        """Begin to store."""
        self._thread.start()

    def fault(self) -> str | None:
        """Why nothing will be stored any more; None where all is well."""
        return None if self._thread.is_alive() else "does not run"

    def stop(self) -> None:
        """Store what is waiting, then end. Nothing may be brought any more."""
        self._waiting.put(None)
        self._thread.join()

    def store(self, message: ReceivedMessage) -> Future[int]:
        """Have `message` stored. The future gives its number once it is committed, or raises why it could not be.

        Raises `InboxBusy` at once where too many wait already.
        """
        future: Future[int] = Future()
        try:
            self._waiting.put_nowait((message, future))
        except queue.Full:
            raise InboxBusy from None
        return future

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._next_batch()
            # A client that has gone in the meantime was not told 250: it will come again.
            wanted = [entry for entry in batch if entry[1].set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)

    def _next_batch(self) -> tuple[list[_Entry], bool]:
        """What is waiting, but not too much; and whether there is to be more."""
        batch: list[_Entry] = []
        size = 0
        entry = self._waiting.get()
        while entry is not None:
            batch.append(entry)
            size += len(entry[0].message)
            if len(batch) >= BATCH or size >= BATCH_BYTES:
                return batch, True
            try:
                entry = self._waiting.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[_Entry]) -> None:
        try:
            with self._database.writing() as connection:
                numbers = Inbox(connection).add([message for message, _ in batch])
        except Exception as error:
            log_failure("inbox.unreachable", error, requests=[message.request for message, _ in batch])
            for _, future in batch:
                future.set_exception(error)
            return
        for (_, future), number in zip(batch, numbers, strict=True):
            future.set_result(number)
        self._stored()


_Entry = tuple[ReceivedMessage, Future[int]]
