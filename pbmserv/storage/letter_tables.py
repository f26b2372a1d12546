"""The table of those who get one letter a day, as those in `tables`."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table

from pbmserv.storage.moments import Moment
from pbmserv.storage.tables import METADATA

DAILY_LETTERS = Table(
    "daily_letters",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # The hour of the player's day at which it is written.
    Column("hour", Integer, nullable=False),
    Column("due_at", Moment, nullable=False),
    Index("ix_daily_letters_due_at_user_id", "due_at", "user_id"),
)
"""A player who gets one letter a day with the boards that wait, and when the next one is due."""
