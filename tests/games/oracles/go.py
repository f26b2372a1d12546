"""Go compared with sgfmill's boards and with OpenSpiel's: `python -m tests.games.oracles.go --games 100`.

Both are in the extra `oracles`. sgfmill (Matthew Woodcraft, MIT) knows no illegal moves: its boards and areas are
compared. OpenSpiel's legal moves are ours and those that superko forbids: after one of them its game is over.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import click

from pbmserv.games.chance import Chance
from pbmserv.games.go import Go
from pbmserv.games.go.counting import area
from pbmserv.games.go.rules import MARKING, PLAYING, Position

GO = Go()
CHANCE = Chance(bytes(16), "oracle")
SIZES = (9, 13, 19)


class Compared(NamedTuple):
    """How much was alike."""

    plies: int
    captures: int
    by_superko: int


def started(size: int, handicap: int = 0) -> Position:
    """The start of a game."""
    return GO.start({"size": str(size), "komi": "7.5", "handicap": handicap}, 2, CHANCE)


def drawn(random: Random, position: Position) -> str:
    """A random move; who has another seldom passes, so that boards fill up and are emptied again."""
    moves = GO.legal_moves(position, position.next_seat)
    assert moves
    return random.choice(moves[:-1] if len(moves) > 1 and random.random() < 0.98 else moves)


def with_sgfmill(size: int, games: int, seed: int = 1, most: int = 10_000) -> Compared:
    """Compare each board of random games, and its area. Raises `AssertionError`."""
    from sgfmill import boards, common

    random, plies, captures = Random(seed), 0, 0  # noqa: S311 - it has to be the same
    for number in range(games):
        position, theirs = started(size, handicap=(0, 2, 5, 9)[number % 4]), boards.Board(size)
        stones = [common.move_from_vertex(name, size) for name in _names(position, "x")]
        theirs.apply_setup(stones, [], [])
        for _ in range(most):
            if position.phase != PLAYING:
                break
            move, before = drawn(random, position), position.captured
            if move != "pass":
                row, column = common.move_from_vertex(move, size)
                theirs.play(row, column, "bw"[position.next_seat])
            position = GO.play(position, position.next_seat, move, CHANCE).position
            plies, captures = plies + 1, captures + (position.captured != before)
            assert {
                (common.format_vertex(point).lower(), colour) for colour, point in theirs.list_occupied_points()
            } == {(name, colour) for stone, colour in (("x", "b"), ("o", "w")) for name in _names(position, stone)}
            count = area(position)
            assert theirs.area_score() == count.black - count.white
    return Compared(plies, captures, 0)


def with_openspiel(size: int, games: int, seed: int = 1, most: int = 10_000) -> Compared:
    """Compare legal moves, boards and scores of random games. Raises `AssertionError`."""
    import pyspiel

    random, plies, captures, by_superko = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    game = pyspiel.load_game("go", {"board_size": size, "komi": 7.5, "max_game_length": 4 * size * size})
    for _ in range(games):
        position, state = started(size), game.new_initial_state()
        for _ in range(most):
            if position.phase != PLAYING:
                break
            actions = _actions(state)
            ours = set(GO.legal_moves(position, position.next_seat) or ())
            assert ours <= actions.keys(), f"{state}\n{ours - actions.keys()}"
            for forbidden in actions.keys() - ours:
                assert state.child(actions[forbidden]).is_terminal(), f"{state}\n{forbidden}"
                by_superko += 1
            move, before = drawn(random, position), position.captured
            state.apply_action(actions[move])
            position = GO.play(position, position.next_seat, move, CHANCE).position
            plies, captures = plies + 1, captures + (position.captured != before)
        if position.phase == MARKING:
            assert state.is_terminal()
            result = _all_alive(position)
            assert result is not None
            assert [*state.returns()] == ([1.0, -1.0] if result.winner == 0 else [-1.0, 1.0]), f"{state}\n{result}"
    return Compared(plies, captures, by_superko)


def _all_alive(position: Position) -> Any:
    for move in ("dead none", "agree"):
        position = GO.play(position, position.next_seat, move, CHANCE).position
    return GO.result(position)


def _actions(state: Any) -> dict[str, int]:
    named = {
        state.action_to_string(state.current_player(), action).lower().split()[-1]: action
        for action in state.legal_actions()
    }
    return {("pass" if "pass" in name else name): action for name, action in named.items()}


def _names(position: Position, stone: str) -> list[str]:
    names = GO.board(position).names
    return [names[place] for place, each in enumerate(position.cells) if each == stone]


@click.command()
@click.option("--games", default=100, show_default=True, help="How many games of each size.")
@click.option("--size", "sizes", multiple=True, type=int, default=SIZES, show_default=True, help="Only this size.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, sizes: tuple[int, ...], seed: int) -> None:
    """Compare random games with sgfmill's and OpenSpiel's."""
    for size in sizes:
        for name, compare in (("sgfmill", with_sgfmill), ("OpenSpiel", with_openspiel)):
            alike = compare(size, games, seed)
            click.echo(
                f"{size} lines, {name}: {games} games, {alike.plies:,} plies alike, {alike.captures:,} with captures;"
                f" {alike.by_superko} moves forbidden by superko"
            )


if __name__ == "__main__":
    main()
