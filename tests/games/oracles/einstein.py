"""EinStein compared with OpenSpiel's at every ply: `python -m tests.games.oracles.einstein --games 1000`.

Both begin with the cubes as OpenSpiel has laid them out, and the same numbers are rolled. Legal moves, what lies
where, the end and the winner have to be the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import click

from pbmserv.games.chance import Chance
from pbmserv.games.einstein import BOARD, MARKS, SIZE, EinStein, Position

CHANCE = Chance(bytes(16), "oracle")
EINSTEIN = EinStein()
_STEPS = {"up": -SIZE, "down": SIZE, "left": -1, "right": 1}


def _standing(state: Any) -> str:
    """Their drawing in our characters."""
    fields = re.findall(r"\|(__|[bw]\d)\|", str(state))
    return "".join("." if field == "__" else MARKS["bw".index(field[0])][int(field[1]) - 1] for field in fields)


def _moves(state: Any, position: Position) -> dict[str, int]:
    """Their legal moves in our words."""
    seat, moves = position.next_seat, {}
    for action in state.legal_actions():
        words = state.action_to_string(seat, action)
        match = re.fullmatch(r"[BW](\d)-(\w+)\*?", words)
        assert match, words
        start = position.cells.index(MARKS[seat][int(match[1]) - 1])
        ahead = (SIZE + 1) * (1 - 2 * seat) if match[2] == "diag" else _STEPS[match[2]]
        moves[f"{BOARD.names[start]}-{BOARD.names[start + ahead]}"] = action
    return moves


def compare(games: int, seed: int = 1) -> tuple[int, int]:
    """Play random games; how many plies were alike, and how many cubes were taken. Raises `AssertionError`."""
    import pyspiel

    choices, plies, taken = Random(seed), 0, 0  # noqa: S311 - it has to be the same
    for _ in range(games):
        state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
        for _ in MARKS:
            state.apply_action(choices.choice(state.legal_actions()))
        position = Position(SIZE, _standing(state))
        while not state.is_terminal():
            die = choices.randrange(6)
            state.apply_action(die)
            position = replace(position, die=die + 1, next_seat=state.current_player())
            where = f"{state}\n{EINSTEIN.draw(position, None)}"
            assert not EINSTEIN.result(position), where
            theirs = _moves(state, position)
            assert sorted(theirs) == sorted(EINSTEIN.moves(position)), where
            move = choices.choice(sorted(theirs))
            cubes = 25 - position.cells.count(".")
            state.apply_action(theirs[move])
            position = EINSTEIN.play(position, position.next_seat, move, CHANCE).position
            assert position.cells == _standing(state), where
            plies, taken = plies + 1, taken + cubes - 25 + position.cells.count(".")
        result = EINSTEIN.result(position)
        assert result is not None, str(state)
        assert result.winner == int(state.returns()[1] > 0), str(state)
    return plies, taken


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with OpenSpiel's."""
    plies, taken = compare(games, seed)
    click.echo(f"einstein: {games:,} games, {plies:,} plies alike, {taken:,} cubes taken")


if __name__ == "__main__":
    main()
