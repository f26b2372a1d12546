"""What became of letters, until the database knows it: if they go out fast, it is told of several at once.

If the process crashes before that, these letters are sent once more, at most `TOLD_AT_ONCE` of them. None is lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from pbmserv.commands.accounts.bounced_addresses import Failure, note_failures
from pbmserv.mail.sending.transports import Reply, Verdict
from pbmserv.mail.smtp_refusals import is_hard
from pbmserv.post_office import PostOffice
from pbmserv.running.logs import Log
from pbmserv.running.traces import log_failure
from pbmserv.storage.addresses import SentLetter
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order
from pbmserv.storage.outbox import ClaimedLetter, Outbox, gives_up_on
from pbmserv.storage.statements import kept_apart

TOLD_AT_ONCE = 10
"""How many letters may be sent before the database is told of them."""

TOLD_AFTER = timedelta(milliseconds=20)
"""How long they may wait for that. If one letter takes as long, the database is told before the next is begun."""

COUNTED_EVERY = 60.0
"""Seconds between lines in the log that say how many letters were sent."""

log = Log(__name__)


@dataclass(frozen=True)
class DeliveryAttempt:
    """A letter that was tried, from when until when, and what was said about each recipient."""

    letter: ClaimedLetter
    replies: Mapping[str, Reply]
    begun: datetime
    ended: datetime

    @property
    def is_all_taken(self) -> bool:
        """Whether everybody whom it was meant for has got it."""
        return bool(self.replies) and all(reply.verdict is Verdict.TAKEN for reply in self.replies.values())

    def words(self, verdict: Verdict) -> dict[str, str]:
        """What was said about the recipients who got this verdict."""
        return {recipient: reply.words for recipient, reply in self.replies.items() if reply.verdict is verdict}

    def failures(self) -> list[Failure]:
        """What the replies say against addresses: refusals, and deferrals that have gone on too long."""
        gives_up = gives_up_on(self.letter, self.ended)
        return [
            _failure(address, reply)
            for address, reply in self.replies.items()
            if reply.about_recipient
            and (reply.verdict is Verdict.REFUSED or (reply.verdict is Verdict.DEFERRED and gives_up))
        ]


@dataclass(frozen=True)
class GivenBack:
    """Letters that were claimed but not tried, when they are due again, and the reason if none could be sent.

    If `due_at` is None they are due as they were before, and so keep their place among the others.
    """

    letters: Sequence[ClaimedLetter]
    due_at: datetime | None
    at: datetime
    reason: str | None = None


class DeliveryResults:
    """What the database has yet to be told. What it could not be told is kept: telling it twice does no harm.

    `office` is told of addresses that take no letters. May be shared between threads. `monotonic` is a clock that
    nobody sets.
    """

    def __init__(
        self, database: Database, office: PostOffice | None = None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._office = office
        self._monotonic = monotonic
        self._sent = 0
        """Letters that were sent and not yet counted in the log, since `_counts_since`."""
        self._counts_since = 0.0
        self._tried: list[DeliveryAttempt] = []
        self._given_back: list[GivenBack] = []
        self._telling = threading.Lock()

    def add(self, outcome: DeliveryAttempt | GivenBack) -> None:
        """Remember something until the database is told."""
        if isinstance(outcome, DeliveryAttempt):
            self._tried.append(outcome)
        else:
            self._given_back.append(outcome)

    def cannot_wait(self, now: datetime) -> bool:
        """Whether the database has to be told before another letter is begun."""
        tried = self._tried[:]
        if not tried:
            return bool(self._given_back)
        # A clock that was set back must not make this wait for hours.
        is_old = abs(now - tried[0].begun) >= TOLD_AFTER
        return len(tried) >= TOLD_AT_ONCE or is_old or not tried[-1].is_all_taken

    def tell(self) -> None:
        """Tell the database everything in one transaction, and log it once that is committed.

        Raises whatever the database raises when it cannot be reached.
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
        """Log how many letters were sent, a minute after the first of them."""
        if self._sent and self._monotonic() - self._counts_since >= COUNTED_EVERY:
            log.info("letters.sent", letters=self._sent)
            self._sent = 0

    def _tell(self, told: Sequence[DeliveryAttempt], given_back: Sequence[GivenBack]) -> dict[int, Sequence[str]]:
        """Tell it these; returns the addresses that get no more letters, by the number of the letter that failed."""
        with self._database.writing() as connection:
            outbox = Outbox(connection)
            outbox.record_sent((each.letter, each.ended) for each in told if each.is_all_taken)
            suspended = {tried.letter.id: self._record(tried, connection) for tried in told if not tried.is_all_taken}
            for back in given_back:
                outbox.give_back(back.letters, back.due_at, back.at, back.reason)
        return suspended

    def letters_sent(self) -> list[int]:
        """The numbers of letters that somebody got, but that the database has not been told of."""
        return [each.letter.id for each in self._tried if each.words(Verdict.TAKEN)]

    def _record(self, tried: DeliveryAttempt, connection: Connection) -> Sequence[str]:
        """Keep what became of a letter; returns the addresses that get no more letters."""
        taken, refused, deferred = map(tried.words, (Verdict.TAKEN, Verdict.REFUSED, Verdict.DEFERRED))
        is_ours = Outbox(connection).record(tried.letter, tried.ended, taken, refused, deferred)
        failures = tried.failures() if is_ours else []
        return self._note_failures(tried.letter, failures, connection) if failures else ()

    def _note_failures(
        self, letter: ClaimedLetter, failures: Sequence[Failure], connection: Connection
    ) -> Sequence[str]:
        if self._office is None:
            return ()
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
    return Failure(address, is_hard(reply.words, gave_up=reply.verdict is Verdict.DEFERRED), reply.words)
