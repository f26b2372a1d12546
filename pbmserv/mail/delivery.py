"""Sends the letters of the outbox. Each is sent at least once: only a crash in the wrong moment sends one twice.

A letter that cannot be sent never keeps another one waiting; a relay that cannot be reached keeps all, and costs
none of them an attempt.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import structlog

from pbmserv.mail.compose import compose
from pbmserv.mail.logs import log_to_stderr
from pbmserv.mail.observer import NOBODY, Observer
from pbmserv.mail.traces import log_failure
from pbmserv.mail.transports import Reply, Transport, Unreachable, Verdict, transport_for
from pbmserv.settings import Settings
from pbmserv.store.database import Database
from pbmserv.store.keys import OWN_LETTERS, shared_key
from pbmserv.store.queues import DueLetter, Outbox

LEASE = timedelta(minutes=10)
BEGIN_WITHIN = timedelta(minutes=3)
"""How long after the claim a letter may be begun: it should be through before the lease is over."""

CLAIMED_AT_ONCE = 20
PASS_LIMIT = 200

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=5)

log = structlog.get_logger(__name__)

_SENDABLE = re.compile(r"[!-~]+@[!-~]+")


class Deliverer:
    """Takes letters that are due from the outbox and sends them, one after the other. Belongs to one thread.

    `stopping` is asked between letters: those that were not begun are given back. The `observer` is told of each.
    """

    def __init__(
        self,
        database: Database,
        transport: Transport,
        address: str,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        stopping: Callable[[], bool] = lambda: False,
        observer: Observer = NOBODY,
    ) -> None:
        self._database = database
        self._transport = transport
        self._address = address
        self._now = now
        self._stopping = stopping
        self._observer = observer
        self._key: bytes | None = None
        self._pause = FIRST_PAUSE
        self._not_before = datetime.min.replace(tzinfo=UTC)
        self._untold: list[Callable[[Outbox], object]] = []
        """What the database has yet to be told; a letter that was sent while it was gone must not be sent again."""

    def run_once(self, limit: int = PASS_LIMIT) -> int:
        """Send what is due, `limit` letters at most; gives how many were tried.

        Raises whatever the database raises when it cannot be reached; what became of letters it is told next time.
        """
        self._tell()
        tried = 0
        while tried < limit and not self._stopping():
            letters = self._claim(min(limit - tried, CLAIMED_AT_ONCE))
            if not letters:
                break
            tried += self._send_all(letters)
        if not tried:
            self._transport.close()
        return tried

    def close(self) -> None:
        """Let go of the connection to the relay."""
        self._transport.close()

    def _claim(self, limit: int) -> list[DueLetter]:
        now = self._now()
        if now < self._not_before:
            return []
        with self._database.reading() as connection:
            # Asked first, since to claim is to write, and whoever writes makes others wait.
            if not Outbox(connection).has_due(now):
                return []
        if self._key is None:
            with self._database.writing() as connection:
                key = shared_key(connection, OWN_LETTERS)
            # Not before it is committed: a key that nobody else knows is none.
            self._key = key
        with self._database.writing() as connection:
            return Outbox(connection).claim(limit, LEASE, now)

    def _send_all(self, letters: Sequence[DueLetter]) -> int:
        """Send letters that have just been claimed; gives how many were tried."""
        begin_before = self._now() + BEGIN_WITHIN
        for number, letter in enumerate(letters):
            if self._stopping() or self._now() > begin_before:
                self._give_back(letters[number:], self._now())
                return number
            begun = time.monotonic()
            try:
                replies = self._send(letter)
            except Unreachable as error:
                self._back_off(letters[number:], str(error))
                return number
            self._pause = FIRST_PAUSE
            results = Counter(reply.verdict.value for reply in replies.values())
            self._observer.letter_tried(results, time.monotonic() - begun)
            try:
                self._record(letter, replies)
            except Exception:
                self._untold.append(_giving_back(letters[number + 1 :], self._now(), self._now()))
                raise
        return len(letters)

    def _send(self, letter: DueLetter) -> dict[str, Reply]:
        sendable = [recipient for recipient in letter.recipients if _SENDABLE.fullmatch(recipient)]
        unsendable = Reply(Verdict.REFUSED, "no letter can be sent to such an address")
        replies = dict.fromkeys(set(letter.recipients) - set(sendable), unsendable)
        if not sendable:
            return replies
        try:
            return replies | self._transport.send(self._composer(letter), self._address, sendable)
        except Unreachable:
            raise
        except Exception as error:
            log_failure("letter.failed", error, request=letter.request, letter=letter.id)
            return replies | dict.fromkeys(sendable, Reply(Verdict.DEFERRED, type(error).__name__))

    def _composer(self, letter: DueLetter) -> Callable[[bool], bytes]:
        return lambda eight_bit: compose(letter, self._address, self._key or b"", eight_bit=eight_bit)

    def _record(self, letter: DueLetter, replies: dict[str, Reply]) -> None:
        taken = _words(replies, Verdict.TAKEN)
        refused = _words(replies, Verdict.REFUSED)
        deferred = _words(replies, Verdict.DEFERRED)
        now = self._now()
        self._untold.append(lambda outbox: outbox.record(letter, now, taken, refused, deferred))
        self._tell()
        log.info(
            "letter.refused" if refused else "letter.deferred" if deferred else "letter.sent",
            request=letter.request,
            letter=letter.id,
            message_id=letter.message_id,
            attempt=letter.attempts,
            **{name: said for name, said in [("taken", taken), ("refused", refused), ("deferred", deferred)] if said},
        )

    def _back_off(self, letters: Sequence[DueLetter], reason: str) -> None:
        self._observer.relay_unreachable()
        now = self._now()
        self._not_before = now + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        log.warning("relay.unreachable", reason=reason, until=self._not_before.isoformat(), letters=len(letters))
        self._give_back(letters, self._not_before, reason)

    def _give_back(self, letters: Sequence[DueLetter], due_at: datetime, reason: str | None = None) -> None:
        now = self._now()
        self._untold.append(_giving_back(letters, due_at, now, reason))
        self._tell()

    def _tell(self) -> None:
        """Tell the database what became of letters, as far as it does not know; to tell it twice is no harm."""
        if self._untold:
            with self._database.writing() as connection:
                for tell in self._untold:
                    tell(Outbox(connection))
            self._untold.clear()


def deliver_due(database: Database, settings: Settings) -> int:
    """Send what is due, in one pass, for a command that ends after it; gives how many letters were tried.

    A server that runs beside it is no harm: what one has claimed, the other leaves alone. Only what is wrong is
    logged, and on standard error: standard output belongs to the command.
    """
    log_to_stderr(settings, quietly=True)
    deliverer = Deliverer(database, transport_for(settings), settings.address)
    try:
        return deliverer.run_once()
    finally:
        deliverer.close()


def _giving_back(
    letters: Sequence[DueLetter], due_at: datetime, now: datetime, reason: str | None = None
) -> Callable[[Outbox], None]:
    return lambda outbox: outbox.give_back(letters, due_at, now, reason)


def _words(replies: dict[str, Reply], verdict: Verdict) -> dict[str, str]:
    return {recipient: reply.words for recipient, reply in replies.items() if reply.verdict is verdict}
