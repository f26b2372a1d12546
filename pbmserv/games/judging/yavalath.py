"""Yavalath: cells that make four at once, and cells that must not be taken because they make three."""

from __future__ import annotations

from functools import cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import EAST, NORTH_EAST, SOUTH_EAST, Honeycomb
from pbmserv.games.grid_game import Standing
from pbmserv.games.judging import shares_of
from pbmserv.games.yavalath import LOSES, WINS, Yavalath

A_WAY = 0.15
"""What it is worth to have two stones where four could be, and the other none."""


def judge(game: Yavalath, position: Standing) -> tuple[float, float]:
    """What both seats may expect."""
    board, standing, seat = game.cells(position), position.standing, position.next_seat
    wins: tuple[set[int], set[int]] = (set(), set())
    ways = [0, 0]
    for row in _rows(board, WINS):
        there = [standing[place] for place in row]
        if (left := there.count(EMPTY)) in (1, 2):
            for each, stone in enumerate("xo"):
                if there.count(stone) == WINS - left:
                    ways[each] += left == 2
                    if left == 1:
                        wins[each].add(row[there.index(EMPTY)])
    if wins[seat]:
        return shares_of(seat, 6)
    if len(wins[1 - seat]) > 1 or any(_makes_three(board, standing, seat, cell) for cell in wins[1 - seat]):
        return shares_of(seat, -5)
    return shares_of(seat, A_WAY * (ways[seat] - ways[1 - seat]) - (0.3 if wins[1 - seat] else 0))


def _makes_three(board: Honeycomb, standing: str, seat: int, cell: int) -> bool:
    """Whether a stone of the seat on this cell makes three in a row."""
    stone = "xo"[seat]
    return any(
        cell in row and all(place == cell or standing[place] == stone for place in row) for row in _rows(board, LOSES)
    )


@cache
def _rows(board: Honeycomb, length: int) -> tuple[tuple[int, ...], ...]:
    """All so many cells in a row."""
    return tuple(
        (place, *board.rays[place][direction][: length - 1])
        for place in board.places
        for direction in (NORTH_EAST, EAST, SOUTH_EAST)
        if len(board.rays[place][direction]) >= length - 1
    )
