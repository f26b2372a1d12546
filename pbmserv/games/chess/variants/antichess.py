"""Chess that is won by losing all pieces, by the rules of lichess."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pbmserv.games.base import Game, Result
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import Move
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position in which a king is a piece like others."""

    PROMOTIONS = "qrbnk"
    HAS_CASTLING = False

    @cached_property
    def king(self) -> int:
        return -1

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        moves = tuple(self.pseudo_legal())
        return tuple(filter(self.is_capture, moves)) or moves

    def why_unsafe(self, move: Move) -> str:
        return "" if self.is_capture(move) or not must_capture(self) else "Who can capture must capture."


class Antichess(Chess):
    """Whoever has no pieces left wins, and who can capture has to."""

    name = "Antichess"
    summary = "Chess: lose all your pieces to win"
    also_called = ("Giveaway chess", "Losing chess")
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. What a pawn may become stands below the "
        'board: touch it there. Where a draw can be claimed, a button there says "claim a draw".'
    )
    move_form = "squares or the usual notation, for example g1-f3, Nf3, exd5 or e7-e8=k"
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.chess_variants:antichess"
    pgn_variant = "Antichess"
    advantage_in_signs = False
    in_uci = Game.in_uci

    def result(self, position: ChessPosition) -> Result | None:
        seat = position.next_seat
        mover = self.seat_names[seat]
        if not any(map(position.is_own, range(64))):
            return Result(seat, Message("{player} has no pieces left.", player=mover))
        if not position.legal_moves:
            return Result(seat, Message("{player} cannot move any more.", player=mover))
        return super().result(position)

    def is_dead(self, position: ChessPosition) -> bool:
        """Whether only bishops are left, which never meet."""
        light = [{(place // 8 + place) % 2 for place in position.places_of(bishop)} for bishop in "Bb"]
        return not set(position.cells) - set("Bb.") and sorted(map(len, light)) == [1, 1] and light[0] != light[1]

    def must_capture(self, position: ChessPosition, seat: int) -> bool:
        return must_capture(position)

    def advantage(self, position: ChessPosition, seat: int) -> str:
        return ""

    def picture_status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        if not must_capture(position) or self.result(position):
            return ()
        return (Message("{player} has to capture.", player=self.seat_names[position.next_seat]),)


def must_capture(position: ChessPosition) -> bool:
    """Whether the side to move can capture, and so has to: all its legal moves are captures, or none is."""
    return any(map(position.is_capture, position.legal_moves[:1]))
