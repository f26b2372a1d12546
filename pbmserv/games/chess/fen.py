"""Forsyth-Edwards notation."""

from __future__ import annotations

from pbmserv.games.chess.rules import BOARD, Position, attacked_by_pawn


def fen(position: Position) -> str:
    """The position, with castling as in Shredder-FEN (`HAha`), which fits any start of Chess960.

    The move number is always 1.
    """
    rights = "".join(sorted(_right(position, rook) for rook in position.rooks)) or "-"
    return " ".join(
        [
            rows(position.cells),
            "wb"[position.next_seat],
            rights,
            _passant(position),
            str(position.halfmove_clock),
            "1",
        ]
    )


def rows(cells: str) -> str:
    lines = []
    for begin in range(0, 64, 8):
        line = cells[begin : begin + 8]
        for free in range(8, 0, -1):
            line = line.replace("." * free, str(free))
        lines.append(line)
    return "/".join(lines)


def _right(position: Position, rook: int) -> str:
    column = BOARD.names[rook][0]
    return column.upper() if position[rook].isupper() else column


def _passant(position: Position) -> str:
    if position.passant < 0:
        return "-"
    pawn = "Pp"[position.next_seat]
    beside = attacked_by_pawn(position.passant, 1 - position.next_seat)
    return BOARD.names[position.passant] if any(position[each] == pawn for each in beside) else "-"
