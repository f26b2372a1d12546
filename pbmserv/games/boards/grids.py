"""Grids of squares or points: names of places, rays, lines, and drawing in characters.

A place is a number from 0 in reading order, from the top left as drawn. The contents are a text with one character
for each place.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar

from pbmserv.games.boards.figures import Figure
from pbmserv.games.families import OTHERS
from pbmserv.games.message import Listed, Message, in_a_row
from pbmserv.games.old_names import names_of, warn_of
from pbmserv.games.picture import Picture, Shape

EMPTY = "."
"""The character of an empty place."""

NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)
"""Directions as drawn; north is up."""
STRAIGHT = (NORTH, EAST, SOUTH, WEST)
DIAGONAL = (NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST)
_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Right and down, by direction."""

_PLACE = r"[a-z][1-9][0-9]?"
_BETWEEN = r"\s*(?:->|to|[-\u2013x:/,>*]|)\s*"
_PLACES = re.compile(rf"{_PLACE}(?:{_BETWEEN}{_PLACE})*", re.ASCII)


def places_typed(text: str) -> tuple[str, ...] | None:
    """The places named in a move, whatever separates them: `b2-b3`, `b2xb3`, `B2 B3`, `b2b3`.

    None for any other text.
    """
    folded = text.strip().lower()
    if len(folded) > _LONGEST or not _PLACES.fullmatch(folded):
        return None
    return tuple(re.findall(_PLACE, folded))


_LONGEST = 120
"""The maximum length of a move in characters; the longest capture of draughts takes just over half."""


@dataclass(frozen=True)
class BoardContents:
    """The contents of a grid: characters and figures.

    `last` are the places of the last move, `winning_cells` those that decided the game, `checked` those of kings in
    check.
    """

    cells: str
    figures: Mapping[str, Figure]
    seat_names: Sequence[str]
    last: Collection[int] = ()
    winning_cells: Collection[int] = ()
    checked: Collection[int] = field(default=(), kw_only=True)

    @property
    def standing(self) -> str:
        """The `cells` by their old name."""
        warn_of("BoardContents.standing", "cells")
        return self.cells

    @property
    def won(self) -> Collection[int]:
        """The `winning_cells` by their old name."""
        warn_of("BoardContents.won", "winning_cells")
        return self.winning_cells


