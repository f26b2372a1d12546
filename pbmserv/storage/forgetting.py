"""Deletion of a player's data; it names many tables, and few requests need it."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from pbmserv.play.board import Player
from pbmserv.storage.blocks import BLOCKS
from pbmserv.storage.daily_letters import DAILY_LETTERS
from pbmserv.storage.digests import DIGESTS
from pbmserv.storage.invitations import INVITATIONS, INVITED
from pbmserv.storage.notes import BOARD_NOTES
from pbmserv.storage.punctuality import PUNCTUALITY
from pbmserv.storage.reports import REPORTS
from pbmserv.storage.sessions import SESSIONS, WEB_LINKS
from pbmserv.storage.tables import ADDRESSES, CODES, GAME_LIMITS, GAME_WATCHERS, REPLY_TOKENS, VACATIONS, WATCHERS
from pbmserv.storage.tournaments import ENTRANTS

TABLES = (
    ADDRESSES,
    BLOCKS,
    BOARD_NOTES,
    CODES,
    DAILY_LETTERS,
    DIGESTS,
    GAME_LIMITS,
    PUNCTUALITY,
    REPLY_TOKENS,
    REPORTS,
    ENTRANTS,
    GAME_WATCHERS,
    SESSIONS,
    VACATIONS,
    WATCHERS,
    WEB_LINKS,
)


def forget(connection: Connection, player: Player) -> None:
    """Delete everything about a player except the account."""
    for table in TABLES:
        connection.execute(delete(table).where(table.c.user_id == player.id))
    connection.execute(delete(BLOCKS).where(BLOCKS.c.blocked_id == player.id))
    invited = select(INVITATIONS.c.id).where(INVITATIONS.c.user_id == player.id)
    connection.execute(delete(INVITED).where(INVITED.c.invitation_id.in_(invited)))
    connection.execute(delete(INVITATIONS).where(INVITATIONS.c.user_id == player.id))
