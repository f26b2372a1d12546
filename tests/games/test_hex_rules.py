"""The rules of Hex: who has joined their sides, small boards counted and solved, facts that players rely on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmserv.games.boards.hexagons import Cell
from pbmserv.games.hex.rules import Position, winning_chain

VERTICAL, HORIZONTAL = 0, 1


def cell(name: str) -> Cell:
    return Cell(int(name[1:]) - 1, ord(name[0]) - ord("a"))


def cells(names: str) -> list[Cell]:
    return [cell(name) for name in names.split()]


def names(some: Iterable[Cell]) -> str:
    return " ".join(each.name for each in some)


def all_cells(size: int) -> list[Cell]:
    return list(Position(size).free_cells)


def joined(moves: str, size: int) -> Position:
    """The position after these moves, with Vertical's first."""
    return Position(size, stones=tuple(cells(moves)))


def test_a_cell_has_six_neighbours() -> None:
    assert names(sorted(cell("d4").neighbours())) == "d3 e3 c4 e4 c5 d5"


def test_the_corners_touch_two_and_three_cells_on_the_board() -> None:
    board = Position(5)

    touching = {corner: sum(map(board.holds, cell(corner).neighbours())) for corner in ("a1", "e1", "a5", "e5")}

    assert touching == {"a1": 2, "e1": 3, "a5": 3, "e5": 2}


def test_vertical_wins_by_joining_top_and_bottom() -> None:
    position = joined("c1 a1 b2 a2 b3", 3)

    assert position.winner == VERTICAL
    assert names(position.chain) == "c1 b2 b3"


def test_horizontal_wins_by_joining_left_and_right() -> None:
    position = joined("a1 a3 b1 b2 c3 c2", 3)

    assert position.winner == HORIZONTAL
    assert names(position.chain) == "a3 b2 c2"


def test_cells_that_only_look_close_do_not_join() -> None:
    """A cell and the one to the right of the cell below it do not touch: the rows are shifted the other way."""
    assert joined("a1 a3 b2 b3 c3", 3).winner is None


def test_a_chain_may_wind_and_its_shortest_way_is_told() -> None:
    """Down by d3 is shorter than round by e2 and e3."""
    stones = set(cells("a1 a2 b2 c2 d2 d3 e2 e3 d4 d5"))

    assert names(winning_chain(stones, VERTICAL, 5)) == "a1 a2 b2 c2 d2 d3 d4 d5"


def test_a_side_counts_for_its_owner_only() -> None:
    row = set(cells("a2 b2 c2"))

    assert winning_chain(row, VERTICAL, 3) == ()
    assert names(winning_chain(row, HORIZONTAL, 3)) == "a2 b2 c2"


@given(st.integers(3, 7).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.sampled_from(all_cells(size))))))
def test_on_a_full_board_exactly_one_side_has_won(board: tuple[int, set[Cell]]) -> None:
    size, vertical = board
    horizontal = set(all_cells(size)) - vertical

    assert bool(winning_chain(vertical, VERTICAL, size)) != bool(winning_chain(horizontal, HORIZONTAL, size))


@given(st.integers(3, 7).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.sampled_from(all_cells(size))))))
def test_a_chain_is_of_ones_own_stones_each_touching_the_next(board: tuple[int, set[Cell]]) -> None:
    size, stones = board

    chain = winning_chain(stones, VERTICAL, size)

    assert stones.issuperset(chain)
    assert all(following in each.neighbours() for each, following in pairwise(chain))
    assert [each.row for each in (*chain[:1], *chain[-1:])] in ([], [0, size - 1])


@given(st.integers(3, 7).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.sampled_from(all_cells(size))))))
def test_the_board_is_the_same_for_both_when_it_is_mirrored(board: tuple[int, set[Cell]]) -> None:
    size, stones = board
    mirrored = {Cell(each.column, each.row) for each in stones}

    assert len(winning_chain(stones, VERTICAL, size)) == len(winning_chain(mirrored, HORIZONTAL, size))


@given(st.integers(3, 7).flatmap(lambda size: st.permutations(all_cells(size)).map(lambda order: (size, order))))
def test_a_game_ends_with_the_stone_that_joins_and_not_before(game: tuple[int, list[Cell]]) -> None:
    size, order = game
    position = Position(size)

    while position.winner is None:
        mover = position.next_seat
        position = position.after(order[len(position.stones)])

    assert position.winner == mover
    assert position.stones[-1] in position.chain


@pytest.mark.parametrize("depth_and_count", [(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120), (6, 54720)])
def test_the_ways_to_play_so_many_stones_on_a_board_of_three(depth_and_count: tuple[int, int]) -> None:
    """Nobody can have won before stone 5, so it is 9, 9 x 8 and so on.

    Of the ways to lay five, 8 x 3! x (6 x 5) = 1440 have won: Vertical's three stones are one of the 8 chains of
    three, in any order, and Horizontal's two lie anywhere. The others go on in 4 ways: (15120 - 1440) x 4.
    """
    depth, count = depth_and_count

    assert perft(Position(3), depth) == count


def perft(position: Position, depth: int) -> int:
    """How many different games with `depth` more stones there are."""
    if position.chain:
        return 0
    if depth == 1:
        return len(position.free_cells)
    return sum(perft(position.after(free), depth - 1) for free in position.free_cells)


@cache
def wins(own: frozenset[Cell], others: frozenset[Cell], mover: int, size: int) -> bool:
    """Whether the mover can win by force."""
    for free in set(all_cells(size)) - own - others:
        following = own | {free}
        if winning_chain(following, mover, size) or not wins(others, following, 1 - mover, size):
            return True
    return False


def test_the_first_player_wins_and_the_openings_known_to_lose_do_lose() -> None:
    """Nash proved the first. Anatole Beck proved that a1 and b1 (and so c3 and b3) lose on any board from this on."""
    opening = {each.name: not wins(frozenset(), frozenset({each}), HORIZONTAL, 3) for each in all_cells(3)}

    assert wins(frozenset(), frozenset(), VERTICAL, 3)
    assert {name for name, winning in opening.items() if not winning} == {"a1", "b1", "b3", "c3"}


@pytest.mark.parametrize("upper", ["c2 d2", "d2 c2"])
@pytest.mark.parametrize("lower", ["b4 c4", "c4 b4"])
def test_a_bridge_cannot_be_cut(upper: str, lower: str) -> None:
    """Two stones that share two free neighbours are as good as joined: if one of these is taken, the other joins."""
    bridged = joined("d1 e1 c3 e2 b5", 5)

    for cell_taken_or_answered in cells(f"{upper} {lower}"):
        assert bridged.winner is None
        bridged = bridged.after(cell_taken_or_answered)

    assert bridged.winner == VERTICAL


def test_the_two_take_turns() -> None:
    assert [Position(5).layer_of(number) for number in range(5)] == [0, 1, 0, 1, 0]


def test_a_handicap_is_laid_before_the_second_player_begins() -> None:
    assert [Position(5, handicap=2).layer_of(number) for number in range(7)] == [0, 0, 0, 1, 0, 1, 0]


def test_the_head_start_runs_down_with_every_stone() -> None:
    position = Position(5, handicap=2)
    left = [position.head_start]

    for name in ("a1", "c3", "d2", "e5"):
        position = position.after(cell(name))
        left.append(position.head_start)

    assert left == [3, 2, 1, 0, 0]
