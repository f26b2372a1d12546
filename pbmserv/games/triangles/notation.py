"""Notation of placements: `2-4-5@7`, `245@7`, and `245.08@7` if a tile fits in several ways.

The number is a place; `.08` is the hour at which the last figure points, as typed: `143.08` is `314.12`. Letters and
records use canonical names. Whether the player holds the tile is for the games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbmserv.games.base import Ambiguous, Illegal, NeverLegal, Note, Unreadable
from pbmserv.games.message import Listed, Message, in_turn, listed
from pbmserv.games.refusals import quoted
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.triangles.layout import Layout, Placement
from pbmserv.games.triangles.tiles import BLANK, WILD, TileSet, agree

_MOVE = re.compile(r"([0-9W])[ -]?([0-9W])[ -]?([0-9W])(?:\.([0-9]{1,2}))?[ ]?@[ ]?([0-9]{1,4})", re.ASCII)


@dataclass(frozen=True)
class TileMove:
    """A typed move: canonical name, hour if given, place number.

    `typed` is the name as typed, perhaps from another figure; the hour is of its last one.
    """

    tile: str
    hour: int | None
    position: int
    typed: str


def read_move(text: str, tiles: TileSet, example: str) -> TileMove:
    """Parse a move; any rotation of a name is accepted.

    Raises `Unreadable` with an `example`, or `Illegal` if the game has no such tile.
    """
    match = _MOVE.fullmatch(text.strip().upper()) if len(text) <= 40 else None
    if match is None:
        raise Unreadable(
            'The text "{typed}" is not a move: write a tile, @ and the number of a position, for example {example}.',
            typed=quoted(text),
            example=example,
        )
    figures = match[1] + match[2] + match[3]
    tile = tiles.find(figures)
    if tile is None:
        raise Illegal(_no_such_tile(figures, tiles))
    return TileMove(tile, int(match[4]) if match[4] else None, int(match[5]), figures)


def placement_of(move: TileMove, tiles: TileSet, layout: Layout, places: Sequence[Cell]) -> Placement:
    """The placement of a move; `places` are the numbered cells, position 1 first.

    Raises `Illegal` with what does not match, or `Ambiguous`.
    """
    cell = cell_at(move.position, places)
    fitting = tiles.turns_that_fit(move.tile, layout.pattern(cell))
    if move.hour is not None:
        return Placement(cell, _turn_at_hour(move, move.hour, tiles, layout, places))
    if not fitting:
        raise Illegal(
            "{tile} does not fit at position {position} in any way: {needed}.",
            tile=_named(move, tiles),
            position=move.position,
            needed=_what_is_needed(layout, cell),
        )
    if len(fitting) > 1:
        raise Ambiguous(
            Message(
                "Tile {tile} fits at position {position} in {count} ways: add the hour at which its last figure,"
                " {last}, is to point. You may write {moves}.",
                tile=tiles.spelled(move.typed),
                position=move.position,
                count=len(fitting),
                last=move.typed[-1],
                moves=_ways_to_write(move, fitting, tiles, cell),
            ),
            moves_at(cell, [move.tile], tiles, layout, places),
        )
    return Placement(cell, fitting[0])


def not_in_hand(tile: str, tiles: TileSet, layout: Layout) -> Illegal:
    """The refusal of a tile not held, which reveals no hand."""
    lies = any(tiles.name_of(marks) == tile for _, marks in layout.placements)
    return Illegal(
        "Tile {tile} is not among your tiles: it lies on the board already."
        if lies
        else "Tile {tile} is not among your tiles.",
        tile=tiles.spelled(tile),
    )


def cell_at(position: int, places: Sequence[Cell]) -> Cell:
    if 1 <= position <= len(places):
        return places[position - 1]
    match len(places):
        case 0:
            text = "Position {position} is not on the board: no tile can be laid anywhere."
        case 1:
            text = "Position {position} is not on the board: there is only one position now, number 1."
        case _:
            text = "Position {position} is not on the board: the positions are numbered 1 to {last}."
    raise Illegal(text, position=position, last=len(places))


def note_of_turned_name(move: TileMove, written: str, tiles: TileSet, seat: int) -> tuple[Note, ...]:
    """How a move with an hour is `written` here, for a player who began with another figure."""
    if move.hour is None or move.typed == move.tile:
        return ()
    typed = f"{tiles.spelled(move.typed)}.{move.hour:02}@{move.position}"
    return (
        Note(
            Message(
                "Your move {typed} is written {written} here: the same tile, laid the same way.",
                typed=typed,
                written=written,
            ),
            seat,
        ),
    )


def move_text(placement: Placement, tiles: TileSet, layout: Layout, places: Sequence[Cell]) -> str:
    """A placement in canonical notation, with the hour only if needed."""
    cell, marks = placement
    name = tiles.name_of(marks)
    ways = tiles.turns_that_fit(name, layout.pattern(cell))
    return _words(placement, name, len(ways), tiles, places.index(cell) + 1)


def moves_at(cell: Cell, names: Iterable[str], tiles: TileSet, layout: Layout, places: Sequence[Cell]) -> list[str]:
    position = places.index(cell) + 1
    return [f"{words}@{position}" for words in _ways_to_lie(tuple(names), tiles, layout.pattern(cell), cell.is_up)]


@lru_cache(maxsize=1024)
def _ways_to_lie(names: tuple[str, ...], tiles: TileSet, pattern: str, is_up: bool) -> tuple[str, ...]:
    """The ways in which tiles fit a cell with this pattern; cached."""
    cell = _SOME_CELLS[is_up]
    ways = {name: tiles.turns_that_fit(name, pattern) for name in names}
    return tuple(
        _lying(Placement(cell, turn), name, len(turns), tiles) for name, turns in ways.items() for turn in turns
    )


_SOME_CELLS = {cell.is_up: cell for cell in (Cell(0, 0), Cell(0, 1))}


def value_of(text: str, tiles: TileSet, layout: Layout, places: Sequence[Cell], example: str, part: int = 1) -> str:
    """A move's value, independent of place numbers: marks and cell, `1/452@-1,4`.

    `part` separates rounds or matches. Raises `Refusal` like parsing and placing.
    """
    cell, marks = placement_of(read_move(text, tiles, example), tiles, layout, places)
    return f"{part}/{marks}@{cell.name}"


def text_of(value: str, tiles: TileSet, layout: Layout, places: Sequence[Cell], part: int = 1) -> str:
    its_part, _, its_placement = value.partition("/")
    marks, _, cell_name = its_placement.partition("@")
    cell = Cell.named(cell_name)
    if int(its_part) != part or not layout.is_free(cell):
        raise NeverLegal("No tile can be placed in that position any more.")
    if not all(map(agree, marks, layout.pattern(cell))):
        raise NeverLegal("The tile does not fit in that position any more.")
    if cell not in places:
        raise Illegal("That position has no number now: no tile that could be placed next fits there.")
    return move_text(Placement(cell, marks), tiles, layout, places)


def _words(placement: Placement, name: str, ways: int, tiles: TileSet, position: int) -> str:
    return f"{_lying(placement, name, ways, tiles)}@{position}"


def _lying(placement: Placement, name: str, ways: int, tiles: TileSet) -> str:
    hour = f".{tiles.hour(placement.marks, placement.cell):02}" if ways > 1 else ""
    return f"{tiles.spelled(name)}{hour}"


def _turn_at_hour(move: TileMove, hour: int, tiles: TileSet, layout: Layout, places: Sequence[Cell]) -> str:
    """The turn in which the last figure, as typed, points at this hour."""
    cell = places[move.position - 1]
    hours = tiles.marking.hours(cell)
    if hour not in hours:
        raise Illegal(
            "The marks of a tile at position {position} point at {directions} o'clock: {hour} is none of these.",
            position=move.position,
            directions=listed(hours),
            hour=hour,
        )
    marks = tiles.marks_at_hour(move.typed, hour, cell)
    pattern = layout.pattern(cell)
    clashes = [
        Message("its {place} would be {ours} and has to be {theirs}", place=Message(place), ours=ours, theirs=theirs)
        for place, ours, theirs in zip(tiles.marking.names(cell), marks, pattern, strict=True)
        if not agree(ours, theirs)
    ]
    if clashes:
        others = _ways_to_write(move, tiles.turns_that_fit(move.tile, pattern), tiles, cell)
        why = Message(
            "Tile {tile} does not fit at position {position} with its last figure, {last}, at {hour} o'clock:"
            " {clashes}.",
            tile=tiles.spelled(move.typed),
            position=move.position,
            last=move.typed[-1],
            hour=hour,
            clashes=Listed(clashes, ", and ", ", and "),
        )
        instead = Message(
            "You may write {moves}." if others else "It fits there in no other way either.", moves=others
        )
        raise Illegal(in_turn(why, instead))
    return marks


def _ways_to_write(move: TileMove, turns: Sequence[str], tiles: TileSet, cell: Cell) -> str:
    """The notations of these turns, with figures in the typed order."""
    name = tiles.spelled(move.typed)
    hours = [f".{tiles.hour_of(move.typed, turn, cell):02}" for turn in turns]
    moves = [f"{name}{hour if len(turns) > 1 else ''}@{move.position}" for hour in hours]
    return Listed(moves, " or ", " or ") if moves else ""


def _no_such_tile(figures: str, tiles: TileSet) -> str:
    tile, mirrored = tiles.spelled(figures), tiles.find(figures[::-1])
    if mirrored:
        return Message(
            "There is no tile {tile} (tiles are read {direction}): its mirror image {mirrored} is another tile.",
            tile=tile,
            direction=Message(tiles.reading.value),
            mirrored=tiles.spelled(mirrored),
        )
    if WILD not in figures:
        text = "There is no tile {tile}: the figures on the tiles are {lowest} to {highest}."
        return Message(text, tile=tile, lowest=tiles.figures[0], highest=tiles.figures[-1])
    if jokers := [name for name in tiles.names if WILD in name]:
        return Message("There is no tile {tile}: the joker is {jokers}.", tile=tile, jokers=listed(jokers))
    return Message(tiles.without_joker, tile=tile)


def _named(move: TileMove, tiles: TileSet) -> Message:
    """The tile by its canonical name at the start of a sentence: `Tile 021 (210)`."""
    text = "Tile {tile} ({typed})" if move.typed != move.tile else "Tile {tile}"
    return Message(text, tile=tiles.spelled(move.tile), typed=tiles.spelled(move.typed))


def _what_is_needed(layout: Layout, cell: Cell) -> str:
    """The marks around a cell in words: `its top corner has to be 2 and its bottom right corner 5`."""
    marks = zip(layout.marking.names(cell), layout.pattern(cell), strict=True)
    needed = [(Message(place), mark) for place, mark in marks if mark != BLANK]
    texts = ["its {place} has to be {mark}", *["its {place} {mark}"] * (len(needed) - 1)]
    return listed([Message(text, place=place, mark=mark) for text, (place, mark) in zip(texts, needed, strict=True)])
