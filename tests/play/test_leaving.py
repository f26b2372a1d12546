"""Leaving a game: who withdraws and who loses where things were dealt or rolled, which resignations wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbmserv.games.base import Note
from pbmserv.games.catalogue import installed
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.hex import Hex
from pbmserv.games.triominoes import Triominoes
from pbmserv.games.yacht import Yacht
from pbmserv.play import voting
from pbmserv.play.board import Board, Happening, NotAllowed, Player, Question, Status, Terms
from pbmserv.play.days import Absence
from pbmserv.play.leaving import (
    forfeit,
    give_up,
    may_withdraw,
    position_to_show,
    resign,
    run_out_of_time,
    waits_for_turn,
    what_resigning_does,
)
from pbmserv.play.moving import NOT_SENT, move, queue
from pbmserv.play.record import FORFEIT, RESIGN

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


def test_what_a_resignation_does_is_told_as_it_then_happens() -> None:
    board = dealt(ALICE, BOB, challenger=ALICE)
    waiting = ALICE if board.players_to_move == (BOB,) else BOB
    board.challenger = waiting

    assert what_resigning_does(board, waiting) == "That gives up the game when the turn comes to you."
    resign(board, waiting, LATER, bytes(16))
    assert what_resigning_does(board, waiting) == "You are going to resign already: this would keep you in the game."
    resign(board, waiting, LATER, bytes(16))
    assert board.is_on
    assert waiting in board.staying
    assert not any(seat.leaving for seat in board.seats)

    three = dealt(ALICE, BOB, CAROL, challenger=ALICE)
    assert what_resigning_does(three, BOB) == "You have not moved yet: the others would start again without you."
    assert resign(three, BOB, LATER, bytes(16)).restarted


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
    assert (of_another.status, of_another.finished_at) == (Status.REMOVED, LATER)


def test_who_has_resigned_is_not_dealt_a_hand_again_when_another_withdraws() -> None:
    board = dealt(ALICE, BOB, CAROL, challenger=ALICE)
    give_up(board, ALICE, LATER, bytes(16))

    turn = give_up(board, BOB, LATER, bytes(16))

    assert (board.status, board.finished_at) == (Status.REMOVED, LATER)
    assert turn.happenings == ((Happening.WITHDREW, BOB),)


def test_who_called_for_a_deal_is_bound_to_the_one_after_it_too() -> None:
    board = dealt(ALICE, BOB, CAROL, challenger=ALICE)

    turn = resign(board, CAROL, LATER, bytes(range(16)))

    assert turn.restarted
    assert board.commitment == "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"
    assert not may_withdraw(board, ALICE)
    assert may_withdraw(board, BOB)


def test_those_who_are_dealt_a_hand_again_keep_absences_time_zones_and_numbers_of_turns() -> None:
    board = dealt(ALICE, BOB, CAROL, challenger=CAROL)
    away = (Absence(LATER, LATER + timedelta(days=3)),)
    board.seats[2].away, board.seats[2].zone, board.seats[2].shifts = away, ZoneInfo("Asia/Tokyo"), 4
    assert make_a_move(board) == BOB

    resign(board, ALICE, LATER, bytes(range(16)))

    assert [seat.player for seat in board.seats] == [BOB, CAROL]
    assert (board.seats[1].away, board.seats[1].zone, board.seats[1].shifts) == (away, ZoneInfo("Asia/Tokyo"), 4)
    assert (board.seats[0].away, board.seats[0].zone, board.seats[0].shifts) == ((), UTC, 0)
    assert (board.undone, board.moves) == (2, [])


def test_who_has_agreed_to_a_deal_can_only_resign_and_loses_it_on_time_too() -> None:
    board, late = dealt(ALICE, BOB, challenger=None), dealt(ALICE, BOB, challenger=None)
    board.seats[1].wanted = late.seats[1].wanted = True
    assert (may_withdraw(board, ALICE), may_withdraw(board, BOB)) == (True, False)

    give_up(board, BOB, LATER, bytes(16))
    forfeit(late, [1], LATER, bytes(16))

    assert (board.status, board.winner) == (Status.OVER, ALICE)
    assert (late.status, late.winner) == (Status.OVER, ALICE)


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


def test_what_is_hidden_binds_too_though_no_chance_was_in_it() -> None:
    class HexInTheDark(Hex):
        hidden = True

    board = Board.begin(
        HexInTheDark(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START, challenger=ALICE
    )

    assert (may_withdraw(board, ALICE), may_withdraw(board, BOB)) == (False, True)


def test_dice_that_players_roll_themselves_bind_nobody() -> None:
    backgammon = installed()["backgammon"]
    options = {option.name: option.default for option in backgammon.options} | {"dice": "typed"}
    board = Board.begin(backgammon, 101, options, (ALICE, BOB), bytes(16), START, challenger=ALICE)

    assert may_withdraw(board, ALICE)


# Whether a resignation waits for the turn


def goofspiel_of_three() -> Board:
    options = {option.name: option.default for option in Goofspiel().options}
    return Board.begin(Goofspiel(), 101, options, (ALICE, BOB, CAROL), bytes(16), START)


def hex_begun() -> Board:
    """Hex, in which both have moved; alice is to move."""
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START)
    for player, text in ((ALICE, "a1"), (BOB, "b2")):
        move(board, player, text, START)
    return board


def hands_of_two() -> tuple[Board, Player, Player]:
    """Triominoes, in which both have moved; with who is to move, and the other."""
    board = dealt(ALICE, BOB, challenger=None)
    while not board.has_begun:
        make_a_move(board)
    [mover] = board.players_to_move
    return board, mover, BOB if mover == ALICE else ALICE


def yacht_of_three() -> Board:
    """Yacht, in which nothing is hidden and all three have moved; alice is to move."""
    options = {option.name: option.default for option in Yacht().options}
    board = Board.begin(Yacht(), 101, options, (ALICE, BOB, CAROL), bytes(16), START)
    while not board.has_begun or board.players_to_move != (ALICE,):
        make_a_move(board)
    return board


def ways_out(board: Board) -> list[tuple[Player, str]]:
    """Who has left a board, and how."""
    left = [made for made in board.moves if made.text in {RESIGN, FORFEIT}]
    return [(board.seats[made.seat].player, made.text) for made in left]


@pytest.mark.parametrize("player", [ALICE, BOB])
def test_where_two_play_and_hide_nothing_a_resignation_never_waits(player: Player) -> None:
    board = hex_begun()
    assert not waits_for_turn(board, player)

    turn = resign(board, player, LATER, bytes(16), "Well played!")

    assert (board.status, board.winner) == (Status.OVER, BOB if player == ALICE else ALICE)
    assert turn.happenings == ((Happening.RESIGNED, player),)
    assert not turn.only_chosen
    assert turn.notes == ()


def test_who_has_to_move_has_used_the_time_until_the_other_resigns() -> None:
    board = hex_begun()

    resign(board, BOB, LATER, bytes(16))

    assert [seat.used for seat in board.seats] == [LATER - START, timedelta()]


def test_what_the_other_had_queued_is_thrown_away() -> None:
    board = hex_begun()
    queue(board, BOB, "if c3 then d4", LATER)

    turn = resign(board, BOB, LATER, bytes(16))

    assert [note.text for note in turn.notes] == [
        "Your queued move (if c3 then d4) has been thrown away: you have left the game."
    ]


def test_a_resignation_out_of_turn_ends_a_question() -> None:
    board = hex_begun()
    voting.propose(board, ALICE, Question.DRAW, LATER)

    turn = resign(board, BOB, LATER, bytes(16))

    assert (board.winner, board.vote) == (ALICE, None)
    assert turn.happenings == ((Happening.MOVE_CANCELLED_VOTE, ALICE), (Happening.RESIGNED, BOB))


def test_where_hands_are_hidden_or_others_play_on_it_waits() -> None:
    board, mover, other = hands_of_two()
    three = yacht_of_three()

    assert (waits_for_turn(board, other), waits_for_turn(board, mover)) == (True, False)
    assert [waits_for_turn(three, player) for player in (ALICE, BOB, CAROL)] == [False, True, True]
    turn = resign(three, BOB, LATER, bytes(16), "Well played!")
    assert turn.only_chosen
    assert turn.notes == (Note(NOT_SENT, 1),)
    assert three.is_on


def test_who_leaves_while_all_others_wait_to_leave_has_won() -> None:
    board, mover, other = hands_of_two()
    resign(board, other, LATER, bytes(16))

    turn = give_up(board, mover, LATER, bytes(16))

    assert (board.status, board.winner) == (Status.OVER, mover)
    assert turn.happenings == ((Happening.RESIGNED, other),)
    assert (board.moves[-1].text, board.moves[-1].automatic) == (RESIGN, True)


def test_where_all_move_at_once_it_never_waits() -> None:
    board = goofspiel_of_three()
    move(board, BOB, "1", LATER)

    assert [waits_for_turn(board, player) for player in (ALICE, BOB, CAROL)] == [False, False, False]


def test_a_game_that_all_have_left_is_shown_as_it_stood() -> None:
    board = goofspiel_of_three()
    for player in (ALICE, BOB, CAROL):
        move(board, player, "1", START)

    forfeit(board, [0, 1, 2], LATER, bytes(16))

    assert (board.status, position_to_show(board)) == (Status.OVER, board.position)


def test_a_seat_that_was_given_up_is_not_forfeited_again() -> None:
    board = yacht_of_three()
    give_up(board, CAROL, LATER, bytes(16))
    board.seats[2].player = BOB

    forfeit(board, [1], LATER, bytes(16))

    assert ways_out(board) == [(BOB, RESIGN), (BOB, FORFEIT)]


def test_the_last_two_of_three_who_hide_nothing_resign_at_once() -> None:
    board = yacht_of_three()
    give_up(board, CAROL, LATER, bytes(16))

    resign(board, BOB, LATER, bytes(16))

    assert board.winner == ALICE


def test_a_resignation_no_longer_waits_when_only_two_are_left() -> None:
    board = yacht_of_three()
    resign(board, BOB, LATER, bytes(16))

    turn = give_up(board, CAROL, LATER, bytes(16))

    assert board.winner == ALICE
    assert [(made.seat, made.text, made.automatic) for made in turn.moves] == [(2, RESIGN, False), (1, RESIGN, True)]


def test_a_resignation_that_waits_is_taken_back_by_the_same_even_where_it_would_not_wait() -> None:
    board = hex_begun()
    # As it was kept before such resignations took effect at once.
    board.seats[1].leaving = True

    turn = resign(board, BOB, LATER, bytes(16))

    assert (board.seats[1].leaving, board.is_on) == (False, True)
    assert turn.happenings == ((Happening.STAYS, BOB),)


# A resignation that waits, and what else can end the game meanwhile


def test_whose_resignation_waits_loses_though_the_time_of_the_other_runs_out() -> None:
    board, mover, other = hands_of_two()
    resign(board, other, LATER, bytes(16))

    run_out_of_time(board, board.seats_of(mover), LATER, bytes(16))

    assert board.winner == mover
    assert ways_out(board) == [(other, RESIGN)]


def test_but_the_operator_can_still_take_the_other_out_of_the_game() -> None:
    board, mover, other = hands_of_two()
    resign(board, other, LATER, bytes(16))

    forfeit(board, board.seats_of(mover), LATER, bytes(16))

    assert board.winner == other


def test_so_does_who_has_called_for_a_deal_that_the_other_has_never_played() -> None:
    board = dealt(ALICE, BOB, challenger=ALICE)
    [mover] = board.players_to_move
    board.challenger = waiting = BOB if mover == ALICE else ALICE
    resign(board, waiting, LATER, bytes(16))

    run_out_of_time(board, board.seats_of(mover), LATER, bytes(16))

    assert (board.status, board.winner) == (Status.OVER, mover)


def test_who_resigns_first_loses() -> None:
    board, mover, other = hands_of_two()
    resign(board, other, LATER, bytes(16))

    resign(board, mover, LATER, bytes(16))

    assert board.winner == mover
    assert ways_out(board) == [(other, RESIGN)]


def test_of_three_the_one_who_has_not_resigned_wins() -> None:
    board = yacht_of_three()
    for player in (BOB, CAROL):
        resign(board, player, LATER, bytes(16))

    run_out_of_time(board, [0], LATER, bytes(16))

    assert board.winner == ALICE
    assert ways_out(board) == [(BOB, RESIGN), (CAROL, RESIGN)]


def test_of_three_another_whose_time_runs_out_is_out_of_it_and_the_third_wins() -> None:
    board = yacht_of_three()
    resign(board, CAROL, LATER, bytes(16))

    run_out_of_time(board, [0], LATER, bytes(16))

    assert board.winner == BOB
    assert ways_out(board) == [(ALICE, FORFEIT), (CAROL, RESIGN)]


def test_silence_makes_no_tie_for_whose_resignation_waits() -> None:
    board, mover, other = hands_of_two()
    voting.propose(board, mover, Question.DRAW, LATER)
    resign(board, other, LATER, bytes(16))

    turn = voting.silence_agrees(board, LATER)

    assert board.winner == mover
    assert turn.happenings == ((Happening.RESIGNED, other),)
    assert [made.text for made in turn.moves] == [RESIGN]


def test_nor_does_the_answer_to_what_they_had_proposed_before() -> None:
    board, mover, other = hands_of_two()
    voting.propose(board, other, Question.DRAW, LATER)
    resign(board, other, LATER, bytes(16))

    turn = voting.answer(board, mover, True, LATER)

    assert board.winner == mover
    assert turn.happenings == ((Happening.AGREED, mover), (Happening.RESIGNED, other))


def test_of_three_the_others_tie_without_whose_resignation_waits() -> None:
    board = yacht_of_three()
    resign(board, CAROL, LATER, bytes(16))
    voting.propose(board, ALICE, Question.DRAW, LATER)
    voting.answer(board, BOB, True, LATER)

    voting.silence_agrees(board, LATER)

    assert (board.status, board.winner) == (Status.OVER, None)
    assert [seat.resigned for seat in board.seats] == [False, False, True]


def test_whose_resignation_waits_agrees_to_no_tie_before_it_is_taken_back() -> None:
    board, mover, other = hands_of_two()
    resign(board, other, LATER, bytes(16))
    assert not voting.may_propose(board, other, Question.DRAW)
    with pytest.raises(NotAllowed, match="To end the game as a tie, first take that back: send resign once more"):
        voting.propose(board, other, Question.DRAW, LATER)
    voting.propose(board, mover, Question.DRAW, LATER)
    with pytest.raises(NotAllowed, match="You are going to resign on Triominoes Board 101"):
        voting.answer(board, other, True, LATER)

    resign(board, other, LATER, bytes(16))
    voting.answer(board, other, True, LATER)

    assert (board.status, board.winner) == (Status.OVER, None)


def test_whose_resignation_waits_can_still_say_no() -> None:
    board, mover, other = hands_of_two()
    resign(board, other, LATER, bytes(16))
    voting.propose(board, mover, Question.DRAW, LATER)

    voting.answer(board, other, False, LATER)

    assert (board.vote, board.is_on) == (None, True)


def test_in_a_tournament_a_resignation_out_of_turn_loses_at_once_even_before_the_first_move() -> None:
    terms = Terms(event="hex-league/3/2")
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START, terms)

    resign(board, BOB, LATER, bytes(16))

    assert (board.status, board.winner) == (Status.OVER, ALICE)
