"""What the clock decides: whom to remind, who has run out of time, which vote silence has answered, what to archive.

Pure: all that counts is the times that are kept with the board. A server that was down for a week first reminds
players and gives them a day before anybody loses a game. While a player is away, that player's clock stands still,
and so it does on days that the challenge does not count: nobody is reminded then, and nobody loses a game. While a
proposed tie waits for answers, all clocks of the board rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from pbmserv.play.board import Board, Player, Question, Status, Terms
from pbmserv.play.bot_tasks import bots_on
from pbmserv.play.bots import thinks_here
from pbmserv.play.days import Timetable
from pbmserv.play.record import SUBSTITUTE

REMINDED_EVERY = timedelta(days=1)
"""Nobody is reminded more often than this."""

TIME_TO_ANSWER = timedelta(days=1)
"""Nobody loses a game sooner than this after the first reminder."""

BACK_AGAIN = timedelta(days=3)
"""How long after an absence somebody is only reminded, if they were away for as long."""

AFTER_A_QUESTION = timedelta(days=1)
"""When a question ends that has stopped the clock, a player who has less has so long for the move, but only once."""

ARCHIVED_AFTER = timedelta(days=14)
"""How long a board that is over stays in the lists."""


class Verdict(StrEnum):
    """The kinds of decisions that the clock makes."""

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
    """What is to be done about a board; None if nothing is.

    If several things are due, it is the first of these: a seat has used up its time, a proposed tie has not been
    answered, a reminder of a move is due.
    """
    due = [entry for entry in _agenda(board, now) if entry.at <= now]
    if not due:
        return None
    verdict = due[0].verdict
    seats = dict.fromkeys(entry.seat for entry in due if entry.verdict is verdict)
    return Decision(verdict, tuple(seat for seat in seats if seat is not None))


def next_look(board: Board, after: datetime | None = None) -> datetime | None:
    """When there is something to decide, if nothing happens until then; None if there never is.

    `after` is when the board was last looked at: whatever was due then for a player who was away waits for the end of
    the absence.
    """
    return min((entry.at for entry in _agenda(board, after or board.started_at)), default=None)


def remind(board: Board, seats: Sequence[int], at: datetime) -> tuple[Player, ...]:
    """Note that these seats are reminded now; gives their players."""
    board.nagged_at = at
    for number in seats:
        seat = board.seats[number]
        seat.warned_at = seat.warned_at or at
    return tuple(dict.fromkeys(board.seats[number].player for number in seats))


def archive(board: Board) -> None:
    """Take a board that is over out of all lists."""
    board.status = Status.ARCHIVED


def deadline(board: Board, player: Player) -> datetime | None:
    """When a player who has been reminded loses the game (the first, if several have been); None for others."""
    forfeits = [
        entry.at
        for entry in _agenda(board, board.started_at)
        if entry.verdict is Verdict.FORFEIT and entry.seat in board.seats_of(player)
    ]
    return min(forfeits, default=None)


def resume(board: Board, at: datetime) -> None:
    """Have the clocks of a board go on when the question ends that stops them: its vote, which is still open.

    Who has to move has as much time as when it was asked, and once in a move at least a day.
    """
    if board.vote is None or not board.clock_rests:
        return
    for number in board.seats_to_move:
        left, seat = _left_at(board, number, board.vote.opened_at), board.seats[number]
        board.count_time_of(number, at)
        if left < AFTER_A_QUESTION and not seat.eased:
            left, seat.eased = AFTER_A_QUESTION, True
        seat.left = left
    board.resumed_at = at
    for seat in board.seats:
        seat.shifts += 1


def out_of_time(
    terms: Terms,
    running_since: datetime,
    used: timedelta,
    moves_made: int,
    timetable: Timetable,
    left: timedelta | None = None,
) -> datetime:
    """When a seat that has to move will have used up its time, for this move or for the whole game.

    `used` is how long it had to move until its clock began to run, `moves_made` how many moves it has made; `left` is
    what a question has left it. Nobody loses the game then without a reminder.
    """
    if left is None:
        left = timedelta(days=terms.forfeit_days)
        if terms.total_days is not None:
            granted = timedelta(days=terms.total_days, hours=terms.increment_hours * moves_made)
            left = min(left, max(granted - used, timedelta()))
    return timetable.reached(running_since, left)


def move_by(board: Board, player: Player) -> datetime | None:
    """Until when a player who has to move is sure to stay in the game (the first time, of several seats).

    None for others, and while a proposed tie waits for answers, which stops the clock; and for the server's own bots,
    whose clocks stand still.
    """
    if board.clock_rests:
        return None
    own = [number for number in board.seats_of(player) if number in board.seats_to_move]
    own = [number for number in own if not thinks_here(board.seats[number].bot)]
    return min((_out_of_the_game(board, number) for number in own), default=None)


def _out_of_the_game(board: Board, number: int) -> datetime:
    """When a seat is out of the game if nobody moves, and it is reminded as soon as that is due."""
    timetable = _timetable(board, number)
    warned_at = board.seats[number].warned_at or _reminder_due(board, number, board.started_at)
    return _forfeited_at(timetable, _time_over(board, number, timetable), warned_at)


def _left_at(board: Board, number: int, moment: datetime) -> timedelta:
    """How much time a seat had at a moment until it would have been out of the game.

    Nothing counts that came later: an absence that began since then, or a reminder.
    """
    now = _timetable(board, number)
    timetable = replace(now, away=tuple(absence for absence in now.away if absence.start <= moment))
    warned_at = min(board.seats[number].warned_at or moment, moment)
    out = _forfeited_at(timetable, _time_over(board, number, timetable), warned_at)
    return timetable.waited(moment, out)


def _forfeited_at(timetable: Timetable, over: datetime, warned_at: datetime) -> datetime:
    """When a seat is out of the game whose time was over then, and that was reminded then."""
    return timetable.when_back(max(over, timetable.later(warned_at, TIME_TO_ANSWER)), BACK_AGAIN)


@dataclass(frozen=True)
class _Entry:
    """Something that will have to be decided, and when."""

    at: datetime
    verdict: Verdict
    seat: int | None = None


def _agenda(board: Board, not_before: datetime) -> Iterator[_Entry]:
    """Everything that will have to be decided if nothing happens on the board, highest rank first."""
    if board.status is Status.OVER and board.finished_at is not None:
        yield _Entry(max(board.finished_at + ARCHIVED_AFTER, not_before), Verdict.ARCHIVE)
    # Those who play by themselves are never late: if they are, it is the server that is slow, or down.
    to_move = [seat for seat in board.seats_to_move if not thinks_here(board.seats[seat].bot)]
    if not board.clock_rests:
        yield from _forfeits(board, to_move, not_before)
    bots_asked = any(thinks_here(bot) for player, bot in bots_on(board).items() if player in board.yet_to_answer)
    if board.vote is not None and board.vote.question is Question.DRAW and not bots_asked:
        yield _Entry(_silence_over(board, board.vote.opened_at, not_before), Verdict.TIE)
    for seat in to_move:
        yield _Entry(_reminder_due(board, seat, not_before), Verdict.NAG, seat)


def _forfeits(board: Board, to_move: Sequence[int], not_before: datetime) -> Iterator[_Entry]:
    for number in to_move:
        warned_at = board.seats[number].warned_at
        if warned_at is not None:
            timetable = _timetable(board, number)
            over = max(_time_over(board, number, timetable), not_before)
            yield _Entry(_forfeited_at(timetable, over, warned_at), Verdict.FORFEIT, number)


def _reminder_due(board: Board, number: int, not_before: datetime) -> datetime:
    timetable = _timetable(board, number)
    days = min(board.terms.nag_days, board.terms.forfeit_days)
    due = timetable.reached(board.last_moved_at, timedelta(days=days))
    if not board.clock_rests:
        due = min(due, _time_over(board, number, timetable))
    earliest = max(due, not_before)
    if board.nagged_at is not None:
        earliest = max(earliest, board.nagged_at + REMINDED_EVERY)
    return timetable.when_back(earliest)


def _time_over(board: Board, number: int, timetable: Timetable) -> datetime:
    """When a seat that has to move will have used up its time."""
    seat, moves_made = board.seats[number], _moves_of_holder(board, number) if board.terms.total_days else 0
    return out_of_time(board.terms, board.running_since, seat.used, moves_made, timetable, seat.left)


def _moves_of_holder(board: Board, number: int) -> int:
    """How many moves have been made from a seat since its player has it."""
    came = [move.number for move in board.moves if move.seat == number and move.text == SUBSTITUTE]
    return sum(move.seat == number for move in board.moves[came[-1] if came else 0 :])


def _silence_over(board: Board, opened_at: datetime, not_before: datetime) -> datetime:
    """When the last of those who have yet to answer has been silent for the forfeit time."""
    silent = [seat.timetable(board.terms) for seat in board.seats if seat.player in board.yet_to_answer]
    patience = timedelta(days=board.terms.forfeit_days)
    return max(each.when_back(max(each.reached(opened_at, patience), not_before)) for each in silent)


def _timetable(board: Board, number: int) -> Timetable:
    return board.seats[number].timetable(board.terms)
