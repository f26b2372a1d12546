"""Games of stones in a row: Gomoku, Pente and Connect6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from pbmserv.games.base import Game, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.points import Points
from pbmserv.games.grid_game import GridGame, GridPosition, Path
from pbmserv.games.message import Message

P = TypeVar("P", bound=GridPosition)
"""A game's position."""

NUMBERS = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven"}
"""The possible lengths of rows completed by a turn."""


class RowGame(GridGame[P]):
    """Place stones until enough are in a row; a full board is a draw."""

    version = 2
    in_row: ClassVar[int] = 5
    """The number of stones in a row that wins."""

    touching = "Touch the free point where your stone goes."
    move_form = "the point where your stone goes, for example h8"
    themes = ("row",)
    board_class = Points
    evaluate_by = "pbmserv.games.evaluation.rows:evaluate"
    candidates_by = "pbmserv.games.evaluation.rows:candidates"
    figures: ClassVar[tuple[Figure, ...]] = (Figure("x", 0, "stone", "dark"), Figure("o", 1, "stone", "light"))

    def wins(self, position: P, length: int) -> bool:
        return length >= self.in_row

    def legal_paths(self, position: P) -> Iterator[Path]:
        return ((place,) for place in position.places_of(EMPTY))

    def rules_of(self, version: int) -> Game[P]:
        return _at_first(type(self)) if version == 1 < self.version else super().rules_of(version)

    def rows(self, position: P) -> Iterator[Sequence[int]]:
        """The winning rows that the last stones completed."""
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
            return Result(
                winner,
                Message(
                    "{player} has {number} in a row.",
                    player=self.seat_names[winner],
                    number=Message(NUMBERS[longest]),
                ),
            )
        return None if EMPTY in position.cells else Result(None, Message("The board is full."))

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "The row, in capitals: {row}.")

    def laid_by_touch(self, position: P, seat: int) -> Mapping[str, str]:
        return self.stone_of(seat)

    def picture_status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "The row, in green: {row}.")

    def _told(self, position: P, text: str) -> tuple[str, ...]:
        names = self.board(position).names
        row = " ".join(names[place] for place in self.winning_cells(position))
        return (Message(text, row=row),) if row else ()


@cache
def _at_first(game: type[RowGame[Any]]) -> RowGame[Any]:
    """The rules of version 1, in which results named every row by the required length."""
    rules: RowGame[Any] = type(game.__name__, (game,), {"version": 1})()
    return rules
