"""Players' private notes about boards."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Table, Text, bindparam, delete, func, select

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import METADATA

BOARD_NOTES = Table(
    "board_notes",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("board_id", ForeignKey("boards.id"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)
"""A player's private note about a board."""


# Every page of a board needs it.
_NOTE = Prepared(
    select(BOARD_NOTES.c.text).where(
        BOARD_NOTES.c.user_id == bindparam("player"), BOARD_NOTES.c.board_id == bindparam("board")
    )
)


class Notes(Repository):
    """The repository of notes. Boards are given by row id."""

    def of(self, player: Player, board_id: int) -> str:
        row = _NOTE.row(self._connection, {"player": player.id, "board": board_id})
        return row.text if row else ""

    def length_of_others(self, player: Player, board_id: int) -> int:
        others = BOARD_NOTES.c.user_id == player.id, BOARD_NOTES.c.board_id != board_id
        return self._connection.scalar(select(func.sum(func.length(BOARD_NOTES.c.text))).where(*others)) or 0

    def keep(self, player: Player, board_id: int, text: str) -> None:
        """Replace a player's note about a board; an empty text deletes it."""
        if not text:
            self._connection.execute(
                delete(BOARD_NOTES).where(BOARD_NOTES.c.user_id == player.id, BOARD_NOTES.c.board_id == board_id)
            )
            return
        new = upsert.insert(self._connection, BOARD_NOTES).values(user_id=player.id, board_id=board_id, text=text)
        self._connection.execute(
            new.on_conflict_do_update(index_elements=["user_id", "board_id"], set_={"text": new.excluded.text})
        )
