"""Several postmen, of whom usually one is out: a letter that keeps its postman waiting holds up nobody else's.

While a slow letter is on its way, another postman goes on with the others, on a connection of his own. Only letters
for the same recipient wait, so that they arrive in order.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import datetime

from pbmserv.mail.sending.outcomes import Outcomes
from pbmserv.mail.sending.sender import Claimed, Sender
from pbmserv.mail.sending.transports import Transport, Unreachable

PATIENCE_SECONDS = 2.0
"""How long a letter may take before others go past it."""

MOST_AT_ONCE = 10
"""How many postmen there are, and so how many connections the relay has to bear at the very most."""

MOST_HELD = 100
"""How many letters may wait here for another one to the same recipient."""

CUT_SECONDS = 1.0
"""How long postmen may take to come back once their connections have been cut."""

_LOOK_SECONDS = 0.2


@dataclass(eq=False)
class _Walk:
    """A postman who is out: which way, with which letter, and since when by the monotonic clock."""

    transport: Transport
    claimed: Claimed | None = None
    since: float = field(default_factory=time.monotonic)
    is_given_up: bool = False

    @property
    def is_slow(self) -> bool:
        return self.claimed is not None and time.monotonic() - self.since > PATIENCE_SECONDS


class SenderPool:
    """Has claimed letters sent in their order, except that others overtake those that wait.

    `outcomes` is told what became of them. `stopping` is asked between letters. All methods belong to one thread,
    which sends nothing itself.
    """

    def __init__(
        self,
        transport: Transport,
        postman: Sender,
        outcomes: Outcomes,
        now: Callable[[], datetime],
        stopping: Callable[[], bool],
    ) -> None:
        self._kind = transport
        self._postman = postman
        self._outcomes = outcomes
        self._now = now
        self._stopping = stopping
        self._changed = threading.Condition()
        self._waiting: deque[Claimed] = deque()
        self._too_late: list[Claimed] = []
        self._out: list[_Walk] = []
        self._free = [transport]
        self._fault: BaseException | None = None
        self._is_over = False
        self.tried = 0
        """How many letters have been tried so far."""

    def add(self, letters: Iterable[Claimed]) -> None:
        """Have these letters sent, after those that are waiting already."""
        with self._changed:
            self._waiting.extend(letters)

    def can_begin(self) -> bool:
        """Whether there is a letter that nothing stands in the way of."""
        with self._changed:
            return self._first_free() is not None

    def work(self) -> bool:
        """Have letters sent until all that can be begun are sent, or have been out for long.

        False if some could be begun, but nobody was left for them. Raises `Unreachable`, and whatever the database
        raises.
        """
        with self._changed:
            while self._fault is None:
                is_somebody_busy = any(not walk.is_slow for walk in self._out)
                if not is_somebody_busy:
                    if self._stopping() or self._first_free() is None:
                        return True
                    if len(self._out) == MOST_AT_ONCE:
                        return False
                    self._send_out()
                self._changed.wait(_LOOK_SECONDS)
            fault, self._fault = self._fault, None
        raise fault

    def take_back(self) -> list[Claimed]:
        """All letters that have not been begun; they are the caller's again."""
        with self._changed:
            taken = [*self._too_late, *self._waiting]
            self._too_late.clear()
            self._waiting.clear()
            return taken

    def take_late(self) -> list[Claimed]:
        """The letters that were not begun in time, and are the caller's again."""
        with self._changed:
            self._set_late_aside()
            late, self._too_late = self._too_late, []
            return late

    def take_surplus(self) -> list[Claimed]:
        """If too many letters wait for others, the last of them; they are the caller's again."""
        with self._changed:
            if self._first_free() is not None:
                return []
            surplus = [self._waiting.pop() for _ in range(len(self._waiting) - MOST_HELD)]
            return surplus[::-1]

    def rest(self) -> None:
        """There is nothing to do, so let go of the connections that nobody uses."""
        with self._changed:
            free, self._free = self._free, []
        for transport in free:
            transport.close()
        # They remember nothing now: one is as good as many.
        self._free = free[:1]

    def wait(self) -> None:
        """Wait until everybody is back."""
        with self._changed:
            self._changed.wait_for(lambda: not self._out)

    def stop(self, patience: float) -> list[Claimed]:
        """Begin nothing more, wait `patience` seconds for letters in hand, then cut them off; returns what is left.

        A postman who does not come back even then is left to himself: nothing that he brings counts any more.
        """
        with self._changed:
            self._is_over = True
            self._changed.wait_for(lambda: not self._out, patience)
            for walk in self._out:
                walk.transport.interrupt()
            self._changed.wait_for(lambda: not self._out, CUT_SECONDS)
            for walk in self._out:
                walk.is_given_up = True
            in_hand = [walk.claimed for walk in self._out if walk.claimed is not None]
        self.rest()
        return [*in_hand, *self.take_back()]

    def _send_out(self) -> None:
        walk = _Walk(self._free.pop() if self._free else self._kind.another())
        self._out.append(walk)
        # So that he logs in the same context as those who have sent him out.
        thread = threading.Thread(target=copy_context().run, args=(self._go, walk), name="postman", daemon=True)
        thread.start()

    def _go(self, walk: _Walk) -> None:
        try:
            while (claimed := self._next_for(walk)) is not None:
                self._bring(claimed, walk)
            if not walk.is_given_up:
                self._outcomes.tell()
        except BaseException as fault:
            with self._changed:
                self._fault = self._fault or fault
        finally:
            with self._changed:
                self._out.remove(walk)
                self._free.append(walk.transport)
                self._changed.notify_all()

    def _next_for(self, walk: _Walk) -> Claimed | None:
        with self._changed:
            self._set_late_aside()
            number = self._first_free()
            if number is None or self._fault is not None or self._is_over or self._stopping():
                return None
            walk.claimed = claimed = self._waiting[number]
            walk.since = time.monotonic()
            del self._waiting[number]
            return claimed

    def _bring(self, claimed: Claimed, walk: _Walk) -> None:
        try:
            tried = self._postman.deliver(claimed, walk.transport)
        except Unreachable:
            with self._changed:
                walk.claimed = None
                if not walk.is_given_up:
                    self._waiting.appendleft(claimed)
            raise
        with self._changed:
            if walk.is_given_up:
                return
            walk.claimed = None
            self.tried += 1
            self._outcomes.add(tried)
        if self._outcomes.cannot_wait(self._now()):
            self._outcomes.tell()

    def _first_free(self) -> int | None:
        """The place of the first letter that has no recipient in common with one that is out, or comes before it."""
        in_hand = [walk.claimed for walk in self._out if walk.claimed is not None]
        if not in_hand:
            return 0 if self._waiting else None
        busy = {address for claimed in in_hand for address in claimed.addresses}
        for number, claimed in enumerate(self._waiting):
            if busy.isdisjoint(claimed.addresses):
                return number
            busy |= claimed.addresses
        return None

    def _set_late_aside(self) -> None:
        now = self._now()
        while self._waiting and now > self._waiting[0].begin_before:
            self._too_late.append(self._waiting.popleft())
