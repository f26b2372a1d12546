"""Gomoku and Pente: imminent rows and possible ones.

The search finds winning threats, as it is told which moves a threat leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Any

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares_of
from pbmserv.games.evaluation.fives import (
    CAPTURES,
    FOURS,
    OPEN_FOURS,
    ROWS,
    SCORE,
    THREES,
    code_of,
    exact_code_of,
    first,
)
from pbmserv.games.evaluation.lines import best_of, codes_of, for_black, for_white, lines_of, of_both
from pbmserv.games.pente import ENOUGH, Pente
from pbmserv.games.rows import RowGame

WORTH = (0.0, 0.005, 0.03, 0.13, 0.35, 0.6)
"""The value of a possible row by its stones."""
A_PAIR = 0.5
"""The value of a captured pair in Pente."""
MOST = 9
"""The number of candidates if none is forced; fewer let the search look deeper."""
MOST_WITH_PAIRS = 12
"""The same in Pente, with captures."""
_NEAR = CAPTURES | THREES | FOURS | OPEN_FOURS | ROWS
_TOLD = of_both(_NEAR, _NEAR)
"""The mask of what a code tells besides scores."""


@dataclass(frozen=True)
class Point:
    place: int
    own: int
    other: int


class Threats:
    def __init__(self, game: RowGame[Any], position: Any) -> None:
        self.colour = position.next_seat ^ getattr(position, "crossed", False)
        """0 for Black (stones x), whoever plays it."""
        told = exact_code_of if getattr(position, "exact", False) else code_of
        self.codes = codes_of(game.board(position), position.cells, game.in_row, told)
        seats = (for_black, for_white) if self.colour == 0 else (for_white, for_black)
        points = [
            Point(place, seats[0](code), seats[1](code)) for place, code in enumerate(self.codes) if code & _TOLD
        ]
        pairs = getattr(position, "pairs", None)
        self.takes_pairs = pairs is not None
        self.captures: list[int] = []
        """Captures of the seat to move."""
        self.own_rows = [point for point in points if point.own & ROWS]
        """Where it wins."""
        self.other_rows = [point for point in points if point.other & ROWS]
        """The opponent's winning points."""
        if pairs is not None:
            self.pairs = pairs[position.next_seat], pairs[1 - position.next_seat]
            self.captures = [point.place for point in points if point.own & CAPTURES]
            last = [(ENOUGH - each) * first(CAPTURES) for each in self.pairs]
            self.own_rows += [point for point in points if point.own & CAPTURES >= last[0]]
            self.other_rows += [point for point in points if point.other & CAPTURES >= last[1]]
        self.points = points


@lru_cache(maxsize=4)
def _threats(game: RowGame[Any], position: Any) -> Threats:
    return Threats(game, position)


def _is_double(code: int) -> bool:
    return bool(code & OPEN_FOURS) or code & FOURS > first(FOURS)


def _is_strong(code: int) -> bool:
    return bool(code & FOURS and code & THREES) or code & THREES > first(THREES)


def evaluate(game: RowGame[Any], position: Any) -> tuple[float, float]:
    if getattr(position, "opening", ""):
        # Colours are not given yet.
        return 0.5, 0.5
    threats = _threats(game, position)
    lead = _near(threats)
    if lead is None or abs(lead) < 1.5:
        lead = (lead or 0.1) + far(game, position, threats.colour)
    if threats.takes_pairs:
        own, other = threats.pairs
        lead += A_PAIR * (own**1.5 - other**1.5)
    return shares_of(position.next_seat, lead)


def _near(threats: Threats) -> float | None:
    points = threats.points
    if threats.own_rows:
        return 6.0
    if rows := threats.other_rows:
        if len(rows) > 1:
            return -2.5 if threats.captures else -5.0
        if not rows[0].own & FOURS and any(_is_double(point.other) for point in points if point is not rows[0]):
            return -1.6
        return -0.1
    if any(_is_double(point.own) for point in points):
        return 2.5 if threats.takes_pairs else 5.0
    if any(point.own & FOURS and point.own & THREES for point in points):
        return 1.6
    if any(_is_double(point.other) for point in points):
        return -0.2
    if any(_is_strong(point.own) for point in points):
        return 1.2
    return None


def far(game: RowGame[Any], position: Any, colour: int) -> float:
    lead = 0.0
    for line in lines_of(game.board(position), game.in_row):
        stones = position.cells[line.part]
        if stones.strip(EMPTY):
            lead += _lead_in(stones, game.in_row)
    return lead if colour == 0 else -lead


@lru_cache(maxsize=1 << 13)
def _lead_in(stones: str, length: int) -> float:
    return sum(_worth(length)[stones[start : start + length]] for start in range(len(stones) - length + 1))


@cache
def _worth(length: int) -> dict[str, float]:
    known = {}
    for stones in map("".join, product("xo.", repeat=length)):
        black, white = stones.count("x"), stones.count("o")
        known[stones] = 0.0 if black and white else WORTH[min(black, 5)] - WORTH[min(white, 5)]
    return known


def candidates(game: RowGame[Any], position: Any) -> Sequence[str] | None:
    """Moves that make or prevent a row, or else the best points."""
    if getattr(position, "opening", ""):
        return None
    names = game.board(position).names
    return [names[place] for place in _places(game, position)] or None


def allowed_candidates(game: RowGame[Any], position: Any) -> Sequence[str] | None:
    """The same where some points are forbidden."""
    known = game.known_paths(position)
    return [move for move in candidates(game, position) or () if move in known] or None


def _places(game: RowGame[Any], position: Any) -> list[int]:
    threats = _threats(game, position)
    if not any(threats.codes):
        middle = len(position.cells) // 2
        return [middle] if position.cells[middle] == EMPTY else []
    points, captures = threats.points, threats.captures
    if threats.own_rows:
        return [threats.own_rows[0].place]
    if threats.other_rows:
        stops = [point.place for point in threats.other_rows]
        return _each([*stops, *captures]) if threats.takes_pairs else stops[:1]
    if doubles := [point.place for point in points if _is_double(point.own)]:
        return doubles[:3] if threats.takes_pairs else doubles[:1]
    if any(_is_double(point.other) for point in points):
        meets = [point.place for point in points if point.other & (OPEN_FOURS | FOURS)]
        return _each([*meets, *(point.place for point in points if point.own & FOURS), *captures])
    best = best_of(threats.codes, threats.colour, SCORE)
    if isinstance(game, Pente) and position.laid == 2 and not position.is_free:
        best = [place for place in best if game.is_far(position, place)]
    return best[: MOST_WITH_PAIRS if threats.takes_pairs else MOST]


def _each(places: Iterable[int]) -> list[int]:
    return [*dict.fromkeys(places)]
