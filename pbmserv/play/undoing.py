"""Taking moves back: the record is cut short, and everything else follows from what is left of it."""

from __future__ import annotations

from datetime import datetime

from pbmserv.play.board import Board, Status
from pbmserv.play.record import LEAVING, is_swapped


def take_back(board: Board, kept: int, at: datetime) -> None:
    """Take back all moves after the first `kept`, and whatever was planned or proposed since.

    Whoever resigned or ran out of time in one of these is back; a game that they had ended is on again.
    """
    board.restart_clock(at)
    if is_swapped(board.moves[kept:]):
        board.seats.reverse()
    board.moves = board.moves[:kept]
    board.position = board.record.position()
    board.vote = None
    board.status, board.result, board.finished_at = Status.ACTIVE, None, None
    left = {move.seat for move in board.moves if move.text in LEAVING}
    for number, seat in enumerate(board.seats):
        seat.resigned = number in left
        seat.leaving, seat.queue, seat.chosen, seat.submitted = False, [], None, None
