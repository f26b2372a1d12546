"""Invitations by mail address, and addresses that decline them.

An address is kept until its invitation ends. Of owners who declined, and of non-players who were invited, a keyed
hash is kept.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from pbmserv.play.board import Player
from pbmserv.storage.tables import METADATA, USERS, RowId
from pbmserv.storage.tokens import shared_key
from pbmserv.storage.upsert import insert as insert_or
from pbmserv.storage.utc_datetime import UtcDatetime

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("game", String(32), nullable=False),
    # Who has invited; null where it was the operator.
    Column("user_id", ForeignKey("users.id")),
    # What was typed, and the words for the others. There is no address in it.
    Column("challenge", JSON, nullable=False),
    Column("expires_at", UtcDatetime, index=True, nullable=False),
    Index("ix_invitations_user_id_game", "user_id", "game"),
)
"""A challenge that waits for people invited by mail address."""

INVITED = Table(
    "invited",
    METADATA,
    # Of the code in the letter.
    Column("digest", String(64), primary_key=True),
    Column("invitation_id", ForeignKey("invitations.id"), index=True, nullable=False),
    # Where they stand among those who were named.
    Column("place", Integer, nullable=False),
    # Empty where no letter went there; gone with the invitation.
    Column("address", String(254), nullable=False),
    Column("address_hash", String(64), nullable=False),
    # Who has said yes; null while nobody has.
    Column("user_id", ForeignKey("users.id")),
)
"""A person invited by mail address, until everyone has answered or it expires."""

UNINVITED = Table(
    "uninvited",
    METADATA,
    # With a key of the server's: without it, nobody can tell whether an address is here.
    Column("address_hash", String(64), primary_key=True),
)
"""The hash of an address that gets no more invitations: its owner declined or, with another hash, one was sent there
to somebody who is not a player.
"""


KEY = "invitations"
_ASKED, _AGREED = "answers", "first_moves"
"""What is stored with a challenge of its guests' unclear answers and first moves."""


_GUESTS = (
    select(INVITED, USERS.c.userid)
    .outerjoin(USERS, USERS.c.id == INVITED.c.user_id)
    .where(INVITED.c.invitation_id.in_(bindparam("invitations", expanding=True)))
    .order_by(INVITED.c.place)
)


class Meant(NamedTuple):
    """What a yes to one more question says beside it: a guest's first move, words for the inviter, a name here, or
    the game of who is offered a first one.
    """

    move: str = ""
    words: str = ""
    name: str = ""
    game: str = ""


@dataclass(frozen=True)
class Guest:
    """An invited person: `place` among those named, `player` after accepting.

    `address` is empty if no letter was sent there.
    """

    digest: str
    place: int
    address: str
    address_hash: str
    player: Player | None = None


@dataclass(frozen=True)
class Invitation:
    """A waiting challenge with its guests; `inviter` is None for the operator."""

    id: int
    game: str
    inviter: Player | None
    challenge: Mapping[str, Any]
    guests: tuple[Guest, ...]
    expires_at: datetime

    def guest(self, digest: str) -> Guest:
        return next(guest for guest in self.guests if guest.digest == digest)

    def asked(self, place: int) -> tuple[Meant, ...]:
        """What a guest has been asked about, by letters of their own."""
        return tuple(Meant(*each) for each in self.challenge.get(_ASKED, {}).get(str(place), ()))

    def asked_by(self, place: int, which: int | None) -> Meant:
        """What one of these letters asks about; empty for any other letter."""
        asked = self.asked(place)
        return asked[which] if which is not None and which < len(asked) else Meant()

    @property
    def first_moves(self) -> Mapping[int, str]:
        """The first moves to which guests have agreed, by place."""
        return {int(place): move for place, move in self.challenge.get(_AGREED, {}).items()}


