"""Shogi: pieces on the board and in hand after worthwhile captures, and what is near the kings.

Values in pawns, about those of Larry Kaufman for Western players.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation import shares
from pbmserv.games.shogi.game import Shogi
from pbmserv.games.shogi.rules import PLAIN, Position, geometry_of

VALUES = {
    "p": 1.0,
    "l": 3.0,
    "n": 3.5,
    "s": 5.0,
    "g": 5.5,
    "b": 8.0,
    "r": 9.5,
    "h": 11.0,
    "d": 13.0,
    "k": 100.0,
} | dict(zip("acet", (5.5, 5.5, 5.5, 4.5), strict=True))
IN_HAND = 1.1
"""What a piece in hand is worth for one on the board."""
DEEPEST, MOST_CAPTURES = 4, 40
"""Limits on the depth and number of captures tried."""
A_LEAD = 3.0
"""The lead in pawns that wins three games of four."""
NEAR_KING = 0.25
"""What a piece within two squares of a king is worth more, for its guard and for its attackers alike."""


def evaluate(game: Shogi, position: Position) -> tuple[float, float]:
    """Both seats' expected values."""
    return shares(_Exchange(position).lead() / A_LEAD, position.next_seat, 0.2)


class _Exchange:
    def __init__(self, position: Position) -> None:
        self.board = [*position.cells]
        self.position = position
        self.rays = position.geometry.rays
        self.tried = 0

    def lead(self) -> float:
        """Black's lead."""
        position = self.position
        total = sum(_WORTH[piece] for piece in position.cells if piece != EMPTY)
        held = [sum(VALUES[kind] for kind in hand) for hand in position.pockets]
        total += IN_HAND * (held[0] - held[1]) + self._near_kings()
        sign = 1 if position.next_seat == 0 else -1
        return sign * self._best(sign * total, -1000.0, 1000.0, position.next_seat, DEEPEST)

    def _near_kings(self) -> float:
        total = 0.0
        for king in "Kk":
            place = self.position.cells.find(king)
            if place >= 0:
                for near in _around(self.position.width)[place]:
                    piece = self.board[near]
                    if piece != EMPTY and piece not in "KkPp":
                        total += NEAR_KING if piece.isupper() else -NEAR_KING
        return total

    def _best(self, total: float, least: float, most: float, seat: int, deepest: int) -> float:
        """The best total that the seat can reach from `total` by captures or none."""
        least = max(least, total)
        if least >= most or not deepest or self.tried > MOST_CAPTURES:
            return least
        board = self.board
        for gain, _, start, end in sorted(self._captures(seat), reverse=True):
            if total + gain < least:
                break
            taken, piece = board[end], board[start]
            if taken in "Kk":
                return 500.0
            self.tried += 1
            board[end], board[start] = piece, EMPTY
            least = max(least, -self._best(-total - gain, -most, -least, 1 - seat, deepest - 1))
            board[end], board[start] = taken, piece
            if least >= most:
                break
        return least

    def _captures(self, seat: int) -> Iterator[tuple[float, float, int, int]]:
        board, rays = self.board, self.rays
        for start, piece in enumerate(board):
            if piece == EMPTY or piece.isupper() != (seat == 0):
                continue
            for ray in rays[piece][start]:
                for end in ray:
                    taken = board[end]
                    if taken != EMPTY:
                        if taken.isupper() != (seat == 0):
                            yield _GAIN[taken], -VALUES[piece.lower()], start, end
                        break


_WORTH = {(kind.upper() if sign > 0 else kind): sign * value for kind, value in VALUES.items() for sign in (1, -1)}
_GAIN = {
    cased: value + IN_HAND * VALUES[PLAIN.get(kind, kind)]
    for kind, value in VALUES.items()
    for cased in (kind, kind.upper())
}
"""What a capture brings: the other's loss, and what is held then."""


@cache
def _around(size: int) -> tuple[tuple[int, ...], ...]:
    """For each place, the places within two squares."""
    places = geometry_of(size).board.places
    return tuple(
        tuple(
            each
            for each in places
            if each != place and max(abs(each % size - place % size), abs(each // size - place // size)) <= 2
        )
        for place in places
    )
