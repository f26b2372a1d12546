"""The clock's decisions: reminders, forfeits on time, votes answered by silence, archiving.

Pure: all times are stored with the board. After downtime, players are reminded and get a day before anybody forfeits.
A player's clock stops during vacations and on days that the challenge excludes; all clocks of a board stop while a
draw offer is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from pbmserv.play.board import Board, Player, Question, Status, Terms
from pbmserv.play.bot_tasks import bots_on
from pbmserv.play.bots import thinks_here
from pbmserv.play.counting import Vote
from pbmserv.play.days import Timetable
from pbmserv.play.record import SUBSTITUTE

REMINDED_EVERY = timedelta(days=1)
"""The minimum time between reminders."""

BOT_IS_LATE_AFTER = timedelta(hours=1)
"""When the others are told that a bot of this server has not moved."""

TIME_TO_ANSWER = timedelta(days=1)
"""The minimum time from the first reminder to a forfeit."""

BACK_AGAIN = timedelta(days=3)
"""How long after an absence of at least that length a player is only reminded."""

AFTER_A_QUESTION = timedelta(days=1)
"""The minimum left for a move when a question that stopped the clock ends; granted once a move."""

ARCHIVED_AFTER = timedelta(days=14)
"""How long a finished board stays in the lists."""


class Verdict(StrEnum):
    FORFEIT = "forfeit"
    TIE = "tie"
    """Players who have not answered a draw offer accept it by silence."""
    NAG = "nag"
    BOT_IS_LATE = "bot_late"
    """A bot of this server has not moved, and its opponents are told, once."""
    ARCHIVE = "archive"


@dataclass(frozen=True)
class Decision:
    """What the clock decides on a board, and for whose seats."""

    verdict: Verdict
    seats: tuple[int, ...] = ()


def decide(board: Board, now: datetime) -> Decision | None:
    """Return the decision that is due on a board, or None.

    If several are due, a forfeit comes first, then an unanswered draw offer, then reminders.
    """
    due = [entry for entry in _agenda(board, now) if entry.at <= now]
    if not due:
        return None
    verdict = due[0].verdict
    seats = dict.fromkeys(entry.seat for entry in due if entry.verdict is verdict)
    return Decision(verdict, tuple(seat for seat in seats if seat is not None))


def was_due(board: Board, decision: Decision) -> datetime:
    """The time at which the decision fell due; with several seats, the latest."""
    return max(
        entry.at
        for entry in _agenda(board, board.started_at)
        if entry.verdict is decision.verdict and (entry.seat is None or entry.seat in decision.seats)
    )


def next_look(board: Board, after: datetime | None = None) -> datetime | None:
    """The time of the next decision if nothing happens until then, or None.

    `after` is the previous check: whatever was due then for an absent player waits for the end of the absence.
    """
    return min((entry.at for entry in _agenda(board, after or board.started_at)), default=None)


def remind(board: Board, seats: Sequence[int], at: datetime) -> tuple[Player, ...]:
    """Record that these seats are reminded now, of their move or of a question, and return their players.

    A first reminder that comes early, with those of other boards, counts from when it was due: no deadline changes.
    """
    vote, moving = board.vote, [number for number in seats if number in board.seats_to_move]
    due = {number: _reminder_due(board, number, at) for number in moving}
    for number, moment in due.items():
        board.seats[number].warned_at = board.seats[number].warned_at or moment
    if moving:
        board.nagged_at = at
    if vote is not None:
        first = dict(vote.reminded)
        asked = {board.seats[number].player: number for number in reversed(seats)}
        new = {player: asked[player] for player in asked if player in board.yet_to_answer and player not in first}
        since = {each: due.get(seat) or _answer_due(board, vote, seat, at) for each, seat in new.items()}
        board.vote = replace(vote, reminded=(*vote.reminded, *since.items()))
    return tuple(dict.fromkeys(board.seats[number].player for number in seats))


def reminded_with_others(board: Board, now: datetime) -> tuple[int, ...]:
    """The seats whose reminder can come now, with those of other boards, as it is due before the next of these.

    None if something else is due on the board. A player who is away, or has a day off there, is not reminded.
    """
    entries = list(_agenda(board, now))
    if any(entry.at <= now and entry.verdict is not Verdict.NAG for entry in entries):
        return ()
    return tuple(
        entry.seat
        for entry in entries
        if entry.verdict is Verdict.NAG
        and entry.seat is not None
        and entry.at < now + REMINDED_EVERY
        and _timetable(board, entry.seat).when_back(now) == now
    )


def archive(board: Board) -> None:
    board.status = Status.ARCHIVED


def deadline(board: Board, player: Player) -> datetime | None:
    """When a player who has been reminded forfeits (the earliest seat), or None."""
    forfeits = [
        entry.at
        for entry in _agenda(board, board.started_at)
        if entry.verdict is Verdict.FORFEIT and entry.seat in board.seats_of(player)
    ]
    return min(forfeits, default=None)


def resume(board: Board, at: datetime) -> None:
    """Restart the clocks when the open vote that stopped them ends.

    The players to move have the time that they had when it was asked, and once a move at least a day.
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
    """When a seat to move will have used up its time for this move or for the whole game.

    `used` is its time up to the start of the current run, `moves_made` the number of its moves, `left` the time left
    by an earlier question. A reminder still precedes any forfeit.
    """
    return timetable.reached(running_since, _time_of(terms, used, moves_made) if left is None else left)


def _time_of(terms: Terms, used: timedelta, moves_made: int) -> timedelta:
    """How much time a seat has for a move."""
    left = timedelta(days=terms.forfeit_days)
    if terms.total_days is None:
        return left
    granted = timedelta(days=terms.total_days, hours=terms.increment_hours * moves_made)
    return min(left, max(granted - used, timedelta()))


