"""Leaving a game in which something was dealt or rolled before all have moved: who withdraws, and who loses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.hex import Hex
from pbmserv.games.triominoes import Triominoes
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.leaving import forfeit, give_up, may_withdraw, resign
from pbmserv.play.moving import move

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(hours=1)


def dealt(*players: Player, challenger: Player | None) -> Board:
    return Board.begin(Triominoes(), 101, {"set": 5, "target": 400}, players, bytes(16), START, challenger=challenger)


def make_a_move(board: Board) -> Player:
    """Have whoever has to move lay a tile; gives who that is."""
    seat = board.seats_to_move[0]
    player = board.seats[seat].player
    move(board, player, board.game.examples(board.position, seat)[0], LATER)
    return player


def test_who_has_called_for_a_deal_can_only_resign() -> None:
    board = dealt(ALICE, BOB, challenger=ALICE)

    give_up(board, ALICE, LATER, bytes(16))

    assert (board.status, board.winner) == (Status.OVER, BOB)


def test_out_of_turn_such_a_resignation_waits() -> None:
    board = dealt(ALICE, BOB, challenger=ALICE)
    waiting = ALICE if board.players_to_move == (BOB,) else BOB
    board.challenger = waiting

    turn = resign(board, waiting, LATER, bytes(16))

    assert turn.only_chosen
    assert board.is_on


def test_who_has_moved_has_taken_the_deal_though_another_has_not() -> None:
    board = dealt(ALICE, BOB, challenger=None)
    assert may_withdraw(board, ALICE)
    assert may_withdraw(board, BOB)

    mover = make_a_move(board)

    assert not may_withdraw(board, mover)
    assert may_withdraw(board, BOB if mover == ALICE else ALICE)


def test_who_lets_the_time_of_an_own_deal_run_out_loses_it() -> None:
    own, of_another = dealt(ALICE, BOB, challenger=ALICE), dealt(ALICE, BOB, challenger=BOB)

    forfeit(own, [0], LATER, bytes(16))
    forfeit(of_another, [0], LATER, bytes(16))

    assert (own.status, own.winner) == (Status.OVER, BOB)
    assert of_another.status is Status.REMOVED


def test_who_called_for_a_deal_is_bound_to_the_one_after_it_too() -> None:
    board = dealt(ALICE, BOB, CAROL, challenger=ALICE)

    turn = resign(board, CAROL, LATER, bytes(range(16)))

    assert turn.restarted
    assert board.commitment == "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"
    assert not may_withdraw(board, ALICE)
    assert may_withdraw(board, BOB)


@pytest.mark.parametrize("player", [ALICE, BOB])
def test_a_game_without_hidden_things_begins_when_all_have_moved(player: Player) -> None:
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START, challenger=ALICE)

    assert may_withdraw(board, player)


@pytest.mark.parametrize("game", ["backgammon", "yacht", "pairimpair"])
def test_who_has_called_for_dice_or_a_drawn_side_can_only_resign(game: str) -> None:
    rules = installed()[game]
    options = {option.name: option.default for option in rules.options}

    board = Board.begin(rules, 101, options, (ALICE, BOB), bytes(16), START, challenger=ALICE)

    assert not may_withdraw(board, ALICE)
    assert may_withdraw(board, BOB)


def test_dice_that_nobody_has_rolled_yet_bind_nobody_and_those_that_are_rolled_do() -> None:
    einstein = installed()["einstein"]
    options = {option.name: option.default for option in einstein.options}
    board = Board.begin(einstein, 101, options, (ALICE, BOB), bytes(16), START, challenger=ALICE)
    assert may_withdraw(board, ALICE)

    drawn = Board.begin(
        einstein, 102, {**options, "start": "random"}, (ALICE, BOB), bytes(16), START, challenger=ALICE
    )

    assert not may_withdraw(drawn, ALICE)


def test_dice_that_players_roll_themselves_bind_nobody() -> None:
    backgammon = installed()["backgammon"]
    options = {option.name: option.default for option in backgammon.options} | {"dice": "typed"}
    board = Board.begin(backgammon, 101, options, (ALICE, BOB), bytes(16), START, challenger=ALICE)

    assert may_withdraw(board, ALICE)