class Invitations:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._server_key: bytes | None = None

    def hash_of(self, folded: str) -> str:
        if self._server_key is None:
            self._server_key = shared_key(self._connection, KEY)
        return hmac.digest(self._server_key, folded.encode(), "sha256").hex()

    def add(
        self,
        game: str,
        inviter: Player | None,
        challenge: Mapping[str, Any],
        guests: Sequence[Guest],
        expires_at: datetime,
    ) -> None:
        """Store a challenge until all guests have answered."""
        values = {"game": game, "user_id": inviter.id if inviter else None, "challenge": challenge}
        row = self._connection.execute(
            insert(INVITATIONS).values(**values, expires_at=expires_at).returning(INVITATIONS.c.id)
        ).scalar_one()
        self._connection.execute(
            insert(INVITED),
            [
                {
                    "digest": guest.digest,
                    "invitation_id": row,
                    "place": guest.place,
                    "address": guest.address,
                    "address_hash": guest.address_hash,
                }
                for guest in guests
            ],
        )

    def accepted_by(self, digest: str) -> Player | None:
        """Who has accepted with a code while others have yet to answer."""
        query = select(USERS.c.id, USERS.c.userid).join(INVITED, INVITED.c.user_id == USERS.c.id)
        row = self._connection.execute(query.where(INVITED.c.digest == digest)).one_or_none()
        return Player(row.id, row.userid) if row else None

    def inviter_of(self, digest: str, at: datetime) -> Player | None:
        """The player who invites with an unused, unexpired code; None for the operator, or if there is none."""
        query = select(USERS.c.id, USERS.c.userid).join(INVITATIONS, INVITATIONS.c.user_id == USERS.c.id)
        row = self._connection.execute(query.where(INVITATIONS.c.id.in_(_open(digest, at)))).one_or_none()
        return Player(row.id, row.userid) if row else None

    def with_code(self, digest: str, at: datetime, for_change: bool = False) -> Invitation | None:
        """The invitation of an unused, unexpired code.

        `for_change` locks it: of those who accept at the same moment, one is last.
        """
        row_id = self._connection.scalar(_open(digest, at))
        if row_id is None:
            return None
        if for_change:
            self._connection.execute(select(INVITATIONS.c.id).where(INVITATIONS.c.id == row_id).with_for_update())
            # Another may have ended it while this waited.
            if self._connection.scalar(_open(digest, at)) is None:
                return None
        [invitation] = self._read(select(INVITATIONS.c.id).where(INVITATIONS.c.id == row_id))
        return invitation

    def of(
        self, inviter: Player, at: datetime, game: str | None = None, for_change: bool = False
    ) -> list[Invitation]:
        """A player's waiting invitations, of one game or all, oldest first; `for_change` is as in `with_code`."""
        own = select(INVITATIONS.c.id).where(INVITATIONS.c.user_id == inviter.id, INVITATIONS.c.expires_at > at)
        if game is not None:
            own = own.where(INVITATIONS.c.game == game)
        if for_change:
            held = list(self._connection.scalars(own.order_by(INVITATIONS.c.id).with_for_update()))
            own = select(INVITATIONS.c.id).where(INVITATIONS.c.id.in_(held))
        return self._read(own)

    def accept(self, guest: Guest, player: Player) -> None:
        self._connection.execute(
            update(INVITED).where(INVITED.c.digest == guest.digest).values(user_id=player.id, address="")
        )

    def ask(self, invitation: Invitation, place: int, meant: Meant) -> None:
        """Store what a guest is asked about. The invitation is locked."""
        asked = [*invitation.asked(place), meant]
        self._keep(invitation, _ASKED, {**invitation.challenge.get(_ASKED, {}), str(place): asked})

    def agree(self, invitation: Invitation, place: int, move: str) -> Invitation:
        """Store the first move to which a guest has agreed. The invitation is locked."""
        return self._keep(invitation, _AGREED, {**invitation.challenge.get(_AGREED, {}), str(place): move})

    def _keep(self, invitation: Invitation, key: str, value: Any) -> Invitation:
        challenge = {**invitation.challenge, key: value}
        changed = update(INVITATIONS).where(INVITATIONS.c.id == invitation.id).values(challenge=challenge)
        self._connection.execute(changed)
        return replace(invitation, challenge=challenge)

    def end(self, invitations: Iterable[Invitation]) -> None:
        """Delete invitations with all addresses."""
        self._delete([each.id for each in invitations])

    def never_again(self, guest: Guest) -> None:
        self.note(guest.address_hash)

    def note(self, address_hash: str) -> bool:
        """Store a hash for good; return whether it is new. A concurrent second call waits."""
        noted = insert_or(self._connection, UNINVITED).values(address_hash=address_hash)
        noted_now = noted.on_conflict_do_nothing().returning(UNINVITED.c.address_hash)
        return self._connection.scalar(noted_now) is not None

    def unwanted(self, hashes: Iterable[str]) -> set[str]:
        return set(
            self._connection.scalars(
                select(UNINVITED.c.address_hash).where(UNINVITED.c.address_hash.in_(set(hashes)))
            )
        )

    def lapsed(self, at: datetime, limit: int) -> list[int]:
        """Row ids of expired invitations, earliest first."""
        query = select(INVITATIONS.c.id).where(INVITATIONS.c.expires_at <= at)
        return list(self._connection.scalars(query.order_by(INVITATIONS.c.expires_at).limit(limit)))

    def take_lapsed(self, row: int, at: datetime) -> Invitation | None:
        """Lock and return an expired invitation, or None."""
        lapsed = select(INVITATIONS.c.id).where(INVITATIONS.c.id == row, INVITATIONS.c.expires_at <= at)
        if self._connection.scalar(lapsed.with_for_update()) is None:
            return None
        return next(iter(self._read(lapsed)), None)

    def prune(self, lapsed_by: datetime, at_once: int) -> int:
        """Delete invitations expired by then, at most `at_once`; return how many."""
        lapsed = select(INVITATIONS.c.id).where(INVITATIONS.c.expires_at <= lapsed_by).limit(at_once)
        return self._delete(list(self._connection.scalars(lapsed)))

    def _delete(self, rows: Sequence[int]) -> int:
        if not rows:
            return 0
        self._connection.execute(delete(INVITED).where(INVITED.c.invitation_id.in_(rows)))
        return self._connection.execute(delete(INVITATIONS).where(INVITATIONS.c.id.in_(rows))).rowcount

    def _read(self, wanted: Any) -> list[Invitation]:
        query = (
            select(
                INVITATIONS.c.id,
                INVITATIONS.c.game,
                INVITATIONS.c.challenge,
                INVITATIONS.c.expires_at,
                USERS.c.id.label("by"),
                USERS.c.userid,
            )
            .outerjoin(USERS, USERS.c.id == INVITATIONS.c.user_id)
            .where(INVITATIONS.c.id.in_(wanted))
            .order_by(INVITATIONS.c.id)
        )
        rows = self._connection.execute(query).all()
        if not rows:
            return []
        guests = self._guests([row.id for row in rows])
        return [
            Invitation(
                row.id,
                row.game,
                Player(row.by, row.userid) if row.by else None,
                row.challenge,
                tuple(guests[row.id]),
                row.expires_at,
            )
            for row in rows
        ]

    def _guests(self, invitations: Sequence[int]) -> dict[int, list[Guest]]:
        found: dict[int, list[Guest]] = {number: [] for number in invitations}
        for row in self._connection.execute(_GUESTS, {"invitations": invitations}):
            player = Player(row.user_id, row.userid) if row.user_id else None
            found[row.invitation_id].append(Guest(row.digest, row.place, row.address, row.address_hash, player))
        return found


def nobodys_digest() -> str:
    """A random digest for a guest who gets no letter."""
    return sha256(secrets.token_bytes(32)).hexdigest()


def _open(digest: str, at: datetime) -> Any:
    return (
        select(INVITATIONS.c.id)
        .join(INVITED, INVITED.c.invitation_id == INVITATIONS.c.id)
        .where(INVITED.c.digest == digest, INVITED.c.user_id.is_(None), INVITATIONS.c.expires_at > at)
    )
