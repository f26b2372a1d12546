"""What must hold in every position of Trichet, whatever is played, against a plain reference.

The reference shares no code with the rules: it works on sets of coordinates, looks at everything again after every
tile, and knows the lattice from the text of the rules alone.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.trichet import Trichet
from pbmserv.games.trichet.rules import Position, Tile

Point: TypeAlias = tuple[int, int]
Triangle: TypeAlias = tuple[Point, Point, Point]
"""The apex, then the others clockwise."""
Colouring: TypeAlias = dict[Triangle, str]
"""The tiles by their cells, each with the colours of its corners."""

GAME = Trichet()
CHANCE = Chance(bytes(16), "move 1")
TILE_COLOURS = {"o..", ".o.", "..o", ".oo", "o.o", "oo."}


# The reference


def up(x: int, y: int) -> Triangle:
    return ((x, y), (x + 1, y + 1), (x - 1, y + 1))


def down(x: int, y: int) -> Triangle:
    return ((x, y), (x - 1, y - 1), (x + 1, y - 1))


def triangles_at(x: int, y: int) -> list[Triangle]:
    """The six cells around a vertex."""
    return [up(x, y), up(x - 1, y - 1), up(x + 1, y - 1), down(x, y), down(x - 1, y + 1), down(x + 1, y + 1)]


def reading_order(cell: Triangle) -> tuple[int, int]:
    """The line of the upper edge or apex, then the middle's column."""
    return min(y for _, y in cell), cell[0][0]


def colours_of(tiles: Colouring) -> dict[Point, set[str]]:
    """What the tiles say of each vertex: one colour, where they match."""
    said: dict[Point, set[str]] = {}
    for corners, colours in tiles.items():
        for corner, colour in zip(corners, colours, strict=True):
            said.setdefault(corner, set()).add(colour)
    return said


def ways(tiles: Colouring, cell: Triangle) -> set[str]:
    said = colours_of(tiles)
    return {
        colours
        for colours in TILE_COLOURS
        if all(said.get(corner, {colour}) == {colour} for corner, colour in zip(cell, colours, strict=True))
    }


def playable(tiles: Colouring) -> dict[Triangle, set[str]]:
    """The blank cells that touch the group and take a tile, in reading order."""
    touching = {cell for x, y in colours_of(tiles) for cell in triangles_at(x, y)} - set(tiles)
    return {cell: ways(tiles, cell) for cell in sorted(touching, key=reading_order) if ways(tiles, cell)}


def forced(tiles: Colouring) -> list[Triangle]:
    return [cell for cell, colours in playable(tiles).items() if len(colours) == 1]


def lay_with_auto_moves(tiles: Colouring, cell: Triangle, colours: str, num_tiles: int) -> Colouring:
    tiles = tiles | {cell: colours}
    while len(tiles) < num_tiles and (round_of := forced(tiles)):
        for each in round_of:
            only = ways(tiles, each)
            if len(only) == 1 and len(tiles) < num_tiles:
                tiles = tiles | {each: only.pop()}
    return tiles


def surrounded(tiles: Colouring, colour: str) -> list[int]:
    """The sizes of the surrounded regions of a colour, by joining vertices along the edges of tiles."""
    region_of = {corner: {corner} for corner, said in colours_of(tiles).items() if said == {colour}}
    for corners in tiles:
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            if one in region_of and other in region_of and region_of[one] is not region_of[other]:
                joined = region_of[one] | region_of[other]
                region_of.update(dict.fromkeys(joined, joined))
    regions = {frozenset(region) for region in region_of.values()}
    around = [{cell for x, y in region for cell in triangles_at(x, y)} for region in regions]
    return sorted((len(cells) for cells in around if cells <= set(tiles)), reverse=True)


# From a position to the reference


def triangle(cell: Cell) -> Triangle:
    is_up = (cell.row + cell.x) % 2 == 0
    return up(cell.x, cell.row) if is_up else down(cell.x, cell.row + 1)


def colours(rotation: str) -> str:
    place = "abcdef".index(rotation)
    odd, rest = ("o", ".") if place < 3 else (".", "o")
    return "".join(odd if corner == place % 3 else rest for corner in range(3))


def colouring(position: Position) -> Colouring:
    return {triangle(tile.cell): colours(tile.rotation) for tile in position.tiles}


@dataclass(frozen=True)
class Line:
    """The beginning of a game, or all of it: the positions from the start, and the moves between them."""

    positions: list[Position]
    moves: list[str]

    @property
    def last(self) -> Position:
        return self.positions[-1]


@st.composite
def lines_of_play(draw: st.DrawFn) -> Line:
    """Any options, and any legal moves."""
    options = {"num_tiles": draw(st.integers(3, 45)), "win_size": draw(st.integers(6, 14))}
    line = Line([GAME.start(options, 2, CHANCE)], [])
    for _ in range(draw(st.integers(0, 12))):
        legal = GAME.legal_moves(line.last, line.last.next_seat)
        if legal:
            line.moves.append(draw(st.sampled_from(legal)))
            line.positions.append(GAME.play(line.last, line.last.next_seat, line.moves[-1], CHANCE).position)
    return line


# A slow machine is no fault of the rules.
whatever_is_played = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


# What must hold


@whatever_is_played
@given(line=lines_of_play())
def test_corners_that_meet_agree_in_colour(line: Line) -> None:
    assert all(len(said) == 1 for said in colours_of(colouring(line.last)).values())


