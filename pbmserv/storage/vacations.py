"""Vacations in the database."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import bindparam, delete, select

from pbmserv.play.board import Player
from pbmserv.play.days import Absence
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import VACATIONS

_EVER = datetime(1970, 1, 1, tzinfo=UTC)
_OF_PLAYER = Prepared(
    select(VACATIONS.c.starts_at, VACATIONS.c.ends_at)
    .where(VACATIONS.c.user_id == bindparam("player"), VACATIONS.c.ends_at > bindparam("since"))
    .order_by(VACATIONS.c.starts_at)
)


class Vacations(Repository):
    def of(self, player: Player, since: datetime = _EVER) -> tuple[Absence, ...]:
        """A player's vacations that end after `since`, in order.

        Clocks need all of them since the last move.
        """
        rows = _OF_PLAYER.rows(self._connection, {"player": player.id, "since": since})
        return tuple(Absence(row.starts_at, row.ends_at) for row in rows)

    def save(self, player: Player, absence: Absence) -> None:
        """Store a vacation; one with the same start is replaced, an empty one deleted."""
        if absence.start >= absence.end:
            self._connection.execute(
                delete(VACATIONS).where(VACATIONS.c.user_id == player.id, VACATIONS.c.starts_at == absence.start)
            )
            return
        new = upsert.insert(self._connection, VACATIONS).values(
            user_id=player.id, starts_at=absence.start, ends_at=absence.end
        )
        self._connection.execute(
            new.on_conflict_do_update(
                index_elements=[VACATIONS.c.user_id, VACATIONS.c.starts_at], set_={"ends_at": absence.end}
            )
        )
