"""The door to which nobody comes: the server collects its mail from a mailbox, and waits there for more.

If several processes share a database, all of them wait, and one at a time collects. If they do not know about each
other, a message collected by two of them is still carried out only once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import structlog

from pbmserv.mail.doors.collecting import Collector
from pbmserv.mail.doors.imap import Mailbox, MailboxError, Refused, Unreachable
from pbmserv.setting_values import Delete, Keep, MailAccount, MoveTo
from pbmserv.storage.database import Database

LOOK_SECONDS = 60.0
"""How often to look into the mailbox without news from its server, which may have come while nobody waited."""

ELSEWHERE = timedelta(seconds=5)
"""When to look again where another process was collecting."""

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(minutes=10)

log = structlog.get_logger(__name__)


class ImapDoor:
    """Collects mail for as long as `run_once` is called. Belongs to one thread.

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
        """Collect what is there or, if there is nothing, wait for it; False if it is too early for either.

        Raises whatever the database raises when it cannot be reached.
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
        """Have `run_once`, on another thread, find that the server has gone, unless it is still connecting.

        What it was collecting is collected again by whoever comes next.
        """
        if self._mailbox is not None:
            self._mailbox.cut()

    def close(self) -> None:
        """Hang up."""
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
