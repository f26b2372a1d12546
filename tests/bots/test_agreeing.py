"""What machine players agree to: the rule that the help page states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbmserv.bots.agreeing import agrees_to_tie, agrees_to_undo, wants_swap
from pbmserv.bots.choosing import CannotThink, choose
from pbmserv.bots.levels import Level
from pbmserv.games.ataxx import Ataxx
from pbmserv.games.base import Game
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.connect4 import Connect4
from pbmserv.games.gomoku import Gomoku
from pbmserv.games.grid_game import GridPosition
from pbmserv.games.hex import Hex
from pbmserv.games.othello import Othello
from pbmserv.games.pente import Pente

SEED = bytes(SEED_BYTES)
CAREFUL = Level("careful", simulations=500, seconds=1.0)
GAME = Connect4()


def played(*moves: str) -> GridPosition:
    """A position of connect four after these moves."""
    position = GAME.start({"columns": 7, "rows": 6}, 2, Chance(SEED, "start"))
    for move in moves:
        position = GAME.play(position, position.next_seat, move, Chance(SEED, "move")).position
    return position


def test_who_is_about_to_win_wants_no_tie_and_who_is_about_to_lose_does() -> None:
    three_in_a_row = played("d", "d", "e", "e", "f", "f")

    assert not agrees_to_tie(GAME, three_in_a_row, 0, CAREFUL, SEED)
    assert agrees_to_tie(GAME, three_in_a_row, 1, CAREFUL, SEED)


@pytest.mark.parametrize("game", [Othello(), Gomoku(), Ataxx(), Pente(), GAME], ids=lambda game: game.word)
@pytest.mark.alike
def test_for_points_nobody_gets_a_tie_by_one_move(game: Game[Any]) -> None:
    """The bot takes it where none are at stake: as far as it can see, the game is even."""
    options = {option.name: option.default for option in game.options}
    start = game.start(options, 2, Chance(SEED, "start"))
    position = game.play(start, 0, (game.legal_moves(start, 0) or [""])[0], Chance(SEED, "move")).position

    assert not agrees_to_tie(game, position, 1, CAREFUL, SEED, is_rated=True)


def test_for_points_a_tie_is_taken_by_who_is_about_to_lose() -> None:
    three_in_a_row = played("d", "d", "e", "e", "f", "f")

    assert agrees_to_tie(GAME, three_in_a_row, 1, CAREFUL, SEED, is_rated=True)


def test_a_move_is_taken_back_where_no_rating_is_at_stake() -> None:
    assert agrees_to_undo(is_rated=False)
    assert not agrees_to_undo(is_rated=True)


@pytest.mark.parametrize(("opening", "swaps"), [("b2", True), ("a1", False)])
def test_sides_are_swapped_where_those_of_the_other_are_better(opening: str, swaps: bool) -> None:
    game = Hex()
    start = game.start({"size": 3, "handicap": 0}, 2, Chance(SEED, "start"))
    position = game.play(start, 0, opening, Chance(SEED, "move")).position

    assert wants_swap(game, position, 1, CAREFUL, SEED) is swaps


def test_rules_that_fail_are_told() -> None:
    with pytest.raises(CannotThink, match="Connect4, seat 0"):
        agrees_to_tie(GAME, None, 0, CAREFUL, SEED)


def over_after(times: int) -> Callable[[], bool]:
    """A deadline that is over once it has been asked so often."""
    asked = iter([False] * times)
    return lambda: next(asked, True)


def test_who_has_no_time_takes_things_as_even() -> None:
    assert agrees_to_tie(GAME, played(), 0, CAREFUL, SEED, over_after(0))
    assert not agrees_to_tie(GAME, played(), 0, CAREFUL, SEED, over_after(0), is_rated=True)
    assert not wants_swap(GAME, played(), 0, CAREFUL, SEED, over_after(0))


@pytest.mark.parametrize("times", range(4))
def test_who_has_no_time_moves_all_the_same(times: int) -> None:
    for may_be_swapped in (False, True):
        move = choose(GAME, played(), 0, CAREFUL, SEED, over_after(times), may_be_swapped=may_be_swapped)
        assert move in GAME.moves(played())
