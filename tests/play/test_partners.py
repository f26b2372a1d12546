"""Partners win and lose together; whoever has left does not win, and the partner still can."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.base import Result
from pbmserv.games.chance import Chance
from pbmserv.games.spades import Spades
from pbmserv.play import glicko, intervening, ratings
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.glicko import Strength
from pbmserv.play.leaving import give_up, resign, run_out_of_time
from pbmserv.play.moving import move
from pbmserv.play.ratings import Outcome
from pbmserv.play.replaying import faults
from pbmserv.play.winners import winning_seats

ALICE, BOB, CAROL, DAVE = PLAYERS = tuple(
    Player(number, name) for number, name in enumerate(("alice", "bob", "carol", "dave"))
)
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
SEED = bytes(16)
WON, TIED, LOST = Outcome.WON, Outcome.TIED, Outcome.LOST
SIDES = {"alice": 0, "bob": 1, "carol": 0, "dave": 1}


@pytest.fixture
def board() -> Board:
    """Spades, alice and carol against bob and dave; all have bid, and alice is to lead."""
    board = Board.begin(Spades(), 101, {"to": 50}, PLAYERS, SEED, START)
    for player in PLAYERS:
        move(board, player, "3", START)
    return board


def play(board: Board, times: int = 1000) -> None:
    """Let players make the first move that they can."""
    for _ in range(times):
        if not board.is_on:
            break
        seat = board.to_move[0]
        legal = board.game.legal_moves(board.position, seat) or ()
        move(board, board.seats[seat].player, legal[0], START)


def test_both_partners_win_by_the_rules(board: Board) -> None:
    play(board)

    assert board.result is not None
    side = board.game.side_of(board.result.winner or 0)
    assert board.winners == ((ALICE, CAROL), (BOB, DAVE))[side]
    assert board.winner == board.winners[0]
    assert [*faults(board)] == []


def test_a_side_that_both_partners_leave_has_lost(board: Board) -> None:
    play(board, 1)
    give_up(board, BOB, START, SEED)
    assert board.is_on

    give_up(board, DAVE, START, SEED)

    assert board.status is Status.OVER
    assert board.winners == (ALICE, CAROL)
    assert str(board.result and board.result.reason) == "bob resigned and dave resigned."
    assert [*faults(board)] == []


def test_one_partner_of_each_side_play_on(board: Board) -> None:
    for player in (BOB, CAROL):
        give_up(board, player, START, SEED)

    assert board.is_on
    play(board)
    assert board.winners in ((ALICE,), (DAVE,))
    assert [*faults(board)] == []


def test_the_last_of_a_side_to_run_out_of_time_loses_for_it(board: Board) -> None:
    give_up(board, CAROL, START, SEED)

    run_out_of_time(board, [0], START + timedelta(days=99), SEED)

    assert board.winners == (BOB, DAVE)


def test_the_side_wins_whose_opponents_have_both_announced_that_they_resign(board: Board) -> None:
    for player in (BOB, DAVE):
        resign(board, player, START, SEED)
    assert board.is_on

    give_up(board, ALICE, START, SEED)

    assert board.winners == (ALICE, CAROL)


@pytest.mark.parametrize(("named", "won"), [(CAROL, (ALICE, CAROL)), (DAVE, (BOB, DAVE)), (None, ())])
def test_the_operator_names_one_of_a_side(board: Board, named: Player | None, won: tuple[Player, ...]) -> None:
    intervening.adjudicate(board, named, START)

    assert board.winners == won
    assert [*faults(board)] == []


def test_a_partner_who_has_left_does_not_win_when_the_operator_decides(board: Board) -> None:
    give_up(board, ALICE, START, SEED)

    intervening.adjudicate(board, CAROL, START)

    assert board.winners == (CAROL,)


@pytest.mark.parametrize(
    ("winner", "resigned", "won"),
    [(None, "....", ()), (0, "....", (0, 2)), (2, "....", (0, 2)), (1, ".x..", (3,)), (3, ".x.x", (3,))],
)
def test_winning_seats(winner: int | None, resigned: str, won: tuple[int, ...]) -> None:
    has_left = [each == "x" for each in resigned]

    assert winning_seats(Spades(), winner, has_left) == won
    assert winning_seats("spades", winner, has_left) == won


def test_without_partners_one_seat_wins_and_so_it_does_in_a_game_that_is_not_installed_any_more() -> None:
    assert winning_seats("hearts", 2, [False] * 4) == (2,)
    assert winning_seats("whist", 2, [False] * 4) == (2,)


# Ratings


def rated(winners: Sequence[str], resigned: Sequence[bool] = (False,) * 4) -> dict[str, Outcome]:
    game = ratings.rate_game({}, ["alice", "bob", "carol", "dave"], resigned, winners, 1, sides=[0, 1, 0, 1])
    return {change.player: change.outcome for change in game.changes}


def test_partners_have_the_same_outcome() -> None:
    assert rated(["alice", "carol"]) == {"alice": WON, "bob": LOST, "carol": WON, "dave": LOST}
    assert rated(["carol"], [True, False, False, False]) == {"alice": LOST, "bob": LOST, "carol": WON, "dave": LOST}
    assert rated([]) == dict.fromkeys(("alice", "bob", "carol", "dave"), TIED)


def test_the_opponent_of_the_classic_formula_is_the_average_of_the_other_side() -> None:
    known = {"carol": ratings.Standing(2400, won=30), "bob": ratings.Standing(1700, won=30)}
    game = ratings.rate_game(
        known, ["alice", "bob", "carol", "dave"], [False] * 4, ["bob", "dave"], 1, sides=[0, 1, 0, 1]
    )
    alone = ratings.rate_game(
        {"opponents": ratings.Standing(1650, won=15)}, ["alice", "opponents"], [False] * 2, ["opponents"], 1
    )

    assert game.standings["alice"].rating == alone.standings["alice"].rating


def strengths(**given: float) -> dict[str, Strength]:
    return {name: Strength(given.get(name, 1500), 100) for name in ("alice", "bob", "carol", "dave")}


def test_partners_who_are_equal_change_as_if_each_had_met_one_opponent() -> None:
    after = glicko.rate_game(strengths(), {"alice": WON, "bob": LOST, "carol": WON, "dave": LOST}, SIDES)
    alone = glicko.rate_game({"alice": Strength(1500, 100), "bob": Strength(1500, 100)}, {"alice": WON, "bob": LOST})

    assert after["alice"] == after["carol"] == alone["alice"]
    assert after["bob"] == after["dave"] == alone["bob"]


def test_a_side_is_as_strong_as_its_players_on_average() -> None:
    won = {"alice": WON, "bob": LOST, "carol": WON, "dave": LOST}
    even = glicko.rate_game(strengths(alice=1300, carol=1700), won, SIDES)
    strong = glicko.rate_game(strengths(alice=1300, carol=2100), won, SIDES)

    # Two partners gain the same, and less if they were expected to win.
    assert even["alice"].rating - 1300 == pytest.approx(even["carol"].rating - 1700)
    assert 0 < strong["alice"].rating - 1300 < even["alice"].rating - 1300


def test_a_player_who_has_left_loses_though_the_partner_wins() -> None:
    after = glicko.rate_game(strengths(), {"alice": LOST, "bob": LOST, "carol": WON, "dave": LOST}, SIDES)

    assert after["alice"].rating < 1500 < after["carol"].rating


def test_nobody_changes_where_a_substitute_has_won() -> None:
    before = strengths()

    assert glicko.rate_game(before, dict.fromkeys(before, LOST), SIDES) == before


def test_the_result_of_the_rules_names_a_seat_that_has_stayed() -> None:
    spades = Spades()
    position = spades.start({"to": 50}, 4, Chance(SEED, "start"))
    position = spades.skip(position, 0, Chance(SEED, "skip")).position
    chance = Chance(SEED, "play")
    while spades.to_move(position):
        seat = spades.to_move(position)[0]
        position = spades.play(position, seat, chance.choice(spades.legal_moves(position, seat)), chance).position

    result = spades.result(position)
    assert isinstance(result, Result)
    assert result.winner != 0
