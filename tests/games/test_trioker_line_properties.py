"""What holds in every game of Trioker-Line, on random ones: chains are chains, corners agree, no tile is lost."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.rules import Advance
from pbmserv.games.triangles.lattice import Cell
from pbmserv.games.trioker.events import Drew, Passed
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker_line.events import Placed
from pbmserv.games.trioker_line.rules import FIRST_CELL, Position, start
from tests.games.arranged import decline, leave, place

Games: TypeAlias = tuple[int, int, bytes]

GAMES = st.tuples(st.integers(1, 3), st.integers(2, 4), st.binary(min_size=16, max_size=16))


def advances(paths: int, seats: int, seed: bytes, leavers: int = 0) -> list[Advance[Position]]:
    """A game of random moves, from its start to its end; some players leave on the way."""
    choices = Chance(seed, "choices")
    steps = [start(paths, seats, Chance(seed, "start"))]
    while not (position := steps[-1].position).is_over:
        if leavers and choices.below(8) == 0:
            leavers -= 1
            steps.append(leave(position))
        elif position.may_pass and choices.below(2):
            steps.append(decline(position))
        else:
            steps.append(place(position, choices.choice(position.placements_of(position.next_seat))))
    return steps


def beside(cell: Cell, cells: set[Cell]) -> set[Cell]:
    """The cells that share a side with this one, found by the corners that they share."""
    return {other for other in cells if len({*cell.corners()} & {*other.corners()}) == 2}


@settings(max_examples=15)
@given(GAMES)
def test_the_tiles_are_so_many_chains_that_start_from_the_first(game: Games) -> None:
    cells = {cell for cell, _ in advances(*game)[-1].position.placements}
    joints = {cell: beside(cell, cells) for cell in cells}

    assert len(joints[FIRST_CELL]) <= game[0]
    assert all(len(others) <= 2 for cell, others in joints.items() if cell != FIRST_CELL)
    # In one piece and without a ring: there is one joint fewer than there are tiles.
    assert sum(map(len, joints.values())) == 2 * (len(cells) - 1)
    assert not any(cells.issuperset(corner.cells()) for cell in cells for corner in cell.corners())


@settings(max_examples=15)
@given(GAMES)
def test_each_tile_was_laid_beside_one_other(game: Games) -> None:
    placements = advances(*game)[-1].position.placements

    for count, (cell, _) in enumerate(placements[1:], 1):
        earlier = {there for there, _ in placements[:count]}
        assert len(beside(cell, earlier)) == 1


@settings(max_examples=15)
@given(GAMES)
@pytest.mark.long
def test_tiles_that_meet_in_a_point_agree_there(game: Games) -> None:
    marks_at = [
        (vertex, mark)
        for cell, marks in advances(*game)[-1].position.placements
        for vertex, mark in zip(cell.corners(), marks, strict=True)
        if mark != "W"
    ]

    assert len(set(marks_at)) == len({vertex for vertex, _ in marks_at})


@settings(max_examples=15)
@given(GAMES, st.integers(0, 3))
def test_every_tile_of_the_set_is_somewhere_once(game: Games, leavers: int) -> None:
    for step in advances(*game, leavers=leavers):
        position = step.position
        placed = [TILES.name_of(marks) for _, marks in position.placements]
        everywhere = [*placed, *position.bank, *(tile for hand in position.hands for tile in hand)]
        assert sorted(everywhere) == sorted(TILES.names)


@settings(max_examples=15)
@given(GAMES, st.integers(0, 3))
def test_who_is_to_move_takes_part_and_has_a_tile_that_fits(game: Games, leavers: int) -> None:
    *steps, last = advances(*game, leavers=leavers)

    for step in steps:
        position = step.position
        assert position.next_seat in position.active
        assert position.placements_of(position.next_seat)
        assert position.may_pass == (isinstance(step.events[-1], Drew) and step.events[-1].fits)
    assert last.position.ending is not None
    assert last.position.winners


@settings(max_examples=15)
@given(GAMES)
@pytest.mark.long
def test_a_game_is_no_longer_than_its_tiles_allow(game: Games) -> None:
    steps = advances(*game)
    events = [event for step in steps for event in step.events]

    assert sum(isinstance(event, Placed) for event in events) <= 24
    assert sum(isinstance(event, Drew) for event in events) <= 5
    assert sum(isinstance(event, Passed) for event in events) <= 5
    for before, after in pairwise(steps):
        assert len(after.position.placements) + len(after.events) > len(before.position.placements)
