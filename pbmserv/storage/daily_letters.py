"""Who gets one letter a day, and when the next one is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, delete, select, tuple_, update

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import METADATA
from pbmserv.storage.utc_datetime import UtcDatetime

DAILY_LETTERS = Table(
    "daily_letters",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # The hour of the player's day at which it is written.
    Column("hour", Integer, nullable=False),
    Column("due_at", UtcDatetime, nullable=False),
    Index("ix_daily_letters_due_at_user_id", "due_at", "user_id"),
)
"""A player who gets one letter a day with the boards that wait, and when the next one is due."""


@dataclass(frozen=True)
class DueLetter:
    """A letter of a day that is due, and since when; the player is named by the number of their row."""

    player_id: int
    hour: int
    due_at: datetime


class DailyLetters(Repository):
    """The letters of each day, within one transaction."""

    def begin(self, player: Player, hour: int, due_at: datetime) -> None:
        """Have a player get one letter a day at this hour, the next one at that time."""
        values = {"hour": hour, "due_at": due_at}
        new = upsert.insert(self._connection, DAILY_LETTERS).values(user_id=player.id, **values)
        self._connection.execute(new.on_conflict_do_update(index_elements=[DAILY_LETTERS.c.user_id], set_=values))

    def end(self, player: Player) -> None:
        """Write no such letters to a player any more."""
        self._connection.execute(delete(DAILY_LETTERS).where(DAILY_LETTERS.c.user_id == player.id))

    def hour_of(self, player: Player) -> int | None:
        """The hour at which a player gets the letter of the day; None for no such letter."""
        hour: int | None = self._connection.scalar(
            select(DAILY_LETTERS.c.hour).where(DAILY_LETTERS.c.user_id == player.id)
        )
        return hour

    def page(self, now: datetime, limit: int, after: DueLetter | None = None) -> list[DueLetter]:
        """The letters that are due, those that have waited longest first, beginning after the letter `after`."""
        query = select(DAILY_LETTERS).where(DAILY_LETTERS.c.due_at <= now)
        key = tuple_(DAILY_LETTERS.c.due_at, DAILY_LETTERS.c.user_id)
        if after is not None:
            query = query.where(key > tuple_(after.due_at, after.player_id))
        rows = self._connection.execute(query.order_by(DAILY_LETTERS.c.due_at, DAILY_LETTERS.c.user_id).limit(limit))
        return [DueLetter(row.user_id, row.hour, row.due_at) for row in rows]

    def claim(self, due: DueLetter, now: datetime) -> bool:
        """Keep others from writing a letter; False if it is no longer due, or somebody else is at it."""
        query = select(DAILY_LETTERS.c.user_id).where(
            DAILY_LETTERS.c.user_id == due.player_id, DAILY_LETTERS.c.due_at <= now
        )
        return self._connection.scalar(query.with_for_update(skip_locked=True)) is not None

    def next_at(self, due: DueLetter, at: datetime) -> None:
        """Note when the next letter is due."""
        self._connection.execute(
            update(DAILY_LETTERS).where(DAILY_LETTERS.c.user_id == due.player_id).values(due_at=at)
        )
