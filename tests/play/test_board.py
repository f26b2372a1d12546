"""A board's life: how it begins, whose turn it is, what a move changes, and that a refused one changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.base import Game, Illegal, Options, Refusal, Unreadable
from pbmserv.games.catalogue import installed
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.trichet import Trichet
from pbmserv.play.board import Board, NotAllowed, Player, Seat, Status, Terms
from pbmserv.play.leaving import position_to_show, resign
from pbmserv.play.moving import move

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEED = bytes(16)


def begun(game: Game[Any], *players: Player, **options: int) -> Board:
    values = {option.name: option.default for option in game.options} | options
    return Board.begin(game, 101, values, players, SEED, START)


@pytest.fixture
def board() -> Board:
    """Trichet of alice and bob, who begins."""
    return begun(Trichet(), ALICE, BOB)


def copy_of(board: Board) -> Board:
    """The board as it is now; the game has no state, so there is one of it."""
    return deepcopy(board, {id(board.game): board.game})


# The beginning


def test_a_board_begins_with_its_players_in_their_order(board: Board) -> None:
    assert board.title == "Trichet Board 101"
    assert board.players == (ALICE, BOB)
    assert board.staying == (ALICE, BOB)
    assert board.moves == []
    assert board.next_number == 1
    assert board.status is Status.ACTIVE
    assert board.winner is None


def test_the_game_says_who_begins(board: Board) -> None:
    assert board.seats_to_move == (1,)
    assert board.players_to_move == (BOB,)


def test_everybody_begins_where_all_move_at_once() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)

    assert board.players_to_move == (ALICE, BOB, CAROL)


def test_the_same_seed_begins_the_same_game() -> None:
    one, other = begun(Goofspiel(), ALICE, BOB), begun(Goofspiel(), ALICE, BOB)

    assert one.position == other.position


def test_usual_terms_are_known_from_others() -> None:
    assert Terms().has_usual_times
    assert Terms(rated=False).has_usual_times
    assert not Terms(nag_days=3).has_usual_times
    assert not Terms(total_days=30).has_usual_times


# Moves


def test_a_move_changes_whose_turn_it_is(board: Board) -> None:
    turn = move(board, BOB, "D3", START + HOUR)

    assert [made.text for made in turn.moves] == ["d3"]
    assert turn.by == BOB
    assert board.players_to_move == (ALICE,)
    assert board.next_number == 2
    assert board.last_moved_at == START + HOUR


def test_the_time_goes_to_who_had_to_move(board: Board) -> None:
    move(board, BOB, "d3", START + HOUR)
    move(board, ALICE, "a1", START + 3 * HOUR)

    assert [seat.used for seat in board.seats] == [2 * HOUR, HOUR]


def test_a_clock_that_was_set_back_gives_nobody_time(board: Board) -> None:
    move(board, BOB, "d3", START - HOUR)

    assert [seat.used for seat in board.seats] == [timedelta(), timedelta()]


def test_the_end_of_the_game_ends_the_board() -> None:
    board = begun(Trichet(), ALICE, BOB, num_tiles=3)

    move(board, BOB, "d3", START + HOUR)

    assert board.status is Status.OVER
    assert board.result is not None
    assert board.result.winner is None
    assert board.finished_at == START + HOUR
    assert board.seats_to_move == ()


@pytest.mark.parametrize(
    ("player", "text", "number", "kind", "words"),
    [
        (CAROL, "d3", None, NotAllowed, "carol does not play on Trichet Board 101."),
        (ALICE, "d3", None, NotAllowed, "It is not your turn on Trichet Board 101: bob has to move."),
        (BOB, "d3", 2, NotAllowed, "The next move on Trichet Board 101 has number 1, not 2:"),
        (BOB, "d3", 0, NotAllowed, "The next move on Trichet Board 101 has number 1, not 0:"),
        (BOB, "zz", 1, Unreadable, 'The text "zz" is not a Trichet move:'),
        (BOB, "a9", None, Illegal, "Rotation a does not fit at position 9:"),
        (BOB, "", None, Unreadable, 'The text "" is not a Trichet move:'),
    ],
)
def test_a_refused_move_changes_nothing(
    board: Board, player: Player, text: str, number: int | None, kind: type[Refusal], words: str
) -> None:
    before = copy_of(board)

    with pytest.raises(kind) as refused:
        move(board, player, text, START + HOUR, number)

    assert refused.value.words.startswith(words)
    assert board == before


def test_nobody_moves_when_the_game_is_over() -> None:
    board = begun(Trichet(), ALICE, BOB, num_tiles=3)
    move(board, BOB, "d3", START)

    with pytest.raises(NotAllowed, match=r"The game on Trichet Board 101 is over\."):
        move(board, ALICE, "a1", START)


IN_TURNS = [
    game for game in installed().values() if 2 in game.seats and len(begun(game, ALICE, BOB).seats_to_move) == 1
]


@pytest.mark.parametrize("game", IN_TURNS)
def test_the_table_has_nobody_move_out_of_turn_whatever_the_game(game: Game[Any]) -> None:
    board = begun(game, ALICE, BOB)
    [waiting] = {ALICE, BOB} - {*board.players_to_move}

    for text in ("pass", "swap", *(game.legal_moves(board.position, board.seats_to_move[0]) or ())[:3]):
        with pytest.raises(NotAllowed, match=rf"^It is not your turn on {game.name} Board 101: "):
            move(board, waiting, text, START)


def test_who_has_resigned_does_not_move() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)
    for player in (ALICE, BOB, CAROL):
        move(board, player, "5", START)
    resign(board, CAROL, START, SEED)

    with pytest.raises(NotAllowed, match=r"carol has resigned on Goofspiel Board 101\."):
        move(board, CAROL, "6", START)


def test_who_has_resigned_is_shown_as_out_of_it_before_the_round_is_complete() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)
    for player in (ALICE, BOB, CAROL):
        move(board, player, "5", START)
    resign(board, CAROL, START, SEED)

    shown = position_to_show(board)

    assert [shown.is_out(seat) for seat in range(3)] == [False, False, True]
    assert not board.position.is_out(2)


def test_a_game_for_two_that_knows_no_skipping_is_shown_as_it_stood() -> None:
    class Duel(Goofspiel):
        seats = range(2, 3)
        skip = Game.skip

    board = begun(Duel(), ALICE, BOB)
    for player in (ALICE, BOB):
        move(board, player, "5", START)
    resign(board, BOB, START, SEED)

    assert board.winner == ALICE
    assert position_to_show(board) == board.position


def test_rounds_are_counted_where_all_move_at_once() -> None:
    board = begun(Goofspiel(), ALICE, BOB)

    move(board, ALICE, "5", START)
    assert board.next_number == 1
    move(board, BOB, "6", START)

    assert board.next_number == 2


def test_a_hidden_move_may_be_replaced_until_all_have_chosen() -> None:
    board = begun(Goofspiel(), ALICE, BOB)
    move(board, ALICE, "5", START)

    turn = move(board, ALICE, "7", START)
    assert turn.only_chosen
    move(board, BOB, "6", START)

    assert [made.text for made in board.moves] == ["7", "6"]


# Resigning


def test_leaving_before_everybody_has_moved_removes_a_board_of_two(board: Board) -> None:
    move(board, BOB, "d3", START)

    resign(board, BOB, START, SEED)

    assert board.status is Status.REMOVED
    assert board.result is None


def test_leaving_before_everybody_has_moved_starts_again_with_the_others() -> None:
    board = begun(Goofspiel(), ALICE, BOB, CAROL)
    move(board, ALICE, "5", START)

    turn = resign(board, BOB, START + HOUR, bytes(range(16)))

    assert turn.restarted
    assert board.status is Status.ACTIVE
    assert board.seats == [Seat(ALICE), Seat(CAROL)]
    assert board.moves == []
    assert board.seed == bytes(range(16))
    assert board.started_at == START + HOUR


class ThreeAtLeast(Goofspiel):
    """Goofspiel that two can play with few cards only."""

    def check_options(self, options: Options, seats: int) -> None:
        if seats < 3 and int(options["cards"]) > 5:
            raise Illegal("For two, 5 cards are the most.")


@pytest.mark.parametrize(("cards", "status"), [(5, Status.ACTIVE), (6, Status.REMOVED)])
def test_no_game_starts_again_with_options_that_the_others_could_not_have_chosen(cards: int, status: Status) -> None:
    board = begun(ThreeAtLeast(), ALICE, BOB, CAROL, cards=cards)

    resign(board, BOB, START + HOUR, SEED)

    assert board.status is status


def test_the_last_seat_left_wins(board: Board) -> None:
    move(board, BOB, "d3", START)
    move(board, ALICE, "a1", START)

    resign(board, BOB, START, SEED)

    assert board.winner == ALICE
    assert board.status is Status.OVER


def test_one_of_two_who_hide_nothing_resigns_at_once_whoever_has_to_move(board: Board) -> None:
    move(board, BOB, "d3", START)
    move(board, ALICE, "a1", START)

    turn = resign(board, ALICE, START, SEED)

    assert [(made.seat, made.text, made.automatic) for made in turn.moves] == [(0, "resign", False)]
    assert board.winner == BOB
    assert not turn.only_chosen


# Looking


def test_a_player_sees_the_board_from_their_own_seat(board: Board) -> None:
    assert board.view_of(ALICE) == 0
    assert board.view_of(BOB) == 1
    assert board.view_of(CAROL) is None
    assert board.view_of(None) is None


def test_moves_are_found_up_to_any_number(board: Board) -> None:
    move(board, BOB, "d3", START)
    move(board, ALICE, "a1", START)

    assert [made.text for made in board.moves_until(0)] == []
    assert [made.text for made in board.moves_until(1)] == ["d3"]
    assert [made.text for made in board.moves_until(2)] == ["d3", "a1"]


@pytest.mark.parametrize("number", [-1, 1, 10**9])
def test_moves_that_were_never_made_are_not_found(board: Board, number: int) -> None:
    with pytest.raises(NotAllowed, match=r"Trichet Board 101 has 0 moves: after the # only 0 \(the start\) is"):
        board.moves_until(number)


# Always


@pytest.mark.parametrize(
    "make", [lambda: begun(Trichet(), ALICE, BOB), lambda: begun(Goofspiel(), ALICE, BOB, CAROL)]
)
@given(data=st.data())
@settings(max_examples=15)
def test_the_position_is_always_what_the_record_leads_to(make: Callable[[], Board], data: st.DataObject) -> None:
    board = make()

    for _ in range(8):
        if not board.is_on:
            break
        seat = board.seats_to_move[0]
        legal = board.game.legal_moves(board.position, seat)
        assert legal
        move(board, board.seats[seat].player, data.draw(st.sampled_from(list(legal))), board.last_moved_at + HOUR)

    assert board.record.position() == board.position
