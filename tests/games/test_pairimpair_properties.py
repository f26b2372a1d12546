"""What holds in every game of Even-Odd, on random ones: corners agree, no tile is lost, turns and passes are due."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.chance import Chance
from pbmserv.games.pairimpair.rules import Passed, Position, TurnAgain, place, start
from pbmserv.games.pairimpair.tiles import TILES, Side

Games: TypeAlias = tuple[str, bool, bytes]

GAMES = st.tuples(st.sampled_from(["73", "52"]), st.booleans(), st.binary(min_size=16, max_size=16))


def random_game(board: str, replay: bool, seed: bytes) -> list[tuple[Position, tuple[object, ...]]]:
    """The positions of a game of random placements, each with what happened by itself before it."""
    choices = Chance(seed, "choices")
    steps: list[tuple[Position, tuple[object, ...]]] = [(start(board, replay, Chance(seed, "start")), ())]
    while not (position := steps[-1][0]).is_over:
        advance = place(position, choices.choice(position.moves))
        steps.append((advance.position, advance.events))
    return steps


def hexagons(position: Position) -> int:
    """How many points of the board have tiles all around, counted anew from the cells alone."""
    tiles = {cell for cell, _ in position.placements}
    points = {corner for cell in tiles for corner in cell.corners()}
    return sum(tiles.issuperset(point.cells()) for point in points)


@settings(max_examples=10)
@given(GAMES)
def test_tiles_lie_on_the_board_and_agree_where_they_meet(game: Games) -> None:
    for position, _ in random_game(*game):
        corners = {
            (vertex, mark)
            for cell, marks in position.placements
            for vertex, mark in zip(cell.corners(), marks, strict=True)
        }
        assert len(corners) == len({vertex for vertex, _ in corners})
        assert {cell for cell, _ in position.placements} <= position.board.cells


@settings(max_examples=10)
@given(GAMES)
def test_every_tile_is_in_a_hand_or_on_the_board(game: Games) -> None:
    for position, _ in random_game(*game):
        placed = [TILES.name_of(marks) for _, marks in position.placements]
        assert sorted([*placed, *position.hand(Side.EVEN), *position.hand(Side.ODD)]) == sorted(TILES.names)


@settings(max_examples=10)
@given(GAMES)
def test_the_turn_changes_unless_a_hexagon_was_completed_or_the_other_is_stuck(game: Games) -> None:
    for (before, _), (after, events) in pairwise(random_game(*game)):
        if after.is_over or after.match != before.match:
            continue
        earned = hexagons(after) - hexagons(before)
        left = before.turns - 1 + earned
        assert [event for event in events if isinstance(event, TurnAgain)] == [TurnAgain(before.mover, earned)] * (
            earned > 0
        )
        due = before.mover if left else before.mover.other
        passed = Passed(due) in events
        assert after.mover is (due.other if passed else due)
        assert passed == (not after.places_of(due))
        assert after.turns == (left if left and not passed else 1)


@settings(max_examples=10)
@given(GAMES)
def test_who_is_to_move_can_and_at_the_end_nobody_needs_to(game: Games) -> None:
    *steps, (last, _) = random_game(*game)

    assert all(position.moves for position, _ in steps)
    assert not last.moves
    assert not all(map(last.hand, Side)) or not any(map(last.places_of, Side))
    assert last.match == 1 or last.replay
    assert len(steps) <= 24 * last.match
