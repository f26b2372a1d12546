"""The moves of a game in columns, one for each seat, each move with its number."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.letters.letter import WIDTH
from pbmserv.play.board import Board
from pbmserv.play.record import Move

LAST_FEW = 12
"""How many moves a summary shows while the game is on."""


def moves_in_columns(board: Board, last: int | None = None) -> str:
    """The moves as a table: a column for each seat, a new row where a seat moves that comes before the last mover.

    `last` is how many moves to show at most, None for all. Empty where nobody has moved yet.
    """
    moves = board.moves[-last:] if last else board.moves
    if not moves:
        return ""
    rows: list[list[str]] = []
    for move in moves:
        if not rows or any(rows[-1][move.seat :]):
            rows.append([""] * len(board.seats))
        rows[-1][move.seat] = _numbered(move)
    names = [seat_title(board, seat) for seat in range(len(board.seats))]
    widths = _widths([names, *rows])
    table = [names, *rows]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    omitted = len(board.moves) - len(moves)
    if omitted:
        lines.insert(1, f"({omitted} earlier {'move' if omitted == 1 else 'moves'} not shown)")
    return "\n".join(f"  {line}" for line in lines)


def seat_title(board: Board, seat: int) -> str:
    """Who sits there, and what the game calls the seat: `bob (Dot)`."""
    name = board.game.seat_name(board.position, seat)
    userid = board.seats[seat].player.userid
    return f"{userid} ({name})" if name else userid


def _numbered(move: Move) -> str:
    return f"{move.number}. {move.text}{' (Auto)' if move.automatic else ''}"


def _widths(table: Sequence[Sequence[str]]) -> list[int]:
    wide_enough = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    most = (WIDTH - 4) // len(wide_enough)
    return [max(min(width, most), 3) for width in wide_enough]
