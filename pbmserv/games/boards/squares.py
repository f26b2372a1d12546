"""Squares, all alike or light and dark."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import repeat
from typing import ClassVar

from pbmserv.games.boards.figures import Figure, figure
from pbmserv.games.boards.grids import EMPTY, BoardContents, Grid
from pbmserv.games.boards.page import BARE, LABELLED, rectangle
from pbmserv.games.boards.pieces import lit
from pbmserv.games.families import SQUARES
from pbmserv.games.picture import Picture, Point, Polygon, Shape, Text

SIDE = 44.0
"""The side of a square in units."""


class Squares(Grid):
    place_word: ClassVar[str] = "square"
    places_are = "its squares are {low} to {high}"
    family = SQUARES
    chequered: ClassVar[bool] = False

    def picture(self, contents: BoardContents, words: str) -> Picture:
        squares = [
            Shape(form, role, name, self.words_of(place, contents))
            for place, (name, (form, role)) in enumerate(zip(self.names, self._squares, strict=True))
        ]
        shapes = [*squares, *self._labels, *lit(squares, contents.last, contents.checked)]
        for place, there in enumerate(contents.cells):
            if there != EMPTY:
                centre = self._centre(place)
                shapes += figure(contents.figures[there], centre, SIDE / 2, self.names[place])
        shapes += [self._frame(place) for place in contents.winning_cells]
        around = LABELLED + BARE
        return Picture(self.width * SIDE + around, self.height * SIDE + around, tuple(shapes), words)

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        return figure(piece, Point(0, 0), SIDE / 2, "")

    @cached_property
    def _squares(self) -> tuple[tuple[Polygon, str], ...]:
        """The area of each place, and what it is: the same in each picture of the board."""
        places = range(len(self.names))
        return tuple((rectangle(self._corner(place), SIDE, SIDE), self._role(place)) for place in places)

    def _role(self, place: int) -> str:
        if not self.chequered:
            return "cell.field"
        column, row = place % self.width, place // self.width
        # The lower left square is a dark one.
        return "cell.light" if (self.height - 1 - row + column) % 2 else "cell.dark"

    def _corner(self, place: int) -> Point:
        return Point(LABELLED + place % self.width * SIDE, BARE + place // self.width * SIDE)

    def _centre(self, place: int) -> Point:
        x, y = self._corner(place)
        return Point(x + SIDE / 2, y + SIDE / 2)

    def _frame(self, place: int) -> Shape:
        x, y = self._corner(place)
        return Shape(rectangle(Point(x + 3, y + 3), SIDE - 6, SIDE - 6), "win", self.names[place])

    @cached_property
    def _labels(self) -> tuple[Shape, ...]:
        return self._coordinates(self.columns, self.rows)

    def _coordinates(
        self, columns: Iterable[object], rows: Iterable[object], characters: str = ""
    ) -> tuple[Shape, ...]:
        """What names columns and rows; `characters` are what rows are called by who has those on the pieces."""
        below = BARE + self.height * SIDE + LABELLED / 2
        across = [
            Shape(Text(str(column), Point(LABELLED + (number + 0.5) * SIDE, below), 13), "label")
            for number, column in enumerate(columns)
        ]
        down = [
            Shape(Text(str(row), Point(LABELLED / 2, BARE + (number + 0.5) * SIDE), 13, character=character), "label")
            for number, (row, character) in enumerate(zip(rows, characters or repeat(""), strict=False))
        ]
        return (*across, *down)


class LabelledSquares(Squares):
    """Squares with room for labels of figures: `x5`, or `X5` if it decided the game."""

    label_width: ClassVar[int] = 2

    def characters(self, contents: BoardContents) -> str:
        width = len(str(self.height))
        header = (" " * (width + 2) + (" " * (self.label_width + 1)).join(self.columns)).rstrip()
        rows = [self._row(number, contents, f"{row:{width}}") for number, row in enumerate(self.rows)]
        return "\n".join([header, *rows, header])

    def _row(self, number: int, contents: BoardContents, name: str) -> str:
        fields = []
        for place in self.places[number * self.width : (number + 1) * self.width]:
            there = contents.cells[place]
            label = (contents.figures[there].label if there != EMPTY else EMPTY).ljust(self.label_width)
            is_last = place in contents.last and there != EMPTY
            fields.append(f"({label})" if is_last else f" {label} ")
            if place in contents.winning_cells:
                fields[-1] = fields[-1].upper()
        return f"{name} {''.join(fields)} {name.strip()}"


class SquaresFromAbove(Squares):
    """Squares whose rows count from the top, as in Othello."""

    from_above = True


class Chequered(Squares):
    """Light and dark squares, a1 dark, as in chess."""

    chequered = True


class ChequeredWithLabels(LabelledSquares):
    """Light and dark squares with room for labels of three characters: `x12`."""

    chequered = True
    label_width = 3
