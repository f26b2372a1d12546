"""Connect6: places where six are about to lie, and how many stones it takes to stop all of them.

Whoever has to lay more than two has lost; who has to lay two has no choice but where.
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
"""How many points are worth a thought where none is forced."""
A_STONE = 0.6
"""What it is worth to have laid none of the two yet: half of what a turn brings, which is none when one is laid."""
SCORES = (1, 5, 16, 34, 40, 40)
"""What it is worth to lay a stone where six may come, by how many there are."""
SCORE = (1 << 14) - 1
"""The bits of a code that tell how much is made of a point: all that there are."""
Gap: TypeAlias = frozenset[int]
"""The free points of a place where all others are one seat's."""


def evaluate(game: Connect6, position: GridPosition) -> tuple[float, float]:
    """What both seats may expect."""
    seat, left = position.next_seat, _left(position)
    own, other = _gaps(game, position, seat), _gaps(game, position, 1 - seat)
    if any(len(gap) <= left for gap in own):
        return shares_of(seat, 6.0)
    needed = _needed(other)
    if needed > left:
        return shares_of(seat, -5.0)
    return shares_of(seat, far(game, position, seat) + A_STONE * (left - 1))


def candidates(game: Connect6, position: GridPosition) -> Sequence[str]:
    """What finishes six, or keeps the other seat from doing so, or else where most can be made or kept."""
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
    """How much a stone in the middle of these points makes for each seat."""
    scores = [0, 0]
    for start in range(NEAR - LENGTH + 1, NEAR + 1):
        places = around[start : start + LENGTH]
        for seat, stone in enumerate(COLOURS):
            own = places.count(stone)
            if own + places.count(EMPTY) == LENGTH:
                scores[seat] += SCORES[own]
    return of_both(*scores)


def _left(position: GridPosition) -> int:
    """How many stones the seat to move lays before the other does."""
    laid = len(position.cells) - position.cells.count(EMPTY)
    return 1 if laid % 2 == 0 else A_TURN


def _stops(gaps: frozenset[Gap], left: int) -> Sequence[int]:
    """Points of which so many are enough to meet all gaps; a single one, where that is enough."""
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
    """How many stones it takes to meet all of them; three, if two are not enough."""
    if not gaps:
        return 0
    if frozenset.intersection(*gaps):
        return 1
    return 2 if _stops(gaps, A_TURN) else 3


def _gaps(game: Connect6, position: GridPosition, seat: int) -> frozenset[Gap]:
    """All places where a seat finishes six in one turn if it is let."""
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
