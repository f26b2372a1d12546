"""What the clock decides: whom to remind, who has run out of time, which vote silence has answered, what to archive.

Pure, and by nothing but the times that are kept with the board: a server that was down for a week first reminds, and
gives a day, before anybody loses a game. While a player is away that player's clock stands still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from pbmserv.play.board import Board, Player, Question, Seat, Status

REMINDED_EVERY = timedelta(days=1)
"""Nobody is reminded more often."""

TIME_TO_ANSWER = timedelta(days=1)
"""Nobody loses a game sooner after the first reminder."""

BACK_AGAIN = timedelta(days=3)
"""For how long after an absence somebody is only reminded."""

ARCHIVED_AFTER = timedelta(days=14)
"""How long a board that is over stays in the lists."""


class Verdict(StrEnum):
    """What there is for the clock to decide."""

    FORFEIT = "forfeit"
    TIE = "tie"
    """Whoever has not answered a proposed tie agrees to it."""
    NAG = "nag"
    ARCHIVE = "archive"


@dataclass(frozen=True)
class Decision:
    """What the clock has decided for a board; `seats` are those that forfeit, or are reminded."""

    verdict: Verdict
    seats: tuple[int, ...] = ()


def decide(board: Board, now: datetime) -> Decision | None:
    """What is to be done about a board; None where it is nothing.

    Where several things are, it is the first of these: a seat has used up its total time, a proposed tie has not been
    answered, a move has not been made in time, a move is to be reminded of.
    """
    due = [entry for entry in _agenda(board, now) if entry.at <= now]
    if not due:
        return None
    verdict = due[0].verdict
    seats = dict.fromkeys(entry.seat for entry in due if entry.verdict is verdict)
    return Decision(verdict, tuple(seat for seat in seats if seat is not None))


def next_look(board: Board, after: datetime | None = None) -> datetime | None:
    """When there is something to decide, if nothing happens until then; None where there never is.

    `after` is when the board was last looked at: what is found due for a player who was away then waits for the end
    of the absence.
    """
    return min((entry.at for entry in _agenda(board, after or board.started_at)), default=None)


def remind(board: Board, seats: Sequence[int], at: datetime) -> tuple[Player, ...]:
    """Note that these seats are reminded now, and give their players."""
    board.nagged_at = at
    for number in seats:
        seat = board.seats[number]
        seat.warned_at = seat.warned_at or at
    return tuple(dict.fromkeys(board.seats[number].player for number in seats))


def archive(board: Board) -> None:
    """Take a board that is over out of all lists."""
    board.status = Status.ARCHIVED


def deadline(board: Board, player: Player) -> datetime | None:
    """When a player who has been reminded loses the game (or the first of several seats); else None."""
    forfeits = [
        entry.at
        for entry in _agenda(board, board.started_at)
        if entry.verdict is Verdict.FORFEIT and entry.seat in board.seats_of(player)
    ]
    return min(forfeits, default=None)


@dataclass(frozen=True)
class _Entry:
    """Something that will have to be decided, and when."""

    at: datetime
    verdict: Verdict
    seat: int | None = None


def _agenda(board: Board, not_before: datetime) -> Iterator[_Entry]:
    """All that will have to be decided if nothing happens on the board, what comes first in rank first."""
    if board.status is Status.OVER and board.finished_at is not None:
        yield _Entry(max(board.finished_at + ARCHIVED_AFTER, not_before), Verdict.ARCHIVE)
    yield from _forfeits(board, {seat: _total_time_over(board, seat) for seat in board.seats_to_move}, not_before)
    if board.is_on and board.vote is not None and board.vote.question is Question.DRAW:
        yield _Entry(_silence_over(board, board.vote.opened_at, not_before), Verdict.TIE)
    else:
        # A proposed tie stops the clock of the move: else it would always run out before the one of the proposal.
        yield from _forfeits(board, {seat: _move_overdue(board, seat) for seat in board.seats_to_move}, not_before)
    for seat in board.seats_to_move:
        yield _Entry(_reminder_due(board, seat, not_before), Verdict.NAG, seat)


def _forfeits(board: Board, out_of_time: dict[int, datetime | None], not_before: datetime) -> Iterator[_Entry]:
    for number, over in out_of_time.items():
        seat = board.seats[number]
        if over is not None and seat.warned_at is not None:
            earliest = max(over, seat.warned_at + TIME_TO_ANSWER, not_before)
            yield _Entry(_when_back(seat, earliest, BACK_AGAIN), Verdict.FORFEIT, number)


def _reminder_due(board: Board, number: int, not_before: datetime) -> datetime:
    seat = board.seats[number]
    days = min(board.terms.nag_days, board.terms.forfeit_days)
    due = [_reached(seat, board.last_moved_at, timedelta(days=days))]
    if over := _total_time_over(board, number):
        due.append(over)
    earliest = max(min(due), not_before)
    if board.nagged_at is not None:
        earliest = max(earliest, board.nagged_at + REMINDED_EVERY)
    return _when_back(seat, earliest)


def _total_time_over(board: Board, number: int) -> datetime | None:
    """When a seat that has to move will have used all of its time; None where there is no such limit."""
    if board.terms.total_days is None:
        return None
    seat = board.seats[number]
    moves_made = sum(move.seat == number for move in board.moves)
    granted = timedelta(days=board.terms.total_days, hours=board.terms.increment_hours * moves_made)
    return _reached(seat, board.last_moved_at, max(granted - seat.used, timedelta()))


def _move_overdue(board: Board, number: int) -> datetime:
    return _reached(board.seats[number], board.last_moved_at, timedelta(days=board.terms.forfeit_days))


def _silence_over(board: Board, opened_at: datetime, not_before: datetime) -> datetime:
    """When the last of those who have yet to answer has been silent for the forfeit time."""
    silent = [seat for seat in board.seats if seat.player in board.yet_to_answer]
    patience = timedelta(days=board.terms.forfeit_days)
    return max(_when_back(seat, max(_reached(seat, opened_at, patience), not_before)) for seat in silent)


def _reached(seat: Seat, since: datetime, time: timedelta) -> datetime:
    """When so much time will have gone by on a seat's clock, which stands still in its player's absences."""
    moment = since
    for absence in sorted(seat.away):
        runs = max(absence.start - moment, timedelta())
        if runs >= time:
            break
        time -= runs
        moment = max(moment, absence.end)
    return moment + time


def _when_back(seat: Seat, moment: datetime, settled: timedelta = timedelta()) -> datetime:
    """That moment, or where its player is away then, the end of the absence and the time to settle in again."""
    for absence in sorted(seat.away):
        if absence.start <= moment < absence.end + settled:
            moment = absence.end + settled
    return moment
