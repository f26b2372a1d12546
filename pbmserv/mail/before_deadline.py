"""Mail that arrived before a deadline and is not carried out yet: the clock waits for it, as nobody should forfeit
because the server is slow.

Later mail does not count, so nobody can stop a clock with more of it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.prefetch import players_named
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.incoming import boards_in, read_message
from pbmserv.mail.request_of_mail import action_of_its_address, boards_of, players_named_in, why_unanswered
from pbmserv.play.board import Player
from pbmserv.storage.inbox import Inbox
from pbmserv.storage.inbox_order import HOLD_FOR

MOST_READ = 100
"""The number of mails examined for a board. If more wait, the player's is assumed among them."""


class _Told(NamedTuple):
    """What a mail may be about: whose it may be, and which boards it names; none where a command may be about all."""

    userids: frozenset[str]
    boards: frozenset[str]


_NOTHING = _Told(frozenset(), frozenset())


class MailBeforeDeadline:
    """The mail that came in time, for the rounds of one clock. Each mail is read once in a round, for all boards.

    A clock waits as long as a hold lasts, counted from when the server could first have carried the mail out: a
    server's clock knows that by its first round; a clock that makes one round only, by the first mail that came after
    the deadline and has been carried out.
    """

    def __init__(self, one_round: bool = False) -> None:
        self._one_round = one_round
        self._began_at: datetime | None = None
        self._read: dict[int, _Told] = {}

    def begin_round(self, at: datetime) -> None:
        """Forget what was read: it may have been carried out."""
        self._began_at = self._began_at or at
        self._read.clear()

    def may_wait(self, call: Call, board: str, players: Collection[Player], by: datetime) -> bool:
        """Whether mail of these players about a board (`hex 101`) may have arrived by then and still waits."""
        inbox = Inbox(call.work.connection)
        numbers = inbox.open_by(by, MOST_READ + 1)
        if not numbers or call.at >= max(by, self._works_since(inbox, by) or by) + HOLD_FOR:
            return False
        if len(numbers) > MOST_READ:
            return True
        userids = {player.userid.lower() for player in players}
        for number in numbers:
            told = self._told(call, inbox, number)
            # Without a board, it may be that the player is away from now on.
            if told is None or (told.userids & userids and (not told.boards or board in told.boards)):
                return True
        return False

    def _works_since(self, inbox: Inbox, by: datetime) -> datetime | None:
        return (inbox.first_done_after(by) if self._one_round else None) or self._began_at

    def _told(self, call: Call, inbox: Inbox, number: int) -> _Told | None:
        """What a mail may be about; None if to read it may end this server, too."""
        if number not in self._read:
            request = inbox.find(number)
            if request is not None and request.ended:
                return None
            self._read[number] = _told_by(call, request) if request is not None and request.message else _NOTHING
        return self._read[number]


def _told_by(call: Call, request: Row[Any]) -> _Told:
    mail = read_message(request.message, request.sender, recipients=request.recipients)
    if action_of_its_address(mail) is not None or why_unanswered(mail) is not None:
        return _NOTHING
    named = players_named_in(mail)
    own = {player.userid.lower() for player in call.work.players.at_address(mail.sender or "")}
    is_about_all = any(
        players_named(line, "", None, installed(), COMMANDS) and not any(boards_in(line, installed()))
        for line in mail.command_lines
    )
    boards = set() if is_about_all else boards_of(mail, call.work.connection)
    return _Told(frozenset(named | own), frozenset(boards))
