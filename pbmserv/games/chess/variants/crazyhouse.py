"""Chess in which captured pieces change sides and are dropped again, by the rules of lichess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.base import Game, Illegal
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.game import PIECES, Chess
from pbmserv.games.chess.notation import meant
from pbmserv.games.chess.rules import BOARD, Move
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.hands import drop_choices, drop_target, hands_told, held_of
from pbmserv.games.message import Message, in_turn
from pbmserv.games.picture import Held, Picture
from pbmserv.games.piece_names import from_russian
from pbmserv.games.refusals import legal_now

KINDS = "qrbnp"
"""The pieces that can be held, in the order in which they are told."""
_DROP = re.compile(r"\s*([qrbnp])?@([a-h][1-8])[+#!?]*\s*", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position with what each seat holds in its `pockets`, by small letters, and where `promoted` pieces stand."""

    pockets: tuple[str, str] = ("", "")
    promoted: tuple[int, ...] = ()

    @property
    def repetition_key(self) -> Sequence[object]:
        return *super().repetition_key, self.pockets, self.promoted

    @property
    def may_claim(self) -> bool:
        """Without a rule of fifty moves: captures bring no game nearer to its end."""
        return self.has_come_again

    def pseudo_legal(self) -> Iterator[Move]:
        yield from super().pseudo_legal()
        for kind in dict.fromkeys(self.pockets[self.next_seat]):
            for place in self.places_of(EMPTY):
                if kind != "p" or 0 < place // 8 < 7:
                    yield Move(place, place, kind)

    def is_safe(self, move: Move) -> bool:
        return (move.is_drop and not self.in_check) or super().is_safe(move)

    def cells_after(self, move: Move) -> str:
        if not move.is_drop:
            return super().cells_after(move)
        place, _, kind = move
        return f"{self.cells[:place]}{kind if self.next_seat else kind.upper()}{self.cells[place + 1 :]}"

    def after(self, move: Move) -> Self:
        after = super().after(move)
        start, end, promotion = move
        promoted, own = {*self.promoted}, self.pockets[self.next_seat]
        if move.is_drop:
            own = own.replace(promotion, "", 1)
        elif self.is_capture(move):
            own += "p" if self[end] == EMPTY or end in promoted else self[end].lower()
        if not move.is_drop:
            promoted = promoted - {end} | ({end} if promotion or start in promoted else set())
            promoted -= {start}
        pockets = [*self.pockets]
        pockets[self.next_seat] = "".join(sorted(own, key=KINDS.index))
        return replace(
            after,
            earlier=self.remembered(after.rooks != self.rooks),
            halfmove_clock=0,
            pockets=(pockets[0], pockets[1]),
            promoted=tuple(sorted(promoted)),
        )


class Crazyhouse(Chess):
    """Checkmate; who captures a piece may drop it as one's own, instead of a move."""

    name = "Crazyhouse"
    summary = "Chess: drop what you have captured"
    also_called = ("Drop chess",)
    touching = (
        "Touch a piece, then the square where it goes, or drag it there. To castle, move the king to where it is "
        "going to stand, or onto the rook. What you hold stands beside the board: touch it there, then a square, "
        "or drag it. So does what a pawn may become: touch it there. Where a draw can be claimed, a button there "
        'says "claim a draw".'
    )
    move_form = "squares or the usual notation, for example g1-f3, Nf3, O-O or e7-e8=q; N@f3 drops a knight"
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.chess_variants:crazyhouse"
    advantage_in_signs = False
    pgn_variant = "Crazyhouse"
    in_uci = Game.in_uci

    def is_dead(self, position: ChessPosition) -> bool:
        return False

    def read(self, position: ChessPosition, text: str) -> Move:
        drop = _DROP.fullmatch(from_russian(text))
        if drop and not meant(position, drop[0]):
            raise Illegal(
                in_turn(
                    self._why_not_drop(position, (drop[1] or "p").lower(), drop[2].lower()),
                    legal_now(self.move_form, self.moves(position)),
                )
            )
        return super().read(position, text)

    def _why_not_drop(self, position: ChessPosition, kind: str, square: str) -> Message:
        player, piece = self.seat_names[position.next_seat], Message(PIECES[kind])
        if kind not in pockets_of(position)[position.next_seat]:
            return Message("{player} has no {piece} in hand.", player=player, piece=piece)
        if position[BOARD.place_of[square]] != EMPTY:
            return Message("Pieces are dropped on empty squares, and {square} is taken.", square=square)
        if kind == "p" and square[1] in "18":
            return Message("Pawns are not dropped in the first and last row.")
        return Message("{player}'s king would still be in check.", player=player)

    def value_of(self, position: ChessPosition, text: str) -> str:
        drop = _DROP.fullmatch(from_russian(text))
        return f"{(drop[1] or 'p').upper()}@{drop[2].lower()}" if drop else super().value_of(position, text)

    def spoken(self, position: ChessPosition, move: str) -> str:
        kind, at, square = move.partition("@")
        if not at:
            return super().spoken(position, move)
        return Message("{piece} dropped on {place}", piece=Message(PIECES[kind.lower()]), place=square)

    def steps(self, position: ChessPosition, seat: int, move: str) -> tuple[str, ...]:
        kind, at, square = move.partition("@")
        return (drop_target(kind.lower()), square) if at else super().steps(position, seat, move)

    def slides(self, position: ChessPosition, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        return ("", f"+{steps[0]} {steps[1]}") if "@" in move else super().slides(position, seat, steps, move)

    def laid_by_touch(self, position: ChessPosition, seat: int) -> Mapping[str, str]:
        held = {drop_target(kind): kind if seat else kind.upper() for kind in pockets_of(position)[seat]}
        return {**super().laid_by_touch(position, seat), **held}

    def picture(self, position: ChessPosition, viewer: int | None) -> Picture:
        board = super().picture(position, viewer)
        if self.result(position):
            return board
        drops = drop_choices(pockets_of(position)[position.next_seat], PIECES)
        return replace(board, choices=(*drops, *board.choices))

    def advantage(self, position: ChessPosition, seat: int) -> str:
        return ""

    def in_hand(self, position: ChessPosition, seat: int) -> Sequence[Held]:
        return held_of(
            pockets_of(position)[seat],
            KINDS,
            PIECES,
            lambda kind: self.piece(position, kind if seat else kind.upper()),
        )

    def picture_status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        held = hands_told(self.seat_names, pockets_of(position), PIECES)
        return *super().picture_status(position, viewer), *held

    def page_status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        return super().picture_status(position, viewer)


def pockets_of(position: ChessPosition) -> tuple[str, str]:
    """What each seat holds, by small letters."""
    return position.pockets if isinstance(position, Position) else ("", "")
