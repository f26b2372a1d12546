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
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import ADDRESSES, OUTBOX, RETURNED_LETTERS, USERS
from pbmserv.storage.tokens import Seal, shared_key


@dataclass(frozen=True)
class Address:
    """An address of a player; letters go there only while it is `usable`.

    `suspended_at` is since when nothing is sent there, `failing_since` since when letters fail to arrive, and
    `failure` why.
    """

    address: str
    confirmed: bool
    suspended_at: datetime | None = None
    failing_since: datetime | None = None
    failure: str | None = None

    @property
    def usable(self) -> bool:
        """Confirmed by its owner, and not known to bounce."""
        return self.confirmed and self.suspended_at is None


def address_of(row: Any) -> Address:
    """The address that a row of their table holds."""
    return Address(row.address, row.confirmed_at is not None, row.suspended_at, row.failing_since, row.failure)


class Addresses(Repository):
    """Addresses, within one transaction."""

    def of(self, players: Iterable[Player]) -> dict[Player, list[Address]]:
        """The addresses of these players, in the order in which they were added."""
        by_id = {player.id: player for player in players}
        found: dict[Player, list[Address]] = {player: [] for player in by_id.values()}
        theirs = select(ADDRESSES).where(ADDRESSES.c.user_id.in_(by_id)).order_by(ADDRESSES.c.id)
        for row in self._connection.execute(theirs):
            found[by_id[row.user_id]].append(address_of(row))
        return found

    def without_confirmed(self, players: Iterable[Player]) -> set[Player]:
        """Those of these players who have no address that is confirmed, whether letters arrive there or not."""
        by_id = {player.id: player for player in players}
        if not by_id:
            return set()
        confirmed = select(ADDRESSES.c.user_id).where(
            ADDRESSES.c.user_id.in_(by_id), ADDRESSES.c.confirmed_at.is_not(None)
        )
        return {by_id[number] for number in by_id.keys() - set(self._connection.scalars(confirmed))}

    def waits(self, address: str, player: Player | None = None) -> bool:
        """Whether somebody (this player, if one is named) has added this address, and nobody has confirmed it."""
        waiting = select(ADDRESSES.c.id).where(
            ADDRESSES.c.address_key == key_of(address), ADDRESSES.c.confirmed_at.is_(None)
        )
        if player is not None:
            waiting = waiting.where(ADDRESSES.c.user_id == player.id)
        return self._connection.scalar(waiting.limit(1)) is not None

    def out_of_reach(self, players: Iterable[Player]) -> set[Player]:
        """Those of these players whom no letter reaches, since letters came back from all their addresses."""
        found = self.of(players)
        return {
            player
            for player, addresses in found.items()
            if any(address.suspended_at for address in addresses) and not any(each.usable for each in addresses)
        }

    def add(self, player: Player, addresses: Sequence[str], confirmed_at: datetime | None) -> None:
        """Give a player more addresses; one that they already have is confirmed, if it was not and these are.

        Letters go to an address that is confirmed now, even if they have come back from it before.
        """
        for address in addresses:
            known = self._connection.execute(
                select(ADDRESSES.c.id, ADDRESSES.c.confirmed_at, ADDRESSES.c.suspended_at).where(
                    ADDRESSES.c.user_id == player.id, ADDRESSES.c.address_key == key_of(address)
                )
            ).one_or_none()
            if known is None:
                self._connection.execute(
                    insert(ADDRESSES).values(
                        user_id=player.id,
                        address=address,
                        address_key=key_of(address),
                        confirmed_at=confirmed_at,
                    )
                )
            elif confirmed_at is not None and (known.confirmed_at is None or known.suspended_at is not None):
                values = {
                    "confirmed_at": known.confirmed_at or confirmed_at,
                    "suspended_at": None,
                    "failing_since": None,
                    "failure": None,
                }
                self._connection.execute(update(ADDRESSES).where(ADDRESSES.c.id == known.id).values(values))

    def remove(self, player: Player, addresses: Iterable[str]) -> None:
        """Take these addresses away from a player."""
        self._connection.execute(
            delete(ADDRESSES).where(
                ADDRESSES.c.user_id == player.id,
                ADDRESSES.c.address_key.in_({key_of(address) for address in addresses}),
            )
        )


RETURN_PATHS = "return paths"
"""The name of the key that seals these."""

RETURN_PATH = Seal("return path", (5,))
"""The token in a letter's return path: it stands for the number of the letter."""

REPORTED_WITHIN = timedelta(days=6)
"""How long after a letter was written a report may come that it has not arrived: servers try for five days."""

_LONGEST_WORDS = 500

