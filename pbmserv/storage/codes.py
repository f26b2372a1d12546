"""One-time codes, mailed to a player who sends them back to confirm something."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import CODES, USERS


@dataclass(frozen=True)
class Code:
    player: Player
    purpose: str
    subject: str


_OF_PLAYER = select(CODES.c.digest, CODES.c.subject).where(
    CODES.c.user_id == bindparam("user"), CODES.c.purpose == bindparam("its_purpose")
)


class Codes(Repository):
    def add(self, digest: str, player: Player, purpose: str, subject: str, expires_at: datetime) -> None:
        """Store a code by its digest; `subject` is what it confirms, such as an address."""
        self._connection.execute(
            insert(CODES).values(
                digest=digest, user_id=player.id, purpose=purpose, subject=subject, expires_at=expires_at
            )
        )

    def find(self, digest: str, at: datetime) -> Code | None:
        good = select(USERS.c.id, USERS.c.userid, CODES.c.purpose, CODES.c.subject).join(
            USERS, USERS.c.id == CODES.c.user_id
        )
        row = self._connection.execute(good.where(CODES.c.digest == digest, CODES.c.expires_at > at)).one_or_none()
        return Code(Player(row.id, row.userid), row.purpose, row.subject) if row else None

    def redeem(self, digest: str, purpose: str, at: datetime) -> Code | None:
        """Use up a code; None if there is none of that digest and purpose."""
        # Deleted first: of two who come with the same code at the same moment only one gets it.
        used = self._connection.execute(
            delete(CODES)
            .where(CODES.c.digest == digest, CODES.c.purpose == purpose, CODES.c.expires_at > at)
            .returning(CODES.c.user_id, CODES.c.subject)
        ).one_or_none()
        if used is None:
            return None
        row = self._connection.execute(select(USERS.c.id, USERS.c.userid).where(USERS.c.id == used.user_id)).one()
        return Code(Player(row.id, row.userid), purpose, used.subject)

    def of(self, player: Player, purpose: str) -> dict[str, Code]:
        rows = self._connection.execute(_OF_PLAYER, {"user": player.id, "its_purpose": purpose})
        return {row.digest: Code(player, purpose, row.subject) for row in rows}

    def change(self, digest: str, subject: str) -> None:
        self._connection.execute(update(CODES).where(CODES.c.digest == digest).values(subject=subject))

    def drop_all(self, player: Player, purpose: str) -> None:
        self._connection.execute(delete(CODES).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose))

    def drop_old(self, player: Player, purpose: str, at: datetime) -> None:
        self._connection.execute(
            delete(CODES).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose, CODES.c.expires_at <= at)
        )

    def forget(self, player: Player, but: Collection[str] = ()) -> None:
        mine = delete(CODES).where(CODES.c.user_id == player.id)
        self._connection.execute(mine.where(CODES.c.digest.not_in(set(but))) if but else mine)

    def drop(self, digests: Iterable[str]) -> None:
        self._connection.execute(delete(CODES).where(CODES.c.digest.in_(set(digests))))
