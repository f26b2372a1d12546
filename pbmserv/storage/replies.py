"""Who may answer which letter without a password: by a token in the address that the answer goes to.

A token says by itself whose answer it is, and to what; nothing is kept for each. It is sealed for its player with the
server's key and with a word that changes with the player's password: so all tokens of a player end with it.

After a restore, rows of lost boards and players are given to others. So a token is sealed with the player's name,
and with what tells its board, or author, from any other. A position does so by itself.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from sqlalchemy import Connection, delete, select

from pbmserv.play.board import Player
from pbmserv.play.board_fingerprint import MOVE_BYTES, NUMBER_BYTES, POSITION_BYTES, VOTE_BYTES, Shown
from pbmserv.storage import board_rows
from pbmserv.storage.keys import shared_key
from pbmserv.storage.players import Players
from pbmserv.storage.tables import REPLY_TOKENS
from pbmserv.storage.tokens import Seal

KEY = "replies"
ENDED = "replies ended"
"""Where a player's settings keep the word that is drawn anew when all tokens of the player end."""

_ROW = 4
"""Bytes for the number of a player or of a board."""
_LONG = 25
"""Bytes of a token that tells a position: eight at least are the seal, as in all others."""


class Kind(StrEnum):
    """What an answer to a letter is, by what the letter was about."""

    BOARD = "board"
    """A move, from a player of the board; `shown` is what the letter showed of it."""
    SUBMITTED = "submitted"
    """The same, or a yes to the move that was submitted."""
    PROPOSED = "proposed"
    """The same, or a yes to a move that was not understood for certain."""
    CHAT = "chat"
    """Words to all who get the letters of the board."""
    MESSAGE = "message"
    """Words to the player who wrote the letter."""
    REMATCH = "rematch"
    """A yes or a no to whoever wants to play once more what was played on the board."""
    SEAT = "seat"
    """A yes or a no to whether the reader takes over a seat of the board."""
    HELP = "help"
    """A subject of the help pages."""


@dataclass(frozen=True)
class Answering:
    """What a token stands for: `about` is the number of a board's row or, of a message, of its author; `move` is the
    mark of the move that waits for a yes. `of` tells the board or the author from any other that may get the row: the
    board's commitment, or the author's name; empty where `shown` does so."""

    kind: Kind
    player: Player
    about: int = 0
    shown: Shown | None = None
    move: int = 0
    of: str = ""


NOBODY = Player(0, "")
"""The reader of a letter whose answer needs no player: a help page."""

_OF_A_POSITION = (_ROW, _ROW, NUMBER_BYTES, POSITION_BYTES, VOTE_BYTES)
_OF_A_MOVE = (*_OF_A_POSITION, MOVE_BYTES)
_WIDTHS = {Kind.BOARD: _OF_A_POSITION, Kind.SUBMITTED: _OF_A_MOVE, Kind.PROPOSED: _OF_A_MOVE}
_BY_COMMITMENT = frozenset({Kind.CHAT, Kind.REMATCH, Kind.SEAT})
_SEALS = {
    kind: Seal(f"reply {kind.value}", _WIDTHS[kind], _LONG)
    if kind in _WIDTHS
    else Seal(f"reply {kind.value}", (_ROW, _ROW))
    for kind in Kind
}


class Replies:
    """The tokens of players, within one transaction."""

    def __init__(self, connection: Connection, players: Players) -> None:
        self._connection = connection
        self._players = players
        self._server_key: bytes | None = None

    def tokens(self, wanted: Sequence[Answering]) -> list[str]:
        """A token for each of these."""
        keys = self.keys_of(each.player for each in wanted)
        return [_SEALS[each.kind].token(keys[each.player], _numbers(each), each.of) for each in wanted]

    def keys_of(self, players: Iterable[Player]) -> dict[Player, bytes]:
        """The keys with which tokens for these players are sealed: each is another one once `forget` was called."""
        wanted = dict.fromkeys(players)
        ended = self._ended(wanted)
        return {player: self._key_of(player, f"{player.userid} {ended.get(player, '')}") for player in wanted}

    def keys_that_open(self, player: Player) -> tuple[bytes, bytes]:
        """The key of `keys_of`, and that of older versions, which had no name in it."""
        ended = self._ended([player]).get(player, "")
        return self._key_of(player, f"{player.userid} {ended}"), self._key_of(player, ended)

    def read(self, token: str, known: Sequence[Player] = ()) -> Answering | None:
        """What this token stands for; None for one that is not good, or not any more.

        `known` are players who have been read already; the holder is usually one of them.
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
            if seal.numbers(key, token, of) is not None or seal.numbers(older_key, token) is not None:
                return _answering(kind, player, claimed, of)
        return self._kept(token)

    @staticmethod
    def boards_claimed(token: str) -> set[int]:
        """The numbers of the rows of boards that a token may be about, if it is good."""
        claimed = (seal.claimed(token) for kind, seal in _SEALS.items() if kind is not Kind.MESSAGE)
        return {numbers[1] for numbers in claimed if numbers is not None}

    def forget(self, player: Player) -> None:
        """Make all tokens of a player worthless."""
        self._players.choose(player, ENDED, secrets.token_hex(8))
        self._connection.execute(delete(REPLY_TOKENS).where(REPLY_TOKENS.c.user_id == player.id))

    def _kept(self, token: str) -> Answering | None:
        """What a token of an old kind stands for: those were kept in a table."""
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
