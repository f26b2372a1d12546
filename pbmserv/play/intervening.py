"""What only the operator can do to a board: adjudicate, abort, take any move back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbmserv.games.base import Result
from pbmserv.games.message import Message
from pbmserv.play.board import DECIDED, Board, Happening, NotAllowed, Player, Status, Turn
from pbmserv.play.moving import Follows, outcome, run
from pbmserv.play.record import SEATING, rounds_of
from pbmserv.play.undoing import take_back


@dataclass(frozen=True)
class Intervention:
    at: datetime
    what: Message
    reason: str


def adjudicate(board: Board, winner: Player | None, at: datetime, points: int = 1) -> Turn:
    """End a game as a win for a remaining player, or as a draw (None).

    Raises `NotAllowed`.
    """
    if winner is not None:
        seat: int | None = board.active_seats_of(winner)[0]
    else:
        _check_on(board)
        seat = None
    return Turn(None, notes=board.finish(Result(seat, DECIDED, points), at))


def abort(board: Board, at: datetime) -> Turn:
    """Void a game, finished or not: it counts for nobody.

    Raises `NotAllowed` if it is void already.
    """
    if board.status is Status.REMOVED:
        raise NotAllowed("{board} has been removed already.", board=board.title)
    board.remove(at)
    return Turn(None, notes=board.forget_plans(Message("the operator has called the game off")))


def undo(board: Board, at: datetime, to: int | None = None) -> Turn:
    """Take back the last event, or all moves after move (or round) `to`, and let the game go on from there.

    The last event may be an abort, an agreed draw, an adjudication, a resignation, or else the last move (or round)
    that a player made. Raises `NotAllowed`.
    """
    kept = _before_the_last_act(board) if to is None else len(board.moves_until(to))
    if kept == len(board.moves) and not _was_ended_from_outside(board):
        raise NotAllowed("{board} has no move after that which could be taken back.", board=board.title)
    follows, players = Follows(), board.players
    follows.notes += take_back(board, kept, at)
    follows.happenings += [(Happening.LOST_SEAT, player) for player in players if player not in board.players]
    run(board, follows, at)
    return follows.turn(None)


def _before_the_last_act(board: Board) -> int:
    """The number of moves left without the last one that a player made and the automatic moves after it."""
    kept = len(board.moves)
    if _was_ended_from_outside(board):
        return kept
    while kept:
        last = board.moves[kept - 1]
        if last.text in SEATING:
            return kept - 1
        if not last.automatic:
            break
        kept -= 1
    if kept and board.game.simultaneous:
        last_round = rounds_of(board.moves[:kept])[-1]
        return next(move.number for move in last_round if move.text not in SEATING) - 1
    return max(kept - 1, 0)


def _was_ended_from_outside(board: Board) -> bool:
    """Whether the game would be on if only its moves counted."""
    return board.status is Status.REMOVED or (not board.is_on and outcome(board) is None)


def _check_on(board: Board) -> None:
    if not board.is_on:
        raise NotAllowed("The game on {board} is over.", board=board.title)
