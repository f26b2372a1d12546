"""Chess that the third check wins, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from pbmserv.games.base import Game, Result
from pbmserv.games.chess.game import Chess
from pbmserv.games.chess.rules import Move
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.message import Message

TO_WIN = 3
"""The check that wins."""


@dataclass(frozen=True)
class Position(ChessPosition):
    """A position with the number of checks that each seat has given."""

    checks: tuple[int, int] = (0, 0)

    @property
    def repetition_key(self) -> Sequence[object]:
        return *super().repetition_key, self.checks

    def after(self, move: Move) -> Self:
        after = super().after(move)
        if not after.in_check:
            return after
        white, black = after.checks
        return replace(after, checks=(white + 1, black) if self.next_seat == 0 else (white, black + 1))


class ThreeCheck(Chess):
    """Checkmate, or three checks."""

    name = "ThreeCheck"
    summary = "Chess: checkmate, or three checks"
    also_called = ("Three-check",)
    position_class = Position
    evaluate_by = "pbmserv.games.evaluation.chess_variants:threecheck"
    pgn_variant = "Three-check"
    in_uci = Game.in_uci

    def result(self, position: ChessPosition) -> Result | None:
        seat = 1 - position.next_seat
        if checks_of(position)[seat] >= TO_WIN:
            return Result(seat, Message("{player} has given check three times.", player=self.seat_names[seat]))
        return super().result(position)

    def is_dead(self, position: ChessPosition) -> bool:
        return not set(position.cells) - set("Kk.")

    def picture_status(self, position: ChessPosition, viewer: int | None) -> tuple[str, ...]:
        white, black = checks_of(position)
        given = Message("Checks given: White {white}, Black {black}.", white=white, black=black)
        return *super().picture_status(position, viewer), given


def checks_of(position: ChessPosition) -> tuple[int, int]:
    """The checks that each seat has given."""
    return position.checks if isinstance(position, Position) else (0, 0)
