"""Which players have blocked which others.

A block holds for a person: for the player named, and for all who have confirmed an address of the same mailbox, but
not for those who share one with the player who blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    CompoundSelect,
    ForeignKey,
    Table,
    and_,
    bindparam,
    delete,
    literal,
    or_,
    select,
    union,
)

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import ADDRESSES, METADATA, USERS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("blocked_id", ForeignKey("users.id"), primary_key=True, index=True),
    Column("at", UtcDatetime, nullable=False),
)
"""`user_id` has blocked `blocked_id`."""


class Block(NamedTuple):
    """One player has blocked another, by name or, unless `by_name`, somebody who shares a mailbox with them."""

    blocker: Player
    blocked: Player
    by_name: bool


_NAMED = ADDRESSES.alias("named")
_ALSO = ADDRESSES.alias("also")

_Condition = Callable[[ColumnElement[Any], ColumnElement[Any]], ColumnElement[bool]]
"""A condition on the ids of who blocks and of who is blocked."""


def _shares_none_with_blocker() -> ColumnElement[bool]:
    own, same = ADDRESSES.alias("own"), ADDRESSES.alias("same")
    shared = select(own.c.id).where(
        own.c.user_id == BLOCKS.c.user_id,
        own.c.confirmed_at.is_not(None),
        same.c.mailbox == own.c.mailbox,
        same.c.user_id == _ALSO.c.user_id,
        same.c.confirmed_at.is_not(None),
    )
    # Not as NOT EXISTS: for that PostgreSQL reads all addresses.
    return shared.limit(1).scalar_subquery().is_(None)


def _blocked_by_name(which: _Condition, *columns: ColumnElement[Any]) -> Any:
    return select(*columns).where(which(BLOCKS.c.user_id, BLOCKS.c.blocked_id))


def _blocked_by_mailbox(which: _Condition, *columns: ColumnElement[Any]) -> Any:
    return (
        select(*columns)
        .select_from(BLOCKS)
        .join(_NAMED, and_(_NAMED.c.user_id == BLOCKS.c.blocked_id, _NAMED.c.confirmed_at.is_not(None)))
        .join(_ALSO, and_(_ALSO.c.mailbox == _NAMED.c.mailbox, _ALSO.c.confirmed_at.is_not(None)))
        .where(
            _ALSO.c.user_id != BLOCKS.c.blocked_id,
            _ALSO.c.user_id != BLOCKS.c.user_id,
            which(BLOCKS.c.user_id, _ALSO.c.user_id),
            _shares_none_with_blocker(),
        )
    )


_ONES: BindParameter[int] = bindparam("ones", expanding=True)
_TWOS: BindParameter[int] = bindparam("twos", expanding=True)


def _are_among(blocker: ColumnElement[Any], blocked: ColumnElement[Any]) -> ColumnElement[bool]:
    return and_(blocker.in_(_ONES), blocked.in_(_ONES))


def _are_between(blocker: ColumnElement[Any], blocked: ColumnElement[Any]) -> ColumnElement[bool]:
    return or_(and_(blocker.in_(_ONES), blocked.in_(_TWOS)), and_(blocker.in_(_TWOS), blocked.in_(_ONES)))


def _blocked(which: _Condition) -> CompoundSelect[Any]:
    return union(
        _blocked_by_name(which, BLOCKS.c.user_id, BLOCKS.c.blocked_id, literal(1).label("by_name")),
        _blocked_by_mailbox(
            which, BLOCKS.c.user_id, _ALSO.c.user_id.label("blocked_id"), literal(0).label("by_name")
        ),
    )


# Asked with every challenge, and built once, as that takes longer than the answer; not before anybody asks.
@cache
def _among() -> CompoundSelect[Any]:
    return _blocked(_are_among)


@cache
def _between() -> CompoundSelect[Any]:
    return _blocked(_are_between)


@cache
def _deaf() -> Prepared:
    return Prepared(deaf_to(bindparam("player", type_=RowId)))


def deaf_to(number: BindParameter[int]) -> CompoundSelect[Any]:
    """A query for the ids of those whom a player, by id, does not reach: who have blocked them, and whom they have
    blocked by name.
    """

    def is_it(_: ColumnElement[Any], blocked: ColumnElement[Any]) -> ColumnElement[bool]:
        return blocked == number

    blockers = _blocked_by_name(is_it, BLOCKS.c.user_id)
    also_blockers = _blocked_by_mailbox(is_it, BLOCKS.c.user_id)
    return union(blockers, also_blockers, select(BLOCKS.c.blocked_id).where(BLOCKS.c.user_id == number))


def unheard_by(number: BindParameter[int]) -> CompoundSelect[Any]:
    """A query for the ids of those who do not reach a player: the other way round."""

    def is_it(blocker: ColumnElement[Any], _: ColumnElement[Any]) -> ColumnElement[bool]:
        return blocker == number

    blocked = _blocked_by_name(is_it, BLOCKS.c.blocked_id)
    also_blocked = _blocked_by_mailbox(is_it, _ALSO.c.user_id)
    return union(blocked, also_blocked, select(BLOCKS.c.user_id).where(BLOCKS.c.blocked_id == number))


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
        """The players whom a player has blocked by name, in the order of their names."""
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid)
            .join(BLOCKS, BLOCKS.c.blocked_id == USERS.c.id)
            .where(BLOCKS.c.user_id == player.id)
            .order_by(USERS.c.userid_key)
        )
        return tuple(Player(row.id, row.userid) for row in rows)

    def among(self, players: Iterable[Player]) -> list[Block]:
        """Who of these players has blocked whom of them, by name."""
        asked = {*players}
        return self.between(asked, asked)

    def between(self, some: Collection[Player], others: Collection[Player]) -> list[Block]:
        """Who of some players has blocked whom of the others, or the other way round, in the order of their names."""
        by_id = {player.id: player for player in (*some, *others)}
        if len(by_id) < 2:
            return []
        ones, twos = {each.id for each in some}, {each.id for each in others}
        if ones == twos:
            rows = self._connection.execute(_among(), {"ones": [*ones]})
        else:
            rows = self._connection.execute(_between(), {"ones": [*ones], "twos": [*twos]})
        found: dict[tuple[int, int], bool] = {}
        for row in rows:
            pair = row.user_id, row.blocked_id
            found[pair] = found.get(pair, False) or bool(row.by_name)
        return sorted(Block(by_id[one], by_id[two], by_name) for (one, two), by_name in found.items())

    def deaf_to(self, player: Player) -> set[int]:
        """The ids of those whom a player does not reach."""
        return {number for [number] in _deaf().rows(self._connection, {"player": player.id})}

    def unheard(self, readers: Iterable[Player], authors: Iterable[str]) -> dict[Player, frozenset[str]]:
        """The authors, by userid, who do not reach a reader; without readers whom all of them reach."""
        known = {reader.userid: reader for reader in readers}
        names = {*authors}
        writers = [known[name] for name in names if name in known]
        if strange := names - known.keys():
            keys = [key_of(name) for name in strange]
            rows = self._connection.execute(select(USERS.c.id, USERS.c.userid).where(USERS.c.userid_key.in_(keys)))
            writers += [Player(row.id, row.userid) for row in rows]
        found: dict[Player, frozenset[str]] = {}
        for blocker, blocked, by_name in self.between([*known.values()], writers) if writers else ():
            for reader, author in ((blocker, blocked), (blocked, blocker))[: 1 + by_name]:
                if reader.userid in known and author.userid in names:
                    found[reader] = found.get(reader, frozenset()) | {author.userid}
        return found
