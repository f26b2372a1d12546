"""Guests: who plays against bots without having signed up, for a day."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import func, select

from pbmserv.play.board import Player
from pbmserv.play.guests import PREFIX
from pbmserv.storage.bots import OF_GUESTS, THINKING
from pbmserv.storage.players import Players, UseridTaken
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, SEATS, USERS

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_TRIES = 10


class Guests(Repository):
    def add(self, at: datetime, until: datetime) -> Player:
        """Create a guest with a name of their own. No password has an empty hash, so nobody signs in by it."""
        players = Players(self._connection)
        for _ in range(_TRIES):
            name = PREFIX + "".join(secrets.choice(_LETTERS) for _ in range(8))
            try:
                return players.add(name, "", at, until)
            except UseridTaken:
                continue
        raise LookupError("no name is free for a guest")

    def count(self) -> int:
        query = select(func.count()).select_from(USERS).where(USERS.c.guest_until.is_not(None))
        return self._connection.scalar(query) or 0

    def over(self, at: datetime, limit: int) -> list[Player]:
        """Guests whose time is over."""
        query = select(USERS.c.id, USERS.c.userid).where(USERS.c.guest_until <= at)
        rows = self._connection.execute(query.order_by(USERS.c.guest_until).limit(limit))
        return [Player(row.id, row.userid) for row in rows]

    def until(self, guest: Player) -> datetime | None:
        """When a guest is deleted; None for who has signed up or is gone."""
        return self._connection.scalar(select(USERS.c.guest_until).where(USERS.c.id == guest.id))

    def boards(self, guest: Player) -> list[tuple[str, int]]:
        """All boards that a guest has begun, by game and number, the newest first."""
        rows = self._connection.execute(
            select(BOARDS.c.game, BOARDS.c.number)
            .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
            .where(SEATS.c.user_id == guest.id)
            .order_by(BOARDS.c.id.desc())
        )
        return [(row.game, row.number) for row in rows]

    def jobs(self) -> int:
        """How many jobs of bots wait that are for guests."""
        query = select(func.count()).select_from(THINKING).where(THINKING.c.place >= OF_GUESTS)
        return self._connection.scalar(query) or 0
