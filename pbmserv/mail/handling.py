"""Handling of one request within the worker's transaction: carried out, or delayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from pbmserv.commands.requests.passwords import Hashes, NotHashed
from pbmserv.mail.quarantine import Quarantine, hold_over
from pbmserv.mail.queue_order import QueueOrder, is_of_stranger
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.mail.request_of_mail import action_of_its_address, once_key_of, request_of, why_unanswered
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import UNSORTED, Holds, InboxKeys, WaitingRequest
from pbmserv.storage.queues import InboxStatus


@dataclass(frozen=True)
class Result:
    """The result of a request, for the log and metrics after the commit."""

    request: WaitingRequest
    status: InboxStatus
    outcome: str
    answer: Answer | None = None
    letters: int = 0
    seconds: float = 0.0

    @property
    def in_a_word(self) -> str:
        """Its label in metrics."""
        if self.status in (InboxStatus.LATER, InboxStatus.FAILED):
            return "failed"
        return "refused" if self.answer and not self.answer.ok else self.status.value


class Handling:
    """Handles requests. It remembers which of a batch are delayed when the batch is tried again."""

    def __init__(self, office: PostOffice, aside: Quarantine, now: Callable[[], datetime]) -> None:
        self._office = office
        self._aside = aside
        self._now = now
        self._of_strangers: set[int] = set()
        """Requests of the current batch that need a hash for a possible stranger."""

        self._is_only = False
        """Whether the batch has a single request."""

        self._requests: dict[int, Request] = {}
        """Those read ahead and not carried out yet, by number."""

    def begin(self) -> None:
        self._of_strangers.clear()

    def read_ahead(
        self,
        waiting: Sequence[WaitingRequest],
        mails: Sequence[Incoming],
        connection: Connection,
        hashes: Hashes,
        is_alone: bool = False,
    ) -> set[str]:
        """Prefetch for these requests; return the keys of messages not seen yet.

        Raises `NotHashed` for hashes to compute first. A request that `is_alone` is not delayed for its hash.
        """
        self._is_only = len(waiting) == 1
        handed_in = [
            (request, mail)
            for request, mail in zip(waiting, mails, strict=True)
            if action_of_its_address(mail) is None and why_unanswered(mail) is None
        ]
        asked = [(request, mail) for request, mail in handed_in if is_alone or request.id not in self._of_strangers]
        try:
            self._requests = {request.id: request_of(request, mail) for request, mail in asked}
            if asked:
                self._office.read_ahead([*self._requests.values()], connection, hashes)
        except NotHashed as wanted:
            of_strangers = {asked[number][0]: works for number, works in wanted.of_strangers.items()}
            put_back = {each.id for each in of_strangers if each.place == UNSORTED and not is_alone}
            works = set(wanted.works).union(*(of_strangers[each] for each in of_strangers if each.id not in put_back))
            self._of_strangers |= put_back
            if works or put_back:
                raise NotHashed(works) from None
        return Inbox(connection).first_times([once_key_of(mail) for _, mail in handed_in], self._now())

    def deal_with(
        self,
        request: WaitingRequest,
        mail: Incoming,
        connection: Connection,
        first_times: set[str],
        hashes: Hashes,
        order: QueueOrder,
        is_alone: bool = False,
    ) -> Result:
        """Carry out a request, unless it has to wait for another or, if not alone, for a hash.

        A new player's password is hashed at once while no other request waits. Removes the request's key from
        `first_times`. Raises `NotHashed`.
        """
        if order.put_back(request, mail, request.id in self._of_strangers and not is_alone):
            return Result(request, InboxStatus.WAITING, "waits for its turn")
        try:
            return self._carry_out(request, mail, connection, first_times, hashes)
        except NotHashed as wanted:
            if is_alone or request.place != UNSORTED or not is_of_stranger(mail, wanted.works, connection):
                raise
            if self._keeps_nobody_waiting(connection) and not any(kind == "verify" for kind, *_ in wanted.works):
                # A new player, in whose name somebody else may write the next moment.
                raise
            self._of_strangers.add(request.id)
        raise NotHashed(())

    def end(self, results: Sequence[Result], connection: Connection, order: QueueOrder) -> None:
        """Store outcomes and order, and release requests held for these."""
        done = [result for result in results if result.status not in {InboxStatus.HELD, InboxStatus.WAITING}]
        Inbox(connection).end([(result.request.id, result.status, result.outcome) for result in done], self._now())
        for result in done:
            if result.request.holds:
                Holds(connection).end(result.request.id)
        order.end()
        self._requests.clear()
        InboxKeys(connection).end(result.request.id for result in done if result.request.place != UNSORTED)

    def _keeps_nobody_waiting(self, connection: Connection) -> bool:
        return self._is_only and not Inbox(connection).has_work(self._now(), strangers=True)

    def _carry_out(
        self,
        request: WaitingRequest,
        mail: Incoming,
        connection: Connection,
        first_times: set[str],
        hashes: Hashes,
    ) -> Result:
        action = action_of_its_address(mail)
        if action is not None:
            done = self._office.act_within(action, connection, request.request)
            return Result(request, InboxStatus.DONE, done.result, letters=len(done.letters))
        unanswered = why_unanswered(mail)
        hold = hold_over(request, mail, connection) if request.some_hold and unanswered is None else None
        if hold is not None:
            letters = self._aside.hold(request, hold, connection, quietly=bool(mail.unanswered))
            return Result(request, InboxStatus.HELD, hold.words, letters=letters)
        once_key = once_key_of(mail)
        if unanswered is None and once_key not in first_times:
            unanswered = "seen before"
        if unanswered is not None:
            return Result(request, InboxStatus.DROPPED, unanswered)
        first_times.remove(once_key)
        asked = self._requests.pop(request.id, None) or request_of(request, mail)
        answer = self._office.handle_within(asked, connection, hashes)
        return Result(request, InboxStatus.DONE, answer.outcome, answer, len(answer.letters))
