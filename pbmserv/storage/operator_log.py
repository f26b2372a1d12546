"""What operators have done, in the database: what they have changed by their tools, and what they have done to
boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, inspect, select

from pbmserv.games.message import message_of, text_of, values_of
from pbmserv.play.board import Board
from pbmserv.play.intervening import Intervention
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, INTERVENTIONS, OPERATOR_LOG


@dataclass(frozen=True)
class Deed:
    """An operator's action: `who` is the account on the machine, `command` the tool's command.

    `arguments` are its arguments by name, without secrets.
    """

    who: str
    command: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class DeedDone:
    number: int
    at: datetime
    deed: Deed


class OperatorLog(Repository):
    """The log, written in the same transaction as the change."""

    @staticmethod
    def is_there(connection: Connection) -> bool:
        """Whether the database has this table; the first versions did not."""
        return inspect(connection).has_table(OPERATOR_LOG.name)

    def add(self, deed: Deed, at: datetime) -> None:
        self._connection.execute(
            insert(OPERATOR_LOG).values(
                at=at, who=deed.who[:64], command=deed.command[:64], arguments=dict(deed.arguments)
            )
        )

    def newest(self, limit: int, before: int | None = None) -> list[DeedDone]:
        """The latest actions, newest first, from before the number `before`."""
        query = select(OPERATOR_LOG).order_by(OPERATOR_LOG.c.id.desc()).limit(limit)
        if before is not None:
            query = query.where(OPERATOR_LOG.c.id < before)
        return [
            DeedDone(row.id, row.at, Deed(row.who, row.command, row.arguments))
            for row in self._connection.execute(query)
        ]


class Interventions(Repository):
    def add(self, board: Board, intervention: Intervention) -> None:
        board_id = select(BOARDS.c.id).where(BOARDS.c.game == board.game.word, BOARDS.c.number == board.number)
        self._connection.execute(
            insert(INTERVENTIONS).values(
                board_id=board_id.scalar_subquery(),
                at=intervention.at,
                what=text_of(intervention.what),
                what_values=values_of(intervention.what),
                reason=intervention.reason,
            )
        )

    def of(self, board: Board) -> list[Intervention]:
        rows = self._connection.execute(
            select(INTERVENTIONS.c.at, INTERVENTIONS.c.what, INTERVENTIONS.c.what_values, INTERVENTIONS.c.reason)
            .join(BOARDS, BOARDS.c.id == INTERVENTIONS.c.board_id)
            .where(BOARDS.c.game == board.game.word, BOARDS.c.number == board.number)
            .order_by(INTERVENTIONS.c.id)
        )
        return [Intervention(row.at, message_of(row.what, row.what_values), row.reason) for row in rows]