@dataclass(frozen=True)
class Grid(ABC):
    """A board of columns and rows. Columns have letters; rows count from below or above."""

    width: int
    height: int

    from_above: ClassVar[bool] = False
    letters: ClassVar[str] = ascii_lowercase
    place_word: ClassVar[str]
    places_are: ClassVar[str] = ""
    """The text of `where_it_is`: `its squares are {low} to {high}`."""
    """The word for a place in letters: square, or point."""
    family: ClassVar[str] = OTHERS
    """The heading of such games in lists."""

    @classmethod
    def height_of(cls, width: int, places: int) -> int:
        return places // width

    @cached_property
    def places(self) -> range:
        return range(self.width * self.height)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{letter}{row}" for row in self.rows for letter in self.columns)

    @cached_property
    def columns(self) -> str:
        """The letters of the columns from the left."""
        return self.letters[: self.width]

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the rows from the top."""
        numbers = range(1, self.height + 1)
        return tuple(numbers if self.from_above else reversed(numbers))

    @cached_property
    def place_of(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each place and direction, the places up to the edge, nearest first."""
        return tuple(tuple(tuple(self._ray(place, across, down)) for across, down in _STEPS) for place in self.places)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each place, its neighbours, diagonal ones included."""
        return tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays)

    def where_it_is(self, name: str) -> str:
        low, high = (
            (self.names[0], self.names[-1])
            if self.from_above
            else (self.names[-self.width], self.names[self.width - 1])
        )
        return Message(self.places_are, low=low, high=high)

    @property
    def extent(self) -> str:
        usual = f"{{width}} by {{height}} {self.place_word}s"
        return Message(_EXTENTS.get(self.place_word, usual), width=self.width, height=self.height)

    def at(self, column: int, row: int) -> int:
        return row * self.width + column

    def text_of(self, path: Sequence[int], joint: str = "-") -> str:
        names = self.names
        return names[path[0]] if len(path) == 1 else joint.join([names[place] for place in path])

    def run(self, cells: str, place: int, direction: int, of: str) -> tuple[int, ...]:
        """The unbroken run of places ahead, nearest first, whose character is in `of`."""
        ray = self.rays[place][direction]
        for length, each in enumerate(ray):
            if cells[each] not in of:
                return ray[:length]
        return ray

    def lines_through(self, cells: str, place: int) -> list[tuple[int, ...]]:
        """For each axis, the unbroken line of the same character through a place, in reading order."""
        axes = len(self.rays[place]) // 2
        return [self.row_through(place, axis, lambda each: cells[each] == cells[place]) for axis in range(axes)]

    def row_through(self, place: int, direction: int, belongs: Callable[[int], bool]) -> tuple[int, ...]:
        """The unbroken row of places that belong, through a place in a direction and its opposite."""
        run, ways = [place], len(self.rays[place])
        for way in (direction, (direction + ways // 2) % ways):
            for each in self.rays[place][way]:
                if not belongs(each):
                    break
                run.append(each)
        return tuple(sorted(run))

    def characters(self, contents: BoardContents) -> str:
        """The board with coordinates, the last move in brackets, winning pieces in capitals."""
        width = len(str(self.height))
        header = " " * (width + 1) + " ".join(self.columns)
        return "\n".join([header, *self._rows_of_characters(contents, width), header])

    def _rows_of_characters(self, contents: BoardContents, width: int) -> Iterator[str]:
        text = contents.cells
        for place in contents.winning_cells:
            text = text[:place] + text[place].upper() + text[place + 1 :]
        marked = [place for place in contents.last if text[place] != EMPTY]
        for number, row in enumerate(self.rows):
            begins = number * self.width
            line = [*f" {' '.join(text[begins : begins + self.width])} "]
            for place in marked:
                at = 2 * (place - begins)
                if 0 <= at < len(line) - 1:
                    # Between two places that are both marked, one line is drawn for both.
                    line[at] = "|" if line[at] == ")" else "("
                    line[at + 2] = "|" if line[at + 2] == "(" else ")"
            yield f"{row:{width}}{''.join(line)}{row}"

    def _ray(self, place: int, across: int, down: int) -> Iterator[int]:
        column, row = place % self.width + across, place // self.width + down
        while 0 <= column < self.width and 0 <= row < self.height:
            yield row * self.width + column
            column, row = column + across, row + down

    def words_of(self, place: int, contents: BoardContents) -> Listed:
        """A place in words: `d4, White's king, last move`."""
        there = contents.cells[place]
        holds = name_of(contents.figures[there], contents.seat_names) if there != EMPTY else _EMPTY
        won = (_WINNING,) if place in contents.winning_cells else ()
        last = (_LAST,) if place in contents.last else ()
        return in_a_row(self.names[place], holds, *won, *last)

    def piece(self, piece: Figure) -> tuple[Shape, ...]:
        """A piece as this board shows it, drawn around (0, 0)."""
        return ()

    @abstractmethod
    def picture(self, contents: BoardContents, words: str) -> Picture:
        """The board as a picture; each place can be touched by its name."""


_EXTENTS = {
    "square": "{width} by {height} squares",
    "point": "{width} by {height} points",
    "cell": "{width} by {height} cells",
}
_EMPTY, _WINNING, _LAST = Message("empty"), Message("winning"), Message("last move")


def name_of(figure: Figure, seat_names: Sequence[str]) -> str:
    """A piece in words: `White's king`."""
    if figure.seat is None:
        return Message(figure.name)
    return Message("{player}'s {piece}", player=seat_names[figure.seat], piece=Message(figure.name))


if not TYPE_CHECKING:
    __getattr__ = names_of(__name__, {"Lying": "BoardContents"}, fields={"standing": "cells", "won": "winning_cells"})
