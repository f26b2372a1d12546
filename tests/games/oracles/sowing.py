"""Games of sowing compared with OpenSpiel's at every ply: `python -m tests.games.oracles.sowing --games 1000`.

Legal moves, whose turn it is, the seeds in every house and store, the end and the winner have to be the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import click

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.sowing import SowingGame, Sown

CHANCE = Chance(bytes(16), "oracle")


def _oware(text: str) -> tuple[int, ...]:
    """Their drawing as numbers: South's houses, North's, and both stores."""
    north, south = (tuple(map(int, line.split())) for line in re.findall(r"^(?: +\d+)+$", text, re.MULTILINE))
    scores = dict(re.findall(r"Player (\d) score = (\d+)", text))
    return (*south, *reversed(north), int(scores["0"]), int(scores["1"]))


def _mancala(text: str) -> tuple[int, ...]:
    north, stores, south = (tuple(map(int, re.findall(r"\d+", line))) for line in text.splitlines()[:3])
    return (*south, *reversed(north), stores[1], stores[0])


@dataclass(frozen=True)
class Oracle:
    """A game of OpenSpiel's, the first action of each seat, and how its drawings are read."""

    word: str
    theirs: str
    first_actions: tuple[int, int]
    read: Callable[[str], tuple[int, ...]]


ORACLES = (
    Oracle("wari", "oware", (0, 0), _oware),
    Oracle("kalah", "mancala", (1, 8), _mancala),
)


def compare(oracle: Oracle, games: int, seed: int = 1) -> tuple[int, int]:
    """Play random games; how many plies were alike, and in how many seeds were taken."""
    import pyspiel

    game = installed()[oracle.word]
    assert isinstance(game, SowingGame)
    choices, plies, captures = Random(seed), 0, 0  # noqa: S311 - it has to be the same
    for _ in range(games):
        state = pyspiel.load_game(oracle.theirs).new_initial_state()
        position: Any = game.start({option.name: option.default for option in game.options}, 2, CHANCE)
        while not game.result(position):
            where = f"{state}\n{game.draw(position, None)}"
            assert not state.is_terminal(), where
            assert state.current_player() == position.next_seat, where
            assert oracle.read(str(state)) == (*position.houses, *position.stores), where
            first = oracle.first_actions[position.next_seat]
            numbers = [house - position.own[0] for house in game.open_houses(position)]
            assert [action - first for action in state.legal_actions()] == numbers, where
            number = choices.choice(numbers)
            state.apply_action(first + number)
            position = game.play(position, position.next_seat, str(number + 1), CHANCE).position
            plies, captures = plies + 1, captures + bool(position.emptied)
        _compare_ends(oracle, game, state, position)
    return plies, captures


def _compare_ends(oracle: Oracle, game: SowingGame[Any], state: Any, position: Sown) -> None:
    where = f"{state}\n{game.draw(position, None)}"
    assert state.is_terminal(), where
    # One leaves seeds on the board where the other takes them off: of wari that is won, or at the end of kalah.
    length = position.length
    totals = [
        (sum(seeds[:length]) + seeds[-2], sum(seeds[length:-2]) + seeds[-1])
        for seeds in (oracle.read(str(state)), (*position.houses, *position.stores))
    ]
    assert totals[0] == totals[1], where
    result = game.result(position)
    assert result is not None
    returns = state.returns()
    assert result.winner == (None if returns[0] == returns[1] else int(returns[1] > returns[0])), where


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games of each.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with OpenSpiel's."""
    for oracle in ORACLES:
        plies, captures = compare(oracle, games, seed)
        click.echo(f"{oracle.word}: {games:,} games, {plies:,} plies alike, {captures:,} captures")


if __name__ == "__main__":
    main()
