"""What a player who has left leaves behind.

Apart from the players: it names tables of everything that there is about them, and nearly no request needs it.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from pbmserv.play.board import Player
from pbmserv.storage.invitation_tables import INVITATIONS, INVITED
from pbmserv.storage.letter_tables import DAILY_LETTERS
from pbmserv.storage.open_tables import PUNCTUALITY
from pbmserv.storage.tables import ADDRESSES, CODES, GAME_LIMITS, GAME_WATCHERS, REPLY_TOKENS, VACATIONS, WATCHERS
from pbmserv.storage.tournament_tables import ENTRANTS
from pbmserv.storage.web_tables import BOARD_NOTES, SESSIONS, WEB_LINKS

TABLES = (
    ADDRESSES,
    BOARD_NOTES,
    CODES,
    DAILY_LETTERS,
    GAME_LIMITS,
    PUNCTUALITY,
    REPLY_TOKENS,
    ENTRANTS,
    GAME_WATCHERS,
    SESSIONS,
    VACATIONS,
    WATCHERS,
    WEB_LINKS,
)


def forget(connection: Connection, player: Player) -> None:
    """Delete what is known of a player beside the account itself."""
    for table in TABLES:
        connection.execute(delete(table).where(table.c.user_id == player.id))
    invited = select(INVITATIONS.c.id).where(INVITATIONS.c.user_id == player.id)
    connection.execute(delete(INVITED).where(INVITED.c.invitation_id.in_(invited)))
    connection.execute(delete(INVITATIONS).where(INVITATIONS.c.user_id == player.id))
