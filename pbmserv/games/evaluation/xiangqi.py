"""Xiangqi and its kin: pieces after worthwhile captures, and where they stand.

Values in soldiers, as usual in books.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.xiangqi import COLUMNS, ROWS
from pbmserv.games.evaluation import shares
from pbmserv.games.xiangqi.game import Xiangqi
from pbmserv.games.xiangqi.rules import BOARD, Position, is_home, of_seat, seat_of

Placed: TypeAlias = Mapping[str, Sequence[float]]

VALUES = {"s": 1.0, "a": 2.0, "e": 2.2, "h": 4.2, "c": 4.6, "r": 9.5, "g": 100.0}
CROSSED = 1.0
"""What a soldier beyond the river is worth more, unless it is on the last rank."""
NEAR = 0.12
"""What a soldier gains by each file and rank that it comes nearer to the palace."""
CENTRAL_CANNON, OPEN_HORSE = 0.3, 0.08
"""A cannon in the middle file; each move of a horse."""
DEEPEST, MOST_CAPTURES = 4, 40
"""Limits on the depth and number of captures tried."""
A_LEAD = 2.5
"""The lead in soldiers that wins three games of four."""


def evaluate(game: Xiangqi, position: Position) -> tuple[float, float]:
    """Both seats' expected values."""
    return shares(Exchange(position, _PLACED, OPEN_HORSE).lead() / A_LEAD, position.next_seat, 0.2)


class Exchange:
    """What captures lead to from a position.

    `placed` is the first seat's lead by each piece on each point, `open_horse` what a move of a horse is worth.
    """

    def __init__(self, position: Position, placed: Placed, open_horse: float) -> None:
        self.cells = position.cells
        self.seat = position.next_seat
        self.reached = position.reached
        self.placed = placed
        self.open_horse = open_horse
        self.tried = 0

    def lead(self) -> float:
        """The first seat's lead."""
        total = sum(self.placed[piece][place] for place, piece in enumerate(self.cells) if piece != EMPTY)
        for place, piece in enumerate(self.cells):
            if piece in "Hh":
                moves = sum(1 for _ in self.reached(self.cells, place, piece))
                total += self.open_horse * moves * (1 if piece == "H" else -1)
        sign = 1 if self.seat == 0 else -1
        return sign * self._best(self.cells, sign * total, -1000.0, 1000.0, self.seat, DEEPEST)

    def _best(self, cells: str, total: float, least: float, most: float, seat: int, deepest: int) -> float:
        """The best total that the seat can reach from `total` by captures or none."""
        least = max(least, total)
        if least >= most or not deepest or self.tried > MOST_CAPTURES:
            return least
        for gain, _, start, end in sorted(self._captures(cells, seat), reverse=True):
            if total + gain < least:
                break
            if cells[end] in "Gg":
                return 500.0
            self.tried += 1
            changed = [*cells]
            changed[end], changed[start] = cells[start], EMPTY
            after = "".join(changed)
            least = max(least, -self._best(after, -total - gain, -most, -least, 1 - seat, deepest - 1))
            if least >= most:
                break
        return least

    def _captures(self, cells: str, seat: int) -> list[tuple[float, float, int, int]]:
        placed, reached = self.placed, self.reached
        return [
            (abs(placed[cells[end]][end]), -abs(placed[piece][start]), start, end)
            for start, piece in enumerate(cells)
            if piece != EMPTY and seat_of(piece) == seat
            for end in reached(cells, start, piece)
            if cells[end] != EMPTY and seat_of(cells[end]) != seat
        ]


def placed_by(worth: Callable[[str, int, int], float], kinds: Iterable[str]) -> Placed:
    """The first seat's lead by each piece on each point; `worth` is that of a kind at a place of a seat."""
    return {
        of_seat(kind, seat): tuple((1 if seat == 0 else -1) * worth(kind, place, seat) for place in BOARD.places)
        for kind in kinds
        for seat in (0, 1)
    }


def _worth(kind: str, place: int, seat: int) -> float:
    value, column, row = VALUES[kind], place % COLUMNS, place // COLUMNS
    ahead = row if seat == 0 else ROWS - 1 - row
    if kind == "s" and not is_home(place, seat):
        return value + (CROSSED + NEAR * (6 - abs(column - 4) - abs(ahead - 2)) if ahead else 0)
    if kind == "c" and column == COLUMNS // 2:
        return value + CENTRAL_CANNON
    if kind == "r":
        # A chariot at home in its corner has not come into the game.
        return value - (0.4 if ahead == ROWS - 1 and column in (0, COLUMNS - 1) else 0)
    if kind == "h":
        return value - (0.3 if ahead == ROWS - 1 or column in (0, COLUMNS - 1) else 0)
    return value


_PLACED = placed_by(_worth, VALUES)
