"""What the operator has done to boards, in the database."""

from __future__ import annotations

from sqlalchemy import insert, select

from pbmserv.play.board import Board
from pbmserv.play.intervening import Intervention
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, INTERVENTIONS


class Interventions(Repository):
    """Interventions, within one transaction."""

    def add(self, board: Board, intervention: Intervention) -> None:
        """Write down what has been done to a board that is stored."""
        board_id = select(BOARDS.c.id).where(BOARDS.c.game == board.game.word, BOARDS.c.number == board.number)
        self._connection.execute(
            insert(INTERVENTIONS).values(
                board_id=board_id.scalar_subquery(),
                at=intervention.at,
                what=intervention.what,
                reason=intervention.reason,
            )
        )

    def of(self, board: Board) -> list[Intervention]:
        """What has been done to a board, in order."""
        rows = self._connection.execute(
            select(INTERVENTIONS.c.at, INTERVENTIONS.c.what, INTERVENTIONS.c.reason)
            .join(BOARDS, BOARDS.c.id == INTERVENTIONS.c.board_id)
            .where(BOARDS.c.game == board.game.word, BOARDS.c.number == board.number)
            .order_by(INTERVENTIONS.c.id)
        )
        return [Intervention(row.at, row.what, row.reason) for row in rows]
