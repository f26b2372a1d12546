"""Dots and Boxes, first described by Édouard Lucas (La pipopipette, 1889)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.boxes import DOT, OPEN, Boxes
from pbmserv.games.boards.figures import Figure
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path
from pbmserv.games.in_steps import InSteps
from pbmserv.games.message import Message, counted

_ROW_FIRST = re.compile(r"(?<![a-z0-9])([1-9][0-9]?)([a-z])(?![a-z0-9])")
"""Lines named by row, then column, as in the old server's help."""


class Dots(InSteps[GridPosition]):
    """Draw lines between dots. Who closes a box owns it, and draws again."""

    name = "Dots"
    move_word = "line"
    summary = "Draw lines between dots, and close more boxes"
    also_called = ("Dots and Boxes",)
    themes = ("territory", "majority")
    options = (Option("size", 7, "boxes along each side of the board", low=2, high=12, often=(3, 5, 7)),)
    touching = "Touch the line that you draw. If it closes a box, confirm it, and touch another one."
    move_form = "the line that you draw, for example b3, or several where boxes are closed, for example b3,a2,d1"
    no_passing = "Nobody passes in Dots and Boxes: even who has closed a box draws another line."
    playout_by = "pbmserv.games.playouts.boxes:playout"
    candidates_by = "pbmserv.games.playouts.boxes:candidates"
    board_class = Boxes
    figures = (Figure("x", 0, "box", "dark"), Figure("o", 1, "box", "light"))
    hint = "A line is named by its column and its row."

    def normalise(self, position: GridPosition, text: str) -> str:
        return _ROW_FIRST.sub(r"\2\1", text.lower())

    def steps_typed(self, text: str) -> list[str]:
        return super().steps_typed(_ROW_FIRST.sub(r"\2\1", text.lower()))

    def start(self, options: Options, seats: int, chance: Chance) -> GridPosition:
        return GridPosition(*Boxes.empty(int(options["size"])))

    def legal_paths(self, position: GridPosition) -> Iterator[Path]:
        return ((place,) for place in position.places_of(EMPTY))

    def closed(self, position: GridPosition, line: int) -> list[int]:
        board = cast(Boxes, self.board(position))

        def is_drawn(each: int) -> bool:
            return each == line or position[each] != EMPTY

        return [box for box in board.beside[line] if all(map(is_drawn, board.beside[box]))]

    def apply(self, position: GridPosition, path: Path) -> GridPosition:
        [line] = path
        seat, boxes = position.next_seat, self.closed(position, line)
        board = cast(Boxes, self.board(position))
        changes = {line: board.line_at(line), **dict.fromkeys(boxes, self.own(position))}
        # What was drawn in this turn stays marked: the last move went on when boxes were closed by it.
        last = (*position.last, line) if self._goes_on(position) else (line,)
        return position.with_changes(changes, seat if boxes else 1 - seat, last)

    def _goes_on(self, position: GridPosition) -> bool:
        """Whether the seat to move drew the last lines as well, which then all closed boxes."""
        board, own = cast(Boxes, self.board(position)), self.own(position)
        return bool(position.last) and any(position[box] == own for box in board.beside[position.last[-1]])

    def outcome(self, position: GridPosition) -> Result | None:
        if EMPTY in position.cells:
            return None
        black, white = scores = self.scores(position)
        winner = None if black == white else int(white > black)
        reason = counted(
            "Black has closed {count} box, White {white}.",
            "Black has closed {count} boxes, White {white}.",
            black,
            white=white,
        )
        return Result(winner, reason, scores=scores)

    def scores(self, position: GridPosition) -> tuple[int, int]:
        return position.cells.count("x"), position.cells.count("o")

    def notes(self, position: GridPosition, move: str, after: GridPosition) -> Iterable[str]:
        if boxes := self.closed(position, after.last[-1]):
            closed = {"player": self.seat_names[position.next_seat], "move": move}
            if self.result(after):
                one, many = (
                    "{player} has closed {count} box with {move}.",
                    "{player} has closed {count} boxes with {move}.",
                )
                yield counted(one, many, len(boxes), **closed)
            else:
                yield counted(
                    "{player} has closed {count} box with {move}: {player} draws again.",
                    "{player} has closed {count} boxes with {move}: {player} draws again.",
                    len(boxes),
                    **closed,
                )

    def explain_illegal(self, position: GridPosition, path: Path) -> str:
        names, there = [self.board(position).names[place] for place in path], position[path[0]]
        name = names[0]
        if len(path) > 1:
            return Message("Lines are written with commas between them: {names}.", names=", ".join(names))
        if there == DOT:
            return Message(
                "{place} is a dot. A line lies between two of them, for example b1 or a2.",
                place=name.capitalize(),
            )
        if there == OPEN or there in "xo":
            return Message(
                "{place} is the inside of a box. A line lies between two dots, for example b1 or a2.",
                place=name.capitalize(),
            )
        return Message("The line {name} is drawn already.", name=name)

    def advantage(self, position: GridPosition, seat: int) -> str:
        return counted("{count} box", "{count} boxes", self.scores(position)[seat])

    def status(self, position: GridPosition, viewer: int | None) -> tuple[str, ...]:
        black, white = self.scores(position)
        left = position.cells.count(OPEN)
        text = (
            "Boxes: Black {black}, White {white}, {left} still open."
            if left
            else "Boxes: Black {black}, White {white}."
        )
        return (Message(text, black=black, white=white, left=left),)
