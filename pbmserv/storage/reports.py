"""Lines of chat that players have reported to the operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ForeignKey, Select, Table, Text, UniqueConstraint, func, insert, select, update

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, METADATA, REMARKS, USERS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("remark_id", ForeignKey("remarks.id"), nullable=False),
    # Who has reported it.
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("at", UtcDatetime, nullable=False),
    # What they say about it, for the operator alone.
    Column("why", Text, nullable=False),
    # When the operator got a letter about it.
    Column("told_at", UtcDatetime),
    # When the operator dealt with it.
    Column("closed_at", UtcDatetime),
    UniqueConstraint("remark_id", "user_id"),
)
"""A report of a line of chat. It holds no board: only who wrote what, and who has reported it."""

_WRITER = USERS.alias("writer")


@dataclass(frozen=True)
class Report:
    number: int
    game: str
    board: int
    remark_id: int
    author: str
    words: str
    said_at: datetime
    by: str
    at: datetime
    why: str
    closed_at: datetime | None


class Reports(Repository):
    """The repository of reports."""

    def add(self, remark_id: int, player: Player, at: datetime, why: str) -> None:
        self._connection.execute(insert(REPORTS).values(remark_id=remark_id, user_id=player.id, at=at, why=why))

    def has_reported(self, player: Player, remark_id: int) -> bool:
        query = select(REPORTS.c.id).where(REPORTS.c.remark_id == remark_id, REPORTS.c.user_id == player.id)
        return self._connection.scalar(query) is not None

    def listed(self, limit: int, even_closed: bool = False) -> list[Report]:
        """The reports, oldest first; of all, also those that are closed."""
        query = _FOUND if even_closed else _FOUND.where(REPORTS.c.closed_at.is_(None))
        return [_report(row) for row in self._connection.execute(query.order_by(REPORTS.c.id).limit(limit))]

    def numbered(self, number: int) -> Report | None:
        row = self._connection.execute(_FOUND.where(REPORTS.c.id == number)).one_or_none()
        return _report(row) if row else None

    def close(self, remark_id: int, at: datetime) -> None:
        """Close all reports of a remark that are open."""
        its = REPORTS.c.remark_id == remark_id, REPORTS.c.closed_at.is_(None)
        self._connection.execute(update(REPORTS).where(*its).values(closed_at=at))

    def count_untold(self) -> int:
        """The number of open reports about which the operator has had no letter."""
        untold = REPORTS.c.closed_at.is_(None), REPORTS.c.told_at.is_(None)
        return self._connection.scalar(select(func.count()).select_from(REPORTS).where(*untold)) or 0

    def count_open(self) -> int:
        is_open = REPORTS.c.closed_at.is_(None)
        return self._connection.scalar(select(func.count()).select_from(REPORTS).where(is_open)) or 0

    def last_told_at(self) -> datetime | None:
        """When the operator had the last letter about reports."""
        told_at: datetime | None = self._connection.scalar(select(func.max(REPORTS.c.told_at)))
        return told_at

    def told(self, at: datetime) -> None:
        """Record a letter about all open reports."""
        untold = REPORTS.c.closed_at.is_(None), REPORTS.c.told_at.is_(None)
        self._connection.execute(update(REPORTS).where(*untold).values(told_at=at))


_FOUND: Select[Any] = (
    select(
        REPORTS.c.id, BOARDS.c.game, BOARDS.c.number, REPORTS.c.remark_id, _WRITER.c.userid.label("author"),
        REMARKS.c.words, REMARKS.c.at.label("said_at"), USERS.c.userid, REPORTS.c.at, REPORTS.c.why,
        REPORTS.c.closed_at,
    )
    .join(REMARKS, REMARKS.c.id == REPORTS.c.remark_id)
    .join(BOARDS, BOARDS.c.id == REMARKS.c.board_id)
    .join(_WRITER, _WRITER.c.id == REMARKS.c.user_id)
    .join(USERS, USERS.c.id == REPORTS.c.user_id)
)  # fmt: skip


def _report(row: Any) -> Report:
    return Report(
        row.id, row.game, row.number, row.remark_id, row.author, row.words, row.said_at, row.userid, row.at, row.why,
        row.closed_at,
    )  # fmt: skip
