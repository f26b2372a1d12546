"""The rules of Even-Odd, from the leaflet in the box as the encyclopedia gives it.

Passes, and the return match after a draw, are automatic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from pbmserv.games.chance import Chance
from pbmserv.games.pairimpair.boards import BOARDS, START
from pbmserv.games.pairimpair.tiles import NOT_TO_OPEN, TILES, Side
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.printed_board import PrintedBoard


@dataclass(frozen=True)
class Position:
    """A position of a match.

    `even_seat` plays Even. The `mover` has a tile that fits, and `turns` turns including this one. With `replay`, a
    drawn match is followed by number 2.
    """

    board_name: str
    replay: bool
    even_seat: int
    placements: tuple[Placement, ...] = ()
    mover: Side = Side.EVEN
    turns: int = 1
    match: int = 1

    @property
    def board(self) -> PrintedBoard:
        return BOARDS[self.board_name]

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.placements, board=self.board.cells)

    def seat_of(self, side: Side) -> int:
        return self.even_seat if side is Side.EVEN else 1 - self.even_seat

    @property
    def next_seat(self) -> int:
        return self.seat_of(self.mover)

    def side_at(self, seat: int) -> Side:
        return Side.EVEN if seat == self.even_seat else Side.ODD

    def hand(self, side: Side) -> tuple[str, ...]:
        on_board = {TILES.name_of(marks) for _, marks in self.placements}
        return tuple(tile for tile in side.tiles if tile not in on_board)

    def playable(self, side: Side) -> tuple[str, ...]:
        """The tiles of a hand that may be played now; some may not open."""
        return tuple(tile for tile in self.hand(side) if self.placements or tile not in NOT_TO_OPEN)

    def places_of(self, side: Side) -> tuple[Cell, ...]:
        """The cells where a tile of a side fits: next to another, or in the centre of the empty board."""
        if not self.placements:
            return (self.board.cell_of(START),)
        return self.layout.places(TILES.marks(tile) for tile in self.hand(side))

    @cached_property
    def is_over(self) -> bool:
        """Whether a side has placed its last tile, or neither can place any."""
        return not all(map(self.hand, Side)) or not any(map(self.places_of, Side))

    @property
    def winner(self) -> Side | None:
        even, odd = len(self.hand(Side.EVEN)), len(self.hand(Side.ODD))
        if even == odd:
            return None
        return Side.EVEN if even < odd else Side.ODD

    @cached_property
    def places(self) -> tuple[Cell, ...]:
        return () if self.is_over else self.places_of(self.mover)

    @property
    def moves(self) -> tuple[Placement, ...]:
        return tuple(
            Placement(cell, marks)
            for cell in self.places
            for tile in self.playable(self.mover)
            for marks in TILES.turns_that_fit(tile, self.layout.pattern(cell))
        )


@dataclass(frozen=True)
class TurnAgain:
    """A tile completed this many hexagons, for as many extra turns."""

    side: Side
    hexagons: int


@dataclass(frozen=True)
class Passed:
    side: Side


@dataclass(frozen=True)
class ReturnMatch:
    """A drawn match with this many tiles on each side; sides are swapped for the next."""

    tiles_left: int


Event: TypeAlias = TurnAgain | Passed | ReturnMatch


@dataclass(frozen=True)
class Advance:
    position: Position
    events: tuple[Event, ...] = ()


def start(board_name: str, replay: bool, chance: Chance) -> Position:
    """The start, after the first seat's coin: tails is Even, heads Odd."""
    heads = chance.below(2)
    return Position(board_name, replay, even_seat=heads)


def place(position: Position, placement: Placement) -> Advance:
    """Place a tile that fits, with everything that follows automatically."""
    layout = position.layout.with_tile(placement)
    hexagons = len(layout.hexagons_closed_by(placement.cell))
    placed = replace(position, placements=layout.placements, turns=position.turns - 1 + hexagons)
    if placed.is_over:
        return _after_the_end(placed)
    events: list[Event] = [TurnAgain(position.mover, hexagons)] if hexagons else []
    if not placed.turns:
        placed = _other_to_move(placed)
    if not placed.places:
        events.append(Passed(placed.mover))
        placed = _other_to_move(placed)
    return Advance(placed, tuple(events))


def _other_to_move(position: Position) -> Position:
    return replace(position, mover=position.mover.other, turns=1)


def _after_the_end(position: Position) -> Advance:
    """A first match may be followed by a return match; a second is the last."""
    if position.winner or not position.replay or position.match == 2:
        return Advance(position)
    switched = Position(position.board_name, position.replay, even_seat=position.seat_of(Side.ODD), match=2)
    return Advance(switched, (ReturnMatch(len(position.hand(Side.EVEN))),))
