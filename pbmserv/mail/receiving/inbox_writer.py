"""Storing of incoming messages; concurrent ones share a commit."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager

from pbmserv.mail.receiving.inbox_limits import InboxLimits
from pbmserv.running.traces import log_failure
from pbmserv.running.yield_to_requests import NONE
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage

BATCH = 100
BATCH_BYTES = 8 * 1024 * 1024

LONGEST_WAIT_SECONDS = 0.001
"""The maximum delay, and the silence after which a slow client is no longer waited for."""


class CommitDelay:
    """Messages that are coming in, by session: a commit that waits for them has more to share. Thread-safe.

    Without it, clients that wait for their 250 fall into groups, which take turns at committing a message or two
    each. `monotonic` is a clock in seconds; `none_left` is told when there are none any more.
    """

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, none_left: threading.Condition | None = None
    ) -> None:
        self._monotonic = monotonic
        self._none_left = none_left or threading.Condition()
        self._heard_at: dict[object, float] = {}

    def heard(self, session: object) -> None:
        with self._none_left:
            self._heard_at[session] = self._monotonic()

    def over(self, session: object) -> None:
        with self._none_left:
            if self._heard_at.pop(session, None) is not None and not self._heard_at:
                self._none_left.notify_all()

    def wait(self) -> None:
        """Wait until no message is coming in, within the maximum delay."""
        with self._none_left:
            now = self._monotonic()
            end = now + LONGEST_WAIT_SECONDS
            while now < end:
                # Whoever is silent for longer is forgotten, until something is heard of them.
                self._heard_at = {who: at for who, at in self._heard_at.items() if now - at < LONGEST_WAIT_SECONDS}
                if not self._heard_at:
                    return
                self._none_left.wait(min(end, max(self._heard_at.values()) + LONGEST_WAIT_SECONDS) - now)
                now = self._monotonic()


class InboxWriter:
    """A thread that commits messages to the inbox. `stored` is called on it after each commit.

    Its work has the given `precedence`. It briefly waits for messages in `arrivals`.
    """

    def __init__(
        self,
        database: Database,
        stored: Callable[[], None] = lambda: None,
        precedence: AbstractContextManager[object] = NONE,
        arrivals: CommitDelay | None = None,
    ) -> None:
        self.arrivals = arrivals or CommitDelay()
        """Messages coming in, reported by front ends."""
        self._database = database
        self._stored = stored
        self._precedence = precedence
        self._limits = InboxLimits(database)
        # No more than there are sessions, since each waits for its message to be stored.
        self._waiting: queue.SimpleQueue[_Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="inbox-writer")

    def start(self) -> None:
        """Begin to store."""
        self._thread.start()

    def fault(self) -> str | None:
        return None if self._thread.is_alive() else "does not run"

    def stop(self) -> None:
        """Store what is waiting, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def store(self, message: ReceivedMessage) -> Future[int]:
        """Store a message. The future returns its number once committed, or raises.

        It raises `InboxFull` if the inbox is full.
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
        """Store a message with those waiting behind it; return whether to stop."""
        wanted = [first] if _is_wanted(first) else []
        is_over = False
        try:
            self._limits.count()
            with self._database.writing_at_once() as connection:
                # Only when it is our turn to write: by then more may have come.
                is_over = self._take_others(wanted)
                refusals = self._limits.refusals([message for message, _ in wanted], connection)
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
        """Add waiting messages up to a limit; return whether to stop."""
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
    """Whether the client is still connected. One that left was not told 250 and will retry."""
    return entry[1].set_running_or_notify_cancel()
