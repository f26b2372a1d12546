"""Taking moves back: the record is cut short, and everything else follows from what is left."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbmserv.games.base import Note
from pbmserv.play.board import Board, NotAllowed, Player, Status
from pbmserv.play.queueing import rewrite_queues
from pbmserv.play.record import LEAVING, SEATING, SKIP, SUBSTITUTE, SWAP, is_swapped, rounds_of


def kept_by_undo(board: Board, player: Player) -> int:
    """How many moves are left when a player's last own move, and what followed it, is taken back.

    A move that waited in the queue is the player's own; only a skipped turn belongs to nobody. Raises `NotAllowed` if
    there is no move to take back.
    """
    made = (move for move in board.moves_of(player) if move.text != SKIP and move.text not in SEATING)
    last = next(made, None)
    if last is None:
        raise NotAllowed(f"{player.userid} has made no move on {board.title} that could be taken back.")
    kept = last.number - 1
    if board.game.simultaneous:
        kept = next(played[0].number - 1 for played in rounds_of(board.moves) if last in played)
    if any(move.text in LEAVING for move in board.moves[kept:]):
        raise NotAllowed("A resignation cannot be taken back with a move.")
    if any(move.text == SUBSTITUTE for move in board.moves[kept:]):
        raise NotAllowed("That somebody has taken over a seat cannot be taken back with a move.")
    return kept


def take_back(board: Board, kept: int, at: datetime) -> tuple[Note, ...]:
    """Take back all moves after the first `kept`, and whatever was planned or proposed since.

    Whoever resigned or ran out of time in one of these is back, and who has taken over a seat in one of them gives it
    back to the player before; a game that this had ended is on again. Everybody has the time that they had after the
    last move that stays. Gives what to tell those who had planned something.
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
    return board.forget_plans("moves have been taken back")


def used_after(board: Board, kept: int) -> list[timedelta]:
    """How much time each seat had used after the first `kept` moves, in the order that the seats had then.

    The players sit as they did then.
    """
    if not kept:
        return [timedelta()] * len(board.seats)
    told = board.times.get(kept)
    if told is None:
        return _estimated(board, kept)
    return [timedelta(seconds=int(seconds)) for seconds in told.split()]


def _estimated(board: Board, kept: int) -> list[timedelta]:
    """The same where the moves do not tell it: no more than what lies between the moves.

    Nor is it more than what leaves each seat as much time as it has now, without the increments of the moves that go.
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
