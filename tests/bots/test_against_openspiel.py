"""How well Hex is played here, against somebody who plays it well: OpenSpiel's Monte Carlo tree search, in C++."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import levels_of
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.hex import Hex

SIZE = 7
SIMULATIONS = 1000
GAMES = 20
UCT_C = 2.0
"""What OpenSpiel's examples use."""


def is_won_by_us(pyspiel: Any, number: int) -> bool:
    """Play a game of Hex, in which our highest level begins if its number is even."""
    game, seed = Hex(), number.to_bytes(SEED_BYTES, "big")
    hard = levels_of(game)[-1]
    us = number % 2
    theirs = pyspiel.load_game(f"hex(num_cols={SIZE},num_rows={SIZE})")
    state = theirs.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    them = pyspiel.MCTSBot(theirs, evaluator, UCT_C, SIMULATIONS, 100, True, number, False)
    position = game.start({"size": SIZE, "handicap": 0}, 2, Chance(seed, "start"))
    while game.result(position) is None:
        if position.next_seat == us:
            move = choose(game, position, us, hard, seed + bytes([len(position.stones)]))
        else:
            action = them.step(state)
            move = f"{ascii_lowercase[action % SIZE]}{action // SIZE + 1}"
        position = game.play(position, position.next_seat, move, Chance(seed, "move")).position
        cell = position.stones[-1]
        state.apply_action(cell.row * SIZE + cell.column)
    result = game.result(position)
    assert result is not None
    assert state.is_terminal()
    assert result.winner == state.returns().index(1)
    return result.winner == us


@pytest.mark.long
def test_the_highest_level_wins_half_of_its_games_of_hex() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

    results: list[bool] = []
    while results.count(True) < GAMES / 2 and len(results) < GAMES:
        results.append(is_won_by_us(pyspiel, len(results)))

    assert results.count(True) == GAMES / 2
