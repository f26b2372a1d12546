"""Games won by the majority of pieces: Othello and Ataxx."""

from __future__ import annotations

from pbmserv.games.base import Result, counted
from pbmserv.games.grid_game import PASSED_OVER, GridGame, P


class MajorityGame(GridGame[P]):
    """Have more pieces at the end; a seat without moves is passed over.

    The first two `figures` are the seats' pieces.
    """

    passes_over = True
    no_passing = PASSED_OVER

    def count(self, position: P) -> tuple[int, int]:
        first, second = (position.cells.count(figure.mark) for figure in self.figures[:2])
        return first, second

    def advantage(self, position: P, seat: int) -> str:
        return counted(self.count(position)[seat], self.figures[0].name)

    def counted(self, position: P, why: str) -> Result:
        """The end of a game, and `why`."""
        first, second = self.count(position)
        winner = None if first == second else int(second > first)
        told = f"{self.seat_names[0]} has {first} {self.figures[0].name}s, {self.seat_names[1]} {second}"
        return Result(winner, f"{why}: {told}.", scores=(first, second))

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        pieces, (first, second) = self.figures[0].name.capitalize(), self.count(position)
        return (f"{pieces}s: {self.seat_names[0]} {first}, {self.seat_names[1]} {second}.",)
