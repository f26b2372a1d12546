"""What holds in every game of Triominoes, on random ones: corners agree, no tile is lost, points add up, it ends."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.rules import leave, place
from pbmserv.games.triangles.layout import Placement
from pbmserv.games.triominoes.events import Blocked, Drew, Opened, Placed, WentOut
from pbmserv.games.triominoes.rules import Advance, Position, start
from pbmserv.games.triominoes.tiles import tile_set

MATCHES = st.tuples(st.integers(2, 6), st.sampled_from([5, 6]), st.binary(min_size=16, max_size=16))


def advances(seats: int, highest: int, seed: bytes, leavers: int = 0) -> list[Advance]:
    """A short match of random placements, from its start to its end; some players leave on the way."""
    choices = Chance(seed, "choices")
    steps = [start(highest, 60, seats, Chance(seed, "start"))]
    while not steps[-1].position.is_over:
        assert len(steps) < 500
        position = steps[-1].position
        chance = Chance(seed, f"move {len(steps)}")
        if leavers and choices.below(10) == 0:
            leavers -= 1
            steps.append(leave(position, chance))
        else:
            steps.append(place(position, choices.choice(position.placements_of(position.next_seat)), chance))
    return steps


def points_of(event: Event) -> Counter[int]:
    """What an event earned each seat."""
    match event:
        case Placed(seat, _, earned):
            return Counter({seat: earned.points})
        case Opened() | Drew() | WentOut():
            return Counter({event.seat: event.points})
        case Blocked(_, gains):
            return Counter(gains)
    return Counter()


def bonus_by_geometry(before: Position, placement: Placement) -> int:
    """The bonus, worked out from sides, points and hexagons instead of figures."""
    cell = placement.cell
    tiles = {placed.cell for placed in before.placements}
    hexagons = sum(tiles.issuperset({*vertex.cells()} - {cell}) for vertex in cell.corners())
    sides = len(tiles.intersection(cell.neighbours()))
    points_met = sum(not tiles.isdisjoint(vertex.cells()) for vertex in cell.corners())
    return 50 * hexagons or (40 if sides > 1 or points_met == 3 else 0)


@settings(max_examples=12)
@given(MATCHES)
@pytest.mark.long
def test_tiles_that_meet_in_a_point_agree_there(match: tuple[int, int, bytes]) -> None:
    for step in advances(*match):
        corners = [
            (vertex, mark)
            for cell, marks in step.position.placements
            for vertex, mark in zip(cell.corners(), marks, strict=True)
        ]
        assert len(set(corners)) == len({vertex for vertex, _ in corners})


@settings(max_examples=12)
@given(MATCHES, st.integers(0, 3))
@pytest.mark.long
def test_every_tile_of_the_set_is_somewhere_once(match: tuple[int, int, bytes], leavers: int) -> None:
    for step in advances(*match, leavers=leavers):
        position = step.position
        placed = [position.tiles.name_of(marks) for _, marks in position.placements]
        everywhere = [*placed, *position.bank, *(tile for hand in position.hands for tile in hand)]
        assert sorted(everywhere) == sorted(tile_set(position.highest).names)


@settings(max_examples=12)
@given(MATCHES, st.integers(0, 3))
@pytest.mark.long
def test_points_add_up(match: tuple[int, int, bytes], leavers: int) -> None:
    totals = dict.fromkeys(range(match[0]), 0)

    for step in advances(*match, leavers=leavers):
        for event in step.events:
            for seat, points in points_of(event).items():
                totals[seat] += points
        assert step.position.scores == tuple(totals.values())


@settings(max_examples=12)
@given(MATCHES)
@pytest.mark.long
def test_a_bonus_is_for_hexagons_or_else_for_a_side_and_the_point_opposite(match: tuple[int, int, bytes]) -> None:
    steps = advances(*match)

    for before, after in pairwise(steps):
        placed = after.events[0]
        assert isinstance(placed, Placed)
        if after.position.round == before.position.round:
            assert placed.earning.bonus == bonus_by_geometry(before.position, after.position.placements[-1])


@settings(max_examples=12)
@given(MATCHES, st.integers(0, 3))
@pytest.mark.long
def test_who_is_to_move_takes_part_and_has_a_tile_that_fits(match: tuple[int, int, bytes], leavers: int) -> None:
    *steps, last = advances(*match, leavers=leavers)

    for step in steps:
        position = step.position
        assert position.next_seat in position.active
        assert position.placements_of(position.next_seat)
        assert position.drawn <= 3
    assert last.position.is_over
    assert len(last.position.active) == 1 or max(last.position.scores) >= 60 or last.position.target_reached
