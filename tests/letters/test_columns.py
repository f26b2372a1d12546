"""The moves of a game in columns: nothing that was done is missing."""

from __future__ import annotations

from datetime import UTC, datetime

from pbmserv.games.goofspiel import Goofspiel
from pbmserv.letters.columns import moves_in_columns
from pbmserv.play.board import Board, Player
from pbmserv.play.leaving import resign
from pbmserv.play.moving import move

NOW = datetime(2024, 3, 1, tzinfo=UTC)
ALICE, BOB, CAROL = (Player(number, name) for number, name in enumerate(("alice", "bob", "carol"), 1))


def board_after_a_round() -> Board:
    game = Goofspiel()
    options = {option.name: option.default for option in game.options}
    board = Board.begin(game, 101, options, [ALICE, BOB, CAROL], bytes(16), NOW)
    for player, bid in ((ALICE, "4"), (BOB, "3"), (CAROL, "2")):
        move(board, player, bid, NOW)
    return board


def lines(board: Board, viewer: int | None = None) -> list[str]:
    return [" ".join(line.split()) for line in moves_in_columns(board, viewer).splitlines()[1:]]


def test_who_resigns_after_a_round_has_bid_in_it() -> None:
    board = board_after_a_round()

    resign(board, BOB, NOW, bytes(16))

    assert lines(board) == ["1. 4 1. 3 1. 2", "2. resign"]


def test_a_resignation_stands_beside_what_others_have_chosen_and_nobody_may_see() -> None:
    board = board_after_a_round()
    move(board, ALICE, "5", NOW)

    resign(board, BOB, NOW, bytes(16))

    assert lines(board) == ["1. 4 1. 3 1. 2", "2. ??? 2. resign"]
    assert lines(board, viewer=0) == ["1. 4 1. 3 1. 2", "2. 5 2. resign"]


def test_a_resignation_stays_in_its_round_when_the_others_have_bid() -> None:
    board = board_after_a_round()
    resign(board, BOB, NOW, bytes(16))

    for player, bid in ((ALICE, "5"), (CAROL, "6"), (ALICE, "6"), (CAROL, "7")):
        move(board, player, bid, NOW)

    assert lines(board)[1:] == ["2. 5 2. resign 2. 6", "3. 6 3. 7"]
