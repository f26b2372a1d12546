"""Chess of an army against 36 pawns, by the rules of lichess."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.base import Game, Options, Result
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import BOARD
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message

START = f"rnbqkbnr{'p' * 8}{'.' * 8}.PP..PP.{'P' * 32}"


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position without a white king, whose pawns in the first row may go two squares, too."""

    PAWN_ROWS = ((6, 7), (1,))


class Horde(Chess):
    """White has pawns and wins by checkmate; Black wins by capturing all of White's."""

    name = "Horde"
    summary = "Chess: an army against 36 pawns"
    also_called = ("Horde chess",)
    options = ()
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.chess_variants:horde"
    pgn_variant = "Horde"
    advantage_in_signs = False
    in_uci = Game.in_uci

    def begun(self, options: Options) -> ChessPosition:
        return Position(8, START, rooks=(BOARD.place_of["a8"], BOARD.place_of["h8"]))

    def result(self, position: ChessPosition) -> Result | None:
        if not any(piece.isupper() for piece in position.cells):
            return Result(1, Message("White has no pieces left."))
        return super().result(position)

    def is_dead(self, position: ChessPosition) -> bool:
        return False

    def advantage(self, position: ChessPosition, seat: int) -> str:
        return ""
