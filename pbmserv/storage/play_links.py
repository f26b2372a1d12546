"""Tokens in the links of letters about boards: each tells by itself whose it is, for which board, and until when.

Nothing is stored for a token until it is used, so a letter with a link costs what one without a link does. It is
sealed like the tokens by which letters are answered, and ends with them; it is another one, so that neither can take
the place of the other.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pbmserv.play.board import Player
from pbmserv.storage.players import Players
from pbmserv.storage.replies import Replies
from pbmserv.storage.tokens import Seal

GOOD_FOR = timedelta(days=7)

_HOUR = 3600
_CHANCE_BYTES = 3
"""No two letters have the same link, as each can be used once."""
_SEAL_BYTES = 16
_WIDTHS = (4, 4, 3, _CHANCE_BYTES)
_SEAL = Seal("play link", _WIDTHS, sum(_WIDTHS) + _SEAL_BYTES)


@dataclass(frozen=True)
class PlayLink:
    """What a token stands for: a player, a board by the number of its row, and when it ends."""

    player: Player
    board_id: int
    expires_at: datetime


class PlayLinks:
    """The tokens of players, within one transaction."""

    def __init__(self, players: Players, replies: Replies) -> None:
        self._players = players
        self._replies = replies

    def tokens(self, readers: Sequence[Player], board_id: int, at: datetime) -> dict[Player, str]:
        """A token for each of these players, for one board."""
        hours = int((at + GOOD_FOR).timestamp()) // _HOUR
        return {
            player: _SEAL.token(key, [player.id, board_id, hours, secrets.randbits(8 * _CHANCE_BYTES)])
            for player, key in self._replies.keys_of(readers).items()
        }

    def read(self, token: str, at: datetime) -> PlayLink | None:
        """What a token stands for; None for one that is not good, or not any more."""
        claimed = _SEAL.claimed(token)
        player = self._players.numbered(claimed[0]) if claimed else None
        if claimed is None or player is None or player in self._players.suspended([player]):
            return None
        expires_at = datetime.fromtimestamp(claimed[2] * _HOUR, UTC)
        if expires_at <= at or not any(_SEAL.numbers(key, token) for key in self._replies.keys_that_open(player)):
            return None
        return PlayLink(player, claimed[1], expires_at)
