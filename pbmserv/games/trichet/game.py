"""Trichet as the server meets it: moves as players write them, refusals, notes, and what a letter shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import starmap

from pbmserv.games.base import Game, Illegal, Json, Note, Option, Options, Played, Result, Unreadable, refuse_to_pass
from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.marked_drawing import POINTER
from pbmserv.games.trichet.drawing import FOLLOWER, draw_position, draw_rotations
from pbmserv.games.trichet.rules import BLANK, DOT, OH, ROTATIONS, Place, Position, Tile, after, start

SEAT_NAMES = ("Oh", "Dot")
_COLOUR_WORDS = {OH: "an o", DOT: "a dot"}

_MOVE = re.compile(r"([a-f])([0-9]{1,6})|([0-9]{1,6})([a-f])")


class Trichet(Game[Position]):
    """Cameron Browne's game of territory closure: be the first to surround a region of your colour."""

    name = "Trichet"
    summary = "Lay triangular tiles and be the first to surround a region of your colour"
    seats = range(2, 3)
    options = (
        Option("num_tiles", 96, "tiles in all, the two of the start included", low=3, high=999),
        Option("win_size", 10, "tiles that a surrounded region must use to win", low=6, high=999),
    )
    move_form = "<rotation><position>, for example d3"
    same_player_twice = True
    uses_chance = False

    def start(self, options: Options, seats: int, chance: Chance) -> Position:
        return start(int(options["num_tiles"]), int(options["win_size"]))

    def to_move(self, position: Position) -> tuple[int, ...]:
        return () if position.is_over else (position.next_seat,)

    def legal_moves(self, position: Position, seat: int) -> Sequence[str]:
        if seat not in self.to_move(position):
            return ()
        return position.moves

    def play(self, position: Position, seat: int, text: str, chance: Chance) -> Played[Position]:
        refuse_to_pass(text, "Nobody passes in Trichet: there always is a place for a tile. Write, for example, d3.")
        rotation, number = _read(text)
        if position.is_over:
            raise Illegal("The game is over: no more tiles are laid.")
        if seat != position.next_seat:
            raise Illegal(f"It is not your turn: {SEAT_NAMES[position.next_seat]} is to move.")
        if not 1 <= number <= len(position.places):
            raise Illegal(
                f"Position {number} is not on the board: the free positions are numbered 1 to {len(position.places)}."
            )
        place = position.places[number - 1]
        if rotation not in place.rotations:
            raise Illegal(_why_not(position, rotation, number, place))
        following = after(position, Tile(place.cell, rotation))
        move = f"{rotation}{number}"
        return Played(following, move, _notes(move, following))

    def result(self, position: Position) -> Result | None:
        if not position.is_over:
            return None
        return Result(position.winner, _reason(position))

    def draw(self, position: Position, viewer: int | None) -> str:
        return draw_position(position)

    def seat_name(self, position: Position, seat: int) -> str:
        return SEAT_NAMES[seat]

    def status(self, position: Position, viewer: int | None) -> tuple[str, ...]:
        oh, dot = (sizes[0] if sizes else "none" for sizes in position.surrounded)
        return (
            *_last_turn(position),
            f"Tiles left: {position.tiles_left} of {position.num_tiles}.",
            f"Largest surrounded region, in tiles: Oh {oh}, Dot {dot}; {position.win_size} wins.",
        )

    def legend(self, position: Position, viewer: int | None) -> str:
        if position.is_over:
            return ""
        return (
            "The numbers are the positions where a tile can be laid. A move is the letter of\n"
            "a rotation and a position, for example d3. The rotations, above for positions\n"
            "that point up, below for positions that point down:\n\n" + draw_rotations()
        )

    def dump(self, position: Position) -> Json:
        return {
            "tiles": [[row, x, rotation] for (row, x), rotation in position.tiles],
            "next_seat": position.next_seat,
            "num_tiles": position.num_tiles,
            "win_size": position.win_size,
        }

    def load(self, data: Json) -> Position:
        return Position(
            tuple(starmap(_tile, data["tiles"])),
            data["next_seat"],
            data["num_tiles"],
            data["win_size"],
        )


@lru_cache(maxsize=4096)
def _tile(row: int, x: int, rotation: str) -> Tile:
    # Most games are played on the same few hundred cells.
    return Tile(Cell(row, x), rotation)


def _read(text: str) -> tuple[str, int]:
    """The rotation and the position number of a move as typed."""
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None:
        typed = "".join(char if char.isprintable() else "?" for char in text.strip()[:20])
        raise Unreadable(
            f'The text "{typed}" is not a Trichet move:'
            " write a rotation letter (a-f) and a position number, for example d3."
        )
    return match[1] or match[4], int(match[2] or match[3])


def _why_not(position: Position, rotation: str, number: int, place: Place) -> str:
    """In what corner a tile would not match, and what fits."""
    names = ("top", "bottom right", "bottom left") if place.cell.is_up else ("bottom", "top left", "top right")
    *others, last = (f"{fitting}{number}" for fitting in place.rotations)
    clashes = (
        f"its {name} corner would be {_COLOUR_WORDS[ours]} and has to be {_COLOUR_WORDS[theirs]}"
        for name, ours, theirs in zip(names, ROTATIONS[rotation], position.group.corners(place.cell), strict=True)
        if theirs not in (BLANK, ours)
    )
    return (
        f"Rotation {rotation} does not fit at position {number}: {', and '.join(clashes)}. You may write"
        f" {' or '.join(filter(None, (', '.join(others), last)))}."
    )


def _notes(move: str, following: Position) -> tuple[Note, ...]:
    """How many auto moves followed; which they were shows on the board, if no other turn has followed."""
    auto_moves = len(following.last_turn) - 1
    if not auto_moves:
        return ()
    return (Note(f"{auto_moves} auto {'move' if auto_moves == 1 else 'moves'} followed {move}."),)


def _last_turn(position: Position) -> tuple[str, ...]:
    """What the marks on the board mean."""
    laid = f"{SEAT_NAMES[position.last_mover]} laid the tile that is marked {POINTER}"
    match len(position.last_turn) - 1:
        case -1:
            return ()
        case 0:
            return (f"{laid}.",)
        case 1:
            return (f"{laid}; the one marked {FOLLOWER} followed by itself.",)
        case auto_moves:
            return (f"{laid}; the {auto_moves} marked {FOLLOWER} followed by themselves.",)


def _reason(position: Position) -> str:
    """Why the game is over, in a sentence."""
    match position.closers:
        case ():
            return f"The tiles ran out before anyone surrounded a region of {position.win_size} tiles."
        case (seat,):
            return f"{SEAT_NAMES[seat]} surrounded a region of {position.surrounded[seat][0]} tiles."
        case _:
            mover = SEAT_NAMES[position.last_mover]
            oh, dot = (sizes[0] for sizes in position.surrounded)
            return f"{mover} surrounded regions of both colours, Oh's of {oh} tiles and Dot's of {dot}, and so loses."
