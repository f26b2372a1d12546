"""Deletion of a player's data, or of a player altogether; it names many tables, and few requests need it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Column, ColumnElement, Connection, Table, delete, func, or_, select, update

from pbmserv.play.board import Player
from pbmserv.play.bots import PROGRAM
from pbmserv.storage.blocks import BLOCKS
from pbmserv.storage.daily_letters import DAILY_LETTERS
from pbmserv.storage.digests import DIGESTS
from pbmserv.storage.invitations import INVITATIONS, INVITED
from pbmserv.storage.notes import BOARD_NOTES
from pbmserv.storage.punctuality import PUNCTUALITY
from pbmserv.storage.reports import REPORTS
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.sessions import SESSIONS, WEB_LINKS
from pbmserv.storage.tables import (
    ADDRESSES,
    BOARDS,
    CODES,
    GAME_LIMITS,
    GAME_WATCHERS,
    OUTBOX,
    REPLY_TOKENS,
    SEATS,
    USERS,
    VACATIONS,
    WATCHERS,
)
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


_THEIRS = frozenset({INVITATIONS.c.user_id, OUTBOX.c.user_id, SESSIONS.c.board_id, WEB_LINKS.c.board_id})
"""Columns that may be null, whose rows go with what they refer to. Without these, other rows stay, and refer to
nobody. A session without its board would be good for everything.
"""


class PlaysWithOthers(ValueError):
    """A player cannot be deleted, since others play on one of their boards."""


def delete_players(connection: Connection, players: Sequence[Player]) -> None:
    """Delete players with everything that belongs to them, the account and its boards too, as if they had never been.

    All foreign keys are followed, those of tables to come as well. Raises `PlaysWithOthers` where somebody else than
    bots of the server sits at one of the boards, whose record is theirs, too.
    """
    numbers = [player.id for player in players]
    boards = select(SEATS.c.board_id).where(SEATS.c.user_id.in_(numbers))
    others = (
        select(SEATS.c.board_id)
        .join(USERS, USERS.c.id == SEATS.c.user_id)
        .where(SEATS.c.board_id.in_(boards), SEATS.c.user_id.not_in(numbers))
        .where(func.coalesce(USERS.c.bot, PROGRAM) == PROGRAM)
    )
    if connection.scalar(others.limit(1)) is not None:
        raise PlaysWithOthers
    # By number: the seats that tell which these are go first.
    theirs = [*connection.scalars(boards.distinct())]
    _delete(connection, BOARDS, BOARDS.c.id.in_(theirs))
    _delete(connection, USERS, USERS.c.id.in_(numbers))


def _delete(connection: Connection, table: Table, which: ColumnElement[bool]) -> None:
    """Delete rows, and before them the rows that refer to them, and so on."""
    for child in SCHEMA.sorted_tables:
        belonging = []
        for column, referred in _references(child, table):
            refers = column.in_(select(referred).where(which))
            if column.nullable and column not in _THEIRS:
                connection.execute(update(child).where(refers).values({column.name: None}))
            else:
                belonging.append(refers)
        if belonging:
            _delete(connection, child, or_(*belonging))
    connection.execute(delete(table).where(which))


def _references(child: Table, table: Table) -> list[tuple[Column[int], Column[int]]]:
    return [(key.parent, key.column) for key in child.foreign_keys if key.column.table is table]
