"""Sets requests aside: for good where they fail each time, for a while where they have to wait for such a one.

Who wrote them is told. Whatever goes wrong with that, a request is set aside all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from pbmserv.commands.call import Call
from pbmserv.commands.setting_aside import Author, kept_waiting, tell_held, tell_set_aside
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import token_in
from pbmserv.mail.incoming import Message, may_answer_stranger, read_message
from pbmserv.mail.machines import is_null_sender
from pbmserv.mail.traces import log_failure
from pbmserv.play.board import Board
from pbmserv.post_office import Done
from pbmserv.store.faults import is_out_of_order
from pbmserv.store.holds import HOLD_FOR, Hold, Holds
from pbmserv.store.inbox import Inbox, InboxStatus, WaitingRequest
from pbmserv.store.replies import Kind
from pbmserv.store.work import UnitOfWork

_SHORTEST_BEGINNING = 3
_MOST_LINES = 100
_MOST_WORDS = 100
_MOST_DIGITS = 9
_OF_A_BOARD = (Kind.BOARD, Kind.SUBMITTED, Kind.PROPOSED, Kind.CHAT)

R = TypeVar("R")


class Office(Protocol):
    """Who writes letters that no command asks for: the post office, as far as it is needed here."""

    def act_within(self, action: Callable[[Call], R], connection: Connection, request_id: str = "") -> Done[R]:
        """Do something inside the caller's transaction, and write the letters that it causes."""
        ...


class Aside:
    """Where requests go that are not carried out."""

    def __init__(self, office: Office, now: Callable[[], datetime]) -> None:
        self._office = office
        self._now = now

    def fail(
        self, request: WaitingRequest, trace: str, connection: Connection, may_read: bool = True
    ) -> tuple[InboxStatus, int]:
        """Have a request tried again later or, after the last attempt, kept for the operator.

        Gives which of these, and how many letters tell of it. What came later for these boards waits, if the request
        can be read, and `may_read` allows that.
        """
        status = Inbox(connection).count_failed_attempt(request, trace, self._now())
        boards = sorted(_boards_if_readable(request, connection)) if may_read else []
        tell: Callable[..., Mapping[str, Board]] = partial(_keep_waiting, boards=boards)
        if status is InboxStatus.FAILED:
            tell = partial(tell_set_aside, number=request.id, boards=boards)
            if request.holds:
                # So that those who wait are told, now that it is for long.
                Holds(connection).end(request.id)
        told = self._tell(request, connection, tell) if boards or status is InboxStatus.FAILED else None
        if told is None:
            return status, 0
        if told.result:
            Holds(connection).begin(request.id, told.result)
        return status, len(told.letters)

    def hold(self, request: WaitingRequest, hold: Hold, connection: Connection) -> int:
        """Have a request wait for the one that was set aside; gives how many letters tell of it."""
        now = self._now()
        Holds(connection).keep_waiting(request.id, hold, now)
        if not hold.for_good:
            return 0
        told = self._tell(request, connection, partial(tell_held, until=(hold.since or now) + HOLD_FOR))
        return len(told.letters) if told else 0

    def _tell(self, request: WaitingRequest, connection: Connection, tell: Callable[..., R]) -> Done[R] | None:
        if not request.author or is_null_sender(request.sender):
            return None
        author = Author(request.author, may_answer_stranger(request.author, request.sender))
        try:
            with connection.begin_nested():
                return self._office.act_within(
                    lambda call: tell(call, author, request.received_at), connection, request.request
                )
        except Exception as error:
            if is_out_of_order(error):
                raise
            log_failure("author.not_told", error, request=request.request, inbox=request.id)
            return None


def _keep_waiting(call: Call, author: Author, _came: datetime, boards: Sequence[str]) -> Mapping[str, Board]:
    return kept_waiting(call, author, boards)


def hold_over(request: WaitingRequest, message: Message, connection: Connection) -> Hold | None:
    """What `request` has to wait for; None where it may be carried out.

    Who wrote what was set aside, and writes about the board again since being told of it, ends the waiting.
    """
    boards = _boards_of(request, message, connection)
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


def _boards_if_readable(request: WaitingRequest, connection: Connection) -> frozenset[str]:
    try:
        with connection.begin_nested():
            return _boards_of(request, read_message(request.message, request.sender or None), connection)
    except Exception as error:
        if is_out_of_order(error):
            raise
        # That may be why it fails.
        return frozenset()


def _boards_of(request: WaitingRequest, message: Message, connection: Connection) -> frozenset[str]:
    """The boards that a message may be about, such as `hex 101`: rather one too many than one that is missed."""
    boards = {board for line in _command_lines(message) for board in _boards_in(line)}
    token = token_in([*request.recipients, *message.addressed_to])
    if token is not None:
        work = UnitOfWork(connection, installed())
        answering = work.replies.read(token)
        named = work.boards.named(answering.about) if answering and answering.kind in _OF_A_BOARD else None
        if named is not None:
            boards.add(f"{named[0]} {named[1]}")
    return frozenset(boards)


def _command_lines(message: Message) -> list[str]:
    lines = list(message.lines)
    if lines and lines[0].lower().startswith("mul"):
        lines += message.body.splitlines()[:_MOST_LINES]
    return lines


def _boards_in(line: str) -> Iterator[str]:
    words = line.lower().split()[:_MOST_WORDS]
    numbers = [word for word in words if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS]
    for game in installed() if numbers else ():
        if any(len(word) >= _SHORTEST_BEGINNING and game.startswith(word) for word in words):
            yield from (f"{game} {int(number)}" for number in numbers)
