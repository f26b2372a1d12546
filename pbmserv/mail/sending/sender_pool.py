"""A pool of senders, usually one active: a slow letter delays nobody else's.

While it is in progress, another sender goes on over its own connection. Only letters for the same recipient wait, to
keep their order.
"""

from __future__ import annotations

import re
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial

from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.mail.sending.compose import compose
from pbmserv.mail.sending.delivery_results import DeliveryAttempt, DeliveryResults
from pbmserv.mail.sending.relay_health import RelayHealth
from pbmserv.mail.sending.signing import Signer
from pbmserv.mail.sending.transports import Reply, Transport, Unreachable, Verdict
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.running.observer import Observer
from pbmserv.running.traces import log_failure
from pbmserv.storage.outbox import ClaimedLetter
from pbmserv.storage.players import key_of
from pbmserv.storage.tokens import RETURN_PATH

PATIENCE_SECONDS = 2.0
"""How long a letter may take before others pass it."""

MOST_AT_ONCE = 10
"""The number of senders, and so of connections to the relay."""

MOST_HELD = 100
"""How many letters may wait for another to the same recipient."""

CUT_SECONDS = 1.0
"""How long senders may take to return once their connections are cut."""

_LOOK_SECONDS = 0.2

_SENDABLE = re.compile(r"[!-~]+@[!-~]+")
_UNSENDABLE = Reply(Verdict.REFUSED, "no letter can be sent to such an address", about_recipient=True)
_SUSPENDED = Reply(Verdict.REFUSED, "letters have come back from there, so none are sent")


@dataclass(frozen=True)
class Keys:
    """The server's keys: for marks in letters, and for return paths."""

    own_letters: bytes
    return_paths: bytes


@dataclass(frozen=True)
class Lease:
    """A letter to be sent if started in time; `suspended` recipients get nothing."""

    letter: ClaimedLetter
    begin_before: datetime
    suspended: frozenset[str]
    keys: Keys

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Its recipients' normalised addresses."""
        return frozenset(map(key_of, self.letter.recipients))


class Sender:
    """Sends letters from `address` with `sender_name`. Thread-safe.

    `signer` signs, `pictures` draws boards; `observer` is told of each letter, `relay_health` of the reply.
    """

    def __init__(
        self,
        address: str,
        sender_name: str,
        now: Callable[[], datetime],
        signer: Signer | None,
        observer: Observer,
        relay_health: RelayHealth,
        pictures: BoardPictures | None = None,
    ) -> None:
        self._address = address
        self._sender_name = sender_name
        self._now = now
        self._signer = signer
        self._observer = observer
        self._relay_health = relay_health
        self._pictures = pictures

    def deliver(self, lease: Lease, transport: Transport) -> DeliveryAttempt:
        """Send a letter and count it. Raises `Unreachable`."""
        begun_at, begun = self._now(), time.monotonic()
        replies = self._send(lease, transport)
        results = Counter(reply.verdict.value for reply in replies.values())
        self._observer.letter_tried(results, time.monotonic() - begun)
        self._relay_health.note(replies.values())
        return DeliveryAttempt(lease.letter, replies, begun_at, self._now())

    def _send(self, lease: Lease, transport: Transport) -> dict[str, Reply]:
        letter, suspended = lease.letter, lease.suspended
        unsendable = {each for each in letter.recipients if not _SENDABLE.fullmatch(each)} - suspended
        sendable = [each for each in letter.recipients if each not in suspended | unsendable]
        replies = dict.fromkeys(suspended, _SUSPENDED) | dict.fromkeys(unsendable, _UNSENDABLE)
        if not sendable:
            return replies
        try:
            return replies | transport.send(self._composer(lease), self._return_path(lease), sendable)
        except Unreachable:
            raise
        except Exception as error:
            log_failure("letter.failed", error, request=letter.request, letter=letter.id)
            return replies | dict.fromkeys(sendable, Reply(Verdict.DEFERRED, type(error).__name__))

    def _composer(self, lease: Lease) -> Callable[[bool], bytes]:
        key = lease.keys.own_letters
        as_ours = partial(
            compose, lease.letter, self._address, key, sender_name=self._sender_name, pictures=self._pictures
        )
        if self._signer is None:
            return lambda eight_bit: as_ours(eight_bit=eight_bit)
        sign = self._signer.sign
        # A server on the way that takes only ASCII would encode the text, and so break the signature.
        return lambda _eight_bit: sign(as_ours(eight_bit=False))

    def _return_path(self, lease: Lease) -> str:
        token = RETURN_PATH.token(lease.keys.return_paths, [lease.letter.id])
        return tagged_address(self._address, Tag.BOUNCE, token)


@dataclass(eq=False)
class _BusySender:
    """A busy sender with its transport, letter and start (monotonic)."""

    transport: Transport
    lease: Lease | None = None
    since: float = field(default_factory=time.monotonic)
    is_given_up: bool = False

    @property
    def is_slow(self) -> bool:
        return self.lease is not None and time.monotonic() - self.since > PATIENCE_SECONDS


