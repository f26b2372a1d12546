"""The worker: takes requests from the inbox in order, and hands them to the post office.

A request is marked done in the transaction that changes boards and stores letters, so it is carried out completely
and once, or not at all. A failing request is quarantined and never blocks others. One that kills the process is found
by the next process, which starts carefully.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import takewhile

import structlog
from sqlalchemy import Connection
from structlog.contextvars import bound_contextvars

from pbmserv.commands.requests.passwords import Hashes, NotHashed
from pbmserv.mail.handling import Handling, Result
from pbmserv.mail.quarantine import Quarantine
from pbmserv.mail.queue_order import BoardOrder, FairQueueing, QueueOrder
from pbmserv.mail.reading.incoming import Incoming, read_message
from pbmserv.post_office import PostOffice
from pbmserv.running.observer import NOBODY, Observer
from pbmserv.running.traces import trace_of
from pbmserv.storage.database import Database
from pbmserv.storage.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.storage.inbox import ATTEMPTS, Inbox
from pbmserv.storage.inbox_order import UNSORTED, Holds, WaitingRequest
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.statements import kept_apart
from pbmserv.storage.tokens import OWN_LETTERS, shared_key

AT_ONCE = 20
"""The maximum number of requests in a transaction (a batch)."""

TURN_SECONDS = 0.2
"""How long a transaction may last before other writers get their turn."""

BLAMED_AFTER = timedelta(minutes=1)
"""The minimum age of a request before it is blamed for killing servers."""

SUSPECTED_AFTER = 2
TRIAL_SECONDS = 2.0
LONGEST_TRIAL = 30.0
"""The bound on delays of a request during which servers have died: the next server waits two seconds after its start,
then four, and so on, with what came later. A server killed from outside may have the same request in hand each time
soon after its start, but hardly after running for a while.
"""

HOLDS_EVERY = 60.0
"""How often, in seconds, expired holds are ended."""

TIDIED_EVERY = 2.0
"""The minimum seconds between deletions of finished requests, which block other writers."""

ENDED_EACH_TIME = "the server ended each time while it was at this"

log = structlog.get_logger(__name__)


class _OneFailed(Exception):
    """One of several requests in a transaction has failed."""


class Worker:
    """Carries out requests one after the other. Not thread-safe.

    `letters_written` is called after each transaction that stored letters; `stopping` is asked between requests.
    `authserv_id` is our mail server's name in Authentication-Results. `observer` is told of each request.
    `strangers_wait` is called after a transaction that delayed strangers' requests, for another worker
    (`run_strangers`); without it, this one handles them when idle.
    """

    def __init__(
        self,
        database: Database,
        post_office: PostOffice,
        letters_written: Callable[[], None] = lambda: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        stopping: Callable[[], bool] = lambda: False,
        authserv_id: str = "",
        observer: Observer = NOBODY,
        strangers_wait: Callable[[], None] | None = None,
    ) -> None:
        self._database = database
        self._post_office = post_office
        self._letters_written = letters_written
        self._now = now
        self._stopping = stopping
        self._authserv_id = authserv_id
        self._observer = observer
        self._strangers_wait = strangers_wait
        self._key: bytes | None = None
        # The process before this one may have been killed, perhaps by a request that it left behind.
        self._has_left_traces = True
        self._tidied_at = -TIDIED_EVERY
        self._is_careful = True
        self._begun: WaitingRequest | None = None
        """The request counted as tried but not carried out yet."""
        self._aside = Quarantine(post_office, now)
        self._started = time.monotonic()
        self._trial_at = self._started
        self._looked_at_holds = float("-inf")
        self._handling = Handling(post_office, self._aside, now)
        self._fair_queueing = FairQueueing(database, post_office, self._read)
        self._board_order = BoardOrder(self._read)
        self._was_full = True
        """Whether the last batch was full, so that more may wait."""
        self._fits = AT_ONCE
        """How many requests seem to fit into `TURN_SECONDS`: what is read and does not fit has to be read again."""

    @property
    def is_behind(self) -> bool:
        """Whether more requests probably wait than fit into one transaction."""
        return self._was_full

    def run_once(self, limit: int = AT_ONCE) -> int:
        """Handle at most `limit` waiting requests in one transaction; return how many.

        Those waiting at the first call are handled one by one, as one of them may have killed the previous process.
        Raises database errors; then nothing in progress has been done.
        """
        self._end_old_holds()
        most = min(limit, self._fits)
        done = self._run_players(most)
        if self._strangers_wait is None and done < most and not (done and self._stopping()):
            done += self.run_strangers(limit - done)
        return done

    def run_strangers(self, limit: int = 1) -> int:
        """Handle strangers' requests that were delayed for hashing; return how many."""
        with self._database.reading() as connection:
            has_work = Inbox(connection).has_work(self._now(), strangers=True)
        if not has_work:
            self._remove_traces()
            return 0
        self._make_ready()
        return self._run_carefully(limit, strangers=True)

    def _run_players(self, limit: int) -> int:
        with self._database.reading() as connection:
            # Asked first, because claiming is writing, and whoever writes makes others wait.
            has_work = Inbox(connection).has_work(self._now())
        if not has_work:
            self._is_careful = False
            self._remove_traces()
            return 0
        self._make_ready()
        if not self._is_careful:
            if self._was_full:
                self._fair_queueing.spread_out()
            try:
                done = self._run_together_with_hashes(limit)
                if done is not None:
                    self._was_full = done >= limit
                    return done
            except _OneFailed:
                # Everything has been undone. Now find out which request it was.
                self._is_careful = True
        tried = self._run_carefully(limit)
        self._is_careful = False
        return tried

    def _make_ready(self) -> None:
        self._has_left_traces = True
        if self._key is None:
            # In a transaction of its own: anybody else who asks for the key waits until that is over.
            with self._database.writing() as connection:
                key = shared_key(connection, OWN_LETTERS)
            # Only once it is committed: a key that nobody else knows is of no use.
            self._key = key

    def pause(self) -> float:
        """For how many seconds nothing can be done, as the first request has killed servers and is delayed.

        Ask when there was nothing to do.
        """
        return max(0.0, self._trial_at - time.monotonic())

    def _run_together_with_hashes(self, limit: int) -> int | None:
        """Handle a batch as `_run_together`, hashing passwords before it.

        If a request needs an unforeseen hash, only those before it are handled.
        """

        def turn(hashes: Hashes) -> int | None:
            results: list[Result] = []
            try:
                return self._run_together(limit, hashes, results)
            except NotHashed:
                if not results:
                    raise
            return self._run_together(len(results), hashes.again(), [])

        self._handling.begin()
        return self._post_office.with_hashes_between(turn)

    def _run_together(self, limit: int, hashes: Hashes, results: list[Result]) -> int | None:
        """Handle a batch in one transaction, undone if one fails, so no savepoints are needed.

        None if the first request has killed a server: it is tried alone. Raises `_OneFailed`, and `NotHashed` with
        `results` of those that had everything.
        """
        with self._database.writing() as connection:
            inbox = Inbox(connection)
            end = time.monotonic() + TURN_SECONDS
            waiting = inbox.claim(limit, self._now())
            if waiting and waiting[0].ended:
                return None
            waiting = [*takewhile(lambda request: not request.ended, waiting)]
            try:
                mails = [self._read(request) for request in waiting]
                in_order = self._board_order.without_overtaking(waiting, mails, connection)
                waiting, mails = [request for request, _ in in_order], [mail for _, mail in in_order]
                first_times = self._handling.read_ahead(waiting, mails, connection, hashes)
                order = QueueOrder(connection)
                for request, mail in zip(waiting, mails, strict=True):
                    begun = time.monotonic()
                    with bound_contextvars(request=request.request):
                        result = self._handling.deal_with(request, mail, connection, first_times, hashes, order)
                    results.append(replace(result, seconds=time.monotonic() - begun))
                    if self._stopping() or time.monotonic() > end:
                        break
                self._fits = len(results) if len(results) < len(waiting) else min(2 * self._fits, AT_ONCE)
                inbox.not_carried_out(first_times)
                self._handling.end(results, connection, order)
            except NotHashed:
                raise
            except Exception as error:
                if is_out_of_order(error):
                    # Not the fault of a request: one by one, they would fare no better.
                    raise
                raise _OneFailed from error
        self._report(results)
        return len(results)

    def _run_carefully(self, limit: int, strangers: bool = False) -> int:
        """Handle requests one by one, counting each attempt in advance in case it kills the process."""
        done = 0
        while done < limit and not (done and self._stopping()):
            with ExitStack() as in_hand:
                # After a fault of the database, the request in hand is not counted again.
                self._begun = self._begun or self._begin(strangers, in_hand)
                if self._begun is None:
                    break
                result = self._post_office.with_hashes_between(partial(self._go_on_with, self._begun))
                self._begun = None
            if result is None:
                break
            self._report([result])
            done += 1
        return done

    def _begin(self, strangers: bool, in_hand: ExitStack) -> WaitingRequest | None:
        """Claim the next request and count the attempt; None if there is none, it is delayed, or another worker has
        it `in_hand`.

        Nothing overtakes it meanwhile, as a later move on a board needs the earlier one.
        """
        with self._database.writing() as connection:
            inbox = Inbox(connection)
            for request in inbox.claim(AT_ONCE if strangers else 1, self._now(), strangers):
                is_sorted = request.place != UNSORTED
                if not strangers and (request.some_earlier or (is_sorted and inbox.in_other_hands([request]))):
                    # Perhaps about the same board. What this one is about is not read before it counts as tried.
                    return None
                self._trial_at = self._started + trial_wait(request.ended)
                if self.pause() or not in_hand.enter_context(self._database.alone(f"request {request.id}")):
                    return None
                inbox.count_attempt(request)
                return request
        return None

    def _go_on_with(self, request: WaitingRequest, hashes: Hashes) -> Result | None:
        """Carry out a request counted as tried; None if another worker has it or interfered."""
        begun = time.monotonic()
        with self._database.writing() as connection:
            inbox = Inbox(connection)
            if not inbox.take_back_attempt(request):
                inbox.forget_attempt(request)
                return None
            if request.ended >= ATTEMPTS and self._now() - request.received_at >= BLAMED_AFTER:
                # Perhaps reading it was what ended them: then the next server sets it aside unread.
                may_read = (request.ended - ATTEMPTS) % 2 == 0
                mail = self._read_if_possible(request) if may_read else None
                return self._fail(request, mail, ENDED_EACH_TIME, connection)
            result = self._deal_with(request, connection, hashes)
        return result and replace(result, seconds=time.monotonic() - begun)

    def _remove_traces(self) -> None:
        if not self._has_left_traces or time.monotonic() - self._tidied_at < TIDIED_EVERY:
            return
        if self._database.empty_log():
            self._has_left_traces = False
            self._tidied_at = time.monotonic()

    def _deal_with(self, request: WaitingRequest, connection: Connection, hashes: Hashes) -> Result | None:
        """Carry out one request; None if another worker interfered and the request waits."""
        mail = None
        try:
            with bound_contextvars(request=request.request), kept_apart(connection):
                mail = self._read(request)
                first_times = self._handling.read_ahead([request], [mail], connection, hashes, is_alone=True)
                order = QueueOrder(connection)
                result = self._handling.deal_with(
                    request, mail, connection, first_times, hashes, order, is_alone=True
                )
                Inbox(connection).not_carried_out(first_times)
                self._handling.end([result], connection, order)
                return result
        except NotHashed:
            raise
        except Exception as error:
            if is_out_of_order(error):
                # Not the request's fault, and everything before it in this transaction is undone, too.
                raise
            if lost_the_race(error):
                return None
            if waited_too_long(error):
                Inbox(connection).put_off(request, "somebody else is at it", self._now())
                return Result(request, InboxStatus.LATER, "somebody else is at it")
            return self._fail(request, mail, trace_of(error), connection)

    def _fail(self, request: WaitingRequest, mail: Incoming | None, trace: str, connection: Connection) -> Result:
        status, letters = self._aside.fail(request, mail, trace, connection)
        return Result(request, status, trace, letters=letters)

    def _end_old_holds(self) -> None:
        if time.monotonic() - self._looked_at_holds < HOLDS_EVERY:
            return
        self._looked_at_holds = time.monotonic()
        with self._database.reading() as connection:
            is_any = Holds(connection).in_force() != []
        if is_any:
            with self._database.writing() as connection:
                Holds(connection).end_old(self._now())

    def _read(self, request: WaitingRequest) -> Incoming:
        sender = request.sender or None
        return read_message(request.message, sender, self._key, request.recipients, self._authserv_id)

    def _read_if_possible(self, request: WaitingRequest) -> Incoming | None:
        try:
            return self._read(request)
        except Exception:  # perhaps this is why the request fails
            return None

    def _report(self, results: list[Result]) -> None:
        for result in results:
            tell = log.error if result.status in (InboxStatus.LATER, InboxStatus.FAILED) else log.info
            which = {"request": result.request.request, "inbox": result.request.id}
            tell(f"message.{result.status}", **which, outcome=result.outcome, letters=result.letters)
            if result.status is not InboxStatus.WAITING:
                command = result.answer.command if result.answer else ""
                self._observer.request_dealt_with(command, result.in_a_word, result.seconds)
        if any(result.letters for result in results):
            self._letters_written()
        if self._strangers_wait and any(result.status is InboxStatus.WAITING for result in results):
            self._strangers_wait()


def trial_wait(ended: int) -> float:
    """The seconds a server must have run before it tries a request during which `ended` servers died."""
    return 0.0 if ended < SUSPECTED_AFTER else min(TRIAL_SECONDS * 2 ** (ended - SUSPECTED_AFTER), LONGEST_TRIAL)
