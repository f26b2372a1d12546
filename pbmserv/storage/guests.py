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
from pbmserv.storage.utc_datetime import UtcDatetime

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_TRIES = 10


class Guests(Repository):
    def add(self, at: datetime, until: datetime, network: str) -> Player:
        """Create a guest with a name of their own. No password has an empty hash, so nobody signs in by it."""
        players = Players(self._connection)
        for _ in range(_TRIES):
            name = PREFIX + "".join(secrets.choice(_LETTERS) for _ in range(8))
            try:
                return players.add(name, "", at, until, network[:64])
            except UseridTaken:
                continue
        raise LookupError("no name is free for a guest")

    def count(self) -> int:
        query = select(func.count()).select_from(USERS).where(USERS.c.guest_until.is_not(None))
        return self._connection.scalar(query) or 0

    def by_network(self) -> dict[str, int]:
        """How many guests have come from each network, those with most first."""
        guests = func.count()
        rows = self._connection.execute(
            select(USERS.c.guest_network, guests)
            .where(USERS.c.guest_until.is_not(None))
            .group_by(USERS.c.guest_network)
            .order_by(guests.desc(), USERS.c.guest_network)
        )
        return {row[0] or "": row[1] for row in rows}

    def idlest(self, network: str) -> tuple[Player, datetime] | None:
        """The guest from a network on whose boards nothing has been moved for longest, and since when."""
        moved = (
            select(func.max(BOARDS.c.last_moved_at))
            .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
            .where(SEATS.c.user_id == USERS.c.id)
            .scalar_subquery()
        )
        last = func.coalesce(moved, USERS.c.created_at, type_=UtcDatetime)
        row = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, last.label("last"))
            .where(USERS.c.guest_until.is_not(None), func.coalesce(USERS.c.guest_network, "") == network)
            .order_by(last, USERS.c.id)
            .limit(1)
        ).one_or_none()
        return (Player(row.id, row.userid), row.last) if row else None

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
