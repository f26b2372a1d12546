"""Players with one letter a day, and when the next is due."""

from __future__ import annotations

from collections.abc import Collection
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
"""A player with one letter a day, and when the next is due."""


@dataclass(frozen=True)
class DueLetter:
    """A due daily letter, since when, and the player's id."""

    player_id: int
    hour: int
    due_at: datetime


class DailyLetters(Repository):
    def begin(self, player: Player, hour: int, due_at: datetime) -> None:
        """Send a player one letter a day at this hour, next at `due_at`."""
        values = {"hour": hour, "due_at": due_at}
        new = upsert.insert(self._connection, DAILY_LETTERS).values(user_id=player.id, **values)
        self._connection.execute(new.on_conflict_do_update(index_elements=[DAILY_LETTERS.c.user_id], set_=values))

    def end(self, player: Player) -> None:
        self._connection.execute(delete(DAILY_LETTERS).where(DAILY_LETTERS.c.user_id == player.id))

    def hour_of(self, player: Player) -> int | None:
        hour: int | None = self._connection.scalar(
            select(DAILY_LETTERS.c.hour).where(DAILY_LETTERS.c.user_id == player.id)
        )
        return hour

    def are_due(self, players: Collection[Player], now: datetime) -> bool:
        """Whether any of these players is to get a letter now."""
        those = DAILY_LETTERS.c.user_id.in_([each.id for each in players]), DAILY_LETTERS.c.due_at <= now
        return self._connection.scalar(select(DAILY_LETTERS.c.user_id).where(*those).limit(1)) is not None

    def page(self, now: datetime, limit: int, after: DueLetter | None = None) -> list[DueLetter]:
        """Due letters, longest waiting first, after the letter `after`."""
        query = select(DAILY_LETTERS).where(DAILY_LETTERS.c.due_at <= now)
        key = tuple_(DAILY_LETTERS.c.due_at, DAILY_LETTERS.c.user_id)
        if after is not None:
            query = query.where(key > tuple_(after.due_at, after.player_id))
        rows = self._connection.execute(query.order_by(DAILY_LETTERS.c.due_at, DAILY_LETTERS.c.user_id).limit(limit))
        return [DueLetter(row.user_id, row.hour, row.due_at) for row in rows]

    def claim(self, due: DueLetter, now: datetime) -> bool:
        """Lock a due letter; False if it is no longer due, or locked."""
        query = select(DAILY_LETTERS.c.user_id).where(
            DAILY_LETTERS.c.user_id == due.player_id, DAILY_LETTERS.c.due_at <= now
        )
        return self._connection.scalar(query.with_for_update(skip_locked=True)) is not None

    def next_at(self, due: DueLetter, at: datetime) -> None:
        self._connection.execute(
            update(DAILY_LETTERS).where(DAILY_LETTERS.c.user_id == due.player_id).values(due_at=at)
        )
