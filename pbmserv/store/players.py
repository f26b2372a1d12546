"""Players and their addresses in the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, Connection, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from pbmserv.play.board import Player, Status
from pbmserv.store.prepared import Prepared
from pbmserv.store.tables import ADDRESSES, CODES, REPLY_TOKENS, SEATS, USERS, VACATIONS, WATCHERS

BROADCASTS = "broadcasts"
FORMAT = "format"
REPLIES = "replies"
STRICT = "strict"
TIMEZONE = "timezone"
"""What players choose with `change …`, by the names under which it is kept."""

TEXT_ONLY = "text"
"""The format of letters without an HTML part."""


# What every move needs is prepared once, for to build a statement takes longer than to run it.
_ACCOUNT = Prepared(
    select(USERS.c.id, USERS.c.userid, USERS.c.password_hash, USERS.c.settings, USERS.c.suspended_at).where(
        USERS.c.userid_key == bindparam("key"), USERS.c.left_at.is_(None)
    )
)
_AT_ADDRESS = Prepared(
    select(
        USERS.c.id, USERS.c.userid, USERS.c.userid_key, USERS.c.password_hash, USERS.c.settings, USERS.c.suspended_at,
        and_(ADDRESSES.c.suspended_at.is_(None), ADDRESSES.c.failing_since.is_(None)).label("is_fine"),
    )
    .join(ADDRESSES, ADDRESSES.c.user_id == USERS.c.id)
    .where(
        ADDRESSES.c.address_key == bindparam("key"), ADDRESSES.c.confirmed_at.is_not(None), USERS.c.left_at.is_(None)
    )
    .order_by(USERS.c.id)
)  # fmt: skip
_SETTINGS = select(USERS.c.id, USERS.c.settings).where(USERS.c.id.in_(bindparam("users", expanding=True)))


@lru_cache(maxsize=64)
def _addresses_of(players: int) -> Prepared:
    """The addresses of so many players."""
    users: list[BindParameter[int]] = [bindparam(f"user_{which}") for which in range(players)]
    return Prepared(select(ADDRESSES).where(ADDRESSES.c.user_id.in_(users)).order_by(ADDRESSES.c.id))


class UseridTaken(ValueError):
    """Somebody has this userid, or had it once."""


@dataclass(frozen=True)
class Account:
    """A player as somebody who can log in."""

    player: Player
    password_hash: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    suspended: bool = False
    """The operator does not let them in."""


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


@dataclass(frozen=True)
class Code:
    """What a one-time code stands for."""

    player: Player
    purpose: str
    subject: str


def key_of(text: str) -> str:
    """Userids and addresses are compared without regard to case."""
    return text.lower()


def address_of(row: Any) -> Address:
    """The address that a row of their table holds."""
    return Address(row.address, row.confirmed_at is not None, row.suspended_at, row.failing_since, row.failure)


class Players:
    """Players, addresses and one-time codes, within one transaction.

    `settings` has what players have chosen, by their ids, as far as it has been read.
    """

    def __init__(
        self, connection: Connection, settings: MutableMapping[int, Mapping[str, Any]] | None = None
    ) -> None:
        self._connection = connection
        self._settings = {} if settings is None else settings
        self._accounts: dict[str, Account] = {}
        """Those that have been read already, by the keys of their names."""
        self._fine: set[tuple[int, str]] = set()
        """Players' numbers with the keys of addresses of theirs from which no letter has come back."""

    def add(self, userid: str, password_hash: str, at: datetime) -> Player:
        """A new player.

        Raises `UseridTaken`.
        """
        try:
            with self._connection.begin_nested():
                new = self._connection.execute(
                    insert(USERS)
                    .values(
                        userid=userid,
                        userid_key=key_of(userid),
                        password_hash=password_hash,
                        created_at=at,
                        settings={},
                    )
                    .returning(USERS.c.id)
                )
                return Player(new.scalar_one(), userid)
        except IntegrityError as error:
            raise UseridTaken(userid) from error

    def account(self, userid: str) -> Account | None:
        """The player of that name, None if there is none (or no more)."""
        key = key_of(userid)
        if key in self._accounts:
            return self._accounts[key]
        row = _ACCOUNT.row(self._connection, {"key": key})
        if row is None:
            return None
        self._settings[row.id] = row.settings
        return _account(row)

    def named(self, userids: Iterable[str], even_left: bool = False) -> dict[str, Player]:
        """The players of these names, by the names' keys; names that nobody has are left out.

        `even_left` finds those who have left, too.
        """
        query = select(USERS.c.id, USERS.c.userid, USERS.c.userid_key).where(
            USERS.c.userid_key.in_({key_of(userid) for userid in userids})
        )
        rows = self._connection.execute(query if even_left else query.where(USERS.c.left_at.is_(None)))
        return {row.userid_key: _player(row) for row in rows}

    def numbered(self, number: int) -> Player | None:
        """The player whose row has this number, None if there is none (or no more)."""
        query = select(USERS.c.id, USERS.c.userid, USERS.c.settings).where(
            USERS.c.id == number, USERS.c.left_at.is_(None)
        )
        row = self._connection.execute(query).one_or_none()
        if row is None:
            return None
        self._settings[row.id] = row.settings
        return _player(row)

    def set_password(self, player: Player, password_hash: str) -> None:
        """Replace a player's password hash."""
        self._accounts.clear()
        self._connection.execute(update(USERS).where(USERS.c.id == player.id).values(password_hash=password_hash))

    def suspend(self, player: Player, since: datetime | None) -> None:
        """Do not let a player in any more, or again (None)."""
        self._accounts.clear()
        self._connection.execute(update(USERS).where(USERS.c.id == player.id).values(suspended_at=since))

    def suspended(self, players: Iterable[Player]) -> set[Player]:
        """Those of these players whom the operator does not let in."""
        by_id = {player.id: player for player in players}
        found = select(USERS.c.id).where(USERS.c.id.in_(by_id), USERS.c.suspended_at.is_not(None))
        return {by_id[number] for number in self._connection.scalars(found)}

    def at_address(self, address: str) -> tuple[Player, ...]:
        """The players for whom this address is confirmed; a household may share one."""
        key = key_of(address)
        rows = _AT_ADDRESS.rows(self._connection, {"key": key})
        # Who writes is mostly one of them, and is asked for next.
        self._settings.update((row.id, row.settings) for row in rows)
        self._accounts.update((row.userid_key, _account(row)) for row in rows)
        self._fine.update((row.id, key) for row in rows if row.is_fine)
        return tuple(map(_player, rows))

    def is_known_to_work(self, player: Player, address: str) -> bool:
        """Whether it has been seen already that letters to this address of a player do not come back."""
        return (player.id, key_of(address)) in self._fine

    def addresses(self, players: Iterable[Player]) -> dict[Player, list[Address]]:
        """The addresses of these players, in the order in which they were added."""
        by_id = {player.id: player for player in players}
        found: dict[Player, list[Address]] = {player: [] for player in by_id.values()}
        if not by_id:
            return found
        users = {f"user_{which}": number for which, number in enumerate(by_id)}
        for row in _addresses_of(len(users)).rows(self._connection, users):
            found[by_id[row.user_id]].append(address_of(row))
        return found

    def out_of_reach(self, players: Iterable[Player]) -> set[Player]:
        """Those of these players whom no letter reaches, since letters came back from all their addresses."""
        found = self.addresses(players)
        return {
            player
            for player, addresses in found.items()
            if any(address.suspended_at for address in addresses) and not any(each.usable for each in addresses)
        }

    def who_want_broadcasts(self) -> dict[Player, list[str]]:
        """Everybody who has not switched broadcasts off, each with the addresses that letters reach."""
        return self._within_reach(lambda settings: bool(settings.get(BROADCASTS, True)))

    def all_within_reach(self) -> dict[Player, list[str]]:
        """Everybody whom letters reach, each with the addresses."""
        return self._within_reach(lambda _: True)

    def _within_reach(self, wanted: Callable[[Mapping[str, Any]], bool]) -> dict[Player, list[str]]:
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, USERS.c.settings, ADDRESSES.c.address)
            .join(ADDRESSES, ADDRESSES.c.user_id == USERS.c.id)
            .where(
                USERS.c.left_at.is_(None),
                ADDRESSES.c.confirmed_at.is_not(None),
                ADDRESSES.c.suspended_at.is_(None),
            )
            .order_by(USERS.c.id, ADDRESSES.c.id)
        )
        found: dict[Player, list[str]] = {}
        for row in rows:
            self._settings[row.id] = row.settings
            if wanted(row.settings):
                found.setdefault(_player(row), []).append(row.address)
        return found

    def is_seasoned(self, player: Player, since: datetime) -> bool:
        """Whether somebody was a player then, and has played a game to its end."""
        ended = select(SEATS.c.board_id).where(
            SEATS.c.user_id == USERS.c.id, SEATS.c.status.in_([Status.OVER.value, Status.ARCHIVED.value])
        )
        seasoned = select(USERS.c.id).where(USERS.c.id == player.id, USERS.c.created_at <= since, ended.exists())
        return self._connection.scalar(seasoned) is not None

    def note_broadcast(self, player: Player, at: datetime, not_since: datetime) -> bool:
        """Note that a player writes to everybody now; False if the last time was after `not_since`."""
        noted = self._connection.execute(
            update(USERS)
            .where(
                USERS.c.id == player.id,
                or_(USERS.c.broadcast_at.is_(None), USERS.c.broadcast_at <= not_since),
            )
            .values(broadcast_at=at)
        )
        return noted.rowcount == 1

    def choose(self, player: Player, name: str, value: bool | str) -> None:
        """Remember what a player has chosen."""
        query = select(USERS.c.settings).where(USERS.c.id == player.id).with_for_update()
        settings = self._connection.execute(query).scalar_one()
        self._settings.pop(player.id, None)
        self._accounts.clear()
        self._connection.execute(
            update(USERS).where(USERS.c.id == player.id).values(settings={**settings, name: value})
        )

    def chosen(self, players: Iterable[Player], name: str) -> dict[Player, Any]:
        """What these players have chosen; who has not is left out."""
        wanted = {player.id: player for player in players}
        if unread := [number for number in wanted if number not in self._settings]:
            rows = self._connection.execute(_SETTINGS, {"users": unread})
            self._settings.update((row.id, row.settings) for row in rows)
        chosen = {player: self._settings.get(number, {}) for number, player in wanted.items()}
        return {player: settings[name] for player, settings in chosen.items() if name in settings}

    def add_addresses(self, player: Player, addresses: Sequence[str], confirmed_at: datetime | None) -> None:
        """Give a player more addresses; one that the player has already is confirmed if it was not.

        An address that is confirmed now is written to, even if letters have come back from there.
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

    def remove_addresses(self, player: Player, addresses: Iterable[str]) -> None:
        """Take these addresses away from a player."""
        self._connection.execute(
            delete(ADDRESSES).where(
                ADDRESSES.c.user_id == player.id,
                ADDRESSES.c.address_key.in_({key_of(address) for address in addresses}),
            )
        )

    def add_code(self, digest: str, player: Player, purpose: str, subject: str, expires_at: datetime) -> None:
        """Remember a one-time code by its digest; `subject` is what it is for (an address that it confirms)."""
        self._connection.execute(
            insert(CODES).values(
                digest=digest, user_id=player.id, purpose=purpose, subject=subject, expires_at=expires_at
            )
        )

    def redeem_code(self, digest: str, purpose: str, at: datetime) -> Code | None:
        """Use up a one-time code; None if there is none of that digest and purpose, or no more."""
        # Deleted first: of two who come with the same code at the same moment only one gets it.
        used = self._connection.execute(
            delete(CODES)
            .where(CODES.c.digest == digest, CODES.c.purpose == purpose, CODES.c.expires_at > at)
            .returning(CODES.c.user_id, CODES.c.subject)
        ).one_or_none()
        if used is None:
            return None
        row = self._connection.execute(select(USERS.c.id, USERS.c.userid).where(USERS.c.id == used.user_id)).one()
        return Code(_player(row), purpose, used.subject)

    def codes(self, player: Player, purpose: str) -> dict[str, Code]:
        """The one-time codes of a player that have been used neither up nor out, by their digests."""
        rows = self._connection.execute(
            select(CODES.c.digest, CODES.c.subject).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose)
        )
        return {row.digest: Code(player, purpose, row.subject) for row in rows}

    def leave(self, player: Player, at: datetime) -> None:
        """Forget all that is known of a player but the name, which nobody else can have."""
        self._settings.pop(player.id, None)
        self._accounts.clear()
        for table in (ADDRESSES, CODES, REPLY_TOKENS, WATCHERS, VACATIONS):
            self._connection.execute(delete(table).where(table.c.user_id == player.id))
        self._connection.execute(
            update(USERS).where(USERS.c.id == player.id).values(left_at=at, password_hash="", settings={})
        )

    def drop_old_codes(self, player: Player, purpose: str, at: datetime) -> None:
        """Forget the one-time codes of a player that are not good any more."""
        self._connection.execute(
            delete(CODES).where(CODES.c.user_id == player.id, CODES.c.purpose == purpose, CODES.c.expires_at <= at)
        )

    def drop_codes(self, digests: Iterable[str]) -> None:
        """Make one-time codes worthless."""
        self._connection.execute(delete(CODES).where(CODES.c.digest.in_(set(digests))))


def _account(row: Any) -> Account:
    return Account(_player(row), row.password_hash, row.settings, row.suspended_at is not None)


def _player(row: Any) -> Player:
    return Player(row.id, row.userid)
