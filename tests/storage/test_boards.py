"""Boards in the database, on both kinds: what was saved is loaded."""

from __future__ import annotations

import pytest

from pbmserv.games.base import Result
from pbmserv.games.message import Message, the_player
from pbmserv.play import leaving, moving, voting
from pbmserv.play.board import Board, Player, Question, Status, Terms
from pbmserv.storage.database import Database
from tests.queries import recorded, scans
from tests.storage.stored import HOUR, SEED, START, added, begun, boards_on


@pytest.fixture
def database(undone_database: Database) -> Database:
    return undone_database


def loaded(database: Database, game: str = "trichet", number: int = 101) -> Board:
    with database.reading() as connection:
        board = boards_on(connection).load(game, number)
    assert board is not None
    return board


# One board


def test_a_reason_is_loaded_with_its_values(database: Database, players: list[Player]) -> None:
    reason = Message("Most points: {player}, with {most}.", player=the_player(1), most=12)
    board = begun("triominoes", 101, *players)
    board.finish(Result(1, reason, scores=(3, 12, 0)), START + HOUR)
    added(database, board)

    found = loaded(database, "triominoes").result
    assert found is not None
    assert found == board.result
    assert isinstance(found.reason, Message)
    assert found.reason.text == "Most points: {player}, with {most}."
    assert found.reason.values == {"player": "player B", "most": 12}
    assert found.reason.values["player"].seats == (1,)


def test_a_new_board_is_loaded_as_it_was_saved(database: Database, players: list[Player]) -> None:
    terms = Terms(nag_days=3, forfeit_days=9, total_days=30, increment_hours=2, rated=False)
    board = begun("trichet", 101, *players[:2], num_tiles=50)
    board.terms = terms

    added(database, board)

    assert loaded(database) == board


def test_what_a_move_changes_is_loaded(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = added(database, begun("trichet", 101, alice, bob))
    with database.writing() as connection:
        boards = boards_on(connection)
        changed = boards.load("trichet", 101, for_change=True)
        assert changed == board
        moving.move(changed, bob, "d3", START + HOUR)
        moving.move(changed, alice, "a1", START + 2 * HOUR)
        boards.save(changed)

    assert loaded(database) == changed
    assert [move.text for move in loaded(database).moves] == ["d3", "a1"]


def test_a_board_that_begins_again_without_somebody_has_a_seat_less(
    database: Database, players: list[Player]
) -> None:
    board = added(database, begun("triominoes", 101, *players))
    with database.writing() as connection:
        boards = boards_on(connection)
        again = boards.load("triominoes", 101)
        assert again is not None
        leaving.resign(again, players[0], START + HOUR, bytes(16))
        boards.save(again)

    assert [seat.player for seat in board.seats] == players
    assert [seat.player for seat in loaded(database, "triominoes").seats] == players[1:]
    assert loaded(database, "triominoes") == again


def test_a_board_may_be_saved_again_and_again(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("trichet", 101, alice, bob)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        moving.move(board, bob, "d3", START + HOUR)
        boards.save(board)
        moving.move(board, alice, "a1", START + 2 * HOUR)
        boards.save(board)

    assert loaded(database) == board


def test_moves_that_were_taken_back_are_gone(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("trichet", 101, alice, bob)
    moving.move(board, bob, "d3", START + HOUR)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        boards.save(board)
        voting.propose(board, bob, Question.UNDO, START + 2 * HOUR)
        boards.save(board)
    assert loaded(database).vote == board.vote

    with database.writing() as connection:
        boards = boards_on(connection)
        board = boards.load("trichet", 101) or board
        voting.answer(board, alice, True, START + 3 * HOUR)
        boards.save(board)

    assert loaded(database).moves == []
    assert loaded(database) == board


def test_what_a_question_and_an_undo_have_left_of_the_clocks_is_loaded(
    database: Database, players: list[Player]
) -> None:
    alice, bob, _ = players
    with database.writing() as connection:
        boards = boards_on(connection)
        board = begun("trichet", 101, alice, bob)
        boards.add(board)
        for number, (player, text) in enumerate(((bob, "d3"), (alice, "a1"), (bob, "b1")), 1):
            moving.move(board, player, text, START + number * HOUR)
        voting.propose(board, bob, Question.UNDO, START + 4 * HOUR)
        voting.answer(board, alice, True, START + 5 * HOUR)
        voting.propose(board, alice, Question.DRAW, START + 7 * HOUR)
        boards.save(board)
    assert loaded(database) == board

    with database.writing() as connection:
        boards = boards_on(connection)
        changed = boards.load("trichet", 101, for_change=True)
        assert changed is not None
        voting.answer(changed, bob, False, START + 9 * HOUR)
        boards.save(changed)

    again = loaded(database)
    assert again == changed
    assert (again.resumed_at, again.undone, again.times) == (START + 9 * HOUR, 2, {1: "0 3600", 2: "3600 3600"})
    assert [(seat.used / HOUR, seat.asked, seat.shifts) for seat in again.seats] == [(1, 1, 1), (3, 0, 1)]
    assert again.seats[1].left == 21 * 24 * HOUR - 2 * HOUR


def test_a_move_that_is_made_once_more_after_an_undo_has_its_new_time(
    database: Database, players: list[Player]
) -> None:
    alice, bob, _ = players
    with database.writing() as connection:
        boards = boards_on(connection)
        board = begun("trichet", 101, alice, bob)
        boards.add(board)
        moving.move(board, bob, "d3", START + HOUR)
        boards.save(board)
        voting.propose(board, bob, Question.UNDO, START + 4 * HOUR)
        voting.answer(board, alice, True, START + 5 * HOUR)
        moving.move(board, bob, "d3", START + 8 * HOUR)
        boards.save(board)

    assert loaded(database).times == {1: "0 10800"}


def test_hidden_and_queued_moves_are_kept(database: Database, players: list[Player]) -> None:
    board = begun("goofspiel", 101, *players)
    moving.move(board, players[0], "5", START + HOUR, comment="Hm.")
    moving.queue(board, players[0], "7", START + HOUR, number=2)

    added(database, board)

    assert loaded(database, "goofspiel") == board
    assert loaded(database, "goofspiel").seats[0].chosen is not None
    assert len(loaded(database, "goofspiel").seats[0].queue) == 1


def test_swapped_seats_are_kept(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("hex", 101, alice, bob)
    moving.move(board, alice, "d4", START + HOUR)
    moving.move(board, bob, "swap", START + 2 * HOUR)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        boards.save(board)

    assert loaded(database, "hex") == board
    assert loaded(database, "hex").players == (bob, alice)


def test_the_end_of_a_game_is_kept(database: Database, players: list[Player]) -> None:
    alice, bob, _ = players
    board = begun("trichet", 101, alice, bob)
    with database.writing() as connection:
        boards = boards_on(connection)
        boards.add(board)
        moving.move(board, bob, "d3", START)
        moving.move(board, alice, "a1", START)
        leaving.resign(board, bob, START + HOUR, SEED)
        boards.save(board)

    found = loaded(database)

    assert found.status is Status.OVER
    assert found.winner == alice
    assert found.result == board.result
    assert found.finished_at == START + HOUR


def test_a_board_that_does_not_exist_is_none(database: Database) -> None:
    with database.reading() as connection:
        assert boards_on(connection).load("trichet", 101) is None
        assert boards_on(connection).load("nosuchgame", 101) is None


def test_a_board_is_found_by_its_index(several: Database) -> None:
    with several.writing() as connection:
        with recorded(several) as statements:
            boards_on(connection).load("trichet", 101)

        assert scans(connection, statements) == []
