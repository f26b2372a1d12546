"""The numbers that letters have got in the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from pbmserv.store.models import OutboxRow
from pbmserv.store.queues import NewLetter, Outbox


def added(connection: Connection, letters: Sequence[NewLetter], now: datetime) -> list[int]:
    """Have letters sent; gives their numbers, in order."""
    Outbox(connection).add(letters, now)
    newest_first = select(OutboxRow.id).order_by(OutboxRow.id.desc()).limit(len(letters))
    return list(reversed(connection.scalars(newest_first).all()))
