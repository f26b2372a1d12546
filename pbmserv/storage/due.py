"""The boards that the clock has to look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, tuple_, update

from pbmserv.play.board import Player, Status
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, SEATS


@dataclass(frozen=True)
class Due:
    """A board that the clock has to look at, and since when."""

    id: int
    due_at: datetime
    game: str
    number: int


class DueBoards(Repository):
    """When boards are due, within one transaction."""

    def page(self, now: datetime, limit: int, after: Due | None = None) -> list[Due]:
        """The boards that are due, those that have waited longest first, beginning after the board `after`."""
        query = select(BOARDS.c.id, BOARDS.c.due_at, BOARDS.c.game, BOARDS.c.number).where(BOARDS.c.due_at <= now)
        if after is not None:
            query = query.where(tuple_(BOARDS.c.due_at, BOARDS.c.id) > tuple_(after.due_at, after.id))
        rows = self._connection.execute(query.order_by(BOARDS.c.due_at, BOARDS.c.id).limit(limit))
        return [Due(*row) for row in rows]

    def claim(self, due: Due, now: datetime) -> bool:
        """Keep others from changing a board; False if it is no longer due, or somebody else is working on it."""
        query = select(BOARDS.c.id).where(BOARDS.c.id == due.id, BOARDS.c.due_at <= now)
        return self._connection.scalar(query.with_for_update(skip_locked=True)) is not None

    def look_again(self, due: Due, at: datetime | None) -> None:
        """Note when the clock has to look at a board next."""
        self._connection.execute(update(BOARDS).where(BOARDS.c.id == due.id).values(due_at=at))

    def look_soon(self, player: Player, now: datetime) -> None:
        """Have the clock look at a player's boards, because the player's deadlines have changed: by an absence, or
        another time zone."""
        of_player = SEATS.c.user_id == player.id, SEATS.c.status == Status.ACTIVE
        played = select(BOARDS.c.id).where(BOARDS.c.id.in_(select(SEATS.c.board_id).where(*of_player)))
        # Always in the same order, so that two players who come back at the same time never wait for each other.
        numbers = self._connection.scalars(played.order_by(BOARDS.c.id).with_for_update()).all()
        boards = update(BOARDS).where(BOARDS.c.id.in_(numbers), BOARDS.c.due_at > now)
        self._connection.execute(boards.values(due_at=now))
        seats = update(SEATS).where(SEATS.c.board_id.in_(numbers), *of_player)
        self._connection.execute(seats.values(shifts=SEATS.c.shifts + 1))
