"""Which boards a letter with several of them shows, and how they stood: what an answer to it may move on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson
from sqlalchemy import JSON, Column, ForeignKey, Index, Table, delete, insert, select

from pbmserv.play.board import Player
from pbmserv.play.board_fingerprint import Shown
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import METADATA, RowId
from pbmserv.storage.utc_datetime import UtcDatetime

KEPT_FOR = timedelta(days=60)
"""How long such a letter can be answered."""

DIGESTS = Table(
    "digests",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("at", UtcDatetime, nullable=False),
    # Each board's row id, with the three numbers of its fingerprint.
    Column("boards", JSON, nullable=False),
    Index("ix_digests_user_id_at", "user_id", "at"),
)
"""A letter with several boards, for one player."""


class ShownBoard(NamedTuple):
    """A board of such a letter by its row id, as it was shown."""

    board_id: int
    shown: Shown


class Digests(Repository):
    """The repository of letters with several boards."""

    def keep(self, player: Player, boards: Sequence[ShownBoard], at: datetime) -> int:
        """Keep what a letter shows, and return its id; the player's old ones are deleted."""
        old = DIGESTS.c.user_id == player.id, DIGESTS.c.at < at - KEPT_FOR
        self._connection.execute(delete(DIGESTS).where(*old))
        new = insert(DIGESTS).values(
            user_id=player.id, at=at, boards=[[each.board_id, *each.shown] for each in boards]
        )
        return int(self._connection.execute(new.returning(DIGESTS.c.id)).scalar_one())

    def boards_of(self, number: int) -> list[ShownBoard]:
        """The boards of a letter by its id; none if it is not kept any more."""
        return [ShownBoard(board_id, Shown(*shown)) for board_id, *shown in self._kept(number)]

    def content_of(self, number: int) -> str:
        """All that is kept of a letter, by which it is told from another with the same id."""
        return orjson.dumps(self._kept(number)).decode()

    def _kept(self, number: int) -> list[list[int]]:
        found: Any = self._connection.scalar(select(DIGESTS.c.boards).where(DIGESTS.c.id == number))
        return found or []
