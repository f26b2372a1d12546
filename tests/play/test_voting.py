"""Votes: whose last move an undo takes back, and what a tie that was agreed on leaves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.hex import Hex
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, NotAllowed, Player, Question, Status, Turn
from pbmserv.play.moving import move, queue

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


def agree(board: Board, by: Player, question: Question, at: datetime) -> Turn:
    voting.propose(board, by, question, at)
    return voting.answer(board, ALICE if by == BOB else BOB, True, at)


def sitting(board: Board) -> list[Player]:
    return [seat.player for seat in board.seats]


def test_an_undo_takes_a_swap_back_for_who_has_swapped(board: Board) -> None:
    agree(board, BOB, Question.UNDO, START + 3 * HOUR)

    assert [each.text for each in board.moves] == ["a1"]
    assert sitting(board) == [ALICE, BOB]
    assert board.players_to_move == (BOB,)


def test_an_undo_takes_back_what_one_has_moved_before_a_swap(board: Board) -> None:
    agree(board, ALICE, Question.UNDO, START + 3 * HOUR)

    assert board.moves == []
    assert sitting(board) == [ALICE, BOB]
    assert board.players_to_move == (ALICE,)


def test_who_has_only_swapped_has_one_move_to_take_back(board: Board) -> None:
    agree(board, BOB, Question.UNDO, START + 3 * HOUR)

    with pytest.raises(NotAllowed, match="bob has made no move"):
        voting.propose(board, BOB, Question.UNDO, START + 4 * HOUR)


def test_an_undo_takes_back_a_resignation_that_waits_for_its_turn(board: Board) -> None:
    leaving.resign(board, BOB, START + 3 * HOUR, bytes(16))

    turn = agree(board, BOB, Question.UNDO, START + 4 * HOUR)

    assert [seat.leaving for seat in board.seats] == [False, False]
    assert [(note.text, board.seats[note.seat or 0].player) for note in turn.notes] == [
        ("Your resignation, which waited for your turn, has been thrown away: moves have been taken back.", BOB)
    ]


def test_an_undo_takes_back_a_move_that_came_from_the_queue(board: Board) -> None:
    queue(board, BOB, "c3", START + 3 * HOUR)
    move(board, ALICE, "b2", START + 4 * HOUR)
    assert [(each.text, each.automatic) for each in board.moves[2:]] == [("b2", False), ("c3", True)]

    agree(board, BOB, Question.UNDO, START + 5 * HOUR)

    assert [each.text for each in board.moves] == ["a1", "swap", "b2"]
    assert board.players_to_move == (BOB,)


def test_an_undo_takes_back_a_swap_that_came_from_the_queue() -> None:
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START)
    queue(board, BOB, "swap", START)
    move(board, ALICE, "a1", START + HOUR)

    agree(board, BOB, Question.UNDO, START + 2 * HOUR)

    assert [each.text for each in board.moves] == ["a1"]
    assert sitting(board) == [ALICE, BOB]


def test_the_wait_for_a_move_counts_though_the_game_ends_as_a_tie(board: Board) -> None:
    agree(board, BOB, Question.DRAW, START + 5 * HOUR)

    assert board.status is Status.OVER
    assert {seat.player: seat.used for seat in board.seats} == {ALICE: 4 * HOUR, BOB: HOUR}
    assert board.last_moved_at == START + 2 * HOUR
