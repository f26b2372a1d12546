"""Hex as the server meets it: moves as players write them, refusals, and what a letter shows."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from string import ascii_lowercase

from pbmserv.games.base import (
    Game,
    Illegal,
    Json,
    NeverLegal,
    Option,
    Options,
    Played,
    Result,
    Unreadable,
    refuse_to_pass,
)
from pbmserv.games.chance import Chance
from pbmserv.games.hex.drawing import STONES, draw_position
from pbmserv.games.hex.rules import Cell, Position

SEAT_NAMES = ("Vertical", "Horizontal")
SIDES = ("top and bottom", "left and right")

_MOVE = re.compile(r"([a-z])([1-9][0-9]?)")


class Hex(Game[Position]):
    """Piet Hein's and John Nash's game of connection: be the first to join your two sides of the board."""

    name = "Hex"
    summary = "Join your two sides of the board with a chain of stones before your opponent joins the others"
    seats = range(2, 3)
    options = (
        Option("size", 11, "cells along each side of the board", low=3, high=19),
        Option("handicap", 0, "extra stones that the first player lays before the second begins", low=0, high=9),
    )
    move_form = "<column><row>, for example d4"
    same_player_twice = True
    uses_chance = False

    def check_options(self, options: Options, seats: int) -> None:
        size, most = int(options["size"]), int(options["size"]) - 2
        if int(options["handicap"]) > most:
            raise Illegal(
                f"-handicap={options['handicap']} is too much for a board of size {size}: the first player would win"
                f" before the second has begun. Here {most} is the most."
            )

    def swap_at(self, options: Options) -> int | None:
        """As the second move; not in a handicap game, whose point is that the sides are not worth the same."""
        return None if options["handicap"] else 2

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(int(options["size"]), int(options["handicap"]))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.chain else (position.next_seat,)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        return [cell.name for cell in position.free_cells]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, f"Nobody passes in Hex: name a free cell, for example {_example(position)}.")
        cell = _read(text, position)
        if position.chain:
            raise Illegal("The game is over: no more stones are laid.")
        if seat != position.next_seat:
            raise Illegal(f"It is not your turn: {SEAT_NAMES[position.next_seat]} is to move.")
        if not position.holds(cell):
            last = Cell(position.size - 1, position.size - 1)
            raise NeverLegal(f"The cell {cell.name} is not on the board: its cells are a1 to {last.name}.")
        if cell in position.owners:
            raise Illegal(
                f"The cell {cell.name} is taken: a stone of {SEAT_NAMES[position.owners[cell]]} lies there."
            )
        return Played(position.after(cell), cell.name)

    def result(self, position: Position) -> Result | None:
        winner = position.winner
        if winner is None:
            return None
        return Result(winner, f"{SEAT_NAMES[winner]} has joined {SIDES[winner]}.")

    def draw(self, position: Position, viewer: int | None) -> str:
        return draw_position(position)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        if position.chain:
            chain = " ".join(cell.name for cell in position.chain)
            return tuple(textwrap.wrap(f"The winning chain, in capitals: {chain}.", 79))
        if position.handicap and position.head_start:
            return (f"Stones that Vertical lays before Horizontal begins: {position.head_start}.",)
        return ()

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.chain:
            return ""
        vertical, horizontal = (
            f"{name} ({stone}) joins {sides}" for name, stone, sides in zip(SEAT_NAMES, STONES, SIDES, strict=True)
        )
        return (
            f"{vertical}, {horizontal}.\n"
            "A cell touches the two beside it and the nearest two above and below it.\n"
            "The last stone is in brackets."
        )

    def dump(self, position: Position) -> Json:
        return {
            "size": position.size,
            "handicap": position.handicap,
            "stones": [list(cell) for cell in position.stones],
        }

    def load(self, data: Json) -> Position:
        return Position(data["size"], data["handicap"], tuple(Cell(row, column) for row, column in data["stones"]))


def _example(position: Position) -> str:
    """A cell for refusals, which even the smallest board has."""
    place = min(3, position.size - 1)
    return Cell(place, place).name


def _read(text: str, position: Position) -> Cell:
    """The cell that a move as typed names."""
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        typed = "".join(char if char.isprintable() else "?" for char in text.strip()[:20])
        raise Unreadable(
            f'A cell is expected, not "{typed}": write its column letter and its row number, for example'
            f" {_example(position)}."
        )
    return Cell(int(match[2]) - 1, ascii_lowercase.index(match[1]))
