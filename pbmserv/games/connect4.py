"""Connect Four, sold by Milton Bradley since 1974; older as the Captain's Mistress."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbmserv.games.base import Illegal, NeverLegal, Option, Options, Result
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.boards.squares import Squares
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame, GridPosition, Path
from pbmserv.games.message import Message

IN_LINE = 4


class Connect4(GridGame[GridPosition]):
    """Four in a line, with discs that fall as far as they can."""

    name = "Connect4"
    summary = "Drop discs into columns; be the first with four in a line"
    also_called = ("Four in a Row",)
    trademark = "Connect Four and Connect 4 are trademarks of Hasbro."
    themes = ("row",)
    options = (
        Option("columns", 7, "columns of the board", low=4, high=12),
        Option("rows", 6, "rows of the board", low=4, high=12),
    )
    touching = "Touch any free square of the column where your disc is to fall."
    move_form = "the letter of the column into which your disc falls, for example d"
    no_passing = "Nobody passes in Connect Four."
    playout_by = "pbmserv.games.playouts.grids:at_random"
    board_class = Squares
    figures = (Figure("x", 0, "disc", "dark"), Figure("o", 1, "disc", "light"))

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        return GridPosition(int(options["columns"]), EMPTY * int(options["columns"]) * int(options["rows"]))

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        for column in range(position.width):
            if (free := _free(position, column)) is not None:
                yield (free,)

    def winning_cells(self, position: GridPosition) -> Sequence[int]:
        """The places of every line that the last disc completed."""
        if not position.last:
            return ()
        lines = self.board(position).lines_through(position.cells, *position.last)
        return sorted({each for line in lines if len(line) >= IN_LINE for each in line})

    def outcome(self, position: GridPosition) -> Result | None:
        if self.winning_cells(position):
            mover = 1 - position.next_seat
            return Result(mover, Message("{player} has four in a line.", player=self.seat_names[mover]))
        if EMPTY in position.cells:
            return None
        return Result(None, Message("The board is full, and nobody has four in a line."))

    def text_of_path(self, board: Grid, path: Path) -> str:
        return board.columns[path[0] % board.width]

    def other_steps(self, position: GridPosition, seat: int, move: str) -> Iterator[tuple[str, ...]]:
        """Any free place of the column, as its disc falls down."""
        board, [landing] = self.board(position), self.known_paths(position)[move]
        for place in range(landing % position.width, landing, position.width):
            yield (board.names[place],)

    def normalise(self, position: GridPosition, text: str) -> str:
        """A column by letter or by number from the left."""
        board, word = self.board(position), text.strip().lower()
        if re.fullmatch("[1-9][0-9]?", word, re.ASCII) and int(word) <= board.width:
            word = board.columns[int(word) - 1]
        if len(word) != 1 or word not in board.columns:
            if re.fullmatch("[a-z]|[0-9]{1,2}", word, re.ASCII):
                raise NeverLegal(
                    "There is no column {word}: name one of a to {last}, or 1 to {width}, counted from the left.",
                    word=word,
                    last=board.columns[-1],
                    width=board.width,
                )
            return text
        free = _free(position, board.columns.index(word))
        if free is None:
            raise Illegal(
                "Column {word} is full: choose one of {moves}.", word=word, moves=", ".join(self.moves(position))
            )
        return board.names[free]

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        board, column = self.board(position), path[0] % position.width
        free = _free(position, column)
        if len(path) > 1 or position[path[0]] != EMPTY or free is None:
            return ""
        return Message(
            "A disc in column {column} falls down to {place}: name the column alone.",
            column=board.columns[column],
            place=board.names[free],
        )

    def status(self, position: GridPosition, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "in capitals")

    def picture_status(self, position: GridPosition, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, "in green")

    def _told(self, position: GridPosition, lit: str) -> tuple[str, ...]:
        line = " ".join(self.board(position).names[place] for place in self.winning_cells(position))
        return (Message("The line, {lit}: {line}.", lit=Message(lit), line=line),) if line else ()


def _free(position: GridPosition, column: int) -> int | None:
    free = [place for place in range(column, len(position.cells), position.width) if position[place] == EMPTY]
    return free[-1] if free else None
