"""Recipients of letters with their preferences, loaded at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from datetime import UTC, tzinfo
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, exists, select

from pbmserv.play.board import Player
from pbmserv.play.zones import zone_of
from pbmserv.storage.blocks import BLOCKS
from pbmserv.storage.players import (
    BROADCASTS,
    CONFIRMATIONS,
    FOR_PROGRAMS,
    FORMAT,
    LANGUAGE,
    LETTERS,
    NO_PICTURES,
    PIECES,
    REPLIES,
    TEXT_ONLY,
    TIMEZONE,
)
from pbmserv.storage.statements import BatchSelect, CacheKey, row_cache
from pbmserv.storage.tables import ADDRESSES, USERS


class Recipient(NamedTuple):
    """A player as a recipient of a letter.

    `addresses` are empty if no letter arrives; `zone` formats times. `letters` selects board letters to be sent at
    once (`players.AT_TURNS`, `ONE_A_DAY`), None for all; `confirms` says that the reader's own moves are confirmed,
    too. The format is `text_only`, HTML with `pictures` (and `pieces` of this set) or boards in characters, or
    `as_json` for a program. `reply_to` is the address for answers to this letter, `unsubscribe` are those that end
    such letters, `play` is the token of a link to play by; each may be missing. `has_blocked` says that the reader
    has blocked somebody.
    """

    player: Player
    addresses: tuple[str, ...] = ()
    zone: tzinfo = UTC
    letters: str | None = None
    confirms: bool = True
    text_only: bool = False
    pictures: bool = True
    as_json: bool = False
    takes_replies: bool = True
    reply_to: str | None = None
    unsubscribe: tuple[str, ...] = ()
    play: str = ""
    has_blocked: bool = False
    pieces: str = ""
    language: str = ""


def recipient_of(player: Player, addresses: Iterable[str], settings: Mapping[str, Any]) -> Recipient:
    return Recipient(
        player,
        tuple(addresses),
        zone_of(settings.get(TIMEZONE)),
        letters=settings.get(LETTERS),
        # A program cannot tell a move that was made from a mail that was lost.
        confirms=settings.get(CONFIRMATIONS, True) or settings.get(FORMAT) == FOR_PROGRAMS,
        text_only=settings.get(FORMAT) == TEXT_ONLY,
        pictures=settings.get(FORMAT) != NO_PICTURES,
        as_json=settings.get(FORMAT) == FOR_PROGRAMS,
        takes_replies=settings.get(REPLIES, True),
        pieces=settings.get(PIECES) or "",
        language=settings.get(LANGUAGE) or "",
    )


class Recipients:
    """The repository of recipients.

    Players' settings read on the way are cached in `settings`, by player id.
    """

    def __init__(
        self, connection: Connection, settings: MutableMapping[int, Mapping[str, Any]] | None = None
    ) -> None:
        self._connection = connection
        self._settings = {} if settings is None else settings

    def of(self, players: Iterable[Player]) -> dict[Player, Recipient]:
        wanted = dict.fromkeys(players)
        if not wanted:
            return {}
        cache = row_cache(self._connection)
        known = cache.all_of(_KNOWN, [player.id for player in wanted]) if cache else None
        if known is not None:
            found = self._readers(chain.from_iterable(known))
        else:
            found = self._readers(_READERS.rows(self._connection, [(player.id,) for player in wanted]))
        return {player: found.get(player) or Recipient(player) for player in wanted}

    def read_ahead(self, numbers: Iterable[int]) -> None:
        found: dict[int, list[Any]] = {number: [] for number in numbers}
        if found and (cache := row_cache(self._connection)):
            for row in _READERS.rows(self._connection, [(number,) for number in found]):
                found[row.id].append(row)
            cache.add(_KNOWN, found)

    def within_reach(self, who_want_broadcasts: bool = False) -> dict[Player, Recipient]:
        """All players whom letters reach, or only those who want broadcasts."""
        found = self._readers(self._connection.execute(_FOUND.where(ADDRESSES.c.id.is_not(None))))
        if not who_want_broadcasts:
            return found
        return {player: found[player] for player in found if self._settings[player.id].get(BROADCASTS, True)}

    def _readers(self, rows: Iterable[Any]) -> dict[Player, Recipient]:
        addresses: dict[Player, list[str]] = {}
        blocking = set[int]()
        for row in rows:
            self._settings[row.id] = row.settings
            its = addresses.setdefault(Player(row.id, row.userid), [])
            if row.address is not None:
                its.append(row.address)
            if row.has_blocked:
                blocking.add(row.id)
        readers = {player: recipient_of(player, its, self._settings[player.id]) for player, its in addresses.items()}
        for player in [each for each in readers if each.id in blocking] if blocking else ():
            readers[player] = readers[player]._replace(has_blocked=True)
        return readers


_FOUND = (
    select(
        USERS.c.id,
        USERS.c.userid,
        USERS.c.settings,
        ADDRESSES.c.address,
        exists().where(BLOCKS.c.user_id == USERS.c.id).correlate(USERS).label("has_blocked"),
    )
    .outerjoin(
        ADDRESSES,
        and_(
            ADDRESSES.c.user_id == USERS.c.id,
            ADDRESSES.c.confirmed_at.is_not(None),
            ADDRESSES.c.suspended_at.is_(None),
        ),
    )
    .where(USERS.c.left_at.is_(None))
    .order_by(USERS.c.id, ADDRESSES.c.id)
)

_READERS = BatchSelect((USERS.c.id,), _FOUND.where)
_KNOWN = CacheKey[int, list[Any]]("users", "addresses", "blocks")
"""A player's rows by id."""
