"""Results of sending, recorded in batches.

After a crash at most `TOLD_AT_ONCE` letters are sent again; none is lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from pbmserv.mail.sending.transports import Reply, Verdict
from pbmserv.post_office import PostOffice
from pbmserv.running.logs import Log
from pbmserv.running.traces import log_failure
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order
from pbmserv.storage.outbox import ClaimedLetter, Outbox, gives_up_on
from pbmserv.storage.statements import kept_apart

if TYPE_CHECKING:
    from pbmserv.commands.accounts.bounced_addresses import Failure

TOLD_AT_ONCE = 10
"""The number of letters that may be sent before results are recorded."""

TOLD_AFTER = timedelta(milliseconds=20)
"""How long results may wait. If one letter takes as long, they are recorded before the next."""

COUNTED_EVERY = 60.0
"""Seconds between log lines that count sent letters."""

log = Log(__name__)


@dataclass(frozen=True)
class DeliveryAttempt:
    """An attempt to send a letter, with times and each recipient's reply."""

    letter: ClaimedLetter
    replies: Mapping[str, Reply]
    begun: datetime
    ended: datetime

    @property
    def is_all_taken(self) -> bool:
        return bool(self.replies) and all(reply.verdict is Verdict.TAKEN for reply in self.replies.values())

    def words(self, verdict: Verdict) -> dict[str, str]:
        return {recipient: reply.words for recipient, reply in self.replies.items() if reply.verdict is verdict}

    def failures(self) -> list[Failure]:
        gives_up = gives_up_on(self.letter, self.ended)
        return [
            _failure(address, reply)
            for address, reply in self.replies.items()
            if reply.about_recipient
            and (reply.verdict is Verdict.REFUSED or (reply.verdict is Verdict.DEFERRED and gives_up))
        ]


@dataclass(frozen=True)
class GivenBack:
    """Claimed letters that were not tried, when they are due again, and the reason if none could be sent.

    Without `due_at` they keep their place.
    """

    letters: Sequence[ClaimedLetter]
    due_at: datetime | None
    at: datetime
    reason: str | None = None


class DeliveryResults:
    """Unrecorded results. What could not be recorded is kept; recording twice is harmless.

    `office` is told of failing addresses. Thread-safe. `monotonic` is a clock in seconds.
    """

    def __init__(
        self, database: Database, office: PostOffice | None = None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._office = office
        self._monotonic = monotonic
        self._sent = 0
        """Letters sent since `_counts_since` and not yet logged."""
        self._counts_since = 0.0
        self._tried: list[DeliveryAttempt] = []
        self._given_back: list[GivenBack] = []
        self._telling = threading.Lock()

    def add(self, outcome: DeliveryAttempt | GivenBack) -> None:
        if isinstance(outcome, DeliveryAttempt):
            self._tried.append(outcome)
        else:
            self._given_back.append(outcome)

    def cannot_wait(self, now: datetime) -> bool:
        """Whether results must be recorded before another letter is started."""
        tried = self._tried[:]
        if not tried:
            return bool(self._given_back)
        # A clock that was set back must not make this wait for hours.
        is_old = abs(now - tried[0].begun) >= TOLD_AFTER
        return len(tried) >= TOLD_AT_ONCE or is_old or not tried[-1].is_all_taken

    def tell(self) -> None:
        """Record everything in one transaction, then log it.

        Raises database errors.
        """
        with self._telling:
            self._log_count()
            told, given_back = self._tried[:], self._given_back[:]
            if not told and not given_back:
                return
            suspended = self._tell(told, given_back)
            # What has been added meanwhile comes after these.
            del self._tried[: len(told)], self._given_back[: len(given_back)]
            self._count(sum(each.is_all_taken for each in told))
        for tried in told:
            _log(tried, suspended.get(tried.letter.id, ()))

    def _count(self, sent: int) -> None:
        if sent and not self._sent:
            self._counts_since = self._monotonic()
        self._sent += sent

    def _log_count(self) -> None:
        if self._sent and self._monotonic() - self._counts_since >= COUNTED_EVERY:
            log.info("letters.sent", letters=self._sent)
            self._sent = 0

    def _tell(self, told: Sequence[DeliveryAttempt], given_back: Sequence[GivenBack]) -> dict[int, Sequence[str]]:
        """Record these; return the addresses suspended, by number of the failed letter."""
        with self._database.writing() as connection:
            outbox = Outbox(connection)
            outbox.record_sent((each.letter, each.ended) for each in told if each.is_all_taken)
            suspended = {tried.letter.id: self._record(tried, connection) for tried in told if not tried.is_all_taken}
            for back in given_back:
                outbox.give_back(back.letters, back.due_at, back.at, back.reason)
        return suspended

    def letters_sent(self) -> list[int]:
        return [each.letter.id for each in self._tried if each.words(Verdict.TAKEN)]

    def _record(self, tried: DeliveryAttempt, connection: Connection) -> Sequence[str]:
        taken, refused, deferred = map(tried.words, (Verdict.TAKEN, Verdict.REFUSED, Verdict.DEFERRED))
        is_ours = Outbox(connection).record(tried.letter, tried.ended, taken, refused, deferred)
        failures = tried.failures() if is_ours else []
        return self._note_failures(tried.letter, failures, connection) if failures else ()

    def _note_failures(
        self, letter: ClaimedLetter, failures: Sequence[Failure], connection: Connection
    ) -> Sequence[str]:
        if self._office is None:
            return ()
        # Imported here, since most letters are taken.
        from pbmserv.commands.accounts.bounced_addresses import note_failures
        from pbmserv.storage.addresses import SentLetter

        sent = SentLetter(letter.id, letter.created_at, letter.shown_to)
        try:
            with kept_apart(connection):
                return self._office.act_within(
                    lambda call: note_failures(call, sent, failures), connection, letter.request
                ).result
        except Exception as error:
            if is_out_of_order(error):
                raise
            # Whatever went wrong, what became of the letter has to be kept.
            log_failure("address.not_suspended", error, request=letter.request, letter=letter.id)
            return ()


def _log(tried: DeliveryAttempt, suspended: Sequence[str]) -> None:
    letter = tried.letter
    for address in suspended:
        log.warning("address.suspended", request=letter.request, letter=letter.id, address=address)
    taken, refused, deferred = map(tried.words, (Verdict.TAKEN, Verdict.REFUSED, Verdict.DEFERRED))
    # A letter that was sent is as usual as it gets: it is only counted, unless somebody follows each.
    (log.info if refused or deferred else log.debug)(
        "letter.refused" if refused else "letter.deferred" if deferred else "letter.sent",
        request=letter.request,
        letter=letter.id,
        message_id=letter.message_id,
        attempt=letter.attempts,
        **{name: said for name, said in [("taken", taken), ("refused", refused), ("deferred", deferred)] if said},
    )


def _failure(address: str, reply: Reply) -> Failure:
    from pbmserv.commands.accounts.bounced_addresses import Failure
    from pbmserv.mail.smtp_refusals import is_hard

    return Failure(address, is_hard(reply.words, gave_up=reply.verdict is Verdict.DEFERRED), reply.words)