def time_for_next_move(board: Board, number: int) -> timedelta | None:
    """How much time a seat that waits will have when its turn comes; None for those that have no clock."""
    seat = board.seats[number]
    if not board.is_on or board.clock_rests or seat.resigned or thinks_here(seat.bot):
        return None
    return _time_of(board.terms, seat.used, _moves_of_holder(board, number) if board.terms.total_days else 0)


def move_by(board: Board, player: Player, told_at: datetime | None = None) -> datetime | None:
    """The time until which a player to move cannot forfeit (the earliest of their seats).

    None for other players, while a draw offer stops the clock, and for the server's own bots, which have no clock.
    With `told_at`, it is what others are told at that time: it does not count vacations that are only planned, of
    which nobody else knows.
    """
    if board.clock_rests:
        return None
    if told_at is not None:
        seats = [
            replace(seat, away=tuple([absence for absence in seat.away if absence.start <= told_at]))
            for seat in board.seats
        ]
        board = replace(board, seats=seats)
    own = [number for number in board.seats_of(player) if number in board.seats_to_move]
    own = [number for number in own if not thinks_here(board.seats[number].bot)]
    return min((_out_of_the_game(board, number) for number in own), default=None)


def _out_of_the_game(board: Board, number: int) -> datetime:
    """When a seat forfeits if nobody moves and every reminder is sent on time."""
    timetable = _timetable(board, number)
    warned_at = board.seats[number].warned_at or _reminder_due(board, number, board.started_at)
    return _forfeited_at(timetable, _time_over(board, number, timetable), warned_at)


def _left_at(board: Board, number: int, moment: datetime) -> timedelta:
    """How much time a seat had left at `moment` before it would have forfeited.

    Later absences and reminders do not count.
    """
    now = _timetable(board, number)
    timetable = replace(now, away=tuple(absence for absence in now.away if absence.start <= moment))
    warned_at = min(board.seats[number].warned_at or moment, moment)
    out = _forfeited_at(timetable, _time_over(board, number, timetable), warned_at)
    return timetable.waited(moment, out)


def _forfeited_at(timetable: Timetable, over: datetime, warned_at: datetime) -> datetime:
    return timetable.when_back(max(over, timetable.later(warned_at, TIME_TO_ANSWER)), BACK_AGAIN)


@dataclass(frozen=True)
class _Entry:
    """A decision that will be due, and of which seat."""

    at: datetime
    verdict: Verdict
    seat: int | None = None


def _agenda(board: Board, not_before: datetime) -> Iterator[_Entry]:
    """Yield all decisions that will be due if nothing happens on the board, highest rank first."""
    if board.status is Status.OVER and board.finished_at is not None:
        yield _Entry(max(board.finished_at + ARCHIVED_AFTER, not_before), Verdict.ARCHIVE)
    if not board.is_on:
        return
    # Those who play by themselves are never late: if they are, it is the server that is slow, or down.
    to_move = [seat for seat in board.seats_to_move if not thinks_here(board.seats[seat].bot)]
    if not board.clock_rests:
        yield from _forfeits(board, to_move, not_before)
    bots_asked = any(thinks_here(bot) for player, bot in bots_on(board).items() if player in board.yet_to_answer)
    is_tie_asked = board.vote is not None and board.vote.question is Question.DRAW and not bots_asked
    if board.vote is not None and is_tie_asked:
        yield from _silence(board, board.vote, to_move, not_before)
    for seat in to_move:
        yield _Entry(_reminder_due(board, seat, not_before), Verdict.NAG, seat)
    if board.seats_to_move and not to_move and board.vote is None and board.nagged_at is None:
        yield _Entry(max(board.last_moved_at + BOT_IS_LATE_AFTER, not_before), Verdict.BOT_IS_LATE)


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
    seat, moves_made = board.seats[number], _moves_of_holder(board, number) if board.terms.total_days else 0
    return out_of_time(board.terms, board.running_since, seat.used, moves_made, timetable, seat.left)


def _moves_of_holder(board: Board, number: int) -> int:
    came = [move.number for move in board.moves if move.seat == number and move.text == SUBSTITUTE]
    return sum(move.seat == number for move in board.moves[came[-1] if came else 0 :])


def _silence(board: Board, vote: Vote, to_move: Sequence[int], not_before: datetime) -> Iterator[_Entry]:
    """Yield when those who have yet to answer have agreed by silence, and before that, when they are reminded.

    Whoever has to move is reminded of that, by a letter that tells of the question too.
    """
    reminded, over = dict(vote.reminded), []
    for player in board.yet_to_answer:
        number = next(number for number in board.seats_of(player) if not board.seats[number].resigned)
        timetable = _timetable(board, number)
        if player in reminded:
            patience = timetable.reached(vote.opened_at, timedelta(days=board.terms.forfeit_days))
            earliest = timetable.later(reminded[player], TIME_TO_ANSWER)
            over.append(timetable.when_back(max(patience, earliest, not_before)))
        elif not set(board.seats_of(player)).intersection(to_move):
            yield _Entry(_answer_due(board, vote, number, not_before), Verdict.NAG, number)
    if len(over) == len(board.yet_to_answer):
        yield _Entry(max(over), Verdict.TIE)


def _answer_due(board: Board, vote: Vote, number: int, not_before: datetime) -> datetime:
    """When the player of a seat is reminded of a question."""
    timetable = _timetable(board, number)
    days = min(board.terms.nag_days, board.terms.forfeit_days)
    return timetable.when_back(max(timetable.reached(vote.opened_at, timedelta(days=days)), not_before))


def _timetable(board: Board, number: int) -> Timetable:
    return board.seats[number].timetable(board.terms)
