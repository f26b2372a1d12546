"""Players as the operator looks them up: page by page, and all that is known about one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, select

from pbmserv.play.board import Player
from pbmserv.play.bots import PROGRAM
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import ADDRESSES, USERS

MOST_AT_ONE_ADDRESS = 1000
"""More players than any household has."""


@dataclass(frozen=True)
class Entry:
    """A player in the directory, who may have left, or not be let in."""

    player: Player
    created_at: datetime
    left_at: datetime | None
    suspended_at: datetime | None
    settings: dict[str, Any]
    bot: str | None = None
    """What kind of bot it is (see `play.bots`); None for a person."""

    @property
    def state(self) -> str:
        """In one word: `active`, `suspended` or `left`."""
        if self.left_at is not None:
            return "left"
        return "suspended" if self.suspended_at is not None else "active"


class Directory(Repository):
    """The directory, within one transaction."""

    def page(self, after: str, limit: int, only_suspended: bool = False) -> list[Entry]:
        """Players in the order of their names, from the one after that name on; not the server's own bots."""
        condition = (USERS.c.userid_key > key_of(after)) & (func.coalesce(USERS.c.bot, PROGRAM) == PROGRAM)
        if only_suspended:
            condition &= USERS.c.suspended_at.is_not(None)
        return self._entries(condition, limit)

    def beginning_with(self, text: str, limit: int, after: str = "") -> list[Entry]:
        """The players whose names begin so, from the one after that name on; not those who have left."""
        key = key_of(text)
        fitting = (USERS.c.userid_key >= key) & (USERS.c.userid_key < f"{key}\x7f") & USERS.c.left_at.is_(None)
        return self._entries(fitting & (USERS.c.userid_key > key_of(after)) if after else fitting, limit)

    def entry(self, userid: str) -> Entry | None:
        """The player of that name; None where nobody ever had it."""
        return next(iter(self._entries(USERS.c.userid_key == key_of(userid), 1)), None)

    def with_address(self, address: str) -> list[Entry]:
        """The players who have this address, confirmed or not, in the order of their names."""
        owners = select(ADDRESSES.c.user_id).where(ADDRESSES.c.address_key == key_of(address))
        return self._entries(USERS.c.id.in_(owners), MOST_AT_ONE_ADDRESS)

    def _entries(self, condition: ColumnElement[bool], limit: int) -> list[Entry]:
        rows = self._connection.execute(
            select(
                USERS.c.id,
                USERS.c.userid,
                USERS.c.created_at,
                USERS.c.left_at,
                USERS.c.suspended_at,
                USERS.c.settings,
                USERS.c.bot,
            )
            .where(condition)
            .order_by(USERS.c.userid_key)
            .limit(limit)
        )
        return [
            Entry(Player(row.id, row.userid), row.created_at, row.left_at, row.suspended_at, row.settings, row.bot)
            for row in rows
        ]
