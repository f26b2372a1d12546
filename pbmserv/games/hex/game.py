"""Hex for the server."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING

from pbmserv.games.base import (
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
from pbmserv.games.boards.hexagons import Cell, HexContents, Rhombus
from pbmserv.games.chance import Chance
from pbmserv.games.families import HEXAGONS
from pbmserv.games.file_formats import SGF
from pbmserv.games.hex.rules import Position
from pbmserv.games.message import Message, in_lines, lines_of
from pbmserv.games.picture import Picture, Shape
from pbmserv.games.refusals import quoted
from pbmserv.games.sequential import SequentialGame

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame

SEAT_NAMES = (Message("Vertical"), Message("Horizontal"))
SIDES = ("top and bottom", "left and right")
STONES = ("x", "o")
"""The seats' stones in characters."""

_MOVE = re.compile(r"([a-z])([1-9][0-9]?)")


class Hex(SequentialGame[Position]):
    """Piet Hein's and John Nash's game of connection: be the first to join your two sides of the board."""

    name = "Hex"
    summary = "Join your two sides of the board with a chain of stones"
    family = HEXAGONS
    themes = ("connection",)
    seats = range(2, 3)
    options = (
        Option("size", 11, "cells along each side of the board", low=3, high=19, often=(7, 11, 13)),
        Option("handicap", 0, "extra stones that the first player lays before the second begins", low=0, high=9),
    )
    touching = "Touch the free cell where your stone goes."
    move_form = "the cell where your stone goes, for example d4"
    same_player_twice = True
    uses_chance = False
    file_format = SGF
    playout_by = "pbmserv.games.playouts.filling:of_hex"

    def check_options(self, options: Options, seats: int) -> None:
        size, most = int(options["size"]), int(options["size"]) - 2
        if int(options["handicap"]) > most:
            raise Illegal(
                "A handicap of {option} is too much for a board of size {size}: the first player would win"
                " before the second has begun. Here {most} is the most.",
                option=options["handicap"],
                size=size,
                most=most,
            )

    def swap_at(self, options: Options) -> int | None:
        """The second move; not in a handicap game."""
        return None if options["handicap"] else 2

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return Position(int(options["size"]), int(options["handicap"]))

    def moves(self, position: Position) -> Sequence[str]:
        owners = position.owners
        return [name for cell, name in Rhombus(position.size).names.items() if cell not in owners]

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(
            text,
            Message("Nobody passes in Hex: name a free cell, for example {example}.", example=_example(position)),
        )
        cell = _read(text, position)
        if not position.holds(cell):
            last = Cell(position.size - 1, position.size - 1)
            raise NeverLegal(
                "The cell {name} is not on the board: its cells are a1 to {last}.", name=cell.name, last=last.name
            )
        if cell in position.owners:
            raise Illegal(
                "The cell {name} is taken: a stone of {player} lies there.",
                name=cell.name,
                player=SEAT_NAMES[position.owners[cell]],
            )
        return Played(position.after(cell), cell.name)

    def result(self, position: Position) -> Result | None:
        winner = position.winner
        if winner is None:
            return None
        return Result(
            winner, Message("{player} has joined {sides}.", player=SEAT_NAMES[winner], sides=Message(SIDES[winner]))
        )

    def game_file(self, played: PlayedGame) -> str:
        from pbmserv.games.hex import sgf

        return sgf.written(played)

    def read_game(self, told: Told) -> PlayedGame | None:
        from pbmserv.games.file_parts import Tree
        from pbmserv.games.hex import sgf

        return sgf.read(told) if isinstance(told, Tree) else None

    def draw(self, position: Position, viewer: int | None) -> str:
        return _drawn(position)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        size = position.size
        return Rhombus(size).picture(
            _contents(position),
            Message(
                "A board of {game}, {extent}",
                game=self.name,
                extent=Message("{width} by {height} cells", width=size, height=size),
            ),
        )

    def new_pieces(self, position: Position, seat: int) -> Mapping[str, Sequence[Shape]]:
        return {".": Rhombus(position.size).stone(seat)}

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return _told(position, "The winning chain, in capitals: {things}")

    def picture_status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return _told(position, "The winning chain, in green: {things}")

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.chain:
            return ""
        vertical, horizontal = [
            Message("{player} ({stone}) joins {sides}", player=Message(name), stone=stone, sides=Message(sides))
            for name, stone, sides in zip(SEAT_NAMES, STONES, SIDES, strict=True)
        ]
        return lines_of(
            Message("{vertical}, {horizontal}.", vertical=vertical, horizontal=horizontal),
            Message("A cell touches the two beside it and the nearest two above and below it."),
            Message("The last stone is in brackets."),
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        if position.chain:
            return ""
        vertical, horizontal = [
            Message("{player} joins {sides}", player=Message(name), sides=Message(sides))
            for name, sides in zip(SEAT_NAMES, SIDES, strict=True)
        ]
        return lines_of(
            Message("{vertical}, {horizontal}.", vertical=vertical, horizontal=horizontal),
            Message("The last stone lies on a tinted cell."),
        )

    def load(self, data: Json) -> Position:
        return Position(data["size"], data["handicap"], tuple([Cell(row, column) for row, column in data["stones"]]))


def _told(position: Position, text: str) -> tuple[str, ...]:
    if position.chain:
        *chain, last = (cell.name for cell in position.chain)
        return in_lines(text, [*chain, f"{last}."], 79)
    if position.handicap and position.head_start:
        return (
            Message(
                "Stones that Vertical lays before Horizontal begins: {head_start}.", head_start=position.head_start
            ),
        )
    return ()


@lru_cache(maxsize=64)
def _drawn(position: Position) -> str:
    return Rhombus(position.size).characters(_contents(position), STONES)


def _contents(position: Position) -> HexContents:
    return HexContents(
        stones=position.owners,
        names=tuple([Message("stone of {player}", player=Message(name)) for name in SEAT_NAMES]),
        last=position.stones[-1:],
        winning_cells=position.chain,
        owners=(0, 1),
    )


def _example(position: Position) -> str:
    place = min(3, position.size - 1)
    return Cell(place, place).name


def _read(text: str, position: Position) -> Cell:
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        typed = quoted(text)
        raise Unreadable(
            'A cell is expected, not "{typed}": write its column letter and its row number, for example {example}.',
            typed=typed,
            example=_example(position),
        )
    return Cell(int(match[2]) - 1, ascii_lowercase.index(match[1]))
