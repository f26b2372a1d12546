"""Mail addresses of players, and the letters that came back from them.

Which letter a return path belongs to, how long an address has failed, and whether anything is sent there at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, delete, insert, select, update

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.outbox import NOT_LISTED
from pbmserv.storage.players import folded, key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect
from pbmserv.storage.tables import ADDRESSES, OUTBOX, RETURNED_LETTERS, USERS
from pbmserv.storage.tokens import RETURN_PATH, RETURN_PATHS, shared_key


@dataclass(frozen=True)
class Address:
    """A player's address; letters go there only while it is `usable`.

    `suspended_at`: since when nothing is sent there. `failing_since`: since when letters bounce, and `failure` why.
    """

    address: str
    confirmed: bool
    suspended_at: datetime | None = None
    failing_since: datetime | None = None
    failure: str | None = None

    @property
    def usable(self) -> bool:
        return self.confirmed and self.suspended_at is None


def address_of(row: Any) -> Address:
    return Address(row.address, row.confirmed_at is not None, row.suspended_at, row.failing_since, row.failure)


_OF_PLAYERS = BatchSelect((ADDRESSES.c.user_id,), select(ADDRESSES).order_by(ADDRESSES.c.id).where)
_CONFIRMED = select(ADDRESSES.c.user_id).where(
    ADDRESSES.c.user_id.in_(bindparam("users", expanding=True)), ADDRESSES.c.confirmed_at.is_not(None)
)
_KNOWN = select(ADDRESSES.c.id, ADDRESSES.c.confirmed_at, ADDRESSES.c.suspended_at).where(
    ADDRESSES.c.user_id == bindparam("user"), ADDRESSES.c.address_key == bindparam("key")
)
_ADD = insert(ADDRESSES)


class Addresses(Repository):
    def of(self, players: Iterable[Player]) -> dict[Player, list[Address]]:
        """The players' addresses in the order in which they were added."""
        by_id = {player.id: player for player in players}
        found: dict[Player, list[Address]] = {player: [] for player in by_id.values()}
        for row in _OF_PLAYERS.rows(self._connection, [(number,) for number in by_id]):
            found[by_id[row.user_id]].append(address_of(row))
        return found

    def without_confirmed(self, players: Iterable[Player]) -> set[Player]:
        by_id = {player.id: player for player in players}
        if not by_id:
            return set()
        confirmed = set(self._connection.scalars(_CONFIRMED, {"users": [*by_id]}))
        return {by_id[number] for number in by_id.keys() - confirmed}

    def waits(self, address: str, player: Player | None = None) -> bool:
        """Whether anybody (or this player) has added the address and nobody has confirmed it."""
        waiting = select(ADDRESSES.c.id).where(
            ADDRESSES.c.address_key == key_of(address), ADDRESSES.c.confirmed_at.is_(None)
        )
        if player is not None:
            waiting = waiting.where(ADDRESSES.c.user_id == player.id)
        return self._connection.scalar(waiting.limit(1)) is not None

    def out_of_reach(self, players: Iterable[Player]) -> set[Player]:
        """The players all of whose addresses bounce."""
        found = self.of(players)
        return {
            player
            for player, addresses in found.items()
            if any(address.suspended_at for address in addresses) and not any(each.usable for each in addresses)
        }

    def add(self, player: Player, addresses: Sequence[str], confirmed_at: datetime | None) -> None:
        """Add addresses, or confirm those the player has if `confirmed_at` is given.

        Confirming lifts a suspension.
        """
        for address in addresses:
            key = key_of(address)
            known = self._connection.execute(_KNOWN, {"user": player.id, "key": key}).one_or_none()
            if known is None:
                new = {
                    "user_id": player.id,
                    "address": address,
                    "address_key": key,
                    "mailbox": folded(address),
                    "confirmed_at": confirmed_at,
                }
                self._connection.execute(_ADD, new)
            elif confirmed_at is not None and (known.confirmed_at is None or known.suspended_at is not None):
                values = {
                    "confirmed_at": known.confirmed_at or confirmed_at,
                    "suspended_at": None,
                    "failing_since": None,
                    "failure": None,
                }
                self._connection.execute(update(ADDRESSES).where(ADDRESSES.c.id == known.id).values(values))

    def remove(self, player: Player, addresses: Iterable[str]) -> None:
        self._connection.execute(
            delete(ADDRESSES).where(
                ADDRESSES.c.user_id == player.id,
                ADDRESSES.c.address_key.in_({key_of(address) for address in addresses}),
            )
        )


REPORTED_WITHIN = timedelta(days=6)
"""How long bounces of a letter are accepted: mail servers retry for five days."""

_LONGEST_WORDS = 500

# Asked with every command.
_HOW_IT_IS = select(ADDRESSES.c.id, ADDRESSES.c.suspended_at, ADDRESSES.c.failing_since).where(
    ADDRESSES.c.user_id == bindparam("user"), ADDRESSES.c.address_key == bindparam("key")
)


@dataclass(frozen=True)
class SentLetter:
    """A letter that may bounce: when it was written, to which addresses, and for whom.

    `reader` is the player's id, or None if the address may be anybody's.
    """

    id: int
    created_at: datetime
    addressed_to: tuple[str, ...]
    reader: int | None = None


@dataclass(frozen=True)
class Holder:
    """A player with a failing address, and since when; None if it has not failed before."""

    player: Player
    failing_since: datetime | None


@dataclass(frozen=True)
class Forgiven:
    """The end of an address's failure: since when it was suspended, or None if letters only failed."""

    suspended_at: datetime | None


