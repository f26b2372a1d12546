"""The moves of a game in columns: nothing that was done is missing."""

from __future__ import annotations

from datetime import UTC, datetime

from pbmserv.games.catalogue import installed
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.letters.columns import moves_in_columns
from pbmserv.play.board import Board, Player
from pbmserv.play.leaving import resign
from pbmserv.play.moving import move
from pbmserv.play.view import BoardNews, BoardViews

NOW = datetime(2024, 3, 1, tzinfo=UTC)
ALICE, BOB, CAROL = (Player(number, name) for number, name in enumerate(("alice", "bob", "carol"), 1))


def board_after_a_round() -> Board:
    game = Goofspiel()
    options = {option.name: option.default for option in game.options}
    board = Board.begin(game, 101, options, [ALICE, BOB, CAROL], bytes(16), NOW)
    for player, bid in ((ALICE, "4"), (BOB, "3"), (CAROL, "2")):
        move(board, player, bid, NOW)
    return board


def game_of(*names: str) -> Board:
    """Goofspiel between these players, of whom none has moved."""
    players = [Player(number, name) for number, name in enumerate(names, 1)]
    game = Goofspiel()
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 101, options, players, bytes(16), NOW)


def columns(board: Board, reader: Player | None = None) -> str:
    view = BoardViews(board, BoardNews("show")).of(reader)
    return moves_in_columns(view.board, view.plans)


def lines(board: Board, reader: Player | None = None) -> list[str]:
    return [" ".join(line.split()) for line in columns(board, reader).splitlines()[1:]]


def test_who_resigns_after_a_round_has_bid_in_it() -> None:
    board = board_after_a_round()

    resign(board, BOB, NOW, bytes(16))

    assert lines(board) == ["1. 4 1. 3 1. 2", "2. resign"]


def test_a_resignation_stands_beside_what_others_have_chosen_and_nobody_may_see() -> None:
    board = board_after_a_round()
    move(board, ALICE, "5", NOW)

    resign(board, BOB, NOW, bytes(16))

    assert lines(board) == ["1. 4 1. 3 1. 2", "2. ??? 2. resign"]
    assert lines(board, ALICE) == ["1. 4 1. 3 1. 2", "2. 5 2. resign"]


def test_a_resignation_stays_in_its_round_when_the_others_have_bid() -> None:
    board = board_after_a_round()
    resign(board, BOB, NOW, bytes(16))

    for player, bid in ((ALICE, "5"), (CAROL, "6"), (ALICE, "6"), (CAROL, "7")):
        move(board, player, bid, NOW)

    assert lines(board)[1:] == ["2. 5 2. resign 2. 6", "3. 6 3. 7"]


def test_names_that_are_too_long_for_their_columns_take_several_lines() -> None:
    names = ("Alexandria", "Bartholomew", "Constantine", "Desdemona-Maria", "Maximiliana-Bartholomea.Wolframs")
    board = game_of(*names)
    for player, bid in zip([seat.player for seat in board.seats], "45678", strict=True):
        move(board, player, bid, NOW)

    table = columns(board)

    assert max(map(len, table.splitlines())) <= 79
    assert [
        table.index(start) for start in ("Alexandria", "Bartholomew", "Constantine", "Desdemona", "Maximil")
    ] == sorted(table.index(start) for start in ("Alexandria", "Bartholomew", "Constantine", "Desdemona", "Maximil"))
    [bids] = [line for line in table.splitlines() if "1. 4" in line]
    assert bids.split() == ["1.", "4", "1.", "5", "1.", "6", "1.", "7", "1.", "8"]


def test_what_fits_is_on_one_line_each() -> None:
    board = game_of("alice", "bob")
    for player in (seat.player for seat in board.seats):
        move(board, player, "4", NOW)

    assert columns(board).splitlines() == ["  alice (Clubs)  bob (Hearts)", "  1. 4           1. 4"]


def test_chess_is_listed_in_its_own_notation_up_to_a_resignation() -> None:
    game = installed()["chess"]
    board = Board.begin(game, 101, {"position": 518}, [ALICE, BOB], bytes(16), NOW)
    for player, text in ((ALICE, "e2-e4"), (BOB, "e7-e5"), (ALICE, "g1-f3")):
        move(board, player, text, NOW)
    resign(board, BOB, NOW, bytes(16))

    assert lines(board) == ["1. e4 2. e5", "3. Nf3 4. resign"]
