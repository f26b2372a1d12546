"""One-time codes in the database: mailed to a player, who sends them back to confirm something."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from pbmserv.play.board import Player
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import CODES, USERS


@dataclass(frozen=True)
class Code:
    """What a one-time code stands for."""

    player: Player
    purpose: str
    subject: str


class Codes(Repository):
    """One-time codes, within one transaction."""

    def add(self, digest: str, player: Player, purpose: str, subject: str, expires_at: datetime) -> None:
        """Remember a one-time code by its digest; `subject` is what it is for (an address that it confirms)."""
        self._connection.execute(
            insert(CODES).values(
                digest=digest, user_id=player.id, purpose=purpose, subject=subject, expires_at=expires_at
            )
        )

    def purpose_of(self, digest: str, at: datetime) -> str | None:
        """What a one-time code is for, without using it up; None if none of that digest is left."""
        good = select(CODES.c.purpose).where(CODES.c.digest == digest, CODES.c.expires_at > at)
        return self._connection.execute(good).scalar_one_or_none()

    def redeem(self, digest: str, purpose: str, at: datetime) -> Code | None:
        """Use up a one-time code; None if none of that digest and purpose is left."""
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
        """The one-time codes of a player that have not been used up, by their digests."""
        rows = self._connection.execute(
            select(CODES.c.digest, CODES.c.subject).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose)
        )
        return {row.digest: Code(player, purpose, row.subject) for row in rows}

    def drop_all(self, player: Player, purpose: str) -> None:
        """Make all one-time codes of a player for this purpose worthless."""
        self._connection.execute(delete(CODES).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose))

    def drop_old(self, player: Player, purpose: str, at: datetime) -> None:
        """Forget the one-time codes of a player that have expired."""
        self._connection.execute(
            delete(CODES).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose, CODES.c.expires_at <= at)
        )

    def forget(self, player: Player, but: Collection[str] = ()) -> None:
        """Make all one-time codes of a player worthless, `but` those of these digests."""
        mine = delete(CODES).where(CODES.c.user_id == player.id)
        self._connection.execute(mine.where(CODES.c.digest.not_in(set(but))) if but else mine)

    def drop(self, digests: Iterable[str]) -> None:
        """Make one-time codes worthless."""
        self._connection.execute(delete(CODES).where(CODES.c.digest.in_(set(digests))))
