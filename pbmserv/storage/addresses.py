"""Mail addresses of players in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from pbmserv.play.board import Player
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import ADDRESSES


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
