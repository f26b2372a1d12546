"""The moves of a game in columns, one for each seat, each move with its number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest
from textwrap import wrap

from pbmserv.letters.seats import seat_title
from pbmserv.letters.widths import WIDTH
from pbmserv.play.board import Board
from pbmserv.play.record import LEAVING, SWAP, Move, rounds_of

LAST_FEW = 12
"""How many moves a summary shows while the game is on."""

HIDDEN = "???"


def moves_in_columns(board: Board, viewer: int | None, last: int | None = None) -> str:
    """The moves as a table, a column for each seat.

    In a simultaneous game each round is a row, and moves of a round that is not complete are hidden from all but the
    `viewer` whose they are. Else a new row begins where a seat moves that comes before the last mover. `last` is how
    many moves to show at most, None for all. Empty where nobody has moved yet.
    """
    rows, omitted = _rounds(board, viewer, last) if board.game.simultaneous else _turns(board, last)
    if not rows:
        return ""
    names = [seat_title(board, seat) for seat in range(len(board.seats))]
    table = [names, *rows]
    widths = _widths(table)
    heading, *below = (_lines_of(row, widths) for row in table)
    left_out = [f"({omitted} earlier {'move' if omitted == 1 else 'moves'} not shown)"] if omitted else []
    lines = [*heading, *left_out, *chain.from_iterable(below)]
    return "\n".join(f"  {line}" for line in lines)


def seat_now(move: Move) -> int:
    """Where the player sits who made a move: whoever swaps sides is in the other seat from then on."""
    return 1 - move.seat if move.text == SWAP else move.seat


def _turns(board: Board, last: int | None) -> tuple[list[list[str]], int]:
    moves = board.moves[-last:] if last else board.moves
    rows: list[list[str]] = []
    for move in moves:
        seat = seat_now(move)
        if not rows or any(rows[-1][seat:]):
            rows.append([""] * len(board.seats))
        rows[-1][seat] = f"{move.number}. {_words(move)}"
    return rows, len(board.moves) - len(moves)


def _rounds(board: Board, viewer: int | None, last: int | None) -> tuple[list[list[str]], int]:
    rounds = list(enumerate(rounds_of(board.moves), 1))
    shown = rounds[-(last // len(board.seats) or 1) :] if last else rounds
    rows = []
    left: dict[int, Move] = {}
    for number, moves in shown:
        # Who resigns has bid in the round before, and is skipped in the round that was on.
        made: dict[int, Move] = {}
        left = {}
        for move in moves:
            if move.text in LEAVING and move.seat in made:
                left[move.seat] = move
            made.setdefault(move.seat, move)
        rows.append([f"{number}. {_words(made[seat])}" if seat in made else "" for seat in range(len(board.seats))])
    if left or any(seat.chosen for seat in board.seats):
        rows.append([_this_round(board, seat, left.get(seat), viewer) for seat in range(len(board.seats))])
    return rows, sum(len(moves) for _, moves in rounds[: len(rounds) - len(shown)])


def _this_round(board: Board, seat: int, left: Move | None, viewer: int | None) -> str:
    """What a seat has done in the round that is not complete."""
    chosen = board.seats[seat].chosen
    if left is not None:
        return f"{board.next_number}. {_words(left)}"
    if chosen is None:
        return ""
    return f"{board.next_number}. {chosen.text if seat == viewer else HIDDEN}"


def _words(move: Move) -> str:
    return f"{move.text} (Auto)" if move.automatic else move.text


def _widths(table: Sequence[Sequence[str]]) -> list[int]:
    wide_enough = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    room = WIDTH - 2 * len(wide_enough)
    if sum(wide_enough) <= room:
        return wide_enough
    # Those that need less than their share leave it to the others.
    shares: dict[int, int] = {}
    for column in sorted(range(len(wide_enough)), key=wide_enough.__getitem__):
        shares[column] = min(wide_enough[column], (room - sum(shares.values())) // (len(wide_enough) - len(shares)))
    return [shares[column] for column in range(len(wide_enough))]


def _lines_of(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """A row of the table: a line, or several where something in it is wider than its column."""
    cells = [wrap(cell, width, break_on_hyphens=False) for cell, width in zip(row, widths, strict=True)]
    return [
        "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()
        for parts in zip_longest(*cells, fillvalue="")
    ]
