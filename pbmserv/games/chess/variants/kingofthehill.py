"""Chess that a king wins, too, who reaches one of the four squares in the middle."""

from __future__ import annotations

from pbmserv.games.base import Game, Result
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import BOARD, Position
from pbmserv.games.message import Message

HILL = tuple(BOARD.place_of[name] for name in ("d4", "e4", "d5", "e5"))
"""The squares in the middle."""


class KingOfTheHill(Chess):
    """Checkmate, or the own king in the middle of the board."""

    name = "KingOfTheHill"
    summary = "Chess: mate, or your king in the middle"
    also_called = ("King of the Hill",)
    evaluate_by = "pbmserv.games.evaluation.chess_variants:kingofthehill"
    pgn_variant = "King of the Hill"
    in_uci = Game.in_uci

    def result(self, position: Position) -> Result | None:
        seat = 1 - position.next_seat
        if position.cells.index("Kk"[seat]) in HILL:
            return Result(
                seat, Message("{player}'s king is in the middle of the board.", player=self.seat_names[seat])
            )
        return super().result(position)

    def is_dead(self, position: Position) -> bool:
        return False
