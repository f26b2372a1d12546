"""Tokens in letters. Each says what it is for, sealed with the server's key, so nothing is stored for it.

A reply token, in an address, says who may answer which letter without a password. It has no end in time: it is valid
until its player changes the password or switches replies off (`ReplyTokens.forget`), as it is sealed with a word that
changes then. It is sealed with names, too, as rows of lost boards and players are reused after a restore.

A play token, in a link to a board, is valid until `PLAY_LINK_IS_GOOD_FOR` after its letter, and ends with the reply
tokens. Neither can be used as the other.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache

from sqlalchemy import Connection, bindparam, delete, select

from pbmserv.play.board import Player
from pbmserv.play.board_fingerprint import MOVE_BYTES, NUMBER_BYTES, POSITION_BYTES, VOTE_BYTES, Shown
from pbmserv.storage import board_rows
from pbmserv.storage.digests import Digests
from pbmserv.storage.players import Players
from pbmserv.storage.statements import CacheKey, Prepared, row_cache
from pbmserv.storage.tables import REPLY_TOKENS, SECRETS
from pbmserv.storage.upsert import insert

KEY_BYTES = 32

OWN_LETTERS = "letters"
"""The name of the key that recognises our own letters when they return."""

RETURN_PATHS = "return paths"
"""The name of the key that seals return paths."""

# Nearly every letter of ours needs one.
_KNOWN = CacheKey[str, bytes]("secrets")
_KEY = Prepared(select(SECRETS.c.value).where(SECRETS.c.name == bindparam("name")))


def shared_key(connection: Connection, name: str) -> bytes:
    """The key called `name` (at most 32 characters), created on first use.

    Needs a writing connection.
    """
    known = known_key(connection, name)
    if known is not None:
        return known
    made = secrets.token_bytes(KEY_BYTES)
    # Another process may be making it at this moment: the first one wins, and both use it.
    connection.execute(insert(connection, SECRETS).values(name=name, value=made).on_conflict_do_nothing())
    return known_key(connection, name) or made


def known_key(connection: Connection, name: str) -> bytes | None:
    """The same key if it has been created; for read-only connections."""
    cache = row_cache(connection)
    known = cache.get(_KNOWN, name) if cache else None
    if known is not None:
        return known
    row = _KEY.row(connection, {"name": name})
    if row is not None and cache is not None:
        cache.add(_KNOWN, {name: row.value})
    return row.value if row else None


TOKEN_BYTES = 16


@dataclass(frozen=True)
class Seal:
    """A kind of token: `purpose` separates it from all others, `widths` are the numbers' bytes, `length` the total
    bytes; the rest is the seal.
    """

    purpose: str
    widths: tuple[int, ...]
    length: int = TOKEN_BYTES

    def token(self, key: bytes, numbers: Sequence[int], of: str = "") -> str:
        """The token for these numbers; `of` is sealed with them.

        Raises OverflowError if a number is too large.
        """
        plain = b"".join([number.to_bytes(width) for number, width in zip(numbers, self.widths, strict=True)])
        return base64.b32encode(plain + self._code(key, plain + of.encode())).decode().rstrip("=").lower()

    def numbers(self, key: bytes, token: str, of: str = "") -> tuple[int, ...] | None:
        """The numbers of a token; None unless made with this seal, key and `of`."""
        claimed = self.claimed(token)
        # Compared as it is written: the last letter of a token has bits to spare, which could hold anything.
        if claimed is None or not hmac.compare_digest(self.token(key, claimed, of), token.lower()):
            return None
        return claimed

    def claimed(self, token: str) -> tuple[int, ...] | None:
        """The numbers that a token claims, unverified; None if malformed."""
        try:
            plain = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
        except (binascii.Error, ValueError):
            return None
        if len(plain) != self.length:
            return None
        found = []
        for width in self.widths:
            found.append(int.from_bytes(plain[:width]))
            plain = plain[width:]
        return tuple(found)

    def _code(self, key: bytes, sealed: bytes) -> bytes:
        code = hmac.digest(key, f"pbmserv {self.purpose} ".encode() + sealed, "sha256")
        return code[: self.length - sum(self.widths)]


KEY = "replies"
ENDED = "replies ended"
"""The setting with the random word that revokes a player's tokens when changed."""

_ROW = 4
"""Bytes for a player's or board's id."""
_LONG = 25
"""Bytes of a token with a position; at least eight are the seal, as in all others."""


RETURN_PATH = Seal("return path", (5,))
"""The token in a letter's return path, which holds the letter's number."""


