"""Votes: whose last move an undo takes back, and what a tie that was agreed on leaves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.hex import Hex
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, NotAllowed, Player, Question, Status
from pbmserv.play.moving import move

ALICE, BOB = Player(1, "alice"), Player(2, "bob")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def board() -> Board:
    """Hex: alice has begun, and an hour later bob has taken her side; so alice is to move."""
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START)
    move(board, ALICE, "a1", START + HOUR)
    move(board, BOB, "swap", START + 2 * HOUR)
    return board


def agree(board: Board, by: Player, question: Question, at: datetime) -> None:
    voting.propose(board, by, question, at)
    voting.answer(board, ALICE if by == BOB else BOB, True, at)


def sitting(board: Board) -> list[Player]:
    return [seat.player for seat in board.seats]


def test_the_wait_for_a_move_counts_though_the_game_ends_as_a_tie(board: Board) -> None:
    agree(board, BOB, Question.DRAW, START + 5 * HOUR)

    assert board.status is Status.OVER
    assert {seat.player: seat.used for seat in board.seats} == {ALICE: 4 * HOUR, BOB: HOUR}
    assert board.last_moved_at == START + 2 * HOUR
