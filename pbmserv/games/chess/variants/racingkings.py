"""Chess in which the kings race to the last row, by the rules of lichess."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.base import Game, Options, Result
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import Move, is_attacked
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message

START = f"{EMPTY * 48}krbnNBRKqrbnNBRQ"
GOAL = range(8)
"""The row of the finish."""


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position in which no king is in check."""

    HAS_CASTLING = False

    def is_safe(self, move: Move) -> bool:
        return super().is_safe(move) and not self.gives_check(move)

    def gives_check(self, move: Move) -> bool:
        cells = self.cells_after(move)
        return is_attacked(cells, cells.find("kK"[self.next_seat]), 1 - self.next_seat)

    def why_unsafe(self, move: Move) -> str:
        return "Nobody may give check in this game." if self.gives_check(move) else ""


class RacingKings(Chess):
    """The first king in the last row wins; White's, which goes first, must not be followed at once."""

    name = "RacingKings"
    summary = "Chess: first king to the last row"
    also_called = ("Racing Kings",)
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. Where a draw can be claimed, a button below "
        'the board says "claim a draw".'
    )
    move_form = "squares or the usual notation, for example h2-h3, Kh3 or Bxd4"
    options = ()
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.chess_variants:racingkings"
    pgn_variant = "Racing Kings"
    in_uci = Game.in_uci

    def begun(self, options: Options) -> ChessPosition:
        return Position(8, START)

    def result(self, position: ChessPosition) -> Result | None:
        white, black = (position.cells.index(king) in GOAL for king in "Kk")
        if white and black:
            return Result(None, Message("Both kings are in the last row."))
        if black or (white and (position.next_seat == 0 or not _can_get_home(position))):
            seat = 0 if white else 1
            return Result(seat, Message("{player}'s king is in the last row.", player=self.seat_names[seat]))
        return super().result(position)

    def is_dead(self, position: ChessPosition) -> bool:
        return False


def _can_get_home(position: ChessPosition) -> bool:
    """Whether the king of the side to move can reach the last row with this move."""
    return any(move.from_square == position.king and move.to_square in GOAL for move in position.legal_moves)
