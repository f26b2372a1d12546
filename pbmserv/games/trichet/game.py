"""Trichet for the server."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import starmap
from typing import TYPE_CHECKING

from pbmserv.games.base import (
    Illegal,
    Json,
    NeverLegal,
    Note,
    Option,
    Options,
    Played,
    Result,
    Unreadable,
    refuse_to_pass,
)
from pbmserv.games.chance import Chance
from pbmserv.games.families import TRIANGLES
from pbmserv.games.message import Listed, Message, counted, listed
from pbmserv.games.refusals import quoted
from pbmserv.games.sequential import SequentialGame
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.marked_drawing import POINTER
from pbmserv.games.triangles.tiles import Marking
from pbmserv.games.trichet.drawing import FOLLOWER, draw_position, draw_rotations
from pbmserv.games.trichet.rules import BLANK, DOT, OH, ROTATIONS, Place, Position, Tile, after, start

if TYPE_CHECKING:
    from pbmserv.games.picture import Picture, Shape

SEAT_NAMES = (Message("Oh"), Message("Dot"))
_COLOUR_WORDS = {OH: Message("an o"), DOT: Message("a dot")}

_MOVE = re.compile(r"([a-f])([0-9]{1,6})|([0-9]{1,6})([a-f])")


class Trichet(SequentialGame[Position]):
    """Cameron Browne's game of territory closure: be the first to surround a region of your colour."""

    name = "Trichet"
    summary = "Lay triangular tiles and be the first to surround a region of your colour"
    family = TRIANGLES
    themes = ("tiles", "territory")
    seats = range(2, 3)
    options = (
        Option("num_tiles", 96, "tiles in all, the two of the start included", low=3, high=999),
        Option("win_size", 10, "tiles that a surrounded region must use to win", low=6, high=999),
    )
    touching = (
        "Touch the number where your tile goes, and then the way in which it is to lie: each stands below the board."
    )
    move_form = "<rotation><position>, for example d3"
    playout_by = "pbmserv.games.playouts.trichet:playout"
    same_player_twice = True
    uses_chance = False

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return start(int(options["num_tiles"]), int(options["win_size"]))

    def moves(self, position: Position) -> Sequence[str]:
        return position.moves

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody passes in Trichet: there always is a place for a tile. Write, for example, d3.")
        rotation, number = _read(text)
        place = _place(position, number)
        if rotation not in place.rotations:
            raise Illegal(_why_not(position, rotation, number, place))
        following = after(position, Tile(place.cell, rotation))
        move = f"{rotation}{number}"
        return Played(following, move, _notes(move, following))

    def value_of(self, position: Position, text: str) -> str:
        """Rotation and cell: `d@-1,4`."""
        rotation, number = _read(text)
        return f"{rotation}@{_place(position, number).cell.name}"

    def text_of(self, position: Position, value: str) -> str:
        rotation, _, name = value.partition("@")
        cell = Cell.named(name)
        for number, place in enumerate(position.places, 1):
            if place.cell == cell:
                return f"{rotation}{number}"
        raise NeverLegal("No tile can be laid in that position any more.")

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        return Result(position.winner, _reason(position))

    def draw(self, position: Position, viewer: int | None) -> str:
        return draw_position(position)

    def picture(self, position: Position, viewer: int | None) -> Picture:
        from pbmserv.games.trichet.picture import picture_of

        return picture_of(position)

    def steps(self, position: Position, seat: int, move: str) -> tuple[str, ...]:
        from pbmserv.games.trichet.picture import target_of

        rotation, number = move[0], move[1:]
        return number, target_of(rotation, position.places[int(number) - 1].cell.is_up)

    def asked_next(self, position: Position, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        return Message("How does the tile lie?")

    def slides(self, position: Position, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        number, way = steps
        return "", f"+{way} {number}"

    def new_pieces(self, position: Position, seat: int) -> Mapping[str, Sequence[Shape]]:
        from pbmserv.games.trichet.picture import lying, target_of

        return {
            target_of(rotation, place.cell.is_up): lying(rotation, place.cell.is_up)
            for place in position.places
            for rotation in place.rotations
        }

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, *_IN_CHARACTERS)

    def picture_status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        return self._told(position, *_IN_PICTURE)

    def _told(self, position: Position, *texts: str) -> tuple[str, ...]:
        oh, dot = (sizes[0] if sizes else Message("none") for sizes in position.surrounded)
        return (
            *_last_turn(position, *texts),
            Message(
                "Tiles left: {left} of {tiles}.",
                left=position.tiles_left,
                tiles=position.num_tiles,
            ),
            Message(
                "Largest surrounded region, in tiles: Oh {oh}, Dot {dot}; {most} wins.",
                oh=oh,
                dot=dot,
                most=position.win_size,
            ),
        )

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return Message(
            "The numbers are the positions where a tile can be laid. A move is the letter of\n"
            "a rotation and a position, for example d3. The rotations, above for positions\n"
            "that point up, below for positions that point down:\n\n{rotations}",
            rotations=draw_rotations(),
        )

    def picture_legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return (
            "The numbers are the positions where a tile can be laid. A move is the letter of\n"
            "a rotation and a position, for example d3."
        )

    def dump(self, position: Position) -> Json:
        return {
            "tiles": [[row, x, rotation] for (row, x), rotation in position.tiles],
            "next_seat": position.next_seat,
            "num_tiles": position.num_tiles,
            "win_size": position.win_size,
            "surrounded": list(map(list, position.surrounded)),
        }

    def load(self, data: Json) -> Position:
        # Positions that were stored by an older server do not tell what is surrounded.
        sizes = data.get("surrounded")
        return Position(
            tuple(starmap(_tile, data["tiles"])),
            data["next_seat"],
            data["num_tiles"],
            data["win_size"],
            sizes=(tuple(sizes[0]), tuple(sizes[1])) if sizes else None,
        )


@lru_cache(maxsize=4096)
def _tile(row: int, x: int, rotation: str) -> Tile:
    # Most games are played on the same few hundred cells.
    return Tile(Cell(row, x), rotation)


def _read(text: str) -> tuple[str, int]:
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        typed = quoted(text)
        raise Unreadable(
            'The text "{typed}" is not a Trichet move: write a rotation letter (a-f) and a position'
            " number, for example d3.",
            typed=typed,
        )
    return match[1] or match[4], int(match[2] or match[3])


def _place(position: Position, number: int) -> Place:
    if not 1 <= number <= len(position.places):
        raise Illegal(
            "Position {number} is not on the board: the free positions are numbered 1 to {count}.",
            number=number,
            count=len(position.places),
        )
    return position.places[number - 1]


def _why_not(position: Position, rotation: str, number: int, place: Place) -> str:
    corners = Marking.CORNERS.names(place.cell)
    clashes = [
        Message(
            "its {corner} would be {ours} and has to be {theirs}",
            corner=Message(corner),
            ours=_COLOUR_WORDS[ours],
            theirs=_COLOUR_WORDS[theirs],
        )
        for corner, ours, theirs in zip(corners, ROTATIONS[rotation], position.group.corners(place.cell), strict=True)
        if theirs not in (BLANK, ours)
    ]
    return Message(
        "Rotation {rotation} does not fit at position {number}: {clashes}. You may write {moves}.",
        rotation=rotation,
        number=number,
        clashes=Listed(clashes, ", and ", ", and "),
        moves=listed([f"{fitting}{number}" for fitting in place.rotations], "or"),
    )


def _notes(move: str, following: Position) -> tuple[Note, ...]:
    auto_moves = len(following.last_turn) - 1
    if not auto_moves:
        return ()
    one, many = "{count} auto move followed {move}.", "{count} auto moves followed {move}."
    return (Note(counted(one, many, auto_moves, move=move)),)


_IN_CHARACTERS = (
    "{player} laid the tile that is marked {pointer}.",
    "{player} laid the tile that is marked {pointer}; the one marked {follower} followed by itself.",
    "{player} laid the tile that is marked {pointer}; the {count} marked {follower} followed by themselves.",
)
_IN_PICTURE = (
    "{player} laid the tile with the red triangle.",
    "{player} laid the tile with the inner triangle; the one with a ring followed by itself.",
    "{player} laid the tile with the inner triangle; the {count} with a ring followed by themselves.",
)
"""What is told of the last tile, alone or with one or more that followed."""


def _last_turn(position: Position, alone: str, with_one: str, with_more: str) -> tuple[str, ...]:
    if not position.last_turn:
        return ()
    followers = len(position.last_turn) - 1
    text = alone if not followers else with_one if followers == 1 else with_more
    player = SEAT_NAMES[position.last_mover]
    return (Message(text, player=player, count=followers, pointer=POINTER, follower=FOLLOWER),)


def _reason(position: Position) -> str:
    match position.closers:
        case ():
            return Message(
                "The tiles ran out before anyone surrounded a region of {most} tiles.", most=position.win_size
            )
        case (seat,):
            return Message(
                "{player} surrounded a region of {tiles} tiles.",
                player=SEAT_NAMES[seat],
                tiles=position.surrounded[seat][0],
            )
        case _:
            mover = SEAT_NAMES[position.last_mover]
            oh, dot = (sizes[0] for sizes in position.surrounded)
            return Message(
                "{mover} surrounded regions of both colours, Oh's of {oh} tiles and Dot's of {dot}, and so loses.",
                mover=mover,
                oh=oh,
                dot=dot,
            )
