"""The complete schema, with partial indexes, for migrations and tests.

Separate from the tables because describing a partial index imports SQLAlchemy's PostgreSQL support, which would slow
down every start.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Index, text

from pbmserv.storage import (
    blocks,
    bots,
    daily_letters,
    digests,
    game_limits,
    inbox_order,
    invitations,
    notes,
    open_challenges,
    punctuality,
    rematches,
    reports,
    sessions,
    substitutes,
    tables,
    tournaments,
)
from pbmserv.storage.reports import REPORTS
from pbmserv.storage.tables import ADDRESSES, BOARDS, GAME_LIMITS, INBOX, OUTBOX, USERS
from pbmserv.storage.tournaments import SEASONS, TOURNAMENTS


def _partial_index(name: str, *columns: Column[Any], where: str) -> Index:
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


_partial_index("ix_users_suspended", USERS.c.userid_key, where="suspended_at IS NOT NULL")
_partial_index("ix_users_bot", USERS.c.bot, where="bot IS NOT NULL")
_partial_index("ix_users_guest_until", USERS.c.guest_until, where="guest_until IS NOT NULL")
_partial_index("ix_addresses_suspended", ADDRESSES.c.id, where="suspended_at IS NOT NULL")
_partial_index(
    "ix_game_limits_seeking", GAME_LIMITS.c.game, GAME_LIMITS.c.seeking_since, where="seeking_since IS NOT NULL"
)
_partial_index("ix_boards_due_at", BOARDS.c.due_at, where="due_at IS NOT NULL")
_partial_index("ix_boards_offered_at", BOARDS.c.offered_at, where="offered_at IS NOT NULL")
_partial_index("ix_tournaments_open", TOURNAMENTS.c.name_key, where="ended_at IS NULL")
_partial_index("ix_seasons_due_at", SEASONS.c.due_at, where="due_at IS NOT NULL")
_partial_index("ix_reports_open", REPORTS.c.id, where="closed_at IS NULL")
_partial_index("ix_inbox_waiting", INBOX.c.place, INBOX.c.id, where="status = 'waiting'")
_partial_index("ix_inbox_unsorted", INBOX.c.author, INBOX.c.id, where="status IN ('waiting', 'later') AND place = 0")
_partial_index("ix_inbox_open", INBOX.c.author, INBOX.c.id, where="status IN ('waiting', 'later')")
_partial_index("ix_inbox_holding", INBOX.c.id, where="holds IS NOT NULL")
_partial_index("ix_outbox_waiting", OUTBOX.c.due_at, OUTBOX.c.id, where="status = 'waiting'")

MODULES = (
    blocks,
    bots,
    daily_letters,
    digests,
    game_limits,
    inbox_order,
    invitations,
    notes,
    open_challenges,
    punctuality,
    rematches,
    reports,
    sessions,
    substitutes,
    tables,
    tournaments,
)
"""The modules with tables, imported so that the metadata is complete."""

SCHEMA = tables.METADATA