class Bounces(Repository):
    def letter_of(self, token: str) -> SentLetter | None:
        numbers = RETURN_PATH.numbers(shared_key(self._connection, RETURN_PATHS), token)
        if numbers is None:
            return None
        row = self._connection.execute(
            select(OUTBOX.c.id, OUTBOX.c.created_at, OUTBOX.c.addressed_to, OUTBOX.c.user_id).where(
                OUTBOX.c.id == numbers[0]
            )
        ).one_or_none()
        return SentLetter(row.id, row.created_at, tuple(row.addressed_to), row.user_id) if row else None

    def note_returned(self, letter: SentLetter, address: str, words: str) -> None:
        """Record a bounce report for the operator, as proof that the letter did not arrive."""
        new = upsert.insert(self._connection, RETURNED_LETTERS).values(
            letter_id=letter.id, address_key=key_of(address), words=_brief(words)
        )
        self._connection.execute(
            new.on_conflict_do_update(index_elements=["letter_id", "address_key"], set_={"words": new.excluded.words})
        )

    def returned(self, letters: Collection[int]) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = {}
        query = select(RETURNED_LETTERS).where(RETURNED_LETTERS.c.letter_id.in_(letters))
        for row in self._connection.execute(query.order_by(RETURNED_LETTERS.c.letter_id)):
            found.setdefault(row.letter_id, {})[row.address_key] = row.words
        return found

    def returned_from(self, address: str, limit: int) -> Sequence[Row[Any]]:
        """The newest letters that bounced from this address, in the form of `Outbox.listed`."""
        columns = [column for column in OUTBOX.c if column.name not in NOT_LISTED]
        its = (
            select(*columns)
            .join(RETURNED_LETTERS, RETURNED_LETTERS.c.letter_id == OUTBOX.c.id)
            .where(RETURNED_LETTERS.c.address_key == key_of(address))
            .order_by(RETURNED_LETTERS.c.letter_id.desc())
        )
        return self._connection.execute(its.limit(limit)).all()

    def holders(self, address: str, only: int | None = None) -> list[Holder]:
        """The players whose letters go to this address; a household may share one.

        Here and below, `only` restricts to one player id.
        """
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, ADDRESSES.c.failing_since)
            .join(USERS, USERS.c.id == ADDRESSES.c.user_id)
            .where(*_in_use(address, only))
            .order_by(USERS.c.id)
        )
        return [Holder(Player(row.id, row.userid), row.failing_since) for row in rows]

    def note_failing(self, address: str, since: datetime, words: str, only: int | None = None) -> None:
        """Record since when and why an address fails; letters are still sent."""
        values = {"failing_since": since, "failure": _brief(words)}
        self._connection.execute(update(ADDRESSES).where(*_in_use(address, only)).values(values))

    def suspend(
        self, address: str, at: datetime, since: datetime, words: str, only: int | None = None
    ) -> list[Player]:
        """Suspend an address; return the players for whom that is new."""
        holders = {holder.player.id: holder.player for holder in self.holders(address, only)}
        values = {"suspended_at": at, "failing_since": since, "failure": _brief(words)}
        # Two processes may come to know it at the same time: only one of them gets the rows.
        suspended = update(ADDRESSES).where(*_in_use(address, only)).values(values).returning(ADDRESSES.c.user_id)
        numbers = sorted(self._connection.scalars(suspended).all())
        return [holders[number] for number in numbers if number in holders]

    def suspended(self, limit: int) -> list[tuple[Player, Address]]:
        """Suspended addresses with their players, in the order of suspension."""
        rows = self._connection.execute(
            select(ADDRESSES, USERS.c.userid)
            .join(USERS, USERS.c.id == ADDRESSES.c.user_id)
            .where(ADDRESSES.c.suspended_at.is_not(None))
            .order_by(ADDRESSES.c.id)
            .limit(limit)
        )
        return [(Player(row.user_id, row.userid), address_of(row)) for row in rows]

    def something_arrived(self, address: str, players: Collection[Player], since: datetime, now: datetime) -> bool:
        """Whether a letter written to an address of these players since then was sent and has not bounced.

        The newest letters are too recent to tell.
        """
        key = key_of(address)
        came_back = select(RETURNED_LETTERS.c.letter_id).where(RETURNED_LETTERS.c.address_key == key)
        rows = self._connection.execute(
            select(OUTBOX.c.addressed_to, OUTBOX.c.recipients).where(
                OUTBOX.c.user_id.in_([player.id for player in players]),
                OUTBOX.c.created_at >= since,
                OUTBOX.c.created_at < now - REPORTED_WITHIN,
                OUTBOX.c.sent_at.is_not(None),
                OUTBOX.c.id.not_in(came_back),
            )
        )
        return any(key in map(key_of, row.addressed_to) and key not in map(key_of, row.recipients) for row in rows)

    def forgive(self, player: Player, address: str) -> Forgiven | None:
        """Lift the suspension of an address from which the player has written; None if nothing was wrong."""
        row = self._connection.execute(_HOW_IT_IS, {"user": player.id, "key": key_of(address)}).one_or_none()
        if row is None or (row.suspended_at is None and row.failing_since is None):
            return None
        values = {"suspended_at": None, "failing_since": None, "failure": None}
        self._connection.execute(update(ADDRESSES).where(ADDRESSES.c.id == row.id).values(values))
        return Forgiven(row.suspended_at)


def _in_use(address: str, only: int | None) -> tuple[ColumnElement[bool], ...]:
    of_whom = () if only is None else (ADDRESSES.c.user_id == only,)
    return (
        *of_whom,
        ADDRESSES.c.address_key == key_of(address),
        ADDRESSES.c.confirmed_at.is_not(None),
        ADDRESSES.c.suspended_at.is_(None),
    )


def _brief(words: str) -> str:
    plain = "".join(character if character.isprintable() else " " for character in words)
    return " ".join(plain.split())[:_LONGEST_WORDS]
