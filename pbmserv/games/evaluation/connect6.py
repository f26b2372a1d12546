"""Connect6: threats of six, and how many stones meet them all.

A side that needs more than two stones has lost; one that needs two is forced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.connect6 import Connect6
from pbmserv.games.evaluation import shares_of
from pbmserv.games.evaluation.lines import COLOURS, NEAR, best_of, codes_of, lines_of, of_both
from pbmserv.games.evaluation.rows import far
from pbmserv.games.grid_game import GridPosition

LENGTH = Connect6.in_row
A_TURN = 2
"""Stones of a turn."""
MOST = 10
"""The number of candidate points if none is forced."""
A_STONE = 0.6
"""The value of two stones still to place: half of a turn's gain."""
SCORES = (1, 5, 16, 34, 40, 40)
"""The value of a stone by the number of own stones in a possible six."""
SCORE = (1 << 14) - 1
"""The bits of a code with a point's score."""
Gap: TypeAlias = frozenset[int]
"""The empty points of a possible six of one colour."""


def evaluate(game: Connect6, position: GridPosition) -> tuple[float, float]:
    seat, left = position.next_seat, _left(position)
    own, other = _gaps(game, position, seat), _gaps(game, position, 1 - seat)
    if any(len(gap) <= left for gap in own):
        return shares_of(seat, 6.0)
    needed = _needed(other)
    if needed > left:
        return shares_of(seat, -5.0)
    return shares_of(seat, far(game, position, seat) + A_STONE * (left - 1))


def candidates(game: Connect6, position: GridPosition) -> Sequence[str]:
    """Moves that win or prevent a win, or else the best points."""
    names = game.board(position).names
    return [names[place] for place in _places(game, position)]


def _places(game: Connect6, position: GridPosition) -> Iterable[int]:
    seat, left = position.next_seat, _left(position)
    for gap in _gaps(game, position, seat):
        if len(gap) <= left:
            return [min(gap)]
    if gaps := _gaps(game, position, 1 - seat):
        return _stops(gaps, left) or [min(min(gaps, key=sorted))]
    codes = codes_of(game.board(position), position.cells, LENGTH, _code_of)
    if best := best_of(codes, seat, SCORE)[:MOST]:
        return best
    middle = len(codes) // 2
    return [middle] if position.cells[middle] == EMPTY else position.places_of(EMPTY)


@lru_cache(maxsize=1 << 15)
def _code_of(around: str) -> int:
    """The score of a stone in the middle of these points, for each seat."""
    scores = [0, 0]
    for start in range(NEAR - LENGTH + 1, NEAR + 1):
        places = around[start : start + LENGTH]
        for seat, stone in enumerate(COLOURS):
            own = places.count(stone)
            if own + places.count(EMPTY) == LENGTH:
                scores[seat] += SCORES[own]
    return of_both(*scores)


def _left(position: GridPosition) -> int:
    laid = len(position.cells) - position.cells.count(EMPTY)
    return 1 if laid % 2 == 0 else A_TURN


def _stops(gaps: frozenset[Gap], left: int) -> Sequence[int]:
    if single := frozenset.intersection(*gaps):
        return sorted(single)
    if left < A_TURN:
        return []
    found = set()
    for place in min(gaps, key=lambda gap: (len(gap), sorted(gap))):
        rest = [gap for gap in gaps if place not in gap]
        if others := frozenset.intersection(*rest):
            found |= {place, *others}
    return sorted(found)


def _needed(gaps: frozenset[Gap]) -> int:
    """The number of stones that meet all threats; three if two are not enough."""
    if not gaps:
        return 0
    if frozenset.intersection(*gaps):
        return 1
    return 2 if _stops(gaps, A_TURN) else 3


def _gaps(game: Connect6, position: GridPosition, seat: int) -> frozenset[Gap]:
    return _gaps_on(game.board(position), position.cells, seat)


@lru_cache(maxsize=16)
def _gaps_on(board: Any, cells: str, seat: int) -> frozenset[Gap]:
    found = set()
    for line in lines_of(board, LENGTH):
        stones = cells[line.part]
        if stones.count(COLOURS[seat]) >= LENGTH - A_TURN:
            for gap in _gaps_in(stones, COLOURS[seat]):
                found.add(frozenset([line.places[place] for place in gap]))
    return frozenset(found)


@lru_cache(maxsize=1 << 13)
def _gaps_in(stones: str, stone: str) -> Sequence[Sequence[int]]:
    found = []
    for start in range(len(stones) - LENGTH + 1):
        places = stones[start : start + LENGTH]
        if places.count(stone) >= LENGTH - A_TURN and places.count(stone) + places.count(EMPTY) == LENGTH:
            found.append([start + place for place, there in enumerate(places) if there == EMPTY])
    return found
