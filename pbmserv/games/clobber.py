"""Clobber, by Michael H. Albert, J. P. Grossman, Richard J. Nowakowski and David Wolfe (2001)."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path
from pbmserv.games.message import BLACK, WHITE, Message

SIZES = {"5x6": (5, 6), "8x8": (8, 8)}
"""Rows and columns."""


class Clobber(GridGame[GridPosition]):
    """Every move captures a neighbour; whoever cannot move has lost."""

    name = "Clobber"
    has_full_moves = True
    summary = "Each move captures a stone next to it; make the last one"
    themes = ("blocking",)
    options = (Option("board", "5x6", "rows and columns of the board", choices=tuple(SIZES), often=tuple(SIZES)),)
    touching = "Touch a stone, then the one next to it that it captures, or drag it there."
    move_form = "the squares of a stone and of the one next to it that it captures, for example a1-a2"
    seat_names = (WHITE, BLACK)
    no_passing = "Nobody passes here: whoever cannot move has lost."
    playout_by = "pbmserv.games.playouts.grids:at_random"
    figures = (Figure("o", 0, "stone", "light"), Figure("x", 1, "stone", "dark"))

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        rows, columns = SIZES[str(options["board"])]
        # White has a1.
        stones = ("ox"[(row + column + rows - 1) % 2] for row in range(rows) for column in range(columns))
        return GridPosition(columns, "".join(stones))

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        rays, cells, others = self.board(position).rays, position.cells, self.others(position)
        for place in position.places_of(self.own(position)):
            for direction in STRAIGHT:
                for beside in rays[place][direction][:1]:
                    if cells[beside] in others:
                        yield place, beside

    def outcome(self, position: GridPosition) -> Result | None:
        if not self.is_stuck(position):
            return None
        seat = position.next_seat
        return Result(1 - seat, Message("{player} cannot move any more.", player=self.seat_names[seat]))

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        if len(path) != 2 or position[path[0]] not in self.own(position):
            return ""
        if position[path[1]] == EMPTY:
            return Message("Each move captures: {place} is empty.", place=self.board(position).names[path[1]])
        if position[path[1]] in self.others(position):
            return Message("A stone captures only what is next to it in its row or column.")
        return ""
