"""Links in letters that open a session at the web door, each once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import USERS
from pbmserv.storage.upsert import insert
from pbmserv.storage.web_tables import WEB_LINKS

_MAY_COME = (USERS.c.left_at.is_(None), USERS.c.suspended_at.is_(None))


class WebLinks(Repository):
    """The links, within one transaction. Only digests of their tokens are known here.

    A link to sign in with is remembered until it is used. A link to a board tells by its token what it stands for
    (`play_links`), and is remembered once it has been used.
    """

    def add(self, digest: str, player: Player, expires_at: datetime) -> None:
        """Remember a link to sign in with."""
        self._connection.execute(
            insert(self._connection, WEB_LINKS).values(digest=digest, user_id=player.id, expires_at=expires_at)
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
            insert(self._connection, WEB_LINKS)
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