# Asked with every command.
_HOW_IT_IS = select(ADDRESSES.c.id, ADDRESSES.c.suspended_at, ADDRESSES.c.failing_since).where(
    ADDRESSES.c.user_id == bindparam("user"), ADDRESSES.c.address_key == bindparam("key")
)


@dataclass(frozen=True)
class SentLetter:
    """A letter that may come back: when it was written, to which addresses it went, and whose letter it was.

    `reader` is the number of the player to whom it was written; None where the address may be anybody's.
    """

    id: int
    created_at: datetime
    addressed_to: tuple[str, ...]
    reader: int | None = None


@dataclass(frozen=True)
class Holder:
    """A player with an address that fails, and since when; None if it has not failed before."""

    player: Player
    failing_since: datetime | None


@dataclass(frozen=True)
class Forgiven:
    """What was wrong with an address: since when nothing had been sent there, None if letters only failed."""

    suspended_at: datetime | None


class Bounces(Repository):
    """Letters and addresses that fail, within one transaction."""

    def letter_of(self, token: str) -> SentLetter | None:
        """The letter whose return path holds this token; None for one that is not good, or whose letter is gone."""
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
        """Remember what was reported of a letter: for the operator, and because it has not arrived."""
        new = upsert.insert(self._connection, RETURNED_LETTERS).values(
            letter_id=letter.id, address_key=key_of(address), words=_brief(words)
        )
        self._connection.execute(
            new.on_conflict_do_update(index_elements=["letter_id", "address_key"], set_={"words": new.excluded.words})
        )

    def returned(self, letters: Collection[int]) -> dict[int, dict[str, str]]:
        """Of which of these letters it was reported that they have come back: from which addresses, and why."""
        found: dict[int, dict[str, str]] = {}
        query = select(RETURNED_LETTERS).where(RETURNED_LETTERS.c.letter_id.in_(letters))
        for row in self._connection.execute(query.order_by(RETURNED_LETTERS.c.letter_id)):
            found.setdefault(row.letter_id, {})[row.address_key] = row.words
        return found

    def returned_from(self, address: str, limit: int) -> Sequence[Row[Any]]:
        """The newest letters that have come back from this address, as `Outbox.listed` gives them."""
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

        Here and below, `only` is the number of the one player who is meant, if not all of them are.
        """
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, ADDRESSES.c.failing_since)
            .join(USERS, USERS.c.id == ADDRESSES.c.user_id)
            .where(*_in_use(address, only))
            .order_by(USERS.c.id)
        )
        return [Holder(Player(row.id, row.userid), row.failing_since) for row in rows]

    def note_failing(self, address: str, since: datetime, words: str, only: int | None = None) -> None:
        """Remember since when an address fails, and why; it is still written to."""
        values = {"failing_since": since, "failure": _brief(words)}
        self._connection.execute(update(ADDRESSES).where(*_in_use(address, only)).values(values))

    def suspend(
        self, address: str, at: datetime, since: datetime, words: str, only: int | None = None
    ) -> list[Player]:
        """Have nothing more sent to an address; gives the players for whom that is new."""
        holders = {holder.player.id: holder.player for holder in self.holders(address, only)}
        values = {"suspended_at": at, "failing_since": since, "failure": _brief(words)}
        # Two processes may come to know it at the same time: only one of them gets the rows.
        suspended = update(ADDRESSES).where(*_in_use(address, only)).values(values).returning(ADDRESSES.c.user_id)
        numbers = sorted(self._connection.scalars(suspended).all())
        return [holders[number] for number in numbers if number in holders]

    def suspended(self, limit: int) -> list[tuple[Player, Address]]:
        """The addresses that nothing is sent to, in the order in which they were given, and whose they are."""
        rows = self._connection.execute(
            select(ADDRESSES, USERS.c.userid)
            .join(USERS, USERS.c.id == ADDRESSES.c.user_id)
            .where(ADDRESSES.c.suspended_at.is_not(None))
            .order_by(ADDRESSES.c.id)
            .limit(limit)
        )
        return [(Player(row.user_id, row.userid), address_of(row)) for row in rows]

    def something_arrived(self, address: str, players: Collection[Player], since: datetime, now: datetime) -> bool:
        """Whether a letter to an address of these players, written since then, has gone out and has not come back.

        Of the newest letters nobody can know that yet.
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
        """Send letters again to an address from which a player was heard; None if nothing was wrong."""
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
    """The words of a mail server as they can be kept and shown: on one line, not too long, nothing unprintable."""
    plain = "".join(character if character.isprintable() else " " for character in words)
    return " ".join(plain.split())[:_LONGEST_WORDS]
