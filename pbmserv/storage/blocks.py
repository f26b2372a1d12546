"""Which players have blocked which others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Column, CompoundSelect, ForeignKey, Table, delete, select

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect
from pbmserv.storage.tables import METADATA, USERS
from pbmserv.storage.utc_datetime import UtcDatetime

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("blocked_id", ForeignKey("users.id"), primary_key=True, index=True),
    Column("at", UtcDatetime, nullable=False),
)
"""`user_id` has blocked `blocked_id`."""

# Every turn with words needs it.
_UNHEARD = BatchSelect(
    (BLOCKS.c.user_id, USERS.c.userid_key),
    lambda those: (
        select(BLOCKS.c.user_id, USERS.c.userid).join(USERS, USERS.c.id == BLOCKS.c.blocked_id).where(those)
    ),
)


def in_block_with(number: int) -> CompoundSelect[Any]:
    """A query for the ids of the players whom a player, by id, has blocked, and of those who have blocked them."""
    blocked = select(BLOCKS.c.blocked_id).where(BLOCKS.c.user_id == number)
    return blocked.union(select(BLOCKS.c.user_id).where(BLOCKS.c.blocked_id == number))


class Blocks(Repository):
    """The repository of blocks."""

    def add(self, player: Player, blocked: Iterable[Player], at: datetime) -> None:
        rows = [{"user_id": player.id, "blocked_id": each.id, "at": at} for each in blocked]
        new = upsert.insert(self._connection, BLOCKS).values(rows)
        self._connection.execute(new.on_conflict_do_nothing(index_elements=["user_id", "blocked_id"]))

    def remove(self, player: Player, blocked: Iterable[Player]) -> None:
        those = BLOCKS.c.blocked_id.in_([each.id for each in blocked])
        self._connection.execute(delete(BLOCKS).where(BLOCKS.c.user_id == player.id, those))

    def of(self, player: Player) -> tuple[Player, ...]:
        """The players whom a player has blocked, by name."""
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid)
            .join(BLOCKS, BLOCKS.c.blocked_id == USERS.c.id)
            .where(BLOCKS.c.user_id == player.id)
            .order_by(USERS.c.userid_key)
        )
        return tuple(Player(row.id, row.userid) for row in rows)

    def among(self, players: Iterable[Player]) -> set[tuple[Player, Player]]:
        """Who of these players has blocked whom of them: pairs of blocker and blocked."""
        by_id = {player.id: player for player in players}
        if len(by_id) < 2:
            return set()
        rows = self._connection.execute(
            select(BLOCKS.c.user_id, BLOCKS.c.blocked_id).where(
                BLOCKS.c.user_id.in_(by_id), BLOCKS.c.blocked_id.in_(by_id)
            )
        )
        return {(by_id[row.user_id], by_id[row.blocked_id]) for row in rows}

    def blockers_of(self, player: Player) -> set[int]:
        """The ids of those who have blocked a player."""
        return {*self._connection.scalars(select(BLOCKS.c.user_id).where(BLOCKS.c.blocked_id == player.id))}

    def unheard(self, readers: Iterable[Player], authors: Iterable[str]) -> dict[Player, frozenset[str]]:
        """The authors, by userid, whom a reader has blocked; without readers who have blocked none of them."""
        by_id = {reader.id: reader for reader in readers}
        pairs = [(each.id, author) for author in dict.fromkeys(authors) for each in by_id.values()]
        pairs = [(number, author.lower()) for number, author in pairs if by_id[number].userid != author]
        found: dict[Player, frozenset[str]] = {}
        for row in _UNHEARD.rows(self._connection, pairs) if pairs else ():
            reader = by_id[row.user_id]
            found[reader] = found.get(reader, frozenset()) | {row.userid}
        return found
