"""Sessions: whom a door knows without a password, by a random word that only their browser or program has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import Prepared
from pbmserv.storage.tables import BOARDS, USERS
from pbmserv.storage.web_tables import SESSIONS

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
