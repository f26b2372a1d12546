"""The numbers that letters have got in the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from pbmserv.storage.outbox import Outbox, StoredLetter
from pbmserv.storage.tables import OUTBOX


def added(connection: Connection, letters: Sequence[StoredLetter], now: datetime) -> list[int]:
    """Have letters sent; gives their numbers, in order."""
    Outbox(connection).add(letters, now)
    newest_first = select(OUTBOX.c.id).order_by(OUTBOX.c.id.desc()).limit(len(letters))
    return list(reversed(connection.scalars(newest_first).all()))
