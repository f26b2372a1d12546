"""What machine players are told of ways in TwixT is what the rules say of pegs that are set there."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.bots.luck import Luck
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.catalogue import installed
from pbmserv.games.evaluation.twixt import candidates, paths
from pbmserv.games.twixt import AUTO, PAPER, PEGS, Position, Twixt, barred
from tests.games.test_evaluation import after, evaluated

GAME = cast(Twixt, installed()["twixt"])


def reached(seed: bytes, plies: int, size: int, rule: str) -> Position:
    """A position of a random game whose pegs lie close together, as far as it is on."""
    luck = Luck(seed, "twixt")
    position: Position = GAME.start({"size": size, "links": rule}, 2, luck)
    for _ in range(plies):
        holes = [way[0] for way in GAME.legal_paths(position)]
        near = [hole for hole in holes if set(GAME.pegs(position).knights[hole]) & set(position.places_of(PEGS))]
        following = GAME.apply(position, (luck.choice(near or holes),))
        if GAME.outcome(following):
            break
        position = following
    return position


def pegs_needed(position: Position, seat: int) -> int:
    """The same, hole by hole with Dijkstra's algorithm, by what the rules say of links; 0 if the seat is cut off."""
    board, links, own = GAME.pegs(position), frozenset(position.links), PEGS[seat]
    first, last = board.borders[seat]

    def cost(hole: int) -> int | None:
        if hole in board.others_borders[seat]:
            return None
        return {own: 0, EMPTY: 1}.get(position[hole])

    waiting: list[tuple[int, int]] = []
    best: dict[int, int] = {}
    for hole in first:
        if (needed := cost(hole)) is not None:
            heappush(waiting, (needed, hole))
    while waiting:
        needed, hole = heappop(waiting)
        if hole in best:
            continue
        best[hole] = needed
        if hole in last:
            return needed
        for near in board.knights[hole]:
            link, more = (min(hole, near), max(hole, near)), cost(near)
            both_own = position[hole] == position[near] == own
            is_open = link in links if both_own else not barred(board, position, links, link, own)
            if more is not None and is_open and near not in best:
                heappush(waiting, (needed + more, near))
    return 0


positions = given(
    seed=st.binary(min_size=16, max_size=16),
    plies=st.integers(0, 60),
    size=st.integers(6, 13),
    rule=st.sampled_from([AUTO, PAPER]),
)


@settings(max_examples=60)
@positions
@pytest.mark.long
def test_so_many_pegs_are_needed_as_are_found_hole_by_hole(seed: bytes, plies: int, size: int, rule: str) -> None:
    position = reached(seed, plies, size, rule)

    told = paths(GAME.pegs(position), position)

    assert [path.pegs for path in told] == [pegs_needed(position, seat) for seat in (0, 1)]


@settings(max_examples=60)
@positions
@pytest.mark.long
def test_a_hole_is_said_to_be_the_last_that_is_needed_where_a_peg_wins(
    seed: bytes, plies: int, size: int, rule: str
) -> None:
    position = reached(seed, plies, size, rule)
    seat = position.next_seat
    path = paths(GAME.pegs(position), position)[seat]
    results = {way[0]: GAME.outcome(GAME.apply(position, way)) for way in GAME.legal_paths(position)}
    winning = {hole for hole, result in results.items() if result and result.winner == seat}

    assert winning == ({hole for hole in results if path.holes[0] >> hole & 1} if path.pegs == 1 else set())


@settings(max_examples=30)
@positions
def test_only_legal_moves_are_worth_a_thought(seed: bytes, plies: int, size: int, rule: str) -> None:
    position = reached(seed, plies, size, rule)
    names = GAME.board(position).names

    assert set(candidates(GAME, position) or ()) <= {names[way[0]] for way in GAME.legal_paths(position)}


def test_a_first_peg_that_may_be_taken_over_may_lie_anywhere_between_a_corner_and_the_middle() -> None:
    first, second = (candidates(GAME, after("twixt", moves, size=12)) or () for moves in ("", "f6"))

    assert {"b2", "c3", "d4", "e5", "f6"} <= {*first}
    assert not {"b2", "c3"} & {*second}


def test_who_needs_fewer_pegs_is_ahead_and_who_can_choose_between_more_holes() -> None:
    # Vertical has linked two pegs in the middle; Horizontal's are apart, at the edge.
    assert evaluated("twixt", "f6 a2 g8 l11", size=12) > evaluated("twixt", "f6 e7", size=12) > 0.25
    assert evaluated("twixt", "f6 a2 g8 l11", size=12) > 0.6


def test_who_has_cut_off_the_other_is_far_ahead() -> None:
    position: Any = after("twixt", "f6 a2", size=12)
    # No knight goes across two columns that are full.
    wall = "".join("x" if place % 12 in (5, 6) else there for place, there in enumerate(position.cells))
    cut = replace(position, cells=wall)

    assert paths(GAME.pegs(cut), cut)[1].holes == ()
    told = GAME.evaluate(cut)
    assert told is not None
    assert told[0] > 0.9


@pytest.mark.parametrize("size", [6, 12, 24])
def test_on_an_empty_board_both_need_as_many_pegs_by_as_many_ways(size: int) -> None:
    position = after("twixt", "", size=size)

    upright, level = paths(GAME.pegs(position), position)

    assert upright.pegs == level.pegs == size // 2 + 1
    assert upright.choices == level.choices
