"""The decisions that the server's own bots have to make on a board: moves, and answers to proposals."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from pbmserv.play.board import Board, Player, Question
from pbmserv.play.bots import thinks_here

PATIENCE = timedelta(days=1)
"""How long a bot that has answered a proposal waits for the others before its next move ends the vote."""


class TaskKind(StrEnum):
    """What a bot has to decide, as stored."""

    MOVE = "move"
    DRAW = "draw"
    """Whether to agree to a draw."""
    UNDO = "undo"
    """Whether to allow a takeback."""


class BotTask(NamedTuple):
    """A decision that a bot has to make for its seat, before move `number`.

    `wanted_at` is when its turn came, `not_before` when it may answer, `cost` about how many seconds it thinks. One
    that `is_quick` waits for no long thinking of others.
    """

    seat: int
    number: int
    about: TaskKind
    wanted_at: datetime
    not_before: datetime
    cost: int
    is_quick: bool = False


COSTS = {"easy": 1, "medium": 2, "hard": 8, "expert": 12}
"""About how many seconds each level thinks in games in which it thinks long."""
QUICK = "easy"
"""The level that is soon done with all that it is asked."""
COST_OF_ENGINE = 8
COST_OF_ANSWER = 1


def waits_for(board: Board) -> Player | None:
    """The person for whom the bots think: the challenger, or else the first human player."""
    people = [seat.player for seat in board.seats if not thinks_here(seat.bot)]
    return board.challenger if board.challenger in people else next(iter(people), None)


def bots_on(board: Board) -> dict[Player, str]:
    """The players who are bots, with their kind (see `play.bots`)."""
    return {seat.player: seat.bot for seat in board.seats if seat.bot is not None}


def tasks_of(board: Board) -> list[BotTask]:
    if not board.is_on:
        return []
    vote = board.vote
    number = board.next_number
    if vote is not None:
        about = TaskKind.DRAW if vote.question is Question.DRAW else TaskKind.UNDO
        asked = [seat for seat, its in enumerate(board.seats) if thinks_here(its.bot) and not its.resigned]
        asked = [seat for seat in asked if board.seats[seat].player in board.yet_to_answer]
        first = {board.seats[seat].player: seat for seat in reversed(asked)}
        if first:
            at = vote.opened_at
            return [
                BotTask(seat, number, about, at, at, COST_OF_ANSWER, _is_quick(board, seat))
                for seat in sorted(first.values())
            ]
    since = board.last_moved_at
    # A move would end the vote: the others get some time to answer.
    not_before = vote.opened_at + PATIENCE if vote is not None else since
    to_move = [seat for seat in board.seats_to_move if thinks_here(board.seats[seat].bot)]
    costs = {seat: COSTS.get(board.seats[seat].bot or "", COST_OF_ENGINE) for seat in to_move}
    return [
        BotTask(seat, number, TaskKind.MOVE, since, not_before, costs[seat], _is_quick(board, seat))
        for seat in to_move
    ]


def _is_quick(board: Board, seat: int) -> bool:
    return board.seats[seat].bot == QUICK
