"""Whether the players of a board that is over want to play once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from pbmserv.play.board import Player
from pbmserv.storage.invitation_tables import REMATCHES
from pbmserv.storage.repository import Repository
from pbmserv.storage.upsert import insert


@dataclass(frozen=True)
class RematchAsked:
    """What the players of a board have said: the numbers of those who want to, and of those who do not.

    `next_number` is the board that has begun, if it has.
    """

    asked_at: datetime
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    next_number: int | None = None


class Rematches(Repository):
    """Rematches, within one transaction; whoever changes one holds the board that is over."""

    def of(self, board_id: int) -> RematchAsked | None:
        """What has been said about the board in that row; None if nobody has asked."""
        row = self._connection.execute(select(REMATCHES).where(REMATCHES.c.board_id == board_id)).one_or_none()
        if row is None:
            return None
        return RematchAsked(row.asked_at, tuple(row.agreed), tuple(row.declined), row.next_number)

    def waiting_for(self, player: Player, board_ids: Sequence[int]) -> frozenset[int]:
        """On which of these boards, in those rows, others want to play once more, and the player has said nothing."""
        rows = self._connection.execute(
            select(REMATCHES.c.board_id, REMATCHES.c.agreed, REMATCHES.c.declined).where(
                REMATCHES.c.board_id.in_(board_ids), REMATCHES.c.next_number.is_(None)
            )
        )
        return frozenset(row.board_id for row in rows if row.agreed and player.id not in {*row.agreed, *row.declined})

    def keep(self, board_id: int, asked: RematchAsked) -> None:
        """Keep what has been said about the board in that row."""
        values: dict[str, Any] = {
            "asked_at": asked.asked_at,
            "agreed": list(asked.agreed),
            "declined": list(asked.declined),
            "next_number": asked.next_number,
        }
        statement = insert(self._connection, REMATCHES).values(board_id=board_id, **values)
        self._connection.execute(statement.on_conflict_do_update(index_elements=["board_id"], set_=values))
