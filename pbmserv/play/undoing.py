"""Undo: the record is cut short, and everything else follows."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbmserv.games.base import Note
from pbmserv.games.message import Message
from pbmserv.play.board import Board, NotAllowed, Player, Status
from pbmserv.play.queueing import rewrite_queues
from pbmserv.play.record import LEAVING, SEATING, SKIP, SUBSTITUTE, SWAP, is_swapped, rounds_of


def kept_by_undo(board: Board, player: Player) -> int:
    """The number of moves left when the player's last move, and all after it, is taken back.

    A queued move is the player's own; a skipped turn is nobody's. Raises `NotAllowed` if there is no move to take
    back.
    """
    made = (move for move in board.moves_of(player) if move.text != SKIP and move.text not in SEATING)
    last = next(made, None)
    if last is None:
        raise NotAllowed(
            "{player} has made no move on {board} that could be taken back.", player=player.userid, board=board.title
        )
    kept = last.number - 1
    if board.game.simultaneous:
        kept = next(played[0].number - 1 for played in rounds_of(board.moves) if last in played)
    texts = {move.text for move in board.moves[kept:]}
    if not texts.isdisjoint(LEAVING):
        raise NotAllowed("A resignation cannot be taken back with a move.")
    if SUBSTITUTE in texts:
        raise NotAllowed("That somebody has taken over a seat cannot be taken back with a move.")
    return kept


def take_back(board: Board, kept: int, at: datetime) -> tuple[Note, ...]:
    """Take back all moves after the first `kept`, with later plans and proposals.

    Players who resigned or forfeited in these moves return, substitutes who joined in them give their seats back, and
    a finished game is on again. Used times are those after the last move kept. Return the notes for players whose
    plans are dropped.
    """
    if is_swapped(board.moves[kept:]):
        board.seats.reverse()
    used = used_after(board, kept)
    board.start_clock(at)
    board.undone += len(board.moves) - kept + 1
    board.moves = board.moves[:kept]
    board.times = {number: times for number, times in board.times.items() if number <= kept}
    board.position = board.record.position()
    rewrite_queues(board)
    board.vote = board.offer = None
    board.status, board.result, board.finished_at = Status.ACTIVE, None, None
    for number, seat in enumerate(board.seats):
        said = [move.text for move in board.moves if move.seat == number and move.text in SEATING]
        seat.resigned = bool(said) and said[-1] in LEAVING
        seat.give_back(said.count(SUBSTITUTE))
        seat.used = used[number]
    return board.forget_plans(Message("moves have been taken back"))


def used_after(board: Board, kept: int) -> list[timedelta]:
    if not kept:
        return [timedelta()] * len(board.seats)
    told = board.times.get(kept)
    if told is None:
        return _estimated(board, kept)
    return [timedelta(seconds=int(seconds)) for seconds in told.split()]


def _estimated(board: Board, kept: int) -> list[timedelta]:
    """The same if the moves do not record it, bounded by the time between the moves.

    Nor does it leave a seat less time than it has now, without the increments of the moves taken back.
    """
    waited, since = [timedelta()] * len(board.seats), board.started_at
    for move in board.moves[:kept]:
        if move.text == SUBSTITUTE:
            waited[move.seat] = timedelta()
        else:
            waited[move.seat] += board.seats[move.seat].timetable(board.terms).waited(since, move.at)
        since = move.at
        if move.text == SWAP:
            waited.reverse()
    increments, swapped = [timedelta()] * len(board.seats), False
    for move in board.moves[kept:]:
        number = len(board.seats) - 1 - move.seat if swapped else move.seat
        increments[number] += timedelta(hours=board.terms.increment_hours)
        swapped ^= move.text == SWAP
    return [
        max(min(between, seat.used - gone), timedelta())
        for between, seat, gone in zip(waited, board.seats, increments, strict=True)
    ]
