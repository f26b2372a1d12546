"""Sessions: browsers and programs known by a random word instead of a password, and the links in letters that open
them, each once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
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
from pbmserv.storage.players import LANGUAGE
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
"""A session by the SHA-256 of its secret."""

WEB_LINKS = Table(
    "web_links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    # The board that it has led to; null for a link to sign in with.
    Column("board_id", ForeignKey("boards.id"), index=True),
    Column("expires_at", UtcDatetime, index=True, nullable=False),
)
"""A one-time link by the SHA-256 of its token.

A sign-in link is stored until used, a link to a board once used.
"""


_USED_EVERY = timedelta(hours=1)
"""The precision of a session's last use, so that most page views write nothing."""


class Scope(StrEnum):
    """What a session may do."""

    ALL = "all"
    """Everything on pages."""
    BOARD = "board"
    """Play on one board."""
    READ = "read"
    """A read-only program."""
    PLAY = "play"
    """A program that reads and plays."""
    FEED = "feed"
    """A program that fetches a feed or calendar by an address with the secret."""
    GUEST = "guest"
    """Play on the boards of who has not signed up."""

    @property
    def is_of_program(self) -> bool:
        """Whether it is a program's, and never valid as a cookie."""
        return self in {Scope.READ, Scope.PLAY, Scope.FEED}


@dataclass(frozen=True)
class Session:
    """A session. `board` is the only board it is valid for, if any; `label` describes it to its owner."""

    id: int
    player: Player
    scope: Scope
    board: tuple[str, int] | None
    label: str
    opened_at: datetime
    used_at: datetime
    expires_at: datetime
    language: str = ""
    """That its player has chosen; empty for English."""

    @property
    def is_guests(self) -> bool:
        return self.scope is Scope.GUEST

    def needs_touch(self, at: datetime) -> bool:
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
    USERS.c.settings,
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


# Whoever listens is looked for once a second.
_OPEN_AMONG = (
    select(SESSIONS.c.id)
    .join(USERS, USERS.c.id == SESSIONS.c.user_id)
    .where(
        SESSIONS.c.id.in_(bindparam("numbers", expanding=True)),
        SESSIONS.c.expires_at > bindparam("at"),
        USERS.c.left_at.is_(None),
        USERS.c.suspended_at.is_(None),
    )
)
_AT_ONCE = 500
"""The maximum number of parameters in a statement."""


class Sessions(Repository):
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
        """Store a session by its secret's digest, and delete expired ones."""
        self._connection.execute(delete(SESSIONS).where(SESSIONS.c.expires_at <= at))
        self._connection.execute(
            insert(SESSIONS).values(
                digest=digest, user_id=player.id, scope=scope.value, board_id=board_id, label=label,
                opened_at=at, used_at=at, expires_at=expires_at,
            )
        )  # fmt: skip

    def of(self, digest: str, at: datetime) -> Session | None:
        """The session with that digest; None if expired, or if its player has left or is suspended."""
        row = _OPEN.row(self._connection, {"digest": digest, "at": at})
        return _session(row) if row else None

    def is_open(self, player: Player, number: int, at: datetime) -> bool:
        """Whether this session of the player has not ended, be it since it was looked up by its word."""
        return _STILL_OPEN.row(self._connection, {"number": number, "player": player.id, "at": at}) is not None

    def open_among(self, numbers: Collection[int], at: datetime) -> set[int]:
        """Those of these sessions that are open, and whose players may still come."""
        still: set[int] = set()
        left = iter(sorted(numbers))
        while some := list(islice(left, _AT_ONCE)):
            still.update(self._connection.scalars(_OPEN_AMONG, {"numbers": some, "at": at}))
        return still

    def all_of(self, player: Player, at: datetime) -> list[Session]:
        """A player's sessions, last used first."""
        rows = self._connection.execute(
            _ALL.where(SESSIONS.c.user_id == player.id, SESSIONS.c.expires_at > at).order_by(
                SESSIONS.c.used_at.desc(), SESSIONS.c.id.desc()
            )
        )
        return [_session(row) for row in rows]

    def touch(self, session: Session, at: datetime, expires_at: datetime) -> None:
        self._connection.execute(
            update(SESSIONS).where(SESSIONS.c.id == session.id).values(used_at=at, expires_at=expires_at)
        )

    def end(self, player: Player, number: int) -> bool:
        """End a session; return whether it existed."""
        ended = self._connection.execute(
            delete(SESSIONS).where(SESSIONS.c.id == number, SESSIONS.c.user_id == player.id)
        )
        return ended.rowcount > 0

    def end_oldest(self, player: Player, most: int) -> None:
        """End a player's least recently used browser sessions except `most`."""
        older = (
            select(SESSIONS.c.id)
            .where(SESSIONS.c.user_id == player.id, SESSIONS.c.scope.in_([Scope.ALL, Scope.BOARD, Scope.GUEST]))
            .order_by(SESSIONS.c.used_at.desc(), SESSIONS.c.id.desc())
            .offset(most)
        )
        self._connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(older)))

    def end_on_boards(self, player: Player) -> None:
        """End the sessions that links to boards have opened."""
        ended = delete(SESSIONS).where(SESSIONS.c.user_id == player.id, SESSIONS.c.scope == Scope.BOARD)
        self._connection.execute(ended)

    def end_all(self, player: Player, but: int | None = None) -> None:
        """End all of a player's sessions except `but`."""
        ending = delete(SESSIONS).where(SESSIONS.c.user_id == player.id)
        self._connection.execute(ending if but is None else ending.where(SESSIONS.c.id != but))


