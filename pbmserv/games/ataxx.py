"""Ataxx, by Dave Crummack and Craig Galley (1988, as Infection)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pbmserv.games.base import Option, Options, Result
from pbmserv.games.boards.figures import PIECE, Figure
from pbmserv.games.boards.grids import EMPTY, Grid, places_typed
from pbmserv.games.boards.squares import Squares
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition, Path, grid_of
from pbmserv.games.majority import MajorityGame
from pbmserv.games.message import Message

BLOCKED = {"none": (), "four": ("c5", "e5", "c3", "e3"), "five": ("c5", "e5", "d4", "c3", "e3")}
SIZE = 7
MOST_JUMPS = 100
"""This many consecutive jumps, of both players together, end the game."""


@dataclass(frozen=True)
class Position(GridPosition):
    jumps: int = 0


class Ataxx(MajorityGame[Position]):
    """Grow, jump, and infect your neighbours."""

    name = "Ataxx"
    summary = "Grow or jump, and turn all neighbours there into your own"
    also_called = ("Infection",)
    themes = ("majority", "turning")
    options = (
        Option("blocks", "none", "squares in the middle that nobody can enter", choices=("none", "four", "five")),
    )
    touching = (
        "To grow, touch the free square for the new piece. To jump, touch the piece and then the square where it "
        "goes, or drag it there."
    )
    move_form = "the square where a piece grows, for example b2, or from and to where one jumps, for example a1-c3"
    board_class = Squares
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.ataxx:evaluate"
    figures = (
        Figure("x", 0, PIECE, "dark"),
        Figure("o", 1, PIECE, "light"),
        Figure("#", None, "block"),
    )

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        board = grid_of(Squares, SIZE, SIZE)
        pieces = {"a7": "x", "g1": "x", "a1": "o", "g7": "o"} | dict.fromkeys(BLOCKED[str(options["blocks"])], "#")
        changes = {board.place_of[name]: piece for name, piece in pieces.items()}
        return Position(SIZE, EMPTY * SIZE * SIZE).with_changes(changes, 0, ())

    def legal_paths(self, position: Position) -> Iterator[Path]:
        board, cells, own = self.board(position), position.cells, self.own(position)
        places = position.places_of(own)
        for place in sorted({near for each in places for near in board.around[each] if cells[near] == EMPTY}):
            yield (place,)
        for place in places:
            for far in two_away(board, place):
                if cells[far] == EMPTY:
                    yield place, far

    def apply(self, position: Position, path: Path) -> Position:
        own, other, end = self.own(position), self.others(position), path[-1]
        infected = [near for near in self.board(position).around[end] if position[near] in other]
        changes = {path[0]: EMPTY, **dict.fromkeys([*infected, end], own)}
        jumps = position.jumps + 1 if len(path) > 1 else 0
        return self.next_turn(position, changes, path, jumps=jumps)

    tally = "Pieces: {first} {count}, {second} {other}."

    def outcome(self, position: Position) -> Result | None:
        black, white = self.count(position)
        if black and white and position.jumps < MOST_JUMPS and not self.is_stuck(position):
            return None
        if position.jumps >= MOST_JUMPS:
            text = "There have been {jumps} jumps with nothing new: {first} has {count} pieces, {second} {other}."
            return self.counted(position, text, jumps=MOST_JUMPS)
        if not (black and white):
            text = "{player} has no piece left: {first} has {count} pieces, {second} {other}."
            return self.counted(position, text, player=self.seat_names[int(not white)])
        return self.counted(position, "Nobody can move any more: {first} has {count} pieces, {second} {other}.")

    def normalise(self, position: Position, text: str) -> str:
        """A growing piece may be named, too: `a1-b2` is the same as `b2`."""
        names, board = places_typed(text), self.board(position)
        if names and len(names) == 2 and all(name in board.place_of for name in names):
            start, end = (board.place_of[name] for name in names)
            if position[start] in self.own(position) and end in board.around[start]:
                return names[1]
        return text

    def explain_illegal(self, position: Position, path: Path) -> str:
        names = self.board(position).names
        end = names[path[-1]]
        if position[path[-1]] != EMPTY:
            return Message(
                "The square {end} is not free: {piece} is there.", end=end, piece=self.called(position[path[-1]])
            )
        if len(path) == 1:
            return Message(
                "None of your pieces touches {end}; where one jumps to it, name both squares, for example a1-c3.",
                end=end,
            )
        if len(path) == 2 and position[path[0]] in self.own(position):
            return Message(
                "From {place} to {end} it is too far: a piece grows by one square, or jumps two.",
                place=names[path[0]],
                end=end,
            )
        return ""

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        jumps = Message(
            "Jumps since a piece was last added: {jumps}; {most} end the game.",
            jumps=position.jumps,
            most=MOST_JUMPS,
        )
        return (*super().status(position, viewer), *([jumps] if position.jumps >= MOST_JUMPS // 2 else []))


@cache
def two_away(board: Grid, place: int) -> tuple[int, ...]:
    """The targets of jumps: two away in any direction, or a knight's move."""
    column, row = place % board.width, place // board.width
    return tuple(
        each for each in board.places if max(abs(each % board.width - column), abs(each // board.width - row)) == 2
    )
