"""Moves that wait for their turn: what may be queued, when it is made, and what becomes of the rest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbmserv.games.base import Game, Unreadable
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.hex import Hex
from pbmserv.play.board import Board, NotAllowed, Player
from pbmserv.play.moving import move, queue
from pbmserv.play.previewing import look_ahead
from pbmserv.play.replaying import faults

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(hours=1)
WORDS_OF_THE_TABLE = ["resign", "forfeit", "skip", "propose", "swap"]


def begun(game: Game[Any], *players: Player) -> Board:
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 101, options, players, bytes(16), START)


@pytest.fixture
def board() -> Board:
    """Hex of alice and bob; alice begins."""
    return begun(Hex(), ALICE, BOB)


def made(board: Board) -> list[tuple[int, str, bool]]:
    return [(each.seat, each.text, each.automatic) for each in board.moves]


# What is queued


def test_a_queued_move_is_made_when_its_turn_comes(board: Board) -> None:
    queue(board, BOB, "b2", START)

    move(board, ALICE, "a1", LATER)

    assert made(board) == [(0, "a1", False), (1, "b2", True)]
    assert board.seats_to_move == (0,)


def test_a_swap_can_be_queued(board: Board) -> None:
    queue(board, BOB, "swap", START)

    turn = move(board, ALICE, "a1", LATER)

    assert made(board) == [(0, "a1", False), (1, "swap", True)]
    assert [seat.player for seat in board.seats] == [BOB, ALICE]
    assert [happening.value for happening, _ in turn.happenings] == ["swapped"]
    assert list(faults(board)) == []


# Conditions


def test_a_move_with_a_condition_is_made_after_that_very_move(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)
    queue(board, BOB, "if c3 then d4 if e5 then f6", START)

    move(board, ALICE, "c3", LATER)
    move(board, ALICE, "e5", LATER)

    assert made(board) == [(0, "c3", False), (1, "d4", True), (0, "e5", False), (1, "f6", True)]


def test_a_move_with_a_condition_that_is_not_met_is_thrown_away_and_its_owner_told(board: Board) -> None:
    queue(board, BOB, "if a1 then b2", START)

    turn = move(board, ALICE, "c3", LATER)

    assert made(board) == [(0, "c3", False)]
    assert [(note.text, note.seat) for note in turn.notes] == [
        ("Your queued move (if a1 then b2) was for another position, and has been thrown away.", 1)
    ]


def test_a_condition_waits_for_the_move_of_an_opponent() -> None:
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 1}, (ALICE, BOB), bytes(16), START)
    queue(board, ALICE, "if a1 then b2", START)

    move(board, ALICE, "a1", LATER)
    assert made(board) == [(0, "a1", False)]

    move(board, ALICE, "c3", LATER)
    move(board, BOB, "d4", LATER)
    assert made(board)[-1] == (1, "d4", False)
    assert board.seats[0].queue == []


def test_nobody_can_wait_for_a_move_that_is_made_at_the_same_time() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)
    move(board, ALICE, "5", START)

    with pytest.raises(NotAllowed, match="In Goofspiel all move at once"):
        queue(board, BOB, "if 5 then 6", LATER)


# Words of the table are no moves of a game


@pytest.mark.parametrize("word", WORDS_OF_THE_TABLE)
def test_a_word_of_the_table_is_no_move_of_a_game(word: str) -> None:
    board = begun(Goofspiel(), ALICE, BOB)

    with pytest.raises(Unreadable):
        move(board, ALICE, word, LATER)

    assert board.seats[0].chosen is None


def test_nobody_forfeits_by_a_move_of_that_name(board: Board) -> None:
    with pytest.raises(Unreadable):
        move(board, ALICE, "forfeit", LATER)

    assert board.moves == []


@pytest.mark.parametrize("word", ["resign", "forfeit", "skip"])
def test_a_queued_word_of_the_table_is_thrown_away(board: Board, word: str) -> None:
    queue(board, BOB, word, START)

    turn = move(board, ALICE, "a1", LATER)

    assert made(board) == [(0, "a1", False)]
    [note] = turn.notes
    assert note.seat == 1
    assert note.text.startswith(f"Your queued move ({word}) has been thrown away: A cell is expected")


@pytest.mark.parametrize("word", ["resign", "forfeit", "skip"])
def test_a_word_of_the_table_cannot_be_tried_out(board: Board, word: str) -> None:
    with pytest.raises(Unreadable):
        look_ahead(board, [word], LATER)