def _session(row: Any) -> Session:
    board = (row.game, row.number) if row.game is not None else None
    return Session(
        row.id, Player(row.user_id, row.userid), Scope(row.scope), board, row.label,
        row.opened_at, row.used_at, row.expires_at, row.settings.get(LANGUAGE) or "",
    )  # fmt: skip


_MAY_COME = (USERS.c.left_at.is_(None), USERS.c.suspended_at.is_(None))


class WebLinks(Repository):
    """The repository of links, by digest of their tokens.

    A sign-in link is stored until used. A link to a board says what it is for (`tokens.PlayLinks`) and is stored once
    used.
    """

    def add(self, digest: str, player: Player, expires_at: datetime) -> None:
        self._connection.execute(
            upsert.insert(self._connection, WEB_LINKS).values(digest=digest, user_id=player.id, expires_at=expires_at)
        )

    def open_for(self, player: Player, at: datetime) -> int:
        mine = select(func.count()).where(
            WEB_LINKS.c.user_id == player.id, WEB_LINKS.c.board_id.is_(None), WEB_LINKS.c.expires_at > at
        )
        return self._connection.execute(mine).scalar_one()

    def whose(self, digest: str, at: datetime) -> Player | None:
        """The player whom a link signs in; None if invalid or expired."""
        row = self._connection.execute(
            select(USERS.c.id, USERS.c.userid)
            .join(WEB_LINKS, WEB_LINKS.c.user_id == USERS.c.id)
            .where(
                WEB_LINKS.c.digest == digest, WEB_LINKS.c.board_id.is_(None), WEB_LINKS.c.expires_at > at, *_MAY_COME
            )
        ).one_or_none()
        return Player(row.id, row.userid) if row else None

    def redeem(self, digest: str, at: datetime) -> Player | None:
        """Use up a sign-in link; of two concurrent uses, one succeeds."""
        player = self.whose(digest, at)
        used = self._connection.execute(delete(WEB_LINKS).where(WEB_LINKS.c.digest == digest))
        return player if used.rowcount == 1 else None

    def spend(self, digest: str, player: Player, board_id: int, at: datetime, expires_at: datetime) -> bool:
        """Record the use of a link to a board; False if used before."""
        self._connection.execute(delete(WEB_LINKS).where(WEB_LINKS.c.expires_at <= at))
        spent = self._connection.execute(
            upsert.insert(self._connection, WEB_LINKS)
            .values(digest=digest, user_id=player.id, board_id=board_id, expires_at=expires_at)
            .on_conflict_do_nothing()
            .returning(WEB_LINKS.c.digest)
        )
        return spent.one_or_none() is not None

    def is_spent(self, digest: str) -> bool:
        return self._connection.scalar(select(WEB_LINKS.c.user_id).where(WEB_LINKS.c.digest == digest)) is not None

    def forget(self, player: Player) -> None:
        """Revoke a player's sign-in links; those to boards are revoked by `ReplyTokens.forget`."""
        mine = (WEB_LINKS.c.user_id == player.id, WEB_LINKS.c.board_id.is_(None))
        self._connection.execute(delete(WEB_LINKS).where(*mine))