@whatever_is_played
@given(line=lines_of_play())
def test_no_tile_is_of_one_colour_and_no_cell_has_two_tiles(line: Line) -> None:
    tiles = colouring(line.last)

    assert set(tiles.values()) <= TILE_COLOURS
    assert len(tiles) == len(line.last.tiles)


@whatever_is_played
@given(line=lines_of_play())
def test_the_pool_is_never_overdrawn(line: Line) -> None:
    assert all(len(position.tiles) <= position.num_tiles for position in line.positions)


@whatever_is_played
@given(line=lines_of_play())
def test_tiles_stay_where_they_lie_and_every_turn_begins_with_the_players_own(line: Line) -> None:
    for (before, after), move in zip(pairwise(line.positions), line.moves, strict=True):
        own = Tile(before.places[int(move[1:]) - 1].cell, move[0])

        assert after.tiles[: len(before.tiles) + 1] == (*before.tiles, own)


@whatever_is_played
@given(line=lines_of_play())
@pytest.mark.long
def test_auto_moves_are_those_of_the_reference(line: Line) -> None:
    for before, after in pairwise(line.positions):
        own = after.tiles[len(before.tiles)]
        laid = colouring(after)

        assert laid == lay_with_auto_moves(
            colouring(before), triangle(own.cell), laid[triangle(own.cell)], before.num_tiles
        )


@whatever_is_played
@given(line=lines_of_play())
@pytest.mark.long
def test_no_cell_is_forced_after_a_turn_unless_the_tiles_ran_out(line: Line) -> None:
    assert all(position.tiles_left == 0 or not forced(colouring(position)) for position in line.positions)


@whatever_is_played
@given(line=lines_of_play())
@pytest.mark.long
def test_the_numbered_cells_are_those_that_take_a_tile(line: Line) -> None:
    for position in line.positions:
        if not position.is_over:
            expected = playable(colouring(position))

            assert [triangle(place.cell) for place in position.places] == list(expected)
            assert [len(place.rotations) for place in position.places] == [len(each) for each in expected.values()]


@whatever_is_played
@given(line=lines_of_play())
def test_while_tiles_are_left_there_is_a_place_for_them(line: Line) -> None:
    assert all(position.places or position.is_over for position in line.positions)


@whatever_is_played
@given(line=lines_of_play())
@pytest.mark.long
def test_every_legal_cell_bears_its_number_in_print_and_no_other_does(line: Line) -> None:
    position = line.last
    places = position.places

    printed = {
        int(found.group()): (line, found.start() + len(found.group()) // 2)
        for line, text in enumerate(GAME.draw(position, None).split("\n"))
        for found in re.finditer(r"[0-9]+", text)
    }

    assert sorted(printed) == list(range(1, len(places) + 1))
    for number, place in enumerate(places[1:], 2):
        apart = (printed[number][0] - printed[1][0], printed[number][1] - printed[1][1])
        assert apart == (4 * (place.cell.row - places[0].cell.row), 4 * (place.cell.x - places[0].cell.x))


@whatever_is_played
@given(line=lines_of_play())
@pytest.mark.long
def test_surrounded_regions_are_those_of_the_reference(line: Line) -> None:
    for position in line.positions:
        tiles = colouring(position)

        assert [list(sizes) for sizes in position.surrounded] == [surrounded(tiles, "o"), surrounded(tiles, ".")]


@whatever_is_played
@given(line=lines_of_play())
@pytest.mark.long
def test_the_game_ends_with_the_first_large_region_or_the_last_tile(line: Line) -> None:
    for position in line.positions:
        tiles = colouring(position)
        closed = [
            seat for seat, colour in enumerate("o.") if max(surrounded(tiles, colour), default=0) >= position.win_size
        ]
        result = GAME.result(position)

        assert (result is not None) == bool(closed or len(tiles) == position.num_tiles)
        if result is not None:
            both_lose_for_the_mover = position.next_seat if len(closed) == 2 else None
            assert result.winner == (closed[0] if len(closed) == 1 else both_lose_for_the_mover)


@whatever_is_played
@given(line=lines_of_play())
def test_a_region_once_surrounded_stays_as_it_is(line: Line) -> None:
    for before, after in pairwise(line.positions):
        for old, new in zip(before.surrounded, after.surrounded, strict=True):
            assert all(old.count(size) <= new.count(size) for size in old)


@whatever_is_played
@given(line=lines_of_play())
def test_what_is_kept_from_turn_to_turn_is_what_laying_all_tiles_again_would_find(line: Line) -> None:
    for position in line.positions:
        stored = GAME.dump(position)
        # Older servers did not store what is surrounded.
        anew = GAME.load({key: value for key, value in stored.items() if key != "surrounded"})

        assert GAME.load(stored).surrounded == anew.surrounded
        assert position.group == anew.group
        assert position.surrounded == anew.surrounded
        assert (position.places, position.is_over) == (anew.places, anew.is_over)
        assert position.last_turn == anew.last_turn


@whatever_is_played
@given(line=lines_of_play())
def test_the_last_turn_is_what_lies_there_and_did_not_before(line: Line) -> None:
    for before, after in pairwise(line.positions):
        assert GAME.load(GAME.dump(after)).last_turn == after.tiles[len(before.tiles) :]


@whatever_is_played
@given(line=lines_of_play())
def test_the_same_moves_lead_to_the_same_position(line: Line) -> None:
    position = line.positions[0]
    for move in line.moves:
        position = GAME.play(position, position.next_seat, move, CHANCE).position

    assert position == line.last
    assert GAME.draw(position, None) == GAME.draw(line.last, None)
