"""Goofspiel compared with OpenSpiel's: `python -m tests.games.oracles.goofspiel --games 1000`.

It has one rule for ties: nobody gets the prize.
"""

from __future__ import annotations

from random import Random
from typing import Any

import click

from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.goofspiel.display import name_of
from pbmserv.games.goofspiel.rules import DISCARD, Position

GAME = Goofspiel()
CHANCE = Chance(bytes(SEED_BYTES), "oracle")


def compare(seats: int, games: int, seed: int = 1) -> int:
    """Compare the cards to bid in each round, and all points at the end; return how many cards were bid.

    Raises `AssertionError`.
    """
    import pyspiel

    theirs = pyspiel.load_game("goofspiel", {"players": seats, "returns_type": "total_points"})
    usual = {option.name: option.default for option in GAME.options}
    choices, bids = Random(seed), 0  # noqa: S311 - it has to be the same
    for number in range(games):
        chance = Chance(number.to_bytes(SEED_BYTES, "big"), "start")
        position = GAME.start({**usual, "ties": DISCARD}, seats, chance)
        state = theirs.new_initial_state()
        while not state.is_terminal():
            prize = position.deck[position.rounds_played]
            if state.is_chance_node():
                state.apply_action(prize - 1)
                continue
            chosen = [choices.choice(_legal(state, position, seat)) for seat in range(seats)]
            state.apply_actions([card - 1 for card in chosen])
            for seat, card in enumerate(chosen):
                position = GAME.play(position, seat, name_of(card), CHANCE).position
            bids += seats
        assert position.is_over, str(state)
        assert [*position.scores] == [int(points) for points in state.returns()], str(state)
    return bids


def _legal(state: Any, position: Position, seat: int) -> list[int]:
    cards = [action + 1 for action in state.legal_actions(seat)]
    assert [*map(name_of, cards)] == [*GAME.legal_moves(position, seat)], str(state)
    return cards


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games of each number of players.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with OpenSpiel's."""
    for seats in GAME.seats:
        click.echo(f"{seats} players: {games:,} games, {compare(seats, games, seed):,} bids alike")


if __name__ == "__main__":
    main()
