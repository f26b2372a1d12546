"""Chess in which a capture explodes, by the rules of lichess."""

from __future__ import annotations

from dataclasses import dataclass

from pbmserv.games.base import Game, Result
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import BOARD, Move, is_castling
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position in which a king may be missing, as it has exploded."""

    def is_check(self, cells: str, king: int) -> bool:
        """Kings that stand side by side give no check and are in none: who takes one explodes the other."""
        near = BOARD.around[king]
        return not any(cells[place] == "kK"[self.next_seat] for place in near) and super().is_check(cells, king)

    def is_safe(self, move: Move) -> bool:
        cells = self.cells_after(move)
        own, other = (cells.find(king) for king in ("Kk", "kK")[self.next_seat])
        return own >= 0 and (other < 0 or not self.is_check(cells, own))

    def why_unsafe(self, move: Move) -> str:
        return "" if "Kk"[self.next_seat] in self.cells_after(move) else "Your own king would explode."

    def exploded(self, move: Move) -> list[int]:
        """What a capture takes from the board: both pieces, and all around them but pawns."""
        start, end, _ = move
        if not self.is_capture(move):
            return []
        return [start, end, *(place for place in BOARD.around[end] if self[place] not in "Pp.")]

    def cells_after(self, move: Move) -> str:
        cells = [*super().cells_after(move)]
        for place in self.exploded(move):
            cells[place] = EMPTY
        return "".join(cells)


class Atomic(Chess):
    """Checkmate, or an explosion beside the king."""

    name = "Atomic"
    summary = "Chess: captures explode, kings too"
    also_called = ("Atomic chess",)
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.chess_variants:atomic"
    pgn_variant = "Atomic"
    in_uci = Game.in_uci

    def result(self, position: ChessPosition) -> Result | None:
        seat = position.next_seat
        if position.king < 0:
            return Result(1 - seat, Message("{player}'s king has exploded.", player=self.seat_names[seat]))
        return super().result(position)

    def slides(self, position: ChessPosition, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        found = self.known_moves(position).get(move)
        if not isinstance(position, Position) or found is None or is_castling(position, found):
            return super().slides(position, seat, steps, move)
        gone = " ".join(f"{BOARD.names[place]} -" for place in position.exploded(found))
        return ("", *[""] * (len(steps) - 2), gone) if gone else super().slides(position, seat, steps, move)

    def is_dead(self, position: ChessPosition) -> bool:
        """Whether neither can mate a bare king, nor explode one beside a piece of its own."""
        left = [(piece, place) for place, piece in enumerate(position.cells) if piece not in ".Kk"]
        if len({piece.isupper() for piece, _ in left}) == 2:
            # Bishops that stand on squares of different colours never meet.
            light = [{(place // 8 + place) % 2 for piece, place in left if piece == bishop} for bishop in "Bb"]
            return all(piece in "Bb" for piece, _ in left) and not light[0] & light[1]
        kinds = [piece.lower() for piece, _ in left]
        return not set(kinds) & {*"qp"} and (len(kinds) < 2 or kinds == ["n", "n"])
