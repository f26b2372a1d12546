"""A safety check of a chosen move: whether an opponent's reply could win at once.

Few simulations overlook it among many replies. Only for games with perfect information and no chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.bots.luck import Luck
from pbmserv.games.base import Game

MOST_POSITIONS = 3000
"""The maximum number of positions examined: more than a turn of chess with all replies, or two moves of Amazons."""
MOST_STEPS = 3
"""The maximum number of moves in an opponent's turn."""


class Replies:
    def __init__(self, game: Game[Any], seat: int, luck: Luck) -> None:
        self._game = game
        self._seat = seat
        self._luck = luck
        self._left = MOST_POSITIONS
        self._known: list[str] = []
        """Winning replies, latest first, as they often refute other moves as well."""

    def safest(self, position: Any, moves: Sequence[str]) -> str:
        """The first move after which nobody wins in the next turn, or by its next step; else the first.

        Once enough positions have been examined, the next move is taken.
        """
        for steps in (MOST_STEPS, 1):
            for move in moves:
                if not self._lets_win(self._after(position, self._seat, move), steps):
                    return move
        return moves[0]

    def _lets_win(self, position: Any, steps: int) -> bool:
        game = self._game
        if result := game.result(position):
            return result.winner is not None and game.side_of(result.winner) != game.side_of(self._seat)
        [mover] = game.to_move(position)
        if mover == self._seat or not steps:
            return False
        legal = game.legal_moves(position, mover) or ()
        replies = [reply for reply in self._known if reply in legal]
        replies += [reply for reply in game.candidates(position) or legal if reply not in replies]
        for reply in replies:
            if self._left <= 0:
                return False
            self._left -= 1
            if self._lets_win(self._after(position, mover, reply), steps - 1):
                if reply in self._known:
                    self._known.remove(reply)
                self._known.insert(0, reply)
                return True
        return False

    def _after(self, position: Any, seat: int, move: str) -> Any:
        return self._game.play(position, seat, move, self._luck).position
