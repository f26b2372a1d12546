"""Collects mail from a mailbox: each message is stored in the inbox, then put away in the mailbox.

After a crash in between, the message is collected again and recognised as seen. Mail older than four weeks would not
be, so it is left alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import structlog

from pbmserv.mail.reading.envelope import as_received, envelope_of, once_for_each_answer
from pbmserv.mail.receiving.imap_mailbox import Mailbox, MailboxError, Refused, Unreachable, Unreadable
from pbmserv.mail.receiving.inbox_limits import InboxFull
from pbmserv.setting_values import Delete, Keep, MailAccount, MoveTo
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import ONCE_WITHIN, ReceivedMessage

AT_ONCE = 50
"""The maximum number of messages in one pass, during which no other process collects."""

OLDEST = ONCE_WITHIN - timedelta(days=2)
"""The maximum age of a message. Servers count days, each in its own time zone."""

FIRST_ASIDE = timedelta(minutes=1)
LONGEST_ASIDE = timedelta(hours=1)

INBOX_FULL_WAIT = timedelta(minutes=1)
"""How long a message without room in the inbox is left before a retry."""

LOOK_SECONDS = 60.0
"""How often to look without news from the server."""

ELSEWHERE = timedelta(seconds=5)
"""When to look again if another process was collecting."""

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=10)

log = structlog.get_logger(__name__)


@dataclass
class Collected:
    stored: list[int] = field(default_factory=list)
    too_large: int = 0

    def __bool__(self) -> bool:
        """Whether anything was collected, so that there may be more."""
        return bool(self.stored or self.too_large)


@dataclass
class _Trouble:
    """Failures with one message, and when to retry (monotonic seconds)."""

    times: int
    again_at: float


class Collector:
    """Makes passes over a mailbox. Failing messages come last, with growing waits.

    `store` stores a message and returns its number once safe. `monotonic` is a clock in seconds.
    """

    def __init__(
        self,
        store: Callable[[ReceivedMessage], int],
        max_bytes: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._max_bytes = max_bytes
        self._now = now
        self._monotonic = monotonic
        self._validity: int | None = None
        self._done: set[int] = set()
        self._troubles: dict[int, _Trouble] = {}
        self._no_room: dict[int, float] = {}
        """When messages without room may be retried."""

    def collect(self, mailbox: Mailbox, stopping: Callable[[], bool] = lambda: False) -> Collected:
        """Collect at most `AT_ONCE` messages. `stopping` is asked between them.

        Raises `MailboxError`, and whatever `store` raises; what was collected before is safe.
        """
        unread = mailbox.unread((self._now() - OLDEST).date())
        self._forget_others(mailbox.validity, unread)
        collected = Collected()
        for number in self._whose_turn_it_is(unread)[:AT_ONCE]:
            if stopping():
                break
            try:
                self._take(mailbox, number, collected)
            except Unreadable as error:
                self._note_trouble(number, str(error))
            except InboxFull as why:
                # No fault of anybody's: it stays there, unread, and the others may be taken.
                self._no_room[number] = self._monotonic() + INBOX_FULL_WAIT.total_seconds()
                log.info("message.deferred", door="imap", uid=number, reason=str(why))
            except Unreachable:
                self._note_trouble(number, "the connection broke")
                raise
            else:
                self._troubles.pop(number, None)
                self._no_room.pop(number, None)
        return collected

    @property
    def troubles(self) -> int:
        return len(self._troubles.keys() | self._no_room.keys())

    def _take(self, mailbox: Mailbox, number: int, collected: Collected) -> None:
        if number not in self._done:
            # One by one: a server may hang up over one that it cannot read.
            size = mailbox.size(number)
            raw = mailbox.message(number, self._max_bytes + 1) if size <= self._max_bytes else b""
            if max(size, len(raw)) > self._max_bytes:
                mailbox.leave(number)
                collected.too_large += 1
                log.warning("message.too_large", door="imap", uid=number, bytes=size, limit=self._max_bytes)
                return
            collected.stored += self._stored(raw)
            self._done.add(number)
        mailbox.put_away(number)

    def _stored(self, raw: bytes) -> list[int]:
        # The server that delivered it has noted the envelope in it. If the sender is not noted, it is unknown.
        stored = []
        for message in once_for_each_answer(as_received("imap", raw, *envelope_of(raw))):
            stored.append(self._store(message))
            facts = {"door": "imap", "sender": message.sender, "bytes": len(raw)}
            log.info("message.received", request=message.request, inbox=stored[-1], **facts)
        return stored

    def _whose_turn_it_is(self, unread: Iterable[int]) -> list[int]:
        now = self._monotonic()
        unread = [number for number in unread if self._no_room.get(number, now) <= now]
        troubled = [number for number in unread if number in self._troubles]
        return [number for number in unread if number not in self._troubles] + [
            number for number in troubled if self._troubles[number].again_at <= now
        ]

    def _note_trouble(self, number: int, reason: str) -> None:
        before = self._troubles.get(number)
        times = before.times + 1 if before else 1
        # Once may be chance.
        wait = min(FIRST_ASIDE * 2 ** min(times - 2, 10), LONGEST_ASIDE) if before else timedelta(0)
        self._troubles[number] = _Trouble(times, self._monotonic() + wait.total_seconds())
        is_safe = number in self._done
        log.error("message.troublesome", door="imap", uid=number, stored=is_safe, times=times, reason=reason)

    def _forget_others(self, validity: int, unread: Iterable[int]) -> None:
        """Forget messages that are no longer unread, or all if `validity` has changed."""
        known = set(unread) if validity == self._validity else set()
        self._validity = validity
        self._done &= known
        self._troubles = {number: trouble for number, trouble in self._troubles.items() if number in known}
        self._no_room = {number: again_at for number, again_at in self._no_room.items() if number in known}


class ImapWatcher:
    """Collects mail for as long as `run_once` is called. Belongs to one thread.

    If several processes share a database, all of them wait, and one at a time collects. If they do not know about
    each other, a message collected by two of them is still carried out only once.

    `stopping` is asked often, also while waiting. `monotonic` is a clock, in seconds, that nobody sets.
    """

    def __init__(
        self,
        database: Database,
        account: MailAccount,
        afterwards: Keep | Delete | MoveTo,
        collector: Collector,
        stopping: Callable[[], bool],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._account = account
        self._afterwards = afterwards
        self._collector = collector
        self._stopping = stopping
        self._now = now
        self._monotonic = monotonic
        self._mailbox: Mailbox | None = None
        self._pause = FIRST_PAUSE
        self._not_before = float("-inf")

    def run_once(self) -> bool:
        """Collect mail or wait for it; False if it is too early for either.

        Raises database errors.
        """
        if self._monotonic() < self._not_before:
            return False
        try:
            self._visit(self._opened())
        except MailboxError as error:
            self._back_off(error)
            return False
        return True

    def cut(self) -> None:
        """Break the connection from another thread, unless it is being opened.

        What was in progress is collected again later.
        """
        if self._mailbox is not None:
            self._mailbox.cut()

    def close(self) -> None:
        if self._mailbox is not None:
            self._mailbox.close()
        self._mailbox = None

    def _opened(self) -> Mailbox:
        if self._mailbox is None:
            self._mailbox = Mailbox(self._account, self._afterwards)
            log.info("mailbox.open", mailbox=str(self._account), tells_news=self._mailbox.tells_news)
        return self._mailbox

    def _visit(self, mailbox: Mailbox) -> None:
        with self._database.alone(f"collect {self._account}") as alone:
            found = alone and self._collector.collect(mailbox, self._stopping)
        self._pause = FIRST_PAUSE
        if not alone:
            self._wait(ELSEWHERE)
        elif not found and mailbox.tells_news:
            mailbox.wait_for_news(LOOK_SECONDS, self._stopping)
        elif not found:
            self._wait(timedelta(seconds=LOOK_SECONDS))

    def _back_off(self, error: MailboxError) -> None:
        self.close()
        if not isinstance(error, Unreachable | Refused):
            # Somebody has to do something about it. Servers lock out those who try a wrong password too often.
            self._pause = LONGEST_PAUSE
        self._wait(self._pause)
        until = self._now() + self._pause
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        what = "mailbox.unreachable" if isinstance(error, Unreachable) else "mailbox.unusable"
        log.warning(what, mailbox=str(self._account), reason=str(error), until=until.isoformat())

    def _wait(self, pause: timedelta) -> None:
        self._not_before = self._monotonic() + pause.total_seconds()
