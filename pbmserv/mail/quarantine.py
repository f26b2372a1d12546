"""Sets requests aside: for good if they fail every time, for a while if they must wait for one that has failed.

Their authors are told. If telling them goes wrong, the request is set aside all the same.
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
    """Where requests go that cannot be carried out."""

    def __init__(self, office: PostOffice, now: Callable[[], datetime]) -> None:
        self._office = office
        self._now = now

    def fail(
        self, request: WaitingRequest, mail: Incoming | None, trace: str, connection: Connection
    ) -> tuple[InboxStatus, int]:
        """Have a request tried again later or, after the last attempt, kept for the operator.

        Returns which of the two, and how many letters tell of it. If the mail could be read, what came later for the
        same boards waits.
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
        """Have a request wait for the one that was set aside; returns how many letters tell of it.

        Nobody is told if that has to be done `quietly`.
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
    """What `request` has to wait for; None if it may be carried out.

    The wait is over once the author of what was set aside has been told so, and writes about the board again.
    """
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