class Kind(StrEnum):
    """The meaning of an answer, by the letter answered."""

    BOARD = "board"
    """A move by a player of the board; `shown` is its fingerprint in the letter."""
    SUBMITTED = "submitted"
    """The same, or a yes to the submitted move."""
    PROPOSED = "proposed"
    """The same, or a yes to a suggested move."""
    CHAT = "chat"
    """Words to all recipients of the board's letters."""
    OWN_CHAT = "own chat"
    """The same, in answer to one's own words there."""
    MESSAGE = "message"
    """A message to the letter's author."""
    REMATCH = "rematch"
    """A yes or no to a rematch."""
    SEAT = "seat"
    """A yes or no to taking over a seat."""
    WELCOME = "welcome"
    """The game to begin with, or a subject of the help pages."""
    DIGEST = "digest"
    """Lines with a game, a board and a move, for the boards of a letter with several."""
    HELP = "help"
    """A subject of the help pages."""


OF_A_BOARD = frozenset({Kind.BOARD, Kind.SUBMITTED, Kind.PROPOSED})
WITH_WORDS = frozenset({Kind.CHAT, Kind.OWN_CHAT, Kind.MESSAGE})
"""Letters answered with words for others, and with no command unless it has a password."""


@dataclass(frozen=True)
class Answering:
    """The content of a token: `about` is the row id of a board, of a message's author, or of a letter with several
    boards; `move` is the hash of the move that waits for a yes. `of` distinguishes these from others with the same
    row id (commitment, name, or the boards as shown); empty if `shown` does.
    """

    kind: Kind
    player: Player
    about: int = 0
    shown: Shown | None = None
    move: int = 0
    of: str = ""


NOBODY = Player(0, "")
"""The recipient of a letter whose answer needs no player: a help page."""

_OF_A_POSITION = (_ROW, _ROW, NUMBER_BYTES, POSITION_BYTES, VOTE_BYTES)
_OF_A_MOVE = (*_OF_A_POSITION, MOVE_BYTES)
_WIDTHS = {Kind.BOARD: _OF_A_POSITION, Kind.SUBMITTED: _OF_A_MOVE, Kind.PROPOSED: _OF_A_MOVE}
_OF_NO_BOARD = frozenset({Kind.MESSAGE, Kind.DIGEST})
_BY_COMMITMENT = frozenset({Kind.CHAT, Kind.OWN_CHAT, Kind.REMATCH, Kind.SEAT})
_SEALS = {
    kind: Seal(f"reply {kind.value}", _WIDTHS[kind], _LONG)
    if kind in _WIDTHS
    else Seal(f"reply {kind.value}", (_ROW, _ROW))
    for kind in Kind
}


