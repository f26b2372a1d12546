"""Games won by the majority of pieces: Othello and Ataxx."""

from __future__ import annotations

from typing import ClassVar

from pbmserv.games.base import Result, counted
from pbmserv.games.grid_game import PASSED_OVER, GridGame, P
from pbmserv.games.message import Message


class MajorityGame(GridGame[P]):
    """Have more pieces at the end; a seat without moves is passed over.

    The first two `figures` are the seats' pieces.
    """

    passes_over = True
    no_passing = PASSED_OVER

    def count(self, position: P) -> tuple[int, int]:
        first, second = (position.cells.count(figure.mark) for figure in self.figures[:2])
        return first, second

    tally: ClassVar[str]
    """The text of the status: `Discs: {first} {count}, {second} {other}.`"""

    def advantage(self, position: P, seat: int) -> str:
        return counted(self.count(position)[seat], self.figures[0].name)

    def counted(self, position: P, text: str, **values: object) -> Result:
        """The end of a game; `text` says why, and has the values of `tally`."""
        scores = self.count(position)
        winner = None if scores[0] == scores[1] else int(scores[1] > scores[0])
        return Result(winner, self._told(text, scores, **values), scores=scores)

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        return (self._told(self.tally, self.count(position)),)

    def _told(self, text: str, scores: tuple[int, int], **values: object) -> Message:
        first, second = self.seat_names
        return Message(text, first=first, count=scores[0], second=second, other=scores[1], **values)
