"""A last look at a move before it is made: whether an opponent could win at once by the answer.

Few simulations overlook it where there are many answers. This is for games in which everybody sees everything, and
nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.bots.luck import Luck
from pbmserv.games.base import Game

MOST_POSITIONS = 3000
"""How many are looked at: more than a turn of chess with all answers has, and two moves of Amazons with theirs."""
MOST_STEPS = 3
"""How many moves one after the other an opponent's turn may have."""


class Replies:
    """Looks for answers by which somebody else than `seat` wins at once."""

    def __init__(self, game: Game[Any], seat: int, luck: Luck) -> None:
        self._game = game
        self._seat = seat
        self._luck = luck
        self._left = MOST_POSITIONS
        self._known: list[str] = []
        """Answers that have won, the last one first: mostly they win against other moves as well."""

    def safest(self, position: Any, moves: Sequence[str]) -> str:
        """The first of these moves after which nobody wins in the next turn, or else by the next step; the first of
        all if there is none.

        Once enough positions have been looked at, the next move will do.
        """
        for steps in (MOST_STEPS, 1):
            for move in moves:
                if not self._lets_win(self._after(position, self._seat, move), steps):
                    return move
        return moves[0]

    def _lets_win(self, position: Any, steps: int) -> bool:
        """Whether somebody else has won, or can do so in so many steps of a turn."""
        game = self._game
        if result := game.result(position):
            return result.winner not in (None, self._seat)
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
