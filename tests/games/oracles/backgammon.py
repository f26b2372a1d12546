"""Backgammon compared with OpenSpiel's at every ply: `python -m tests.games.oracles.backgammon --games 1000`.

The positions to which a roll can lead have to be the same, and at the end who has won, and how many points. OpenSpiel
plays doubles as two rolls of the same dice, and so might allow plays of fewer checkers than could be moved; these
would be left out, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

import click

from pbmserv.games.backgammon.plays import BAR
from pbmserv.games.backgammon.rules import Checkers, Position, made, started
from pbmserv.games.boards.tracks import CHECKERS
from pbmserv.games.chance import Chance

Board: TypeAlias = tuple[Checkers, Checkers]
_BAR_OF_THEIRS = 100


@dataclass
class Compared:
    """How much was compared, in how many rolls they allow fewer moves than can be made, and who has won what."""

    games: int = 0
    plies: int = 0
    plays: int = 0
    shorter: int = 0
    gammons: int = 0
    backgammons: int = 0


def compare(games: int, seed: int = 1) -> Compared:
    """Play random games. Raises `AssertionError` where the two differ."""
    import pyspiel

    compared, choices = Compared(), Random(seed)  # noqa: S311 - it has to be the same
    for _ in range(games):
        state = pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
        position = started("usual", 1, False, False, Chance(bytes(16), "oracle"))
        compared.games += 1
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choices.choice([outcome for outcome, _ in state.chance_outcomes()]))
                continue
            position, state = _ply(position, state, choices, compared)
        _compare_ends(position, state.returns(), compared)
    return compared


def _ply(position: Position, state: Any, choices: Random, compared: Compared) -> tuple[Position, Any]:
    """One roll, played in both."""
    dice = tuple(sorted(map(int, re.findall(r"Dice: (\d)(\d)", str(state))[0]), reverse=True))
    position = replace(position, dice=dice, next_seat=1 - state.current_player(), said=())
    ends: dict[Board, tuple[int, Any]] = {}
    for board, length, end in _ends(state, state.current_player()):
        if length > ends.get(board, (-1, None))[0]:
            ends[board] = length, end
    longest = max(length for length, _ in ends.values())
    theirs = {board: end for board, (length, end) in ends.items() if length == longest}
    ours = {made(position, play).checkers: play for play in position.plays.values()}
    assert len(ours) == len(position.plays), f"two of these lead to the same position: {[*position.plays]}"
    if not ours:
        assert [*theirs] == [position.checkers], f"{state}"
        return position, theirs[position.checkers]
    assert ours.keys() == theirs.keys(), f"{state}\n{[*position.plays]}"
    compared.plies += 1
    compared.plays += len(ours)
    compared.shorter += len(theirs) < len(ends)
    board = choices.choice(sorted(ours))
    return made(position, ours[board]), theirs[board]


def _ends(state: Any, player: int) -> Iterator[tuple[Board, int, Any]]:
    """Where a roll can lead, doubles to their second half, with how many checkers are moved by how many dice."""
    for action in state.legal_actions():
        words = state.action_to_string(player, action)
        child = state.child(action)
        length = _length(words)
        goes_on = not child.is_terminal() and not child.is_chance_node() and child.current_player() == player
        if goes_on:
            yield from ((board, length + more, end) for board, more, end in _ends(child, player))
        else:
            yield _board_of(child), length, child


def _length(words: str) -> int:
    """How many dice an action uses: `24/23 13/10`, `24/23/20`, `6/5 Pass`, `13/7(2)`."""
    return sum(
        (word.count("/")) * int(times or 1) for word, times in re.findall(r"(\w+\*?(?:/\w+\*?)+)(?:\((\d)\))?", words)
    )


def _board_of(state: Any) -> Board:
    """Their position as ours. Their second player counts the points as our first does."""
    black = [state.board(1, place) for place in range(BAR - 1)]
    white = [state.board(0, BAR - 2 - place) for place in range(BAR - 1)]
    bars = [state.board(player, _BAR_OF_THEIRS) for player in (1, 0)]
    sides = [(*points, bar) for points, bar in zip((black, white), bars, strict=True)]
    first, second = ((CHECKERS - sum(side), *side) for side in sides)
    return first, second


def _compare_ends(position: Position, returns: list[float], compared: Compared) -> None:
    black, white = position.scores
    assert (black or -white) == returns[1], f"{position.scores} and {returns}"
    compared.gammons += black + white == 2
    compared.backgammons += black + white == 3


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Compare random games with OpenSpiel's."""
    compared = compare(games, seed)
    click.echo(
        f"{compared.games:,} games, {compared.plies:,} rolls with {compared.plays:,} plays alike;"
        f" {compared.gammons} gammons, {compared.backgammons} backgammons;"
        f" in {compared.shorter} rolls shorter plays there"
    )


if __name__ == "__main__":
    main()
