"""Tumbleweed, by Mike Zapawa (2020): stacks as high as as many of their own see the cell.

Empty cells that see more stacks of one player count for that player, as on iGGameCenter, so that nobody has to fill
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import cast

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import Figure, stacks
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import HexagonOfCells, LabelledHexagon
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import Path
from pbmserv.games.message import Message, counted
from pbmserv.games.passing import PASS, Passing, PassingGame

MARKS = ("abcdef", "mnopqr")
"""The characters of each seat's stacks, by height."""
NEUTRAL, NEUTRAL_HEIGHT = "#", 2
OWNERS = {mark: seat for seat, marks in enumerate(MARKS) for mark in marks}
HEIGHTS = {EMPTY: 0, NEUTRAL: NEUTRAL_HEIGHT} | {mark: high for marks in MARKS for high, mark in enumerate(marks, 1)}
TO_SET_UP = 3
"""With so many stacks on the board the game begins: the neutral one, and one of each player."""

Seen = tuple[Sequence[int], Sequence[int]]
"""For each seat, how many of its stacks each place sees."""


@dataclass(frozen=True)
class Position(Passing):
    @property
    def stacks(self) -> int:
        return len(self.cells) - self.cells.count(EMPTY)

    @property
    def is_set_up(self) -> bool:
        return self.stacks >= TO_SET_UP


class Tumbleweed(PassingGame[Position]):
    """Settle the most cells, by stacks that see them."""

    name = "Tumbleweed"
    summary = "Settle the most cells by stacks that see each other"
    themes = ("territory", "majority")
    options = (Option("size", 8, "cells along each side of the board", low=4, high=11, often=(6, 8, 11)),)
    touching = 'Touch the cell where your stack goes. Below the board, a button says "pass".'
    move_form = "the cell where your stack goes, for example d4, or pass"
    no_passing = "Nobody passes while the first two stacks are set up."
    board_class = LabelledHexagon
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.tumbleweed:evaluate"
    candidates_by = "pbmserv.games.evaluation.tumbleweed:candidates"
    figures = (
        *stacks(MARKS[0], 0, "dark", "x"),
        *stacks(MARKS[1], 1, "light", "o"),
        Figure(NEUTRAL, None, "the neutral stack", label=f"{NEUTRAL}{NEUTRAL_HEIGHT}"),
    )
    tally = "Cells settled or controlled: {first} {count}, {second} {other}."

    def swap_at(self, options: Options) -> int | None:
        """The first move after both stacks have been set up."""
        return TO_SET_UP

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        width, cells = HexagonOfCells.empty(int(options["size"]))
        return Position(width, cells).with_changes({len(cells) // 2: NEUTRAL}, 0, ())

    def may_pass(self, position: Position) -> bool:
        return position.is_set_up

    def turns(self, position: Position) -> Iterator[Path]:
        cells = position.cells
        if position.is_set_up:
            seeing = seen(self._hexagon(position), cells)[position.next_seat]
            return ((place,) for place, count in enumerate(seeing) if count > HEIGHTS[cells[place]])
        return ((place,) for place in position.places_of(EMPTY))

    def _hexagon(self, position: Position) -> HexagonOfCells:
        return cast(HexagonOfCells, self.board(position))

    def height(self, position: Position, place: int) -> int:
        """How high a new stack of the seat to move is."""
        return seen(self._hexagon(position), position.cells)[position.next_seat][place] if position.is_set_up else 1

    def apply(self, position: Position, path: Path) -> Position:
        if not path:
            return self.next_turn(position, {}, path)
        if not position.is_set_up:
            whose = position.stacks - 1
            return position.with_changes({path[0]: MARKS[whose][0]}, whose, (*position.last, *path))
        stack = MARKS[position.next_seat][self.height(position, path[0]) - 1]
        return self.next_turn(position, {path[0]: stack}, path)

    def outcome(self, position: Position) -> Result | None:
        if not position.is_set_up or not self.is_over(position):
            return None
        return self.counted(position, "Both pass: {first} has {count} cells, {second} {other}.")

    def count(self, position: Position) -> tuple[int, int]:
        """The cells that each seat has settled, or controls."""
        counts = [0, 0]
        for there, dark, light in zip(position.cells, *seen(self._hexagon(position), position.cells), strict=True):
            if there in OWNERS:
                counts[OWNERS[there]] += 1
            elif there == EMPTY and dark != light:
                counts[int(light > dark)] += 1
        return counts[0], counts[1]

    def explain_illegal(self, position: Position, path: Path) -> str:
        if len(path) > 1:
            return Message("A move names one cell: write {form}.", form=Message(self.move_form))
        name = self.board(position).names[path[0]]
        if not position.is_set_up:
            return ""
        count, height = self.height(position, path[0]), HEIGHTS[position[path[0]]]
        if not count:
            return Message("No stack of yours sees {place}.", place=name)
        return Message(
            "A new stack on {place} would be {count} high, and the one there is {height}: a higher one is needed.",
            place=name,
            count=count,
            height=height,
        )

    def notes(self, position: Position, move: str, after: Position) -> Iterator[str]:
        if position.is_set_up:
            yield from super().notes(position, move, after)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        if move == PASS or not position.is_set_up:
            return ()
        place = self.board(position).place_of[move]
        laid = f"+{self.height(position, place)} ."
        return (laid if position[place] == EMPTY else f". - {laid}",)

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        if not position.is_set_up:
            return {".": MARKS[position.stacks - 1][0]}
        return {str(high): mark for high, mark in enumerate(MARKS[seat], 1)}

    def advantage(self, position: Position, seat: int) -> str:
        return counted("{count} cell", "{count} cells", self.count(position)[seat]) if position.is_set_up else ""

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Black's stacks are x1 to x6, White's o1 to o6, by their height. #2 is neutral.\n"
            "A cell sees along six lines, as far as the first stack.\n"
            "The last move is in brackets."
        )

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if position.is_set_up:
            return super().status(position, viewer)
        whose = self.seat_names[position.stacks - 1]
        return (Message("Black sets up the first stack of {player}.", player=whose),)


@cache
def lines(board: HexagonOfCells) -> tuple[tuple[int, ...], ...]:
    """All lines of the board, in both directions."""
    found = [
        (place, *rays[way])
        for place, rays in enumerate(board.rays)
        for way in range(len(rays))
        if not rays[(way + 3) % len(rays)]
    ]
    return tuple(line for line in found if len(line) > 1)


@lru_cache(maxsize=512)
def seen(board: HexagonOfCells, cells: str) -> Seen:
    counts = [0] * len(cells), [0] * len(cells)
    for line in lines(board):
        seeing: list[int] | None = None
        for place in line:
            if seeing is not None:
                seeing[place] += 1
            there = cells[place]
            if there != EMPTY:
                seeing = counts[OWNERS[there]] if there != NEUTRAL else None
    return counts
