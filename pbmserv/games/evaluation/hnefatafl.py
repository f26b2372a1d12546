"""Hnefatafl: men, the king's escapes, and Black's blockade of corners.

A king at the edge with an open way to a goal is safe. White looks for such a move, or one with two ways; Black has to
prevent it. Black's lasting asset is men on a diagonal before a corner, which cannot be captured while nobody gets
behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.boards.thrones import ThroneAndEdges
from pbmserv.games.evaluation import shares, shares_of
from pbmserv.games.grid_game import Path
from pbmserv.games.hnefatafl import ATTACKER, BLACK, DEFENDER, KING, RULES, WHITE, Hnefatafl, Position

EXITS = (0.0, 1.0, 6.0)
"""The value to White by the number of directions in which the king escapes; Black can bar one."""
A_THREAT, MOST_THREATS = 0.3, 6
"""The value of a place from which he could escape."""
TWO_THREATS = 1.5
"""White's lead if the king can reach a double escape on his turn."""
BESIDE = 0.5
"""The value to Black of a man beside the king."""
A_GUARD, A_CORNER = 0.6, 1.0
"""The values to Black of a man on a corner's diagonal, and of a complete diagonal."""
A_LEAD = 4
"""A lead of so many men is clear."""


class Diagonal(NamedTuple):
    """Places that close a corner, and what is behind them, as bit sets."""

    places: int
    behind: int
    men: int


def evaluate(game: Hnefatafl, position: Position) -> tuple[float, float]:
    cells, looked = position.cells, Looked(game.board(position), position.cells)
    board, king, is_whites = looked.board, looked.king, position.next_seat == WHITE
    roads = looked.roads(king)
    if roads and is_whites:
        return shares_of(WHITE, 6)
    if roads and not looked.bars(roads, king):
        return shares_of(WHITE, 4)
    exits = looked.exits(king)
    if exits and is_whites:
        return shares_of(WHITE, 3)
    threats = [found for found in map(looked.exits, looked.reached(king)) if found]
    if is_whites and any(found > 1 for found in threats):
        return shares_of(WHITE, TWO_THREATS)
    # At the start there are twice as many attackers as defenders.
    lead = cells.count(DEFENDER) - cells.count(ATTACKER) / 2
    lead += EXITS[min(exits, 2)] + A_THREAT * min(len(threats), MOST_THREATS)
    lead -= BESIDE * sum(
        cells[ray[0]] == ATTACKER for ray in (board.rays[king][direction] for direction in STRAIGHT) if ray
    )
    if board.goals == board.corners:
        lead -= _shut(board, cells) - _shut_at_first(position.rules)
    return shares(-lead / A_LEAD, position.next_seat, 0.12)


def candidates(game: Hnefatafl, position: Position) -> Sequence[str] | None:
    """The king's open escape, for Black what bars it, and captures of the king."""
    looked, paths = Looked(game.board(position), position.cells), [*game.legal_paths(position)]
    king, roads = looked.king, looked.roads(looked.king)
    if position.next_seat == WHITE:
        worth_it = [(king, *road[-1:]) for road in roads][:1]
    else:
        beside = {ray[0] for ray in (looked.board.rays[king][direction] for direction in STRAIGHT) if ray}
        near = [path for path in paths if path[1] in beside]
        worth_it = [path for path in near if KING not in game.apply(position, path).cells][:1]
        if roads and not worth_it:
            bars = set.intersection(*map(set, roads))
            worth_it = [path for path in paths if path[1] in bars]
    return [game.words_of_path(position, path) for path in worth_it] or None


class Looked:
    def __init__(self, board: ThroneAndEdges, cells: str) -> None:
        self.board = board
        self.cells = cells
        self.king = cells.index(KING)
        self._is_exit: dict[int, bool] = {}

    def roads(self, place: int) -> list[Path]:
        """The empty places between one and each goal in one move."""
        cells, king = self.cells, self.king
        return [
            road
            for road in _to_goals(self.board)[place]
            if all(cells[each] == EMPTY or each == king for each in road)
        ]

    def bars(self, roads: Sequence[Path], place: int) -> bool:
        """Whether one black move can bar all ways of a king at a place."""
        cells, rays = self.cells, self.board.rays
        for bar in set(roads[0]).intersection(*roads[1:]) - self.board.restricted:
            for direction in STRAIGHT:
                for each in rays[bar][direction]:
                    if cells[each] == ATTACKER:
                        return True
                    if each == place or (cells[each] != EMPTY and each != self.king):
                        break
        return False

    def reached(self, place: int) -> Iterator[int]:
        """The places in one rook-like move."""
        for direction in STRAIGHT:
            yield from self._along(place, direction)

    def exits(self, place: int) -> int:
        """The number of directions to places with an unstoppable escape."""
        return sum(any(map(self._exits_at, self._along(place, direction))) for direction in STRAIGHT)

    def _along(self, place: int, direction: int) -> Iterator[int]:
        for each in self.board.rays[place][direction]:
            if self.cells[each] != EMPTY:
                return
            yield each

    def _exits_at(self, place: int) -> bool:
        if place not in self._is_exit:
            roads = self.roads(place)
            self._is_exit[place] = bool(roads) and not self.bars(roads, place)
        return self._is_exit[place]


@cache
def _to_goals(board: ThroneAndEdges) -> Sequence[Sequence[Path]]:
    def roads(place: int) -> Iterator[Path]:
        for direction in STRAIGHT:
            ray = board.rays[place][direction]
            ends = [number for number, each in enumerate(ray, start=1) if each in board.goals]
            if ends:
                yield tuple(ray[: ends[0]])

    return [[*roads(place)] for place in board.places]


def _shut(board: ThroneAndEdges, cells: str) -> float:
    attackers, whites = _bits_of(cells, BLACK), _bits_of(cells, WHITE)
    worth = 0.0
    for diagonals in _diagonals(board):
        shut = begun = 0.0
        for each in diagonals:
            if whites & (each.places | each.behind):
                break
            there = (attackers & each.places).bit_count()
            if there == each.men:
                # Men nearer to the corner are not needed any more.
                shut, begun = shut + A_CORNER + A_GUARD * there, 0.0
            else:
                begun = max(begun, A_GUARD * there)
        worth += shut + begun
    return worth


@cache
def _shut_at_first(rules: str) -> float:
    return _shut(RULES[rules].board, RULES[rules].start)


@cache
def _diagonals(board: ThroneAndEdges) -> Sequence[Sequence[Diagonal]]:
    """For each corner its diagonals, nearest first, up to those of other corners."""
    last = board.width - 1

    def diagonals(column: int, row: int) -> Iterator[Diagonal]:
        steps = [abs(place % board.width - column) + abs(place // board.width - row) for place in board.places]
        for away in range(2, board.width // 2 + 1):
            places, behind = (_number(map(is_in, steps)) for is_in in (away.__eq__, away.__gt__))
            yield Diagonal(places, behind, places.bit_count())

    return [[*diagonals(column, row)] for column, row in product((0, last), repeat=2)]


def _number(bits: Iterator[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


_ONES = {
    seat: str.maketrans(ATTACKER + DEFENDER + KING + EMPTY, ones) for seat, ones in ((BLACK, "1000"), (WHITE, "0110"))
}


def _bits_of(cells: str, seat: int) -> int:
    return int(cells.translate(_ONES[seat]), 2)
