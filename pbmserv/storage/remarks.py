"""Chat on boards, with or without a move; all of it was mailed, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Integer, bindparam, func, insert, select, update

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared, named
from pbmserv.storage.tables import BOARDS, REMARKS, USERS

_LATEST = (
    select(REMARKS.c.id, REMARKS.c.user_id, USERS.c.userid, REMARKS.c.at, REMARKS.c.after, REMARKS.c.words)
    .join(USERS, USERS.c.id == REMARKS.c.user_id)
    .where(REMARKS.c.board_id == bindparam("board"))
    .order_by(REMARKS.c.id.desc())
    .limit(bindparam("limit", type_=Integer))
)
# Every page of a board needs it.
_LAST = Prepared(_LATEST)
_LAST_SINCE = Prepared(_LATEST.where(REMARKS.c.id > bindparam("number")))
# Most moves bring one. Nothing that is read ahead tells of them.
_KEEP = Prepared(insert(REMARKS).values(named(REMARKS, "id")), keeps_cached=True)

REMOVED = "[Removed by the operator]"
"""What stands in the place of words that the operator has removed."""


@dataclass(frozen=True)
class Remark:
    """A message to the readers of a board; `after` is the number of moves made before."""

    author: Player
    at: datetime
    after: int
    words: str
    id: int = 0


class Remarks(Repository):
    """The repository of remarks. Boards are given by row id."""

    def keep(self, board_id: int, author: Player, at: datetime, after: int, words: str) -> None:
        row = {"board_id": board_id, "user_id": author.id, "at": at, "after": after, "words": words}
        _KEEP.change(self._connection, [row])

    def on(self, board_id: int, limit: int) -> list[Remark]:
        """The last remarks on a board, oldest first."""
        return _remarks(_LAST.rows(self._connection, {"board": board_id, "limit": limit}))

    def newest(self, game: str, number: int) -> Remark | None:
        board = select(BOARDS.c.id).where(BOARDS.c.game == game, BOARDS.c.number == number)
        board_id = self._connection.scalar(board)
        found = [] if board_id is None else self.on(board_id, 1)
        return found[0] if found else None

    def last_on(self, board_id: int) -> int:
        """The number of the last remark on a board, or 0."""
        return self._connection.scalar(select(func.max(REMARKS.c.id)).where(REMARKS.c.board_id == board_id)) or 0

    def since(self, board_id: int, number: int, limit: int) -> list[Remark]:
        """The last remarks after number `number`, oldest first."""
        return _remarks(_LAST_SINCE.rows(self._connection, {"board": board_id, "number": number, "limit": limit}))

    def count_since(self, board_id: int, number: int) -> int:
        query = select(func.count()).select_from(REMARKS).where(REMARKS.c.board_id == board_id, REMARKS.c.id > number)
        return int(self._connection.scalar(query) or 0)

    def remove(self, remark_id: int) -> None:
        """Replace the words of a remark, for good."""
        self._connection.execute(update(REMARKS).where(REMARKS.c.id == remark_id).values(words=REMOVED))


def _remarks(rows: Sequence[Any]) -> list[Remark]:
    return [Remark(Player(row.user_id, row.userid), row.at, row.after, row.words, row.id) for row in reversed(rows)]
