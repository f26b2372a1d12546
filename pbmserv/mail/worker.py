"""Carries out what came in: takes requests from the inbox, in order of arrival, and brings them to the post office.

A request is marked done in the transaction that changes boards and writes letters: it is carried out wholly and once,
or not at all. One that makes the code fail is put aside for a while, and never blocks the others. One that ends the
whole process is found by those after it, which begin with care.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Protocol, TypeVar

import structlog
from sqlalchemy import Connection
from structlog.contextvars import bound_contextvars

from pbmserv.commands.bouncing import note_report
from pbmserv.commands.call import Call
from pbmserv.commands.replying import Reply
from pbmserv.commands.unsubscribing import unsubscribe
from pbmserv.letters.reply_address import Tag, token_in
from pbmserv.mail.aside import Aside, hold_over
from pbmserv.mail.authentication import is_proven
from pbmserv.mail.incoming import Message, may_answer_stranger, names_the_sender, read_message
from pbmserv.mail.observer import NOBODY, Observer
from pbmserv.mail.reports import failures_in
from pbmserv.mail.traces import trace_of
from pbmserv.post_office import Answer, Done, Request
from pbmserv.store.database import Database
from pbmserv.store.faults import is_out_of_order, lost_the_race, waited_too_long
from pbmserv.store.holds import Holds
from pbmserv.store.inbox import ATTEMPTS, EndedRequest, Inbox, InboxStatus, WaitingRequest
from pbmserv.store.keys import OWN_LETTERS, shared_key

AT_ONCE = 20
"""Requests in one transaction at most."""

TURN_SECONDS = 0.2
"""After how long a transaction is closed, so that others who write have their turn."""

BLAMED_AFTER = timedelta(minutes=1)
"""How long ago a request must have come in to be blamed for the end of servers."""

SUSPECTED_AFTER = 2
TRIAL_SECONDS = 2.0
LONGEST_TRIAL = 30.0
"""When so many servers have ended while they had a request in hand, the next one has it wait: for two seconds since
its own start, then for four, and so on. A server that is killed from outside, again and again, may be at the same one
each time, as long as that is soon after its start; hardly once it has lived for a while before."""

HOLDS_EVERY = 60.0
"""How often, in seconds, to look for requests that have waited for long enough for one that was set aside."""

TIDIED_EVERY = 2.0
"""How many seconds there are at least between two times that the traces of what was carried out are removed: that
keeps others from writing for a while, and a busy server has nothing to do for a moment many times in a second."""

ENDED_EACH_TIME = "the server ended each time while it was at this"

log = structlog.get_logger(__name__)

R = TypeVar("R")


class Counter(Protocol):
    """Where requests are handed in: the post office, as far as the worker knows it."""

    def handle_within(self, request: Request, connection: Connection) -> Answer:
        """Carry out a request inside the caller's transaction, which must be rolled back if this raises."""
        ...

    def act_within(self, action: Callable[[Call], R], connection: Connection, request_id: str = "") -> Done[R]:
        """Do inside the caller's transaction what no command says, and write the letters that it causes."""
        ...


@dataclass(frozen=True)
class _Result:
    """What became of a request, for the log and the observer once it is committed."""

    request: WaitingRequest
    status: InboxStatus
    outcome: str
    answer: Answer | None = None
    letters: int = 0
    seconds: float = 0.0

    @property
    def in_a_word(self) -> str:
        """What became of it, as the observer counts it."""
        if self.status in (InboxStatus.LATER, InboxStatus.FAILED):
            return "failed"
        return "refused" if self.answer and not self.answer.ok else self.status.value

    @property
    def ended(self) -> EndedRequest:
        """What is kept of it, where it is not tried again."""
        return EndedRequest(self.request.id, self.status, self.outcome)


class _OneFailed(Exception):
    """One of several requests in a transaction has failed."""


