"""Yavalath by players who see one move ahead: they make fours, stop fours, and avoid threes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import EAST, NORTH_EAST, SOUTH_EAST, Honeycomb
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.yavalath import LOSES, WINS, Yavalath

TIMES = 4
"""The number of games averaged."""
UNITS = (1, 8)
"""What each seat's stone adds to a row's number, one octal digit each."""


def playout(game: Yavalath, position: GridPosition, chance: Chance) -> tuple[float, float]:
    stones = Stones(game.honeycomb(position), position)
    share = sum(stones.copy().played_out(chance) for _ in range(TIMES)) / TIMES
    return share, 1 - share


def candidates(game: Yavalath, position: GridPosition) -> Sequence[str]:
    """A winning cell, or a cell where the opponent would win, or else safe cells near stones."""
    stones, names = Stones(game.honeycomb(position), position), game.board(position).names
    seat = position.next_seat
    cells = stones.winning(seat) or stones.winning(1 - seat)
    if cells:
        return [names[min(cells)]]
    safe = [cell for cell in position.places_of(EMPTY) if cell not in stones.losing[seat]]
    laid = set(stones.board.places).difference(position.places_of(EMPTY))
    near = [cell for cell in safe if not laid.isdisjoint(_near(stones.board)[cell])]
    return [names[cell] for cell in near or safe or position.places_of(EMPTY)]


class Stones:
    def __init__(self, board: Honeycomb, position: GridPosition) -> None:
        self.board = board
        self.cells = [*position.cells]
        self.seat = position.next_seat
        self.fours = [0] * len(_rows(board, WINS))
        self.threes = [0] * len(_rows(board, LOSES))
        self.wins: tuple[set[int], set[int]] = (set(), set())
        self.losing: tuple[set[int], set[int]] = (set(), set())
        for place, there in enumerate(position.cells):
            if there != EMPTY:
                self._count(place, "xo".index(there))

    def copy(self) -> Stones:
        other = Stones.__new__(Stones)
        other.board, other.seat = self.board, self.seat
        other.cells, other.fours, other.threes = [*self.cells], [*self.fours], [*self.threes]
        other.wins = {*self.wins[0]}, {*self.wins[1]}
        other.losing = {*self.losing[0]}, {*self.losing[1]}
        return other

    def winning(self, seat: int) -> list[int]:
        return [cell for cell in self.wins[seat] if self.cells[cell] == EMPTY]

    def played_out(self, chance: Chance) -> float:
        cells = self.cells
        waiting = [*chance.shuffled([place for place, there in enumerate(cells) if there == EMPTY])]
        while waiting:
            seat = self.seat
            if self.winning(seat):
                return float(seat == 0)
            losing, threats = self.losing[seat], self.winning(1 - seat)
            if threats:
                [cell, *others] = threats
                if others or cell in losing:
                    return float(seat == 1)
                waiting.remove(cell)
            else:
                for number in range(len(waiting) - 1, -1, -1):
                    if waiting[number] not in losing:
                        cell = waiting.pop(number)
                        break
                else:
                    return float(seat == 1)
            self.lay(cell)
        return 0.5

    def lay(self, cell: int) -> None:
        """Place a stone that decides nothing."""
        self.cells[cell] = "xo"[self.seat]
        self._count(cell, self.seat)
        self.seat = 1 - self.seat

    def _count(self, cell: int, seat: int) -> None:
        unit, cells = UNITS[seat], self.cells
        for length, counts, deciding in (
            (WINS, self.fours, self.wins[seat]),
            (LOSES, self.threes, self.losing[seat]),
        ):
            rows = _rows(self.board, length)
            for number in _through(self.board, length)[cell]:
                counts[number] += unit
                if counts[number] == unit * (length - 1):
                    deciding.update(each for each in rows[number] if cells[each] == EMPTY)


@cache
def _near(board: Honeycomb) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(each for ray in board.rays[place] for each in ray[: LOSES - 1]) for place in board.places)


@cache
def _rows(board: Honeycomb, length: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        (place, *board.rays[place][direction][: length - 1])
        for place in board.places
        for direction in (NORTH_EAST, EAST, SOUTH_EAST)
        if len(board.rays[place][direction]) >= length - 1
    )


@cache
def _through(board: Honeycomb, length: int) -> tuple[tuple[int, ...], ...]:
    rows = _rows(board, length)
    return tuple(tuple(number for number, row in enumerate(rows) if place in row) for place in board.places)
