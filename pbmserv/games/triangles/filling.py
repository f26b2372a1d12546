"""Puzzles for one: fill the board with a set of tiles so that all marks agree.

A player places and removes tiles, and may ask for hints, which cost a point each. A hint reports the search's result
without changing the board, so records replay alike whatever the search finds.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from pbmserv.games.base import (
    Illegal,
    Json,
    Note,
    Option,
    Options,
    Played,
    Result,
    refuse_own_words,
    refuse_to_pass,
)
from pbmserv.games.chance import Chance
from pbmserv.games.families import TRIANGLES
from pbmserv.games.message import Message, counted, in_lines, lines_of
from pbmserv.games.picture import Picture
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.triangles.drawing import PAGE_WIDTH
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.marked_drawing import draw_layout, numbered
from pbmserv.games.triangles.notation import (
    TileMove,
    cell_at,
    move_text,
    moves_at,
    note_of_turned_name,
    placement_of,
    read_move,
)
from pbmserv.games.triangles.picture import Table, Tray, asked_after, slides_of, steps_of
from pbmserv.games.triangles.printed_board import PrintedBoard
from pbmserv.games.triangles.solver import OutOfBudget, count_fillings, first_filling
from pbmserv.games.triangles.tiles import BLANK, Marking, TileSet

MOVES = Option("moves", 240, "moves after which it is over, what is taken off and hints included", low=25, high=999)
"""An option of every puzzle, which bounds records."""
HINT = "hint"
EXAMPLE = "123@7"
HINT_BUDGET = 50_000
"""Steps of the search for a continuation: about half a second."""
LOOK_BACK_BUDGET = 5_000
"""Steps of each search for the mistake; five suffice."""

LARGER = 1.6
"""The scale of boards in pictures, relative to growing boards."""

_TAKE = re.compile(r"take ?([0-9]{1,4})", re.ASCII | re.IGNORECASE)
_PLACE = re.compile(r"^place ", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Position:
    """A puzzle: tiles on the board, hints and moves used."""

    options: Options = field(hash=False)
    layout: Layout
    tiles: TileSet
    hints: int = 0
    moves: int = 0

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(sorted(self.layout.board or ()))

    @cached_property
    def free_cells(self) -> tuple[Cell, ...]:
        return tuple(filter(self.layout.is_free, self.cells))

    @cached_property
    def unused(self) -> tuple[str, ...]:
        used = {self.tiles.name_of(marks) for marks in self.layout.tiles.values()}
        return tuple(name for name in self.tiles.names if name not in used)

    @property
    def most_moves(self) -> int:
        return int(self.options[MOVES.name])

    @property
    def next_seat(self) -> int:
        """The only seat."""
        return 0

    @property
    def is_over(self) -> bool:
        return not self.free_cells or self.moves >= self.most_moves

    @property
    def score(self) -> int:
        return 0 if self.free_cells else max(len(self.cells) - self.hints, 0)

    def number_of(self, cell: Cell) -> int:
        return self.cells.index(cell) + 1

    def text_of(self, placement: Placement) -> str:
        return move_text(placement, self.tiles, self.layout, self.cells)


class FillingGame(SequentialGame[Position]):
    """A puzzle; subclasses provide board and tiles."""

    touching = (
        "Touch a tile below the board, then the number where it goes, or drag it there; if it fits in several ways, "
        'a button says how, such as "4 o\'clock". To take a tile off, touch it on the board. "Hint" asks the '
        "server for help."
    )
    seats = range(1, 2)
    family = TRIANGLES
    themes = ("puzzle",)
    uses_chance = False
    options: ClassVar[tuple[Option, ...]] = (MOVES,)
    solution_by = "pbmserv.games.triangles.solving:solution"
    own_words = dict.fromkeys(
        ("undo", "takeback"), "To take a tile off the board, write take and its position, for example take 7."
    )
    allows_draw = False
    allows_undo = False
    """A hint cannot be forgotten, and tiles are removed by moves."""
    reading: ClassVar[str]
    """How to read the board, for the legend; lines as in `draw`."""
    reading_picture: ClassVar[str] = ""
    """The same for the picture, if different."""

    @abstractmethod
    def empty_board(self, options: Options) -> Layout:
        """The empty board, which the tiles can fill."""

    @abstractmethod
    def tiles(self, options: Options) -> TileSet:
        """The tiles to fill it with."""

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(dict(options), self.empty_board(options), self.tiles(options))

    def moves(self, position: Position) -> Sequence[str]:
        takes = sorted(position.number_of(cell) for cell in position.layout.tiles)
        lays = [
            move
            for cell in position.free_cells
            for move in moves_at(cell, position.unused, position.tiles, position.layout, position.cells)
        ]
        return [HINT, *(f"take {number}" for number in takes), *lays]

    def group_of(self, move: str) -> str:
        """Placements are grouped by position, removals together."""
        _, at, position = move.partition("@")
        if at:
            return f"Position {position}"
        return "Take off a tile" if _TAKE.fullmatch(move) else ""

    def examples(self, position: Position, seat: int) -> tuple[str, ...]:
        moves = self.legal_moves(position, seat)
        some = [move for move in moves if "@" in move] or moves
        return tuple(dict.fromkeys((*some[:1], *some[len(some) // 2 :][:1])))

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(
            text,
            Message(
                "There is nobody to pass to: lay a tile, for example {example}, or ask for a {hint}.",
                example=EXAMPLE,
                hint=HINT,
            ),
        )
        refuse_own_words(text, self.own_words)
        typed = text.strip()
        if typed.lower() == HINT:
            return Played(_after_hint(position), HINT, (Note(_advice(position)),))
        if take := _TAKE.fullmatch(typed):
            return _take_off(position, int(take[1]))
        move = read_move(
            _PLACE.sub("", typed), position.tiles, Message("{example}, take 7 or {hint}", example=EXAMPLE, hint=HINT)
        )
        return _lay(position, move)

    def replay(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        # A search for each hint of a long record would take minutes.
        if text == HINT:
            return Played(_after_hint(position), HINT)
        return self.play(position, seat, text, chance)

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        return Result(None if position.free_cells else 0, _reason(position), scores=(position.score,))

    def draw(self, position: Position, viewer: int | None) -> str:
        layout, board = position.layout, PrintedBoard(frozenset(position.cells), {})
        if not position.free_cells:
            return draw_layout(layout, board=board)
        # A free cell between tiles with marks on their edges would look like one of them.
        laid = layout.tiles if layout.marking is Marking.EDGES else ()
        return draw_layout(layout, numbered(position.cells), last=laid, board=board)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        unused = position.unused
        table = Table(
            position.layout,
            position.tiles,
            position.cells if position.free_cells else (),
            board=PrintedBoard(frozenset(position.cells), {}),
            trays=[Tray(Message("Tiles left"), unused, can_be_touched=True)] if unused else [],
            moves=self.legal_moves(position, 0),
            last=[placement.cell for placement in position.layout.placements[-1:]],
            remark=_used(position),
            larger=LARGER,
        )
        return table.picture(self.name)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        return steps_of(move)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return asked_after(touched)

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return slides_of(steps, position.tiles, position.layout, position.cells)

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        left = [*map(position.tiles.spelled, position.unused)]
        if not left:
            return Message("Tiles left (0): none"), _used(position)
        return *in_lines("Tiles left ({count}): {things}", left, PAGE_WIDTH, count=len(left)), _used(position)

    def legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, self.reading)

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        return self._how_to_read(position, self.reading_picture or self.reading)

    def _how_to_read(self, position: Position, reading: str) -> str:
        if position.is_over:
            return ""
        how = Message(
            "A move is a tile and a position, for example {example}. Where the tile fits in\n"
            "more ways than one, add the hour at which its last figure, as you write it, is\n"
            "to point, as in {hour}. The move take 7 takes a tile off, {hint} asks for help.",
            example=EXAMPLE,
            hour=EXAMPLE.replace("@", ".08@"),
            hint=HINT,
        )
        return lines_of(Message(reading), how)

    def dump(self, position: Position) -> Json:
        return {
            "options": dict(position.options),
            "placements": [[*cell, marks] for cell, marks in position.layout.placements],
            "hints": position.hints,
            "moves": position.moves,
        }

    def load(self, data: Json) -> Position:
        options: Options = data["options"]
        placements = tuple(Placement(Cell(row, x), marks) for row, x, marks in data["placements"])
        layout = replace(self.empty_board(options), placements=placements)
        return Position(options, layout, self.tiles(options), data["hints"], data["moves"])


def _used(position: Position) -> str:
    return Message(
        "Moves: {moves} of {most}. Hints: {hints}.",
        moves=position.moves,
        most=position.most_moves,
        hints=position.hints,
    )


def _lay(position: Position, move: TileMove) -> Played[Position]:
    cell = cell_at(move.position, position.cells)
    layout, tiles = position.layout, position.tiles
    if cell in layout.tiles:
        there = tiles.spelled(tiles.name_of(layout.tiles[cell]))
        raise Illegal(
            "At position {position} lies tile {there}: take {position} takes it off.",
            position=move.position,
            there=there,
        )
    if move.tile not in position.unused:
        [where] = [other for other, marks in layout.placements if tiles.name_of(marks) == move.tile]
        raise Illegal(
            "Tile {tile} lies on the board already, at position {number}.",
            tile=tiles.spelled(move.tile),
            number=position.number_of(where),
        )
    placement = placement_of(move, tiles, layout, position.cells)
    after = replace(position, layout=layout.with_tile(placement), moves=position.moves + 1)
    written = position.text_of(placement)
    return Played(after, written, note_of_turned_name(move, written, tiles, 0))


def _take_off(position: Position, number: int) -> Played[Position]:
    cell = cell_at(number, position.cells)
    if cell not in position.layout.tiles:
        taken = sorted(position.number_of(laid) for laid in position.layout.tiles)
        raise Illegal(
            "There is no tile at position {number} to take off: tiles lie at {taken}."
            if taken
            else "There is no tile at position {number} to take off: none has been laid.",
            number=number,
            taken=", ".join(map(str, taken)),
        )
    after = replace(position, layout=position.layout.without_tile(cell), moves=position.moves + 1)
    return Played(after, f"take {number}")


def _after_hint(position: Position) -> Position:
    return replace(position, hints=position.hints + 1, moves=position.moves + 1)


def _advice(position: Position) -> str:
    layout = position.layout
    try:
        filling = first_filling(layout, position.tiles, HINT_BUDGET)
    except OutOfBudget:
        return Message(
            "Hint: whether the board can be filled from here was not found out in time; a tile more or less may help."
        )
    if filling is not None:
        move = position.text_of(next_of(position, filling))
        return Message(
            "Hint: the board can be filled from here, for example with {move} as the next move.", move=move
        )
    wrong = ", ".join(str(position.number_of(cell)) for cell, _ in layout.placements[tiles_to_keep(position) :])
    return Message(
        "Hint: from here the board cannot be filled. It can be if you take off what lies at {wrong}.", wrong=wrong
    )


def next_of(position: Position, filling: Layout) -> Placement:
    """The tile of a filling to place next: where most marks are, as the player works there."""
    cell = min(position.free_cells, key=lambda cell: position.layout.pattern(cell).count(BLANK))
    return Placement(cell, filling.tiles[cell])


def tiles_to_keep(position: Position) -> int:
    """After how many placed tiles, in order, the board could still be filled.

    Once it cannot it never can, so a binary search finds it. A search that takes too long counts as failed, and the
    hint removes a tile too many.
    """
    good, bad = 0, len(position.layout.placements)
    while bad - good > 1:
        middle = (good + bad) // 2
        earlier = replace(position.layout, placements=position.layout.placements[:middle])
        if count_fillings(earlier, position.tiles, most=1, budget=LOOK_BACK_BUDGET).found:
            good = middle
        else:
            bad = middle
    return good


def _reason(position: Position) -> Message:
    if position.free_cells:
        return counted(
            "The {moves} moves are used up, and {count} cell is still empty.",
            "The {moves} moves are used up, and {count} cells are still empty.",
            len(position.free_cells),
            moves=position.most_moves,
        )
    cells = len(position.cells)
    if not position.hints:
        return Message("All {cells} cells are filled, without a hint.", cells=cells)
    return counted(
        "All {cells} cells are filled, with {count} hint.",
        "All {cells} cells are filled, with {count} hints.",
        position.hints,
        cells=cells,
    )
