"""Abande, by Dieter Stein (2005): a single band of stacks, which count only beside the other's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import stacks
from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.boards.honeycomb import HexagonOfCells, LabelledHexagon
from pbmserv.games.boards.squares import LabelledSquares
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import Path, grid_of
from pbmserv.games.message import Message, counted
from pbmserv.games.passing import PASS, Passing, PassingGame

HIGHEST = 3
MARKS = ("abc", "mno")
"""The characters of each seat's stacks, by height; their owner is who has the piece on top."""
OWNERS = {mark: seat for seat, marks in enumerate(MARKS) for mark in marks}
HEIGHTS = {EMPTY: 0} | {mark: height for marks in MARKS for height, mark in enumerate(marks, 1)}
LAID_FIRST = 3
"""Stacks move only when so many pieces have been laid."""
SQUARE = 7
"""Places along each side of the square board."""
HEXAGON = 4
"""Places along each side of the hexagon."""


@dataclass(frozen=True)
class Position(Passing):
    in_hand: tuple[int, int] = (0, 0)

    @property
    def laid(self) -> int:
        """How many pieces are on the board."""
        return sum(map(HEIGHTS.__getitem__, self.cells))


class Abande(PassingGame[Position]):
    """Control stacks that touch the other's, in a single band."""

    name = "Abande"
    summary = "Capture by stacking in one band; stacks count beside others"
    themes = ("groups", "majority")
    options = (
        Option("board", "hexagon", "shape of the board", choices=("hexagon", "square"), often=("hexagon", "square")),
        Option("pieces", 18, "pieces of each player", low=6, high=18),
    )
    touching = (
        "Touch the free place where a piece goes, or a stack and then the one next to it that it captures, or drag "
        'it there. With no pieces in hand, a button below the board says "pass".'
    )
    move_form = "the place where a piece goes, for example d4, or a stack's move onto another, for example d4-e4"
    no_passing = "Nobody passes with pieces in hand."
    board_class = LabelledHexagon
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.abande:evaluate"
    figures = (*stacks(MARKS[0], 0, "dark", "x"), *stacks(MARKS[1], 1, "light", "o"))
    tally = "Points: {first} {count}, {second} {other}."

    def board(self, position: Position) -> Grid:
        if len(position.cells) == SQUARE * SQUARE:
            return grid_of(LabelledSquares, SQUARE, SQUARE)
        return super().board(position)

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        pieces = int(options["pieces"])
        is_square = options["board"] == "square"
        width, cells = (SQUARE, EMPTY * SQUARE * SQUARE) if is_square else HexagonOfCells.empty(HEXAGON)
        return Position(width, cells, in_hand=(pieces, pieces))

    def may_pass(self, position: Position) -> bool:
        return not position.in_hand[position.next_seat]

    def turns(self, position: Position) -> Iterator[Path]:
        cells, around, is_empty = position.cells, self.board(position).around, not position.laid
        if position.in_hand[position.next_seat]:
            for place in position.places_of(EMPTY):
                if is_empty or any(cells[near] != EMPTY for near in around[place]):
                    yield (place,)
        if position.laid >= LAID_FIRST:
            others = self.others(position)
            for start in position.places_of(self.own(position)):
                room = HIGHEST - HEIGHTS[cells[start]]
                ends = [end for end in around[start] if cells[end] in others and HEIGHTS[cells[end]] <= room]
                if ends and self.is_band_without(position, start):
                    yield from ((start, end) for end in ends)

    def is_band_without(self, position: Position, start: int) -> bool:
        """Whether all other stacks are connected."""
        around = self.board(position).around
        left = {place for place, there in enumerate(position.cells) if there != EMPTY and place != start}
        ahead = [left.pop()]
        while ahead:
            for near in around[ahead.pop()]:
                if near in left:
                    left.remove(near)
                    ahead.append(near)
        return not left

    def apply(self, position: Position, path: Path) -> Position:
        seat, in_hand = position.next_seat, [*position.in_hand]
        if not path:
            return self.next_turn(position, {}, path)
        if len(path) == 1:
            in_hand[seat] -= 1
            return self.next_turn(position, {path[0]: MARKS[seat][0]}, path, in_hand=tuple(in_hand))
        start, end = path
        height = HEIGHTS[position[start]] + HEIGHTS[position[end]]
        return self.next_turn(position, {start: EMPTY, end: MARKS[seat][height - 1]}, path)

    def outcome(self, position: Position) -> Result | None:
        if not self.is_over(position):
            return None
        return self.counted(position, "Both pass: {first} has {count} points, {second} {other}.")

    def count(self, position: Position) -> tuple[int, int]:
        """The pieces in stacks of each seat that touch one of the other's."""
        cells, around, points = position.cells, self.board(position).around, [0, 0]
        for place, there in enumerate(cells):
            if there != EMPTY and any(cells[near] in MARKS[1 - OWNERS[there]] for near in around[place]):
                points[OWNERS[there]] += HEIGHTS[there]
        return points[0], points[1]

    def explain_illegal(self, position: Position, path: Path) -> str:
        names, around = [self.board(position).names[place] for place in path], self.board(position).around
        if len(path) == 1 and position[path[0]] == EMPTY:
            if not position.in_hand[position.next_seat]:
                return "You have no pieces left in hand: move a stack, or pass."
            return Message("A new piece has to touch others, and {place} is next to none.", place=names[0])
        if len(path) != 2:
            return ""
        if position[path[0]] == EMPTY:
            return Message("Nothing lies on {place}: a stack moves from where it lies.", place=names[0])
        if position[path[0]] not in self.own(position):
            return Message("The stack on {place} is not yours.", place=names[0])
        start, end = path
        if position.laid < LAID_FIRST:
            return Message("Stacks move only when {count} pieces have been laid.", count=LAID_FIRST)
        if end not in around[start]:
            text = "A stack moves to a place next to it, and {end} is not next to {start}."
            return Message(text, end=names[1], start=names[0])
        if position[end] not in self.others(position):
            return Message("A stack moves only onto one of the other's, and none is on {end}.", end=names[1])
        height = HEIGHTS[position[start]] + HEIGHTS[position[end]]
        if height > HIGHEST:
            return Message("A stack of {height} would be too high: {most} are the most.", height=height, most=HIGHEST)
        return Message("Without the stack on {start} the others would not be connected any more.", start=names[0])

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        if move == PASS:
            return ()
        if len(steps) == 1:
            return ("+1 .",)
        start, end = (self.board(position).place_of[name] for name in steps)
        height = HEIGHTS[position[start]] + HEIGHTS[position[end]]
        return ("", f"{steps[0]} - {steps[1]} - +{height} {steps[1]}")

    def laid_by_touch(self, position: Position, seat: int) -> Mapping[str, str]:
        return {str(height): mark for height, mark in enumerate(MARKS[seat], 1)}

    def advantage(self, position: Position, seat: int) -> str:
        return counted("{count} point", "{count} points", self.count(position)[seat])

    def legend(self, position: Position, viewer: int | None) -> str:
        return (
            "Black's stacks are x1 to x3, White's o1 to o3; the number is the height.\n"
            "Stacks next to one of the other's count. The last move is in brackets."
        )

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        black, white = position.in_hand
        told = Message("Pieces in hand: Black {black}, White {white}.", black=black, white=white)
        return (*super().status(position, viewer), told)
