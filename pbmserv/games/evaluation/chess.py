"""Chess: material and squares after worthwhile captures.

Values by Tomasz Michniewski's simplified evaluation function (1995), in centipawns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar

from pbmserv.games.boards.grids import DIAGONAL, EMPTY, STRAIGHT
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import BOARD, KNIGHT, Position, attacked_by_pawn
from pbmserv.games.evaluation import shares

VALUES = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 20000}
_TABLES = {
    "p": """
      0   0   0   0   0   0   0   0
     50  50  50  50  50  50  50  50
     10  10  20  30  30  20  10  10
      5   5  10  25  25  10   5   5
      0   0   0  20  20   0   0   0
      5  -5 -10   0   0 -10  -5   5
      5  10  10 -20 -20  10  10   5
      0   0   0   0   0   0   0   0""",
    "n": """
    -50 -40 -30 -30 -30 -30 -40 -50
    -40 -20   0   0   0   0 -20 -40
    -30   0  10  15  15  10   0 -30
    -30   5  15  20  20  15   5 -30
    -30   0  15  20  20  15   0 -30
    -30   5  10  15  15  10   5 -30
    -40 -20   0   5   5   0 -20 -40
    -50 -40 -30 -30 -30 -30 -40 -50""",
    "b": """
    -20 -10 -10 -10 -10 -10 -10 -20
    -10   0   0   0   0   0   0 -10
    -10   0   5  10  10   5   0 -10
    -10   5   5  10  10   5   5 -10
    -10   0  10  10  10  10   0 -10
    -10  10  10  10  10  10  10 -10
    -10   5   0   0   0   0   5 -10
    -20 -10 -10 -10 -10 -10 -10 -20""",
    "r": """
      0   0   0   0   0   0   0   0
      5  10  10  10  10  10  10   5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
     -5   0   0   0   0   0   0  -5
      0   0   0   5   5   0   0   0""",
    "q": """
    -20 -10 -10  -5  -5 -10 -10 -20
    -10   0   0   0   0   0   0 -10
    -10   0   5   5   5   5   0 -10
     -5   0   5   5   5   5   0  -5
      0   0   5   5   5   5   0  -5
    -10   5   5   5   5   5   0 -10
    -10   0   5   0   0   0   0 -10
    -20 -10 -10  -5  -5 -10 -10 -20""",
    "k": """
    -30 -40 -40 -50 -50 -40 -40 -30
    -30 -40 -40 -50 -50 -40 -40 -30
    -30 -40 -40 -50 -50 -40 -40 -30
    -30 -40 -40 -50 -50 -40 -40 -30
    -20 -30 -30 -40 -40 -30 -30 -20
    -10 -20 -20 -20 -20 -20 -20 -10
     20  20   0   0   0   0  20  20
     20  30  10   0   0  10  30  20""",
}
AT_EDGE = tuple(10 * (abs(2 * (place % 8) - 7) + abs(2 * (place // 8) - 7)) for place in range(64))
"""The cost of a king away from the middle in the end game."""
AT_THE_END = 1500
"""With less material than this, in centipawns, the opponent's king is in the end game."""
DEEPEST, MOST_CAPTURES = 4, 60
"""Limits on the depth and number of captures tried."""
A_PAWN = 120
"""The lead that wins three games of four."""


def evaluate(game: Chess, position: Position) -> tuple[float, float]:
    """Both seats' expected values. A claimable draw is claimed unless there is better."""
    if position.may_claim:
        return 0.5, 0.5
    return shares(lead(position), position.next_seat, 0.2)


def lead(position: Position) -> float:
    """White's lead after worthwhile captures, as `shares` counts it."""
    return Exchange(position).lead() / A_PAWN


@cache
def _worth() -> Sequence[dict[str, int]]:
    worth: list[dict[str, int]] = [{EMPTY: 0} for _ in range(64)]
    for piece, value in VALUES.items():
        table = [*map(int, _TABLES[piece].split())]
        for place in range(64):
            worth[place][piece.upper()] = value + table[place]
            worth[place][piece] = -value - table[place ^ 56]
    return worth


class Exchange:
    """A board on which captures are tried."""

    values: ClassVar[Mapping[str, int]] = VALUES

    def __init__(self, position: Position) -> None:
        self.board = [*position.cells]
        self.seat = position.next_seat
        self.worth = self.worth_of_pieces()
        self.tried = 0

    def worth_of_pieces(self) -> Sequence[Mapping[str, int]]:
        """What a piece is worth on each place, for White."""
        return _worth()

    def lead(self) -> int:
        total = sum(worth[piece] for worth, piece in zip(self.worth, self.board, strict=True))
        total += self.ends()
        sign = 1 if self.seat == 0 else -1
        return sign * self._best(sign * total, -100_000, 100_000, self.seat, DEEPEST)

    def ends(self) -> int:
        """What is to be added if one of them is in the end game."""
        pieces, board, change = "".join(self.board), self.board, 0
        for king, others, sign in (("K", "nbrq", 1), ("k", "NBRQ", -1)):
            if sum(VALUES[piece.lower()] * pieces.count(piece) for piece in others) < AT_THE_END:
                place = board.index(king)
                # The table for kings is for the middle of the game: take it back.
                change -= self.worth[place][king] - sign * VALUES["k"]
                change -= sign * AT_EDGE[place]
        return change

    def _best(self, total: int, least: int, most: int, seat: int, deepest: int) -> int:
        """The best total that the seat can reach from `total` by captures or none."""
        least = max(least, total)
        if least >= most or not deepest or self.tried > MOST_CAPTURES:
            return least
        board, sign = self.board, 1 if seat == 0 else -1
        captures = sorted(self._captures(seat), reverse=True)
        for gain, _, start, end in captures:
            # Not even the piece itself would bring enough.
            if total + gain + 100 < least:
                break
            taken, piece = board[end], board[start]
            if taken in "Kk":
                return 50_000
            self.tried += 1
            change = self.worth[end][piece] - self.worth[start][piece] - self.worth[end][taken]
            board[end], board[start] = piece, EMPTY
            found = -self._best(-total - sign * change, -most, -least, 1 - seat, deepest - 1)
            board[end], board[start] = taken, piece
            least = max(least, found)
            if least >= most:
                break
        return least

    def _captures(self, seat: int) -> Iterator[tuple[int, int, int, int]]:
        board, worth = self.board, self.values
        kinds = "".join(worth)
        own, others = (kinds.upper(), kinds) if seat == 0 else (kinds, kinds.upper())
        for start, piece in enumerate(board):
            if piece in own:
                kind = piece.lower()
                for end in self.attacked(start, kind, seat):
                    if board[end] in others:
                        yield worth[board[end].lower()], -worth[kind], start, end

    def attacked(self, start: int, kind: str, seat: int) -> Iterator[int]:
        """The places that a piece attacks."""
        if kind == "p":
            yield from attacked_by_pawn(start, seat)
        elif kind == "n":
            yield from KNIGHT[start]
        else:
            board = self.board
            for ray in _RAYS[kind][start]:
                for end in ray:
                    if board[end] != EMPTY:
                        yield end
                        break


_RAYS = {
    kind: tuple(
        tuple(rays[direction][:1] if kind == "k" else rays[direction] for direction in directions)
        for rays in BOARD.rays
    )
    for kind, directions in {"b": DIAGONAL, "r": STRAIGHT, "q": range(8), "k": range(8)}.items()
}
