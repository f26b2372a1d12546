"""Players as they are looked up: page by page, all that is known about one, and whose names are nearly what was
typed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from itertools import pairwise
from string import ascii_lowercase, digits
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from pbmserv.play.board import Player
from pbmserv.play.bots import PREFIX, PROGRAM
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import ADDRESSES, USERS

MOST_AT_ONE_ADDRESS = 1000
"""More players than any household has."""


@dataclass(frozen=True)
class Entry:
    player: Player
    created_at: datetime
    left_at: datetime | None
    suspended_at: datetime | None
    settings: dict[str, Any]
    bot: str | None = None
    """The kind of bot (see `play.bots`); None for a person."""

    @property
    def state(self) -> str:
        """`active`, `suspended` or `left`."""
        if self.left_at is not None:
            return "left"
        return "suspended" if self.suspended_at is not None else "active"


_IS_HERE = USERS.c.left_at.is_(None) & USERS.c.guest_until.is_(None)


class Directory(Repository):
    def page(self, after: str, limit: int, only_suspended: bool = False) -> list[Entry]:
        """Players by name, after the name `after`; without the server's own bots and guests."""
        condition = (USERS.c.userid_key > key_of(after)) & (func.coalesce(USERS.c.bot, PROGRAM) == PROGRAM)
        condition &= USERS.c.guest_until.is_(None)
        if only_suspended:
            condition &= USERS.c.suspended_at.is_not(None)
        return self._entries(condition, limit)

    def beginning_with(self, text: str, limit: int, after: str = "") -> list[Entry]:
        """Current players whose names begin with `text`, after the name `after`."""
        key = key_of(text)
        fitting = (USERS.c.userid_key >= key) & (USERS.c.userid_key < f"{key}\x7f") & _IS_HERE
        return self._entries(fitting & (USERS.c.userid_key > key_of(after)) if after else fitting, limit)

    def entry(self, userid: str) -> Entry | None:
        """The player who has or had this name, or None."""
        return next(iter(self._entries(USERS.c.userid_key == key_of(userid), 1)), None)

    def with_address(self, address: str) -> list[Entry]:
        """The players with this address, confirmed or not, by name."""
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


MOST_NAMES = 3
LONGEST_NAME = 32
SHORTEST_BEGINNING = 3
_MOST_BEGUN = 20
_LETTERS = f"{ascii_lowercase}{digits}_.-"


def near_names(connection: Connection, typed: str) -> list[str]:
    """At most `MOST_NAMES` players that somebody may have meant, likeliest first.

    Names at edit distance one (a letter added, missing, changed, or two transposed), names that begin with what was
    typed, and bots by their level.
    """
    key = key_of(typed)
    if not key.isascii() or not 1 < len(key) <= LONGEST_NAME + 1:
        return []
    is_near = USERS.c.userid_key.in_({*_one_slip_away(key), f"{PREFIX}{key}"})
    here = select(USERS.c.userid, USERS.c.userid_key).where(_IS_HERE)
    found = [*connection.execute(here.where(is_near))]
    if len(key) >= SHORTEST_BEGINNING:
        # Whatever order of letters the database has, no name that begins so comes after this many z.
        begun = (USERS.c.userid_key >= key) & (USERS.c.userid_key <= key + "z" * LONGEST_NAME)
        longer = connection.execute(here.where(begun).order_by(USERS.c.userid_key).limit(_MOST_BEGUN))
        found += [row for row in longer if row.userid_key.startswith(key)]
    names = {row.userid_key: row.userid for row in found if row.userid_key != key}
    alike = sorted(names, key=lambda name: (-SequenceMatcher(None, key, name).ratio(), name))
    return [names[name] for name in alike[:MOST_NAMES]]


def _one_slip_away(key: str) -> set[str]:
    places = range(len(key) + 1)
    return {
        *(key[:place] + key[place + 1 :] for place in places),
        *(key[:place] + letter + key[place + rest :] for place in places for letter in _LETTERS for rest in (0, 1)),
        *(key[:place] + after + before + key[place + 2 :] for place, (before, after) in enumerate(pairwise(key))),
    } - {""}
