"""Players by name and by the addresses they write from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from pbmserv.play.board import Player, Status
from pbmserv.play.bots import PROGRAM
from pbmserv.storage.statements import BatchSelect, CacheKey, Prepared, row_cache
from pbmserv.storage.tables import ADDRESSES, SEATS, USERS

BROADCASTS = "broadcasts"
COLOURS = "colours"
CONFIRM = "confirm"
CONFIRMATIONS = "confirmations"
"""As stored; players know these letters as receipts."""
FORMAT = "format"
LANGUAGE = "language"
PIECES = "pieces"
REPLIES = "replies"
LETTERS = "letters"
STRICT = "strict"
TIMEZONE = "timezone"
"""The stored names of what `change …` sets."""

TIMEZONE_SINCE = "timezone since"
"""When the time zone was chosen, in ISO 8601."""

AT_TURNS = "turns"
ONE_A_DAY = "daily"
"""Which board letters a player gets, if not all, as stored by `change letters`."""

TO_NEW_PLAYERS: Mapping[str, Any] = {CONFIRMATIONS: False}
"""What a new player has chosen without a word; earlier players get what they always got."""

TEXT_ONLY = "text"
"""Letters without an HTML part."""

FOR_PROGRAMS = "json"
"""Letters for programs."""

NO_PICTURES = "html, no pictures"
"""HTML letters with boards in characters.

Not stored as `html`: players with that value chose it over plain text before pictures existed, and get pictures.
"""


# Every move needs these.
_CURRENT = select(
    USERS.c.id, USERS.c.userid, USERS.c.userid_key, USERS.c.password_hash, USERS.c.settings, USERS.c.suspended_at,
    USERS.c.bot, USERS.c.guest_until,
).where(USERS.c.left_at.is_(None))  # fmt: skip
_SOME_NAMED = select(USERS.c.id, USERS.c.userid, USERS.c.userid_key, USERS.c.bot)
_NAMED = BatchSelect((USERS.c.userid_key,), _SOME_NAMED.where)
_NAMED_HERE = BatchSelect(
    (USERS.c.userid_key,), _SOME_NAMED.where(USERS.c.left_at.is_(None), USERS.c.guest_until.is_(None)).where
)
_NUMBERED = Prepared(
    select(USERS.c.id, USERS.c.userid, USERS.c.settings).where(
        USERS.c.id == bindparam("number"), USERS.c.left_at.is_(None)
    )
)
_MEMBERSHIP = Prepared(select(USERS.c.created_at, USERS.c.left_at).where(USERS.c.id == bindparam("number")))
_ACCOUNT = Prepared(_CURRENT.where(USERS.c.userid_key == bindparam("key")))
_HELD = BatchSelect(
    (USERS.c.id,), lambda those: _CURRENT.where(those).order_by(USERS.c.id).with_for_update(key_share=True)
)
_HELD_FROM_BOARDS = Prepared(_CURRENT.where(USERS.c.id == bindparam("number")).with_for_update())
_AT_SOME_ADDRESS = (
    select(
        USERS.c.id, USERS.c.userid, USERS.c.userid_key, USERS.c.password_hash, USERS.c.settings, USERS.c.suspended_at,
        USERS.c.bot, USERS.c.guest_until,
        and_(ADDRESSES.c.suspended_at.is_(None), ADDRESSES.c.failing_since.is_(None)).label("is_fine"),
        ADDRESSES.c.address_key,
    )
    .join(ADDRESSES, ADDRESSES.c.user_id == USERS.c.id)
    .where(ADDRESSES.c.confirmed_at.is_not(None), USERS.c.left_at.is_(None))
    .order_by(USERS.c.id)
)  # fmt: skip
_AT_ADDRESS = Prepared(_AT_SOME_ADDRESS.where(ADDRESSES.c.address_key == bindparam("key")))
_AT_ADDRESSES = BatchSelect((ADDRESSES.c.address_key,), _AT_SOME_ADDRESS.where)
_KNOWN_AT = CacheKey[str, list[Any]]("users", "addresses")
"""Players' rows by keys of addresses."""
_KNOWN_HELD = CacheKey[int, Any]("users")
"""Players' rows by id, held until the transaction ends."""
_SUSPENDED = select(USERS.c.id).where(
    USERS.c.id.in_(bindparam("users", expanding=True)), USERS.c.suspended_at.is_not(None)
)
_ADD = insert(USERS).returning(USERS.c.id)
_CHANGE = update(USERS).where(USERS.c.id == bindparam("player"))
_SETTINGS = BatchSelect((USERS.c.id,), select(USERS.c.id, USERS.c.settings).where)


