"""What the operator can do to a board: decide the game, call it off, and take anything back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.hex import Hex
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, NotAllowed, Player, Question, Status
from pbmserv.play.intervening import abort, adjudicate, undo
from pbmserv.play.moving import move, queue

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(days=1)
SEED = bytes(16)


def duel(*moves: str) -> Board:
    """A board of Hex on which alice and bob have made these moves in turn."""
    board = Board.begin(Hex(), 101, options(Hex()), [ALICE, BOB], SEED, START)
    for text in moves:
        move(board, board.players_to_move[0], text, START)
    return board


def party(*rounds: tuple[str, str, str]) -> Board:
    """A board of Goofspiel after these rounds of alice, bob and carol."""
    board = Board.begin(Goofspiel(), 101, options(Goofspiel()), [ALICE, BOB, CAROL], SEED, START)
    for cards in rounds:
        for player, card in zip((ALICE, BOB, CAROL), cards, strict=True):
            move(board, player, card, START)
    return board


def options(game: Hex | Goofspiel) -> dict[str, int | bool | str]:
    return {option.name: option.default for option in game.options}


def texts(board: Board) -> list[str]:
    return [made.text for made in board.moves]


def test_a_game_can_be_decided_for_somebody() -> None:
    board = duel("a1")

    adjudicate(board, BOB, LATER, points=2)

    assert board.winner == BOB
    assert board.result is not None
    assert board.result.points == 2
    assert board.finished_at == LATER


def test_a_game_can_be_decided_as_a_tie() -> None:
    board = duel("a1")

    adjudicate(board, None, LATER)

    assert board.status is Status.OVER
    assert board.winner is None


def test_a_game_cannot_be_decided_for_somebody_who_does_not_play() -> None:
    with pytest.raises(NotAllowed, match="carol does not play"):
        adjudicate(duel("a1"), CAROL, LATER)


@pytest.mark.parametrize("winner", [ALICE, None])
def test_a_game_that_is_over_cannot_be_decided(winner: Player | None) -> None:
    board = duel("a1")
    adjudicate(board, BOB, LATER)

    with pytest.raises(NotAllowed, match="is over"):
        adjudicate(board, winner, LATER)


def test_a_game_can_be_called_off_once() -> None:
    board = duel("a1")

    abort(board, LATER)

    assert board.status is Status.REMOVED
    with pytest.raises(NotAllowed, match="removed already"):
        abort(board, LATER)


def test_the_last_move_is_taken_back() -> None:
    board = duel("a1", "b2", "c3")

    undo(board, LATER)

    assert texts(board) == ["a1", "b2"]
    assert board.players_to_move == (ALICE,)
    assert board.last_moved_at == LATER


def test_what_followed_the_last_move_by_itself_goes_with_it() -> None:
    board = duel("a1")
    queue(board, ALICE, "c3", START)
    move(board, BOB, "b2", START)
    assert texts(board) == ["a1", "b2", "c3"]

    undo(board, LATER)

    assert texts(board) == ["a1"]


def test_all_after_a_certain_move_is_taken_back() -> None:
    board = duel("a1", "b2", "c3", "d4")

    undo(board, LATER, to=1)

    assert texts(board) == ["a1"]


def test_a_swap_is_taken_back_with_the_seats() -> None:
    board = duel("a1")
    move(board, BOB, "swap", START)
    assert board.players == (BOB, ALICE)

    undo(board, LATER)

    assert texts(board) == ["a1"]
    assert board.players == (ALICE, BOB)
    assert board.players_to_move == (BOB,)


def test_a_forfeit_is_taken_back_and_no_move_with_it() -> None:
    board = duel("a1", "b2")
    leaving.forfeit(board, [0], START, SEED)
    assert board.winner == BOB

    undo(board, LATER)

    assert texts(board) == ["a1", "b2"]
    assert board.is_on
    assert board.result is None
    assert not board.seats[0].resigned
    assert board.players_to_move == (ALICE,)


def test_a_resignation_is_taken_back() -> None:
    board = duel("a1", "b2")
    leaving.resign(board, ALICE, START, SEED)

    undo(board, LATER)

    assert board.is_on
    assert board.staying == (ALICE, BOB)


def test_a_decision_is_taken_back_and_no_move_with_it() -> None:
    board = duel("a1", "b2")
    adjudicate(board, BOB, START)

    undo(board, LATER)

    assert board.is_on
    assert texts(board) == ["a1", "b2"]


def test_a_tie_that_was_agreed_on_is_taken_back() -> None:
    board = party(("1", "2", "3"))
    for player in (ALICE, BOB, CAROL):
        voting.propose(board, player, Question.DRAW, START)
    assert board.status is Status.OVER

    undo(board, LATER)

    assert board.is_on
    assert board.next_number == 2


def test_the_removal_of_a_board_is_taken_back() -> None:
    board = duel("a1")
    leaving.resign(board, BOB, START, SEED)
    assert board.status is Status.REMOVED

    undo(board, LATER)

    assert board.is_on
    assert texts(board) == ["a1"]


def test_a_game_that_was_over_when_it_was_called_off_is_over_again() -> None:
    board = duel("a1", "b2")
    leaving.forfeit(board, [0], START, SEED)
    abort(board, START)

    undo(board, LATER)

    assert board.status is Status.OVER
    assert board.winner == BOB


def test_in_a_simultaneous_game_the_last_round_is_taken_back_and_what_was_chosen_since() -> None:
    board = party(("1", "2", "3"), ("4", "5", "6"))
    move(board, ALICE, "7", START)

    undo(board, LATER)

    assert board.next_number == 2
    assert [seat.chosen for seat in board.seats] == [None, None, None]
    assert board.players_to_move == (ALICE, BOB, CAROL)


def test_in_a_simultaneous_game_who_had_left_before_the_last_round_stays_away() -> None:
    board = party(("1", "2", "3"))
    leaving.resign(board, CAROL, START, SEED)
    for player, card in ((ALICE, "4"), (BOB, "5")):
        move(board, player, card, START)

    undo(board, LATER)
    assert [player.userid for player in board.staying] == ["alice", "bob"]
    assert board.next_number == 2

    undo(board, LATER)
    assert [player.userid for player in board.staying] == ["alice", "bob", "carol"]
    assert board.next_number == 2


@pytest.mark.parametrize("to", [None, 0])
def test_where_nothing_has_happened_nothing_can_be_taken_back(to: int | None) -> None:
    with pytest.raises(NotAllowed, match="no move after that"):
        undo(duel(), LATER, to)


def test_a_game_that_its_rules_have_ended_cannot_be_kept_as_it_is_and_go_on() -> None:
    board = duel("a1", "b2")
    leaving.forfeit(board, [0], START, SEED)

    with pytest.raises(NotAllowed, match="no move after that"):
        undo(board, LATER, to=3)
