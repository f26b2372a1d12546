"""Quarantine of requests that fail every time, and holds for those behind them.

Their authors are told; if that fails, the request is quarantined all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from pbmserv.commands.operator.mail import MailAuthor, kept_waiting, tell_held, tell_set_aside
from pbmserv.commands.requests.context import Call
from pbmserv.mail.reading.automatic_mail import is_null_sender
from pbmserv.mail.reading.envelope import may_answer_stranger
from pbmserv.mail.reading.incoming import Incoming
from pbmserv.mail.request_of_mail import boards_of
from pbmserv.play.board import Board
from pbmserv.post_office import Done, PostOffice
from pbmserv.running.traces import log_failure
from pbmserv.storage.faults import is_out_of_order
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import HOLD_FOR, Hold, Holds, WaitingRequest
from pbmserv.storage.queues import InboxStatus
from pbmserv.storage.statements import kept_apart

R = TypeVar("R")


class Quarantine:
    def __init__(self, office: PostOffice, now: Callable[[], datetime]) -> None:
        self._office = office
        self._now = now

    def fail(
        self, request: WaitingRequest, mail: Incoming | None, trace: str, connection: Connection
    ) -> tuple[InboxStatus, int]:
        """Schedule a retry or, after the last attempt, quarantine the request.

        Return its state and the number of letters about it. If the mail was readable, later requests for its boards
        are held.
        """
        status = Inbox(connection).count_failed_attempt(request, trace, self._now())
        boards = _boards_if_known(mail, connection)
        tell: Callable[..., Mapping[str, Board]] = partial(_keep_waiting, boards=boards)
        if status is InboxStatus.FAILED:
            tell = partial(tell_set_aside, number=request.id, boards=boards)
            if request.holds:
                # So that those who are waiting are told, now that it will take long.
                Holds(connection).end(request.id)
        told = self._tell(request, connection, tell) if boards or status is InboxStatus.FAILED else None
        if told is None:
            return status, 0
        if told.result:
            Holds(connection).begin(request.id, told.result)
        return status, len(told.letters)

    def hold(self, request: WaitingRequest, hold: Hold, connection: Connection, quietly: bool = False) -> int:
        """Hold a request behind a quarantined one; return the number of letters about it.

        Nobody is told if `quietly`.
        """
        now = self._now()
        Holds(connection).keep_waiting(request.id, hold, now)
        if not hold.for_good or quietly:
            return 0
        told = self._tell(request, connection, partial(tell_held, until=(hold.since or now) + HOLD_FOR))
        return len(told.letters) if told else 0

    def _tell(self, request: WaitingRequest, connection: Connection, tell: Callable[..., R]) -> Done[R] | None:
        if not request.author or is_null_sender(request.sender):
            return None
        author = MailAuthor(request.author, may_answer_stranger(request.author, request.sender))
        try:
            with kept_apart(connection):
                return self._office.act_within(
                    lambda call: tell(call, author, request.received_at), connection, request.request
                )
        except Exception as error:
            if is_out_of_order(error):
                raise
            log_failure("author.not_told", error, request=request.request, inbox=request.id)
            return None


def _keep_waiting(call: Call, author: MailAuthor, _came: datetime, boards: Sequence[str]) -> Mapping[str, Board]:
    return kept_waiting(call, author, boards)


def hold_over(request: WaitingRequest, mail: Incoming, connection: Connection) -> Hold | None:
    boards = boards_of(mail, connection)
    holds = Holds(connection)
    for hold in holds.in_force():
        if hold.number >= request.id or not boards & hold.boards:
            continue
        has_been_told = hold.for_good and hold.since is not None and request.received_at > hold.since
        if has_been_told and hold.author == request.author:
            holds.end(hold.number)
            continue
        return hold
    return None


def _boards_if_known(mail: Incoming | None, connection: Connection) -> list[str]:
    try:
        with kept_apart(connection):
            return sorted(boards_of(mail, connection)) if mail else []
    except Exception as error:
        if is_out_of_order(error):
            raise
        # This may be the reason why the request fails.
        return []