class ReplyTokens:
    def __init__(self, connection: Connection, players: Players) -> None:
        self._connection = connection
        self._players = players
        self._server_key: bytes | None = None

    def tokens(self, wanted: Sequence[Answering]) -> list[str]:
        keys = self.keys_of([each.player for each in wanted])
        return [_SEALS[each.kind].token(keys[each.player], _numbers(each), each.of) for each in wanted]

    def keys_of(self, players: Iterable[Player]) -> dict[Player, bytes]:
        """The keys that seal these players' tokens, which `forget` changes."""
        wanted = dict.fromkeys(players)
        ended = self._ended(wanted)
        return {player: self._key_of(player, f"{player.userid} {ended.get(player, '')}") for player in wanted}

    def keys_that_open(self, player: Player) -> tuple[bytes, bytes]:
        """The current key and that of older versions, which lacked the name."""
        ended = self._ended([player]).get(player, "")
        return self._key_of(player, f"{player.userid} {ended}"), self._key_of(player, ended)

    def read(self, token: str, known: Sequence[Player] = ()) -> Answering | None:
        """The content of a token; None if invalid or revoked.

        `known` are players already loaded, usually including the holder.
        """
        by_id: dict[int, Player | None] = {player.id: player for player in (*known, NOBODY)}
        name_of_author, commitment = cache(self._name_of_author), cache(self._commitment)
        for kind, seal in _SEALS.items():
            claimed = seal.claimed(token)
            if claimed is None:
                continue
            if claimed[0] not in by_id:
                by_id[claimed[0]] = self._players.numbered(claimed[0])
            player = by_id[claimed[0]]
            if player is None:
                continue
            key, older_key = self.keys_that_open(player)
            of = name_of_author(claimed[1]) if kind is Kind.MESSAGE else ""
            of = commitment(claimed[1]) if kind in _BY_COMMITMENT else of
            of = Digests(self._connection).content_of(claimed[1]) if kind is Kind.DIGEST else of
            if seal.numbers(key, token, of) is not None or seal.numbers(older_key, token) is not None:
                return _answering(kind, player, claimed, of)
        return self._kept(token)

    @staticmethod
    def boards_claimed(token: str) -> set[int]:
        """Row ids of boards that a token claims to be about."""
        claimed = (seal.claimed(token) for kind, seal in _SEALS.items() if kind not in _OF_NO_BOARD)
        return {numbers[1] for numbers in claimed if numbers is not None}

    def forget(self, player: Player) -> None:
        self._players.choose(player, ENDED, secrets.token_hex(8))
        self._connection.execute(delete(REPLY_TOKENS).where(REPLY_TOKENS.c.user_id == player.id))

    def _kept(self, token: str) -> Answering | None:
        """The content of a token of the old kind, which was stored."""
        row = self._connection.execute(
            select(REPLY_TOKENS.c.user_id, REPLY_TOKENS.c.board_id).where(
                REPLY_TOKENS.c.digest == hashlib.sha256(token.encode()).hexdigest()
            )
        ).one_or_none()
        player = self._players.numbered(row.user_id) if row else None
        return Answering(Kind.BOARD, player, row.board_id) if row and player else None

    def _name_of_author(self, number: int) -> str:
        author = self._players.numbered(number)
        return author.userid if author else ""

    def _commitment(self, board_id: int) -> str:
        name = board_rows.name_of(self._connection, board_id)
        return name.commitment if name else ""

    def _ended(self, players: Iterable[Player]) -> Mapping[Player, str]:
        readers = [player for player in players if player != NOBODY]
        return self._players.chosen(readers, ENDED) if readers else {}

    def _key_of(self, player: Player, words: str) -> bytes:
        if self._server_key is None:
            self._server_key = shared_key(self._connection, KEY)
        return _key(self._server_key, player.id, words)


@lru_cache(maxsize=4096)
def _key(server_key: bytes, player: int, words: str) -> bytes:
    return hmac.digest(server_key, f"{player} {words}".encode(), "sha256")


def _numbers(answering: Answering) -> list[int]:
    numbers = [answering.player.id, answering.about, *(answering.shown or ())]
    return [*numbers, answering.move] if _WIDTHS.get(answering.kind) is _OF_A_MOVE else numbers


def _answering(kind: Kind, player: Player, numbers: Sequence[int], of: str) -> Answering:
    if kind not in _WIDTHS:
        return Answering(kind, player, numbers[1], of=of)
    move = numbers[-1] if _WIDTHS[kind] is _OF_A_MOVE else 0
    return Answering(kind, player, numbers[1], Shown(*numbers[2:5]), move)


PLAY_LINK_IS_GOOD_FOR = timedelta(days=7)

_HOUR = 3600
_CHANCE_BYTES = 3
"""Makes each letter's link unique, as it can be used once."""
_LINK_SEAL_BYTES = 16
_LINK_WIDTHS = (4, 4, 3, _CHANCE_BYTES)
_LINK_SEAL = Seal("play link", _LINK_WIDTHS, sum(_LINK_WIDTHS) + _LINK_SEAL_BYTES)


@dataclass(frozen=True)
class PlayLink:
    """The content of a token: player, board row id, expiry."""

    player: Player
    board_id: int
    expires_at: datetime


class PlayLinks:
    def __init__(self, players: Players, replies: ReplyTokens) -> None:
        self._players = players
        self._replies = replies

    def tokens(self, readers: Sequence[Player], board_id: int, at: datetime) -> dict[Player, str]:
        """A token for each of these players, for one board."""
        hours = int((at + PLAY_LINK_IS_GOOD_FOR).timestamp()) // _HOUR
        return {
            player: _LINK_SEAL.token(key, [player.id, board_id, hours, secrets.randbits(8 * _CHANCE_BYTES)])
            for player, key in self._replies.keys_of(readers).items()
        }

    def read(self, token: str, at: datetime) -> PlayLink | None:
        """The content of a token; None if invalid or expired."""
        claimed = _LINK_SEAL.claimed(token)
        player = self._players.numbered(claimed[0]) if claimed else None
        if claimed is None or player is None or player in self._players.suspended([player]):
            return None
        expires_at = datetime.fromtimestamp(claimed[2] * _HOUR, UTC)
        if expires_at <= at or not any(
            _LINK_SEAL.numbers(key, token) for key in self._replies.keys_that_open(player)
        ):
            return None
        return PlayLink(player, claimed[1], expires_at)