class SenderPool:
    """Sends claimed letters in order, except that they pass waiting ones.

    `results` collects results. `stopping` is asked between letters. All methods belong to one thread, which sends
    nothing itself.
    """

    def __init__(
        self,
        transport: Transport,
        sender: Sender,
        results: DeliveryResults,
        now: Callable[[], datetime],
        stopping: Callable[[], bool],
    ) -> None:
        self._kind = transport
        self._sender = sender
        self._results = results
        self._now = now
        self._stopping = stopping
        self._changed = threading.Condition()
        self._waiting: deque[Lease] = deque()
        self._too_late: list[Lease] = []
        self._out: list[_BusySender] = []
        self._free = [transport]
        self._fault: BaseException | None = None
        self._is_over = False
        self._few = 0
        self.tried = 0
        """The number of letters tried so far."""

    def add(self, letters: Iterable[Lease]) -> None:
        with self._changed:
            self._waiting.extend(letters)

    def can_begin(self) -> bool:
        with self._changed:
            return self._first_free() is not None

    @property
    def taken(self) -> int:
        """The number of letters tried so far, in progress or waiting."""
        with self._changed:
            in_progress = sum(sender.lease is not None for sender in self._out)
            return self.tried + in_progress + len(self._waiting)

    def has_few(self, few: int) -> bool:
        """Whether fewer than `few` letters wait while others are being sent."""
        with self._changed:
            return self._is_busy and len(self._waiting) < few

    @property
    def _is_busy(self) -> bool:
        return any(not sender.is_slow for sender in self._out)

    def work(self, few: int = 0) -> bool:
        """Send letters until all that can be started are sent or slow, or fewer than `few` wait: then more can be
        added while others are being sent.

        False if no sender was left for some. Raises `Unreachable`, and database errors.
        """
        with self._changed:
            self._few = few
            while self._fault is None:
                if self._is_busy and len(self._waiting) < few:
                    return True
                if not self._is_busy:
                    if self._stopping() or self._first_free() is None:
                        return True
                    if len(self._out) == MOST_AT_ONCE:
                        return False
                    self._send_out()
                self._changed.wait(_LOOK_SECONDS)
            fault, self._fault = self._fault, None
        raise fault

    def take_back(self) -> list[Lease]:
        """Return all letters not started."""
        with self._changed:
            taken = [*self._too_late, *self._waiting]
            self._too_late.clear()
            self._waiting.clear()
            return taken

    def take_late(self) -> list[Lease]:
        with self._changed:
            self._set_late_aside()
            late, self._too_late = self._too_late, []
            return late

    def take_surplus(self) -> list[Lease]:
        with self._changed:
            if self._first_free() is not None:
                return []
            surplus = [self._waiting.pop() for _ in range(len(self._waiting) - MOST_HELD)]
            return surplus[::-1]

    def rest(self) -> None:
        with self._changed:
            free, self._free = self._free, []
        for transport in free:
            transport.close()
        # They remember nothing now: one is as good as many. Another may have come back meanwhile.
        with self._changed:
            self._free += free[:1]

    def wait(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._out)

    def stop(self, patience: float) -> list[Lease]:
        """Start nothing more, wait `patience` seconds, then cut connections; return what is left.

        A sender that does not return is abandoned, and its results no longer count.
        """
        with self._changed:
            self._is_over = True
            self._changed.wait_for(lambda: not self._out, patience)
            for sender in self._out:
                sender.transport.interrupt()
            self._changed.wait_for(lambda: not self._out, CUT_SECONDS)
            for sender in self._out:
                sender.is_given_up = True
            in_hand = [sender.lease for sender in self._out if sender.lease is not None]
        self.rest()
        return [*in_hand, *self.take_back()]

    def _send_out(self) -> None:
        sender = _BusySender(self._free.pop() if self._free else self._kind.another())
        self._out.append(sender)
        # So that he logs in the same context as those who have sent him out.
        thread = threading.Thread(target=copy_context().run, args=(self._go, sender), name="sender", daemon=True)
        thread.start()

    def _go(self, sender: _BusySender) -> None:
        try:
            while (lease := self._next_for(sender)) is not None:
                self._bring(lease, sender)
            if not sender.is_given_up:
                self._results.tell()
        except BaseException as fault:
            with self._changed:
                self._fault = self._fault or fault
        finally:
            with self._changed:
                self._out.remove(sender)
                self._free.append(sender.transport)
                self._changed.notify_all()

    def _next_for(self, sender: _BusySender) -> Lease | None:
        with self._changed:
            self._set_late_aside()
            number = self._first_free()
            if number is None or self._fault is not None or self._is_over or self._stopping():
                return None
            sender.lease = lease = self._waiting[number]
            sender.since = time.monotonic()
            del self._waiting[number]
            if len(self._waiting) == self._few - 1:
                self._changed.notify_all()
            return lease

    def _bring(self, lease: Lease, sender: _BusySender) -> None:
        try:
            tried = self._sender.deliver(lease, sender.transport)
        except Unreachable:
            with self._changed:
                sender.lease = None
                if not sender.is_given_up:
                    self._waiting.appendleft(lease)
            raise
        with self._changed:
            if sender.is_given_up:
                return
            sender.lease = None
            self.tried += 1
            self._results.add(tried)
        if self._results.cannot_wait(self._now()):
            self._results.tell()

    def _first_free(self) -> int | None:
        """The index of the first letter without a recipient in progress or ahead of it."""
        in_hand = [sender.lease for sender in self._out if sender.lease is not None]
        if not in_hand:
            return 0 if self._waiting else None
        busy = {address for lease in in_hand for address in lease.addresses}
        for number, lease in enumerate(self._waiting):
            if busy.isdisjoint(lease.addresses):
                return number
            busy |= lease.addresses
        return None

    def _set_late_aside(self) -> None:
        now = self._now()
        while self._waiting and now > self._waiting[0].begin_before:
            self._too_late.append(self._waiting.popleft())
