"""Games in which stones are laid on points to get so many in a row: what Gomoku, Pente and Connect6 share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from pbmserv.games.base import Game, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.points import Points
from pbmserv.games.grid_game import GridGame, GridPosition, Path

P = TypeVar("P", bound=GridPosition)
"""A game's position."""

NUMBERS = dict(enumerate(("five", "six", "seven", "eight", "nine", "ten", "eleven"), 5))
"""How long the rows are that a turn can complete."""


class RowGame(GridGame[P]):
    """Lay stones on free points until there are enough in a row; on a full board it is a tie."""

    version = 2
    in_row: ClassVar[int] = 5
    """How many stones in a row win."""

    move_form = "the point where your stone goes, for example h8"
    themes = ("row",)
    board_class = Points
    evaluate_by = "pbmserv.games.evaluation.rows:evaluate"
    candidates_by = "pbmserv.games.evaluation.rows:candidates"
    figures = (Figure("x", 0, "stone", "dark"), Figure("o", 1, "stone", "light"))

    def wins(self, position: P, length: int) -> bool:
        """Whether a row of this length wins."""
        return length >= self.in_row

    def legal_paths(self, position: P) -> Iterator[Path]:
        return ((place,) for place in position.places_of(EMPTY))

    def rules_of(self, version: int) -> Game[P]:
        return _at_first(type(self)) if version == 1 < self.version else super().rules_of(version)

    def rows(self, position: P) -> Iterator[Sequence[int]]:
        """The rows that win among those that the last stones have completed."""
        board = self.board(position)
        for last in position.last:
            for row in board.lines_through(position.cells, last):
                if self.wins(position, len(row)):
                    yield row

    def winning_cells(self, position: P) -> Sequence[int]:
        return sorted({place for row in self.rows(position) for place in row})

    def outcome(self, position: P) -> Result | None:
        if rows := [*self.rows(position)]:
            winner = "xo".index(position[rows[0][0]])
            longest = self.in_row if self.version == 1 else max(map(len, rows))
            return Result(winner, f"{self.seat_names[winner]} has {NUMBERS[longest]} in a row.")
        return None if EMPTY in position.cells else Result(None, "The board is full.")

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "in capitals")

    def picture_status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "in green")

    def _told(self, position: P, lit: str) -> tuple[str, ...]:
        names = self.board(position).names
        row = " ".join(names[place] for place in self.winning_cells(position))
        return (f"The row, {lit}: {row}.",) if row else ()


@cache
def _at_first(game: type[RowGame[Any]]) -> RowGame[Any]:
    """The rules of version 1: results called each row as long as it had to be, even where it was longer."""
    rules: RowGame[Any] = type(game.__name__, (game,), {"version": 1})()
    return rules
