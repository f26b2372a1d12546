"""Morris compared with OpenSpiel's at every ply: `python -m tests.games.oracles.morris --games 1000`.

OpenSpiel ends a game after 200 moves, and knows nothing of positions that come again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import click

from pbmserv.games.chance import Chance
from pbmserv.games.morris import BOARDS, MOST_IDLE, Morris
from pbmserv.games.repetition import AGAIN

CHANCE = Chance(bytes(16), "oracle")
MORRIS = Morris()
NAMES = BOARDS[9].names
TIES = (AGAIN, f"No man was taken in {MOST_IDLE} moves.")


def _moves(state: Any) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Their legal moves in our words, and the actions of which each consists."""
    for action in state.legal_actions():
        words = state.action_to_string(state.current_player(), action)
        names = "-".join(NAMES[int(point)] for point in re.findall(r"\d+", words))
        child = state.child(action)
        if "Capture time" not in str(child):
            yield names, (action,)
            continue
        for taking in child.legal_actions():
            [point] = re.findall(r"\d+", child.action_to_string(child.current_player(), taking))
            yield f"{names}x{NAMES[int(point)]}", (action, taking)


def compare(games: int, seed: int = 1) -> tuple[int, int, int]:
    """Play random games; how many plies were alike, how many men taken, and how many games ended otherwise.

    Raises `AssertionError`.
    """
    import pyspiel

    choices, plies, taken, otherwise = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    options = {option.name: option.default for option in MORRIS.options}
    for _ in range(games):
        state = pyspiel.load_game("nine_mens_morris").new_initial_state()
        position = MORRIS.start(options, 2, CHANCE)
        while not state.is_terminal():
            where = f"{state}\n{MORRIS.draw(position, None)}"
            result = MORRIS.result(position)
            if result:
                assert result.reason in TIES, where
                break
            theirs = dict(_moves(state))
            assert sorted(theirs) == sorted(MORRIS.moves(position)), where
            assert state.current_player() == position.next_seat, where
            move = choices.choice(sorted(theirs))
            for action in theirs[move]:
                state.apply_action(action)
            position = MORRIS.play(position, position.next_seat, move, CHANCE).position
            plies, taken = plies + 1, taken + ("x" in move)
        result = MORRIS.result(position)
        white, black = state.returns() if state.is_terminal() else (0, 0)
        if white == black:
            otherwise += 1
        else:
            assert result is not None, str(state)
            assert result.winner == int(black > white), f"{state}\n{result}"
    return plies, taken, otherwise


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with OpenSpiel's."""
    plies, taken, otherwise = compare(games, seed)
    click.echo(f"morris: {games:,} games, {plies:,} plies alike, {taken:,} men taken, {otherwise} ended otherwise")


if __name__ == "__main__":
    main()
