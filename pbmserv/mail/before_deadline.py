"""Mail that came before a deadline and has yet to be carried out: it may be what the clock waits for, and nobody
loses a game because the server is slow.

Mail that came later counts for nothing here. So whoever writes more and more of it cannot stop a clock.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from pbmserv.commands.requests.context import Call
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.request_of_mail import action_of_its_address, boards_of, players_named_in, why_unanswered
from pbmserv.play.board import Player
from pbmserv.storage.inbox import Inbox

MOST_READ = 100
"""How many mails are looked at for one board. If more of them wait, the player's may be among them."""


def mail_may_wait(call: Call, board: str, players: Collection[Player], by: datetime) -> bool:
    """Whether mail of one of these players about a board (`hex 101`) may have come by then, and still waits."""
    inbox = Inbox(call.work.connection)
    numbers = inbox.open_by(by, MOST_READ + 1)
    if len(numbers) > MOST_READ:
        return True
    rows = map(inbox.find, numbers)
    return any(_may_be_of(call, row, board, players) for row in rows if row is not None and row.message is not None)


def _may_be_of(call: Call, request: Row[Any], board: str, players: Collection[Player]) -> bool:
    if request.ended:
        # To read it may end this server, too.
        return True
    mail = read_message(request.message, request.sender, recipients=request.recipients)
    if action_of_its_address(mail) is not None or why_unanswered(mail) is not None:
        return False
    named = players_named_in(mail)
    own = {player.userid.lower() for player in call.work.players.at_address(mail.sender or "")}
    if not (named | own) & {player.userid.lower() for player in players}:
        return False
    about = boards_of(mail, call.work.connection)
    # Without a board, it may be that the player is away from now on.
    return not about or board in about