class Worker:
    """Carries out requests, one after the other. Belongs to one thread.

    `letters_written` is called after each transaction that wrote any; `stopping` is asked between requests.
    `authserv_id` is the name under which our mail server says what it has found out about a message; the `observer`
    is told of each request.
    """

    def __init__(
        self,
        database: Database,
        post_office: Counter,
        letters_written: Callable[[], None] = lambda: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        stopping: Callable[[], bool] = lambda: False,
        authserv_id: str = "",
        observer: Observer = NOBODY,
    ) -> None:
        self._database = database
        self._post_office = post_office
        self._letters_written = letters_written
        self._now = now
        self._stopping = stopping
        self._authserv_id = authserv_id
        self._observer = observer
        self._key: bytes | None = None
        # The process before this one may have been killed, and even by a request that it has left.
        self._has_left_traces = True
        self._tidied_at = -TIDIED_EVERY
        self._is_careful = True
        self._begun: WaitingRequest | None = None
        """What counts as tried and has not been carried out yet."""
        self._aside = Aside(post_office, now)
        self._started = time.monotonic()
        self._trial_at = self._started
        self._looked_at_holds = float("-inf")

    def run_once(self, limit: int = AT_ONCE) -> int:
        """Deal with requests that are waiting, `limit` at most, in one transaction; gives how many.

        Only those that wait when this is called first are dealt with one by one: among them may be one that has ended
        the process before. Raises whatever the database raises when it cannot be reached; then nothing has been done
        of what was in hand.
        """
        self._end_old_holds()
        with self._database.reading() as connection:
            # Asked first, since to claim is to write, and whoever writes makes others wait.
            has_work = Inbox(connection).has_work(self._now())
        if not has_work:
            self._is_careful = False
            self._remove_traces()
            return 0
        self._has_left_traces = True
        if self._key is None:
            # In a transaction of its own: whoever else asks for it waits until that is over.
            with self._database.writing() as connection:
                key = shared_key(connection, OWN_LETTERS)
            # Not before it is committed: a key that nobody else knows is none.
            self._key = key
        if not self._is_careful:
            try:
                done = self._run_together(limit)
                if done is not None:
                    return done
            except _OneFailed:
                # All is undone, and it has to be found out which one it was.
                self._is_careful = True
        tried = self._run_carefully(limit)
        self._is_careful = False
        return tried

    def pause(self) -> float:
        """For how many seconds nothing can be done, since what comes first has ended servers and waits for its trial.

        To be asked when there was nothing to do.
        """
        return max(0.0, self._trial_at - time.monotonic())

    def _run_together(self, limit: int) -> int | None:
        """Deal with requests in one transaction, which counts for nothing if one of them fails.

        None if the first has ended a server before: it is not tried together with others. Raises `_OneFailed`. So the
        many that do not fail need no savepoint, which costs as much as some statements.
        """
        results: list[_Result] = []
        with self._database.writing() as connection:
            inbox = Inbox(connection)
            end = time.monotonic() + TURN_SECONDS
            waiting = inbox.claim(limit, self._now())
            if waiting and waiting[0].ended:
                return None
            waiting = [*takewhile(lambda request: not request.ended, waiting)]
            try:
                for request in waiting:
                    begun = time.monotonic()
                    with bound_contextvars(request=request.request):
                        result = self._carry_out(request, connection)
                    results.append(replace(result, seconds=time.monotonic() - begun))
                    if self._stopping() or time.monotonic() > end:
                        break
                self._end(results, connection)
            except Exception as error:
                if is_out_of_order(error):
                    # Not the fault of a request, and by themselves they would fare no better.
                    raise
                raise _OneFailed from error
        self._report(results)
        return len(results)

    def _run_carefully(self, limit: int) -> int:
        """Deal with requests one by one, each of which counts as tried before it is: who dies can count no more."""
        done = 0
        while done < limit and not (done and self._stopping()):
            # After a fault of the database, the one in hand is not counted once more.
            self._begun = self._begun or self._begin()
            if self._begun is None:
                break
            result = self._go_on_with(self._begun)
            self._begun = None
            if result is None:
                break
            self._report([result])
            done += 1
        return done

    def _begin(self) -> WaitingRequest | None:
        with self._database.writing() as connection:
            inbox = Inbox(connection)
            for request in inbox.claim(1, self._now()):
                self._trial_at = self._started + trial_wait(request.ended)
                if self.pause():
                    return None
                inbox.count_attempt(request)
                return request
        return None

    def _go_on_with(self, request: WaitingRequest) -> _Result | None:
        """Carry out a request that counts as tried; None if somebody else is at it, or was in the way."""
        begun = time.monotonic()
        with self._database.writing() as connection:
            inbox = Inbox(connection)
            if not inbox.take_back_attempt(request):
                return None
            if request.ended >= ATTEMPTS and self._now() - request.received_at >= BLAMED_AFTER:
                # It may have been its text that ended them: then the next one sets it aside without reading it.
                may_read = (request.ended - ATTEMPTS) % 2 == 0
                return self._fail(request, ENDED_EACH_TIME, connection, may_read)
            result = self._deal_with(request, connection)
        return result and replace(result, seconds=time.monotonic() - begun)

    def _remove_traces(self) -> None:
        """Leave none of the passwords behind that stood in what has been carried out."""
        if not self._has_left_traces or time.monotonic() - self._tidied_at < TIDIED_EVERY:
            return
        if self._database.empty_log():
            self._has_left_traces = False
            self._tidied_at = time.monotonic()

    def _deal_with(self, request: WaitingRequest, connection: Connection) -> _Result | None:
        """Carry out one request; None if somebody else was in the way, and it waits for its next turn."""
        try:
            with bound_contextvars(request=request.request), connection.begin_nested():
                result = self._carry_out(request, connection)
                self._end([result], connection)
                return result
        except Exception as error:
            if is_out_of_order(error):
                # Not the request's fault, and all before it in this transaction is undone, too.
                raise
            if lost_the_race(error):
                return None
            if waited_too_long(error):
                Inbox(connection).put_off(request, "somebody else is at it", self._now())
                return _Result(request, InboxStatus.LATER, "somebody else is at it")
            return self._fail(request, trace_of(error), connection)

    def _fail(self, request: WaitingRequest, trace: str, connection: Connection, may_read: bool = True) -> _Result:
        status, letters = self._aside.fail(request, trace, connection, may_read)
        return _Result(request, status, trace, letters=letters)

    def _end(self, results: Sequence[_Result], connection: Connection) -> None:
        """Keep what became of requests, and let those go on that have waited for one of them."""
        done = [result for result in results if result.status is not InboxStatus.HELD]
        Inbox(connection).end([result.ended for result in done], self._now())
        for result in done:
            if result.request.holds:
                Holds(connection).end(result.request.id)

    def _end_old_holds(self) -> None:
        """Let nothing wait for too long."""
        if time.monotonic() - self._looked_at_holds < HOLDS_EVERY:
            return
        self._looked_at_holds = time.monotonic()
        with self._database.reading() as connection:
            is_any = Holds(connection).in_force() != []
        if is_any:
            with self._database.writing() as connection:
                Holds(connection).end_old(self._now())

    def _carry_out(self, request: WaitingRequest, connection: Connection) -> _Result:
        inbox = Inbox(connection)
        sender = request.sender or None
        message = read_message(request.message, sender, self._key)
        action = _action_of_its_address(message, request)
        if action is not None:
            done = self._post_office.act_within(action, connection, request.request)
            return _Result(request, InboxStatus.DONE, done.result, letters=len(done.letters))
        unanswered = message.automatic or (None if message.sender else "no sender")
        hold = hold_over(request, message, connection) if request.some_hold and unanswered is None else None
        if hold is not None:
            letters = self._aside.hold(request, hold, connection)
            return _Result(request, InboxStatus.HELD, hold.words, letters=letters)
        if unanswered is None and not inbox.first_time(message.once_key, self._now()):
            unanswered = "seen before"
        if unanswered is not None:
            return _Result(request, InboxStatus.DROPPED, unanswered)
        is_envelope = names_the_sender(sender, message.sender)
        answer = self._post_office.handle_within(
            Request(
                sender=message.sender,
                lines=message.lines,
                body=message.body,
                comment=message.comment,
                may_answer_stranger=may_answer_stranger(message.sender, sender),
                message_id=message.message_id,
                reply=_reply(message, request.recipients),
                proven=is_proven(message.authentication_results, self._authserv_id, message.sender),
                is_envelope=is_envelope,
                envelope=None if is_envelope else sender,
                id=request.request,
            ),
            connection,
        )
        return _Result(request, InboxStatus.DONE, answer.outcome, answer, len(answer.letters))

    def _report(self, results: list[_Result]) -> None:
        for result in results:
            tell = log.error if result.status in (InboxStatus.LATER, InboxStatus.FAILED) else log.info
            which = {"request": result.request.request, "inbox": result.request.id}
            tell(f"message.{result.status}", **which, outcome=result.outcome, letters=result.letters)
            command = result.answer.command if result.answer else ""
            self._observer.request_dealt_with(command, result.in_a_word, result.seconds)
        if any(result.letters for result in results):
            self._letters_written()


