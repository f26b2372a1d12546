"""Makruk, chess as it is played in Thailand, with its two counts.

By the rules of the Thailand Chess Federation as Poompat told them in English (chessvariants.org, 2004), and those of
PyChess. Over the board, who is losing counts aloud if they like; here the server counts for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pbmserv.games.base import Game, Options, Result
from pbmserv.games.boards.grids import DIAGONAL, EMPTY, NORTH, SOUTH, STRAIGHT
from pbmserv.games.chess.game import WORTH, Chess, figures_of_both
from pbmserv.games.chess.rules import BOARD, FORWARD, KNIGHT, Move, attacked_by_pawn
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message

START = "rnsmksnr........pppppppp................PPPPPPPP........RNSKMSNR"
PIECES = {"k": "king", "m": "met", "r": "rook", "s": "khon", "n": "knight", "p": "pawn"}
BOARDS_HONOUR = 64
"""The moves that each has when no pawn is left."""


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position with what each seat has counted, and the `limit` of the count; 0 while nobody counts."""

    LETTERS = "KMRSNP"
    DIRECTIONS: ClassVar = {
        **dict.fromkeys("Kk", range(8)),
        **dict.fromkeys("Mm", DIAGONAL),
        **dict.fromkeys("Rr", STRAIGHT),
        "S": (NORTH, *DIAGONAL),
        "s": (SOUTH, *DIAGONAL),
    }
    STEPPING = "KkMmSs"
    PROMOTIONS = "m"
    PROMOTION_ROWS = (2, 5)
    PAWN_ROWS: ClassVar = ((), ())
    HAS_CASTLING = False

    counts: tuple[int, int] = (0, 0)
    limit: int = 0

    @property
    def may_claim(self) -> bool:
        """Without a rule of fifty moves: the counts are in its place."""
        return self.has_come_again

    @property
    def is_dead(self) -> bool:
        return not set(self.cells) - set("Kk.")

    @property
    def lone_king(self) -> int | None:
        """The seat of which the king alone is left, if no pawn is."""
        if "P" in self.cells or "p" in self.cells:
            return None
        for seat, others in enumerate(("MRSN", "mrsn")):
            if not any(piece in self.cells for piece in others):
                return seat
        return None

    @property
    def is_counted_out(self) -> bool:
        """Whether the seat that has moved last has made a move more than the count allows."""
        return 0 < self.limit < self.counts[1 - self.next_seat]

    def is_check(self, cells: str, king: int) -> bool:
        return is_attacked(cells, king, self.next_seat)

    def after(self, move: Move) -> Self:
        after = super().after(move)
        if "P" in after.cells or "p" in after.cells:
            return after
        lone = after.lone_king
        if lone is None and not self.limit:
            return replace(after, limit=BOARDS_HONOUR)
        if lone is not None and self.lone_king is None:
            pieces = len(after.cells) - after.cells.count(EMPTY)
            return replace(
                after, counts=(0, pieces) if lone else (pieces, 0), limit=pieces_honour(after.cells, 1 - lone)
            )
        white, black = self.counts
        if lone in (None, self.next_seat):
            white, black = (white + 1, black) if self.next_seat == 0 else (white, black + 1)
        return replace(after, counts=(white, black))


def is_attacked(cells: str, place: int, seat: int) -> bool:
    """Whether a piece of the other seat attacks a place of this one."""
    king, met, rook, khon, knight, pawn = "kmrsnp" if seat == 0 else "KMRSNP"
    if any(cells[near] == knight for near in KNIGHT[place]):
        return True
    if any(cells[near] == pawn for near in attacked_by_pawn(place, seat)):
        return True
    for direction, ray in enumerate(BOARD.rays[place]):
        is_diagonal = direction % 2 == 1
        # A khon in front of its opponent's piece looks at it.
        beside = (king, met, khon) if is_diagonal else (king, khon) if direction == FORWARD[seat] else (king,)
        if ray and cells[ray[0]] in beside:
            return True
        if not is_diagonal and next((cells[each] for each in ray if cells[each] != EMPTY), EMPTY) == rook:
            return True
    return False


def pieces_honour(cells: str, seat: int) -> int:
    """How far a lone king counts against what this seat has."""
    rooks, khons, knights = (cells.count(piece if seat else piece.upper()) for piece in "rsn")
    if rooks:
        return 8 if rooks > 1 else 16
    if khons > 1:
        return 22
    if knights > 1:
        return 32
    return 44 if khons else 64


class Makruk(Chess):
    """Thai chess: slow pieces, and an end game against the count."""

    name = "Makruk"
    summary = "Thai chess: mate before the count is over"
    also_called = ("Thai chess",)
    options = ()
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. Where a draw can be claimed, a button below "
        'the board says "claim a draw".'
    )
    move_form = "squares or the usual notation, for example d3-d4, Nd2, Sc2 or Me2"
    position_class = Position
    pieces = PIECES
    worth: ClassVar = {"r": WORTH["r"], "n": WORTH["n"], "s": 2, "m": 1, "p": 1}
    figures = figures_of_both(PIECES)
    claimed_when = "A draw can be claimed on the third time of a position."
    evaluate_by = "pbmserv.games.evaluation.chess_variants:makruk"
    pgn_variant = "Makruk"
    in_uci = Game.in_uci

    def begun(self, options: Options) -> ChessPosition:
        return Position(8, START)

    def result(self, position: ChessPosition) -> Result | None:
        if position.legal_moves and counted(position).is_counted_out:
            mover = self.seat_names[1 - position.next_seat]
            return Result(None, Message("{player}'s count is over: there is no checkmate.", player=mover))
        return super().result(position)

    def picture_status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        lines = super().picture_status(position, viewer)
        if not counted(position).limit or self.result(position):
            return lines
        (white, black), limit = counted(position).counts, counted(position).limit
        lone = counted(position).lone_king
        if lone is None:
            text = "No pawn is left: White has counted {white} of {limit}, Black {black}."
            return *lines, Message(text, white=white, black=black, limit=limit)
        text = "{player}'s king is alone, and has counted {count} of {limit}."
        return *lines, Message(text, player=self.seat_names[lone], count=(white, black)[lone], limit=limit)

    def legend(self, position: ChessPosition, viewer: int | None) -> str:
        return (
            "White's pieces are in capitals: king, met, rook, S for khon, N for knight,\n"
            "pawn. The last move is in brackets."
        )

    letters_of_pieces = None

    def other_spellings(self, text: str) -> Sequence[str]:
        # S is the khon here, not a German knight.
        return [*super(Chess, self).other_spellings(text)]


def counted(position: ChessPosition) -> Position:
    """A position with its count."""
    return position if isinstance(position, Position) else Position(8, position.cells, position.next_seat)
