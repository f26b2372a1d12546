"""Moves in USI (`7g7f`, `8h2b+`, `P*5e`), and by pieces as western players write them (`P-7f`, `Bx2b+`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pbmserv.games.boards.grids import Grid
from pbmserv.games.piece_names import piece_and_move
from pbmserv.games.shogi.rules import PROMOTED, PROMOTES, Move, Position

LETTERS = {
    "king": "K",
    "rook": "R",
    "bishop": "B",
    "gold": "G",
    "silver": "S",
    "knight": "N",
    "lance": "L",
    "pawn": "P",
    "dragon": "+R",
    "tokin": "+P",
}
"""Letters of pieces by their names."""
_SQUARE = r"[1-9][a-i1-9]"
_BETWEEN = r"\s*(?:->|to|[-\u2013x:/]|)\s*"
_SQUARES = re.compile(rf"({_SQUARE}){_BETWEEN}({_SQUARE})\s*(\+|=|)", re.ASCII)
_DROP = re.compile(rf"([rbgsnlp])\s*[*'@]\s*({_SQUARE})", re.ASCII)
_BY_PIECE = re.compile(rf"(\+?)([krbgsnlp])({_SQUARE})?{_BETWEEN}({_SQUARE})\s*(\+|=|)", re.ASCII)
LONGEST = 40


class Written(NamedTuple):
    """A move as written: squares by name, the piece as a letter, and whether it is to be promoted (`+`, `=` or not
    said).
    """

    start: str
    end: str
    piece: str = ""
    was_promoted: bool = False
    promotes: str = ""
    is_drop: bool = False

    @property
    def kind(self) -> str:
        """The piece as positions have it, in small letters."""
        return PROMOTED.get(self.piece, "?") if self.was_promoted else self.piece


def words_of(board: Grid, move: Move) -> str:
    """A move in USI."""
    if move.is_drop:
        return f"{move.kind.upper()}*{board.names[move.end]}"
    return f"{board.names[move.start]}{board.names[move.end]}{move.kind}"


def written(text: str) -> Written | None:
    """A text taken apart; None if it is in no notation."""
    plain = _plain(text)
    if len(plain) > LONGEST:
        return None
    if match := _SQUARES.fullmatch(plain):
        return Written(_name(match[1]), _name(match[2]), promotes=match[3])
    if match := _DROP.fullmatch(plain):
        return Written("", _name(match[2]), match[1], is_drop=True)
    if match := _BY_PIECE.fullmatch(plain):
        start = _name(match[3]) if match[3] else ""
        return Written(start, _name(match[4]), match[2], bool(match[1]), match[5])
    return None


def meant(position: Position, move: Written, moves: Iterable[Move]) -> list[Move]:
    """The moves among these, legal or not, that a written one means."""
    names = position.geometry.board.names
    found = [each for each in moves if names[each.end] == move.end and _is_by(position, move, each, names)]
    if move.promotes:
        # Equals says that a piece is not promoted, and plus that it is.
        return [each for each in found if each.is_drop or (each.kind == PROMOTES) == (move.promotes == PROMOTES)]
    # By both squares it is USI, where nothing behind them says so too, unless the piece has to be promoted.
    staying = [each for each in found if each.kind != PROMOTES] if move.start and not move.piece else []
    return staying or found


def _is_by(position: Position, move: Written, each: Move, names: tuple[str, ...]) -> bool:
    if move.is_drop or each.is_drop:
        return move.is_drop == each.is_drop and move.piece == each.kind
    if move.start and names[each.start] != move.start:
        return False
    return not move.piece or position.cells[each.start].lower() == move.kind


def _name(square: str) -> str:
    """A square with its rank as a letter: `7f` for `76`."""
    return square if square[1].isalpha() else f"{square[0]}{'abcdefghi'[int(square[1]) - 1]}"


def _plain(text: str) -> str:
    """In small letters, pieces by letter, without marks of praise."""
    names, move = piece_and_move(text)
    letter = next((letter for name, letter in LETTERS.items() if name in names), "")
    return f"{letter}{move}".strip().rstrip("!?#").strip().lower()
