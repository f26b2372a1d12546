"""Who may answer the letters of which board without a password: by a token in the address that the answer goes to."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import BindParameter, Connection, bindparam, delete, select

from pbmserv.play.board import Player
from pbmserv.store.keys import shared_key
from pbmserv.store.prepared import Prepared
from pbmserv.store.tables import REPLY_TOKENS, SECRETS, USERS
from pbmserv.store.upsert import insert

KEY = "replies"
TOKEN_BYTES = 16


@lru_cache(maxsize=64)
def _known(players: int) -> Prepared:
    """What so many players have for a board."""
    users: list[BindParameter[int]] = [bindparam(f"user_{which}") for which in range(players)]
    return Prepared(
        select(
            REPLY_TOKENS.c.user_id,
            REPLY_TOKENS.c.nonce,
            select(SECRETS.c.value).where(SECRETS.c.name == KEY).scalar_subquery().label("key"),
        ).where(
            REPLY_TOKENS.c.user_id.in_(users),
            REPLY_TOKENS.c.game == bindparam("game"),
            REPLY_TOKENS.c.board_number == bindparam("number"),
        )
    )


@dataclass(frozen=True)
class Holder:
    """Whose token it is, and for which board."""

    player: Player
    game: str
    number: int


class Replies:
    """The tokens of players, one for each board, within one transaction.

    A board's letters all have the same token for one reader, so that any of them can be answered. It is kept as its
    SHA-256; what makes it again for the next letter is of no use without the server's key.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def make(self, game: str, number: int, players: Iterable[Player]) -> dict[Player, str]:
        """The tokens of these players for a board; who has none gets one."""
        wanted = list(players)
        tokens = self.known(game, number, wanted)
        new = [player for player in wanted if player not in tokens]
        if not new:
            return tokens
        key = shared_key(self._connection, KEY)
        rows = []
        for player in new:
            nonce = secrets.token_bytes(TOKEN_BYTES)
            values = {"nonce": nonce, "digest": _digest(_token(key, nonce))}
            rows.append({"user_id": player.id, "game": game, "board_number": number, **values})
        # Another process may be writing about the same board: the first token wins.
        self._connection.execute(insert(self._connection, REPLY_TOKENS).on_conflict_do_nothing(), rows)
        return self.known(game, number, wanted)

    def known(self, game: str, number: int, players: Iterable[Player]) -> dict[Player, str]:
        """The tokens of these players for a board, as far as they have one."""
        by_id = {player.id: player for player in players}
        if not by_id:
            return {}
        users = {f"user_{which}": user_id for which, user_id in enumerate(by_id)}
        rows = _known(len(users)).rows(self._connection, {**users, "game": game, "number": number})
        return {by_id[row.user_id]: _token(row.key, row.nonce) for row in rows}

    def holder(self, token: str) -> Holder | None:
        """Whose token this is; None for one that is not good, or not any more."""
        row = self._connection.execute(
            select(USERS.c.id, USERS.c.userid, REPLY_TOKENS.c.game, REPLY_TOKENS.c.board_number)
            .join(USERS, USERS.c.id == REPLY_TOKENS.c.user_id)
            .where(REPLY_TOKENS.c.digest == _digest(token))
        ).one_or_none()
        return Holder(Player(row.id, row.userid), row.game, row.board_number) if row else None

    def forget(self, player: Player) -> None:
        """Make all tokens of a player worthless."""
        self._connection.execute(delete(REPLY_TOKENS).where(REPLY_TOKENS.c.user_id == player.id))


def _token(key: bytes, nonce: bytes) -> str:
    code = _begun(key).copy()
    code.update(nonce)
    return base64.b32encode(code.digest()[:TOKEN_BYTES]).decode().rstrip("=").lower()


@lru_cache(maxsize=4)
def _begun(key: bytes) -> hmac.HMAC:
    # To begin takes longer than all the rest, and the server has one key.
    return hmac.new(key, b"pbmserv reply ", "sha256")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
