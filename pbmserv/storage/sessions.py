"""Sessions: whom a door knows without a password, by a random word that only their browser or program has; and the
links in letters that open them, each once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import BOARDS, METADATA, USERS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("digest", String(64), unique=True, nullable=False),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    # What it is good for: all that a page can do, one board, or what a program may (read, play).
    Column("scope", String(8), nullable=False),
    Column("board_id", ForeignKey("boards.id"), index=True),
    # What its owner knows it by: the browser that it was opened with, or the name that they gave it.
    Column("label", String(120), default="", nullable=False),
    Column("opened_at", UtcDatetime, nullable=False),
    Column("used_at", UtcDatetime, nullable=False),
    Column("expires_at", UtcDatetime, index=True, nullable=False),
)
"""Somebody whom the web door knows without a password, by a random word: kept as its SHA-256, never as itself."""

WEB_LINKS = Table(
    "web_links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    # The board that it has led to; null for a link to sign in with.
    Column("board_id", ForeignKey("boards.id"), index=True),
    Column("expires_at", UtcDatetime, index=True, nullable=False),
)
"""A link in a letter by which a session is opened once: kept as the SHA-256 of its token.

A link to sign in with is here until it is used, one to a board since it was used.
"""


_USED_EVERY = timedelta(hours=1)
"""How exactly it is known when a session was used last: to look at a page writes nothing most of the time."""


class Scope(StrEnum):
    """What a session is good for."""

    ALL = "all"
    """All that its player can do on a page."""
    BOARD = "board"
    """To play on one board."""
    READ = "read"
    """A program that only looks."""
    PLAY = "play"
    """A program that looks and plays."""
    FEED = "feed"
    """A program that fetches a feed or a calendar, by an address that holds the word."""

    @property
    def is_of_program(self) -> bool:
        """Whether no browser has such a session: its word is of no use in a cookie."""
        return self in {Scope.READ, Scope.PLAY, Scope.FEED}


@dataclass(frozen=True)
class Session:
    """One session. `board` is the only one that it is good for, if any; `label` tells its owner which it is."""

    id: int
    player: Player
    scope: Scope
    board: tuple[str, int] | None
    label: str
    opened_at: datetime
    used_at: datetime
    expires_at: datetime

    def needs_touch(self, at: datetime) -> bool:
        """Whether it should be noted that it is used."""
        return at - self.used_at >= _USED_EVERY


_COLUMNS = (
    SESSIONS.c.id,
    SESSIONS.c.user_id,
    USERS.c.userid,
    SESSIONS.c.scope,
    BOARDS.c.game,
    BOARDS.c.number,
    SESSIONS.c.label,
    SESSIONS.c.opened_at,
    SESSIONS.c.used_at,
    SESSIONS.c.expires_at,
)
_ALL = (
    select(*_COLUMNS)
    .join(USERS, USERS.c.id == SESSIONS.c.user_id)
    .outerjoin(BOARDS, BOARDS.c.id == SESSIONS.c.board_id)
)
# Every page needs it.
_OPEN = Prepared(
    _ALL.where(
        SESSIONS.c.digest == bindparam("digest"),
        SESSIONS.c.expires_at > bindparam("at"),
        USERS.c.left_at.is_(None),
        USERS.c.suspended_at.is_(None),
    )
)

# Every form that is sent by who is signed in needs it.
_STILL_OPEN = Prepared(
    select(SESSIONS.c.id).where(
        SESSIONS.c.id == bindparam("number"),
        SESSIONS.c.user_id == bindparam("player"),
        SESSIONS.c.expires_at > bindparam("at"),
    )
)


class Sessions(Repository):
    """The sessions, within one transaction."""

    def open(
        self,
        digest: str,
        player: Player,
        scope: Scope,
        label: str,
        at: datetime,
        expires_at: datetime,
        board_id: int | None = None,
    ) -> None:
        """Remember a session by the digest of its word, and forget those that are over."""
        self._connection.execute(delete(SESSIONS).where(SESSIONS.c.expires_at <= at))
        self._connection.execute(
            insert(SESSIONS).values(
                digest=digest, user_id=player.id, scope=scope.value, board_id=board_id, label=label,
                opened_at=at, used_at=at, expires_at=expires_at,
            )
        )  # fmt: skip

    def of(self, digest: str, at: datetime) -> Session | None:
        """The session with that digest; None for none, or one that is over, or whose player has left or must not
        come."""
        row = _OPEN.row(self._connection, {"digest": digest, "at": at})
        return _session(row) if row else None

    def is_open(self, player: Player, number: int, at: datetime) -> bool:
        """Whether this session of the player has not ended, be it since it was looked up by its word."""
        return _STILL_OPEN.row(self._connection, {"number": number, "player": player.id, "at": at}) is not None

    def all_of(self, player: Player, at: datetime) -> list[Session]:
        """The sessions of a player, the one used last first."""
        rows = self._connection.execute(
            _ALL.where(SESSIONS.c.user_id == player.id, SESSIONS.c.expires_at > at).order_by(
                SESSIONS.c.used_at.desc(), SESSIONS.c.id.desc()
            )
        )
        return [_session(row) for row in rows]

    def touch(self, session: Session, at: datetime, expires_at: datetime) -> None:
        """Note that a session is used, and that it goes on until `expires_at`."""
        self._connection.execute(
            update(SESSIONS).where(SESSIONS.c.id == session.id).values(used_at=at, expires_at=expires_at)
        )

    def end(self, player: Player, number: int) -> bool:
        """End one session of this player; tells whether there was such a one."""
        ended = self._connection.execute(
            delete(SESSIONS).where(SESSIONS.c.id == number, SESSIONS.c.user_id == player.id)
        )
        return ended.rowcount > 0

    def end_oldest(self, player: Player, most: int) -> None:
        """End the sessions of a player's browsers that were used longest ago, but for so many."""
        older = (
            select(SESSIONS.c.id)
            .where(SESSIONS.c.user_id == player.id, SESSIONS.c.scope.in_([Scope.ALL, Scope.BOARD]))
            .order_by(SESSIONS.c.used_at.desc(), SESSIONS.c.id.desc())
            .offset(most)
        )
        self._connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(older)))

    def end_all(self, player: Player, but: int | None = None) -> None:
        """End all sessions of a player, `but` one, if that is given."""
        ending = delete(SESSIONS).where(SESSIONS.c.user_id == player.id)
        self._connection.execute(ending if but is None else ending.where(SESSIONS.c.id != but))


