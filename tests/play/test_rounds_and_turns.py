"""Games in which all move at once at times, and otherwise one after the other: Hearts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.hearts import Hearts
from pbmserv.play import leaving, moving
from pbmserv.play.board import Board, NotAllowed, Player, moves_at_once
from pbmserv.play.replaying import as_it_stood, faults
from pbmserv.play.view import SHOWN, BoardViews

PLAYERS = ALICE, BOB, CAROL, DAVE = tuple(
    Player(number, name) for number, name in enumerate(("alice", "bob", "carol", "dave"), 1)
)
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
SEED = bytes(15) + b"\1"


def begun() -> Board:
    """A board on which alice will lead the two of clubs once all have passed the first three cards of their hands."""
    return Board.begin(Hearts(), 101, {"points": 100, "jacks": False}, PLAYERS, SEED, START, None, ALICE)


def passed(*players: Player) -> Board:
    board = begun()
    for player in players:
        moving.move(board, player, "abc", START + timedelta(hours=1))
    return board


def test_all_pass_at_once_and_each_may_choose_again() -> None:
    board = passed(CAROL)

    turn = moving.move(board, CAROL, "klm", START)

    assert turn.only_chosen
    assert board.players_to_move == (ALICE, BOB, DAVE)
    assert (board.moves, board.next_number) == ([], 1)


def test_the_moves_of_a_round_are_counted_one_by_one_when_it_is_complete() -> None:
    board = passed(DAVE, ALICE, BOB)

    turn = moving.move(board, CAROL, "abc", START + timedelta(hours=2))

    assert [(move.seat, move.text) for move in turn.moves] == [(seat, "pass abc") for seat in range(4)]
    assert board.next_number == 5
    assert not moves_at_once(board)
    assert board.players_to_move == (BOB,)
    assert list(faults(board)) == []
    assert as_it_stood(board, 4).position == board.position


def test_only_who_chose_reads_which_cards_these_are() -> None:
    board = passed(ALICE)
    views = BoardViews(board, SHOWN)

    assert views.of(ALICE).plans[0].chosen == "7C JC AC"
    assert [views.of(player).plans for player in (BOB, None)] == [(), ()]


def test_nobody_can_wait_for_a_move_of_a_round_and_all_can_for_a_card() -> None:
    with pytest.raises(NotAllowed, match="In Hearts all move at once"):
        moving.queue(begun(), ALICE, "if 3C then 4C", START)

    board = passed(*PLAYERS)
    moving.queue(board, CAROL, "if AC then QC", START)
    turn = moving.move(board, BOB, "AC", START + timedelta(hours=2))

    assert [(move.text, move.automatic) for move in turn.moves] == [("AC", False), ("QC", True)]


def test_out_of_turn_a_resignation_waits_and_in_a_round_it_does_not() -> None:
    board = passed(*PLAYERS)
    assert leaving.resign(board, CAROL, START, bytes(16)).only_chosen
    moving.move(board, BOB, "AC", START + timedelta(hours=2))
    assert board.seats[2].resigned
    assert board.players_to_move == (DAVE,)

    board = passed(ALICE, BOB, CAROL)
    leaving.give_up(board, ALICE, START, bytes(16))
    assert board.seats[0].resigned
    assert board.players_to_move == (DAVE,)


def test_who_has_announced_to_resign_is_out_when_cards_are_passed() -> None:
    board = passed(ALICE, BOB, CAROL)
    board.seats[3].leaving = True

    moving.move(board, ALICE, "bcd", START + timedelta(hours=2))

    assert board.seats[3].resigned
    assert not moves_at_once(board)
    assert list(faults(board)) == []
