"""Rematch proposals on finished boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    Table,
    bindparam,
    delete,
    select,
)
from sqlalchemy import insert as sa_insert

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect
from pbmserv.storage.tables import METADATA, REMATCHES
from pbmserv.storage.upsert import insert

REMATCH_ANSWERS = Table(
    "rematch_answers",
    METADATA,
    Column("board_id", ForeignKey("rematches.board_id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True, index=True),
    # Those who agree come in the order in which they have said so.
    Column("place", Integer, nullable=False),
    Column("agrees", Boolean, nullable=False),
    CheckConstraint("place >= 0", name="ck_rematch_answers_place"),
)
"""A player's answer to it."""


_ANSWERS = REMATCH_ANSWERS.c
_ANSWERS_THERE = select(_ANSWERS.user_id).where(_ANSWERS.board_id == REMATCHES.c.board_id)
_WAITING = BatchSelect(
    (REMATCHES.c.board_id,),
    select(REMATCHES.c.board_id)
    .where(
        REMATCHES.c.next_number.is_(None),
        _ANSWERS_THERE.where(_ANSWERS.agrees.is_(True)).exists(),
        ~_ANSWERS_THERE.where(_ANSWERS.user_id == bindparam("player")).exists(),
    )
    .where,
)


@dataclass(frozen=True)
class RematchAsked:
    """A proposal with the ids of players who accept and decline.

    `next_number` is the new board, if it has started.
    """

    asked_at: datetime
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    next_number: int | None = None


class Rematches(Repository):
    """The repository of rematches; to change one, lock the finished board."""

    def of(self, board_id: int) -> RematchAsked | None:
        rows = self._connection.execute(
            select(REMATCHES.c.asked_at, REMATCHES.c.next_number, _ANSWERS.user_id, _ANSWERS.agrees)
            .outerjoin(REMATCH_ANSWERS, _ANSWERS.board_id == REMATCHES.c.board_id)
            .where(REMATCHES.c.board_id == board_id)
            .order_by(_ANSWERS.place)
        ).all()
        if not rows:
            return None
        agreed, declined = (tuple(row.user_id for row in rows if row.agrees is answer) for answer in (True, False))
        return RematchAsked(rows[0].asked_at, agreed, declined, rows[0].next_number)

    def waiting_for(self, player: Player, board_ids: Sequence[int]) -> frozenset[int]:
        """The boards among these on which others want a rematch and the player has not answered."""
        rows = _WAITING.rows(self._connection, [(each,) for each in board_ids], {"player": player.id})
        return frozenset(row.board_id for row in rows)

    def keep(self, board_id: int, asked: RematchAsked) -> None:
        values: dict[str, Any] = {"asked_at": asked.asked_at, "next_number": asked.next_number}
        changes = {"changes": REMATCHES.c.changes + 1}
        statement = insert(self._connection, REMATCHES).values(board_id=board_id, **values)
        self._connection.execute(
            statement.on_conflict_do_update(index_elements=["board_id"], set_={**values, **changes})
        )
        self._connection.execute(delete(REMATCH_ANSWERS).where(_ANSWERS.board_id == board_id))
        answers = [
            {"board_id": board_id, "user_id": number, "place": place, "agrees": number in asked.agreed}
            for place, number in enumerate(dict.fromkeys((*asked.agreed, *asked.declined)))
        ]
        if answers:
            self._connection.execute(sa_insert(REMATCH_ANSWERS), answers)