def trial_wait(ended: int) -> float:
    """How many seconds a server must have lived to try a request at which so many have ended."""
    return 0.0 if ended < SUSPECTED_AFTER else min(TRIAL_SECONDS * 2 ** (ended - SUSPECTED_AFTER), LONGEST_TRIAL)


def _action_of_its_address(message: Message, request: WaitingRequest) -> Callable[[Call], str] | None:
    """What is to be done with a message that came to one of our addresses which take no commands; None for others.

    Whoever writes there is a machine: a mail server that brings a letter back, or a mail program whose reader wants
    no more of them. Neither is answered where it wrote from, and to do the same twice is no harm.
    """
    addresses = [*request.recipients, *message.addressed_to]
    returned = token_in(addresses, Tag.BOUNCE)
    if returned is not None:
        return lambda call: note_report(call, returned, failures_in(request.message))
    unwanted = token_in(addresses, Tag.UNSUBSCRIBE)
    if unwanted is not None and not message.our_own:
        return lambda call: unsubscribe(call, unwanted, quietly=message.automatic is not None)
    return None


def _reply(message: Message, recipients: Sequence[str]) -> Reply:
    """What a message says, should it be an answer to a letter of ours."""
    # A mail server on the way may have put our own address in the place of the one that was written to.
    addresses = [*recipients, *message.addressed_to]
    answer = message.with_command_from_body()
    line = answer.lines[0] if answer.lines else ""
    return Reply(
        line=line,
        body=answer.body,
        comment=answer.comment,
        words=message.comment if message.subject else "\n".join(filter(None, [line, message.comment])),
        subject=message.subject,
        token=token_in(addresses),
        code=token_in(addresses, Tag.CODE),
        is_answer=message.is_answer,
    )