def _session(row: Any) -> Session:
    board = (row.game, row.number) if row.game is not None else None
    return Session(
        row.id, Player(row.user_id, row.userid), Scope(row.scope), board, row.label,
        row.opened_at, row.used_at, row.expires_at,
    )  # fmt: skip


_MAY_COME = (USERS.c.left_at.is_(None), USERS.c.suspended_at.is_(None))


class WebLinks(Repository):
    """The links, within one transaction. Only digests of their tokens are known here.

    A link to sign in with is remembered until it is used. A link to a board tells by its token what it stands for
    (`tokens.PlayLinks`), and is remembered once it has been used.
    """

    def add(self, digest: str, player: Player, expires_at: datetime) -> None:
        """Remember a link to sign in with."""
        self._connection.execute(
            upsert.insert(self._connection, WEB_LINKS).values(digest=digest, user_id=player.id, expires_at=expires_at)
        )

    def open_for(self, player: Player, at: datetime) -> int:
        """How many links to sign in with a player has that are still good."""
        mine = select(func.count()).where(
            WEB_LINKS.c.user_id == player.id, WEB_LINKS.c.board_id.is_(None), WEB_LINKS.c.expires_at > at
        )
        return self._connection.execute(mine).scalar_one()

    def whose(self, digest: str, at: datetime) -> Player | None:
        """The player whom a link signs in; None for one that is not good, or not any more."""
        row = self._connection.execute(
            select(USERS.c.id, USERS.c.userid)
            .join(WEB_LINKS, WEB_LINKS.c.user_id == USERS.c.id)
            .where(
                WEB_LINKS.c.digest == digest, WEB_LINKS.c.board_id.is_(None), WEB_LINKS.c.expires_at > at, *_MAY_COME
            )
        ).one_or_none()
        return Player(row.id, row.userid) if row else None

    def redeem(self, digest: str, at: datetime) -> Player | None:
        """Use up a link to sign in with; of two who come with the same one at the same moment, one gets in."""
        player = self.whose(digest, at)
        used = self._connection.execute(delete(WEB_LINKS).where(WEB_LINKS.c.digest == digest))
        return player if used.rowcount == 1 else None

    def spend(self, digest: str, player: Player, board_id: int, at: datetime, expires_at: datetime) -> bool:
        """Note that a link to a board is used; False if it had been used before."""
        self._connection.execute(delete(WEB_LINKS).where(WEB_LINKS.c.expires_at <= at))
        spent = self._connection.execute(
            upsert.insert(self._connection, WEB_LINKS)
            .values(digest=digest, user_id=player.id, board_id=board_id, expires_at=expires_at)
            .on_conflict_do_nothing()
            .returning(WEB_LINKS.c.digest)
        )
        return spent.one_or_none() is not None

    def is_spent(self, digest: str) -> bool:
        """Whether a link to a board has been used."""
        return self._connection.scalar(select(WEB_LINKS.c.user_id).where(WEB_LINKS.c.digest == digest)) is not None

    def forget(self, player: Player) -> None:
        """Make all links worthless by which a player could sign in; those to boards end with `Replies.forget`."""
        mine = (WEB_LINKS.c.user_id == player.id, WEB_LINKS.c.board_id.is_(None))
        self._connection.execute(delete(WEB_LINKS).where(*mine))