class UseridTaken(ValueError):
    """Somebody has or had this userid."""


@dataclass(frozen=True)
class Account:
    """A player who can sign in."""

    player: Player
    password_hash: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    suspended: bool = False
    """Whether the operator has suspended them."""
    bot: str | None = None
    """The kind of bot (see `play.bots`); None for a person."""
    is_guest: bool = False
    """Whether they play without having signed up."""


class Membership(NamedTuple):
    """Since when somebody has played here, and when they left, if they have."""

    since: datetime
    until: datetime | None


def key_of(text: str) -> str:
    """The case-insensitive key of a userid or address."""
    return text.lower()


_NO_DOTS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Domains that ignore dots, and their canonical names."""


def folded(address: str) -> str:
    """The mailbox of an address: lower case, without tag and ignored dots.

    By this it is told whether two addresses are the same person's. Who may act for a player is told by the very
    address that they have confirmed (`key_of`).
    """
    local, _, domain = address.strip().strip("<>").lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _NO_DOTS:
        local, domain = local.replace(".", "") or local, _NO_DOTS[domain]
    return f"{local}@{domain}"


class Players:
    """The repository of players.

    `settings` caches players' choices by id.
    """

    def __init__(
        self, connection: Connection, settings: MutableMapping[int, Mapping[str, Any]] | None = None
    ) -> None:
        self._connection = connection
        self._settings = {} if settings is None else settings
        self._accounts: dict[str, Account] = {}
        """Accounts read so far, by key."""
        self._bots: dict[int, str | None] = {}
        """Kinds of bots by player id, as far as known."""
        self._fine: set[tuple[int, str]] = set()
        """Player ids with keys of addresses that have not bounced."""

    def add(
        self,
        userid: str,
        password_hash: str,
        at: datetime,
        guest_until: datetime | None = None,
        guest_network: str | None = None,
    ) -> Player:
        """Create a player, or a guest.

        Raises `UseridTaken`.
        """
        try:
            with self._connection.begin_nested():
                values = {
                    "userid": userid,
                    "userid_key": key_of(userid),
                    "password_hash": password_hash,
                    "created_at": at,
                    "settings": dict(TO_NEW_PLAYERS),
                    "guest_until": guest_until,
                    "guest_network": guest_network,
                }
                return Player(self._connection.execute(_ADD, values).scalar_one(), userid)
        except IntegrityError as error:
            raise UseridTaken(userid) from error

    def sign_up_guest(self, guest: Player, userid: str, password_hash: str, at: datetime) -> Player:
        """Make a player of a guest, whose boards are theirs from now on.

        Raises `UseridTaken`.
        """
        try:
            with self._connection.begin_nested():
                self._change(
                    guest,
                    userid=userid,
                    userid_key=key_of(userid),
                    password_hash=password_hash,
                    created_at=at,
                    guest_until=None,
                    guest_network=None,
                )
        except IntegrityError as error:
            raise UseridTaken(userid) from error
        return Player(guest.id, userid)

    def is_guest(self, player: Player) -> bool:
        account = self.account(player.userid)
        return account is not None and account.is_guest

    def account(self, userid: str) -> Account | None:
        key = key_of(userid)
        if key in self._accounts:
            return self._accounts[key]
        row = _ACCOUNT.row(self._connection, {"key": key})
        if row is None:
            return None
        self._settings[row.id] = row.settings
        account = self._accounts[key] = _account(row)
        return account

    def named(self, userids: Iterable[str], even_left: bool = False) -> dict[str, Player]:
        """The players with these names, by key; unknown names are left out, and so are guests, with whom nobody has
        anything to do.

        `even_left` includes both, and players who have left.
        """
        keys = [(key,) for key in sorted({key_of(userid) for userid in userids})]
        rows = (_NAMED if even_left else _NAMED_HERE).rows(self._connection, keys)
        self._bots.update((row.id, row.bot) for row in rows)
        return {row.userid_key: _player(row) for row in rows}

    def numbered(self, number: int) -> Player | None:
        row = _NUMBERED.row(self._connection, {"number": number})
        if row is None:
            return None
        self._settings[row.id] = row.settings
        return _player(row)

    def membership(self, player: Player) -> Membership:
        [row] = _MEMBERSHIP.rows(self._connection, {"number": player.id})
        return Membership(row.created_at, row.left_at)

    def set_password(self, player: Player, password_hash: str) -> None:
        self._change(player, password_hash=password_hash)

    def suspend(self, player: Player, since: datetime | None) -> None:
        """Suspend a player, or lift the suspension (None)."""
        self._change(player, suspended_at=since)

    def suspended(self, players: Iterable[Player]) -> set[Player]:
        by_id = {player.id: player for player in players}
        return {by_id[number] for number in self._connection.scalars(_SUSPENDED, {"users": [*by_id]})}

    def bots(self, players: Iterable[Player]) -> dict[Player, str]:
        """The bots among these players, with their kind (see `play.bots`)."""
        asked = tuple(players)
        if unread := {player.id for player in asked} - self._bots.keys():
            rows = self._connection.execute(select(USERS.c.id, USERS.c.bot).where(USERS.c.id.in_(unread)))
            self._bots.update((row.id, row.bot) for row in rows)
        return {player: bot for player in asked if (bot := self._bots.get(player.id)) is not None}

    def become_bot(self, player: Player) -> None:
        self._change(player, bot=PROGRAM)
        self._bots[player.id] = PROGRAM

    def at_address(self, address: str) -> tuple[Player, ...]:
        """The players for whom this address is confirmed; a household may share one."""
        key = key_of(address)
        cache = row_cache(self._connection)
        rows = cache.get(_KNOWN_AT, key) if cache else None
        if rows is None:
            rows = _AT_ADDRESS.rows(self._connection, {"key": key})
        # The sender is usually one of them, and is looked up next.
        for row in rows:
            self._settings[row.id] = row.settings
            self._accounts[row.userid_key] = _account(row)
            if row.is_fine:
                self._fine.add((row.id, key))
        return tuple(map(_player, rows))

    def at_mailbox(self, address: str) -> tuple[Player, ...]:
        """The players with a confirmed address of the same mailbox: whom a letter to the address reaches.

        None of them has proven that they have the address itself.
        """
        rows = self._connection.execute(
            select(USERS.c.id, USERS.c.userid)
            .where(
                USERS.c.id.in_(
                    select(ADDRESSES.c.user_id).where(
                        ADDRESSES.c.mailbox == folded(address), ADDRESSES.c.confirmed_at.is_not(None)
                    )
                ),
                USERS.c.left_at.is_(None),
            )
            .order_by(USERS.c.id)
        )
        return tuple(map(_player, rows))

    def is_known_to_work(self, player: Player, address: str) -> bool:
        """Whether letters to a player's address are known not to bounce."""
        return (player.id, key_of(address)) in self._fine

    def is_seasoned(self, player: Player, since: datetime) -> bool:
        """Whether a player signed up by then and has finished a game."""
        ended = select(SEATS.c.board_id).where(
            SEATS.c.user_id == USERS.c.id, SEATS.c.status.in_([Status.OVER.value, Status.ARCHIVED.value])
        )
        seasoned = select(USERS.c.id).where(USERS.c.id == player.id, USERS.c.created_at <= since, ended.exists())
        return self._connection.scalar(seasoned) is not None

    def note_broadcast(self, player: Player, at: datetime, not_since: datetime) -> bool:
        """Record a broadcast by a player; False if the last one was after `not_since`."""
        noted = self._connection.execute(
            update(USERS)
            .where(
                USERS.c.id == player.id,
                or_(USERS.c.broadcast_at.is_(None), USERS.c.broadcast_at <= not_since),
            )
            .values(broadcast_at=at)
        )
        return noted.rowcount == 1

    def hold(self, player: Player, from_boards: bool = False) -> Account | None:
        """Lock a player until the transaction ends, so that concurrent counts are serialised.

        Return the account as it is now, None if the player has left; on PostgreSQL, what was read before may be
        older. With `from_boards`, also wait for transactions that involve the player, such as a starting board.
        """
        cache, row = row_cache(self._connection), None
        if from_boards:
            row = _HELD_FROM_BOARDS.row(self._connection, {"number": player.id})
        elif cache is None or (row := cache.get(_KNOWN_HELD, player.id)) is None:
            row = next(iter(_HELD.rows(self._connection, [(player.id,)])), None)
            if cache is not None and row is not None:
                # With a savepoint that is rolled back the lock is gone.
                cache.change(_KNOWN_HELD, player.id, row)
        if row is None:
            return None
        self._settings[row.id] = row.settings
        account = self._accounts[row.userid_key] = _account(row)
        return account

    def choose(self, player: Player, name: str, value: bool | str | Sequence[Any] | None) -> Any:
        """Store a player's choice, None for the default; return the previous value."""
        query = select(USERS.c.settings).where(USERS.c.id == player.id).with_for_update()
        settings = self._connection.execute(query).scalar_one()
        kept = {key: each for key, each in {**settings, name: value}.items() if each is not None}
        self._change(player, settings=kept)
        return settings.get(name)

    def chosen(self, players: Iterable[Player], name: str) -> dict[Player, Any]:
        """The players' choices; those with the default are left out."""
        return {player: settings[name] for player, settings in self.settings(players).items() if name in settings}

    def settings(self, players: Iterable[Player]) -> dict[Player, Mapping[str, Any]]:
        wanted = {player.id: player for player in players}
        if unread := [number for number in wanted if number not in self._settings]:
            rows = _SETTINGS.rows(self._connection, [(number,) for number in unread])
            self._settings.update((row.id, row.settings) for row in rows)
        return {player: self._settings.get(number, {}) for number, player in wanted.items()}

    def leave(self, player: Player, at: datetime) -> None:
        """Have nothing left of a player's account but the name, which nobody else may take.

        What else is known of them, `forgetting` deletes.
        """
        self._change(player, left_at=at, password_hash="", settings={})

    def _change(self, player: Player, **values: Any) -> None:
        self._settings.pop(player.id, None)
        self._accounts.clear()
        self._connection.execute(_CHANGE, {"player": player.id, **values})


def read_ahead(connection: Connection, addresses: Iterable[str]) -> None:
    """Prefetch the players who write from these addresses."""
    found: dict[str, list[Any]] = {key_of(address): [] for address in addresses}
    if found and (cache := row_cache(connection)):
        for row in _AT_ADDRESSES.rows(connection, [(key,) for key in found]):
            found[row.address_key].append(row)
        cache.add(_KNOWN_AT, found)


def hold_ahead(connection: Connection, players: Iterable[Player]) -> None:
    """Hold several players at once, in an order that is the same for all."""
    numbers = {(player.id,) for player in players}
    if numbers and (cache := row_cache(connection)):
        cache.add(_KNOWN_HELD, {row.id: row for row in _HELD.rows(connection, sorted(numbers))})


def _account(row: Any) -> Account:
    is_suspended, is_guest = row.suspended_at is not None, row.guest_until is not None
    return Account(_player(row), row.password_hash, row.settings, is_suspended, row.bot, is_guest)


def _player(row: Any) -> Player:
    return Player(row.id, row.userid)
