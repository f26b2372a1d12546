"""Games compared with OpenSpiel's at every ply: `python -m tests.games.oracles.openspiel --games 1000`.

OpenSpiel (Lanctot et al., Apache-2.0) is in the extra `oracles`. Where its rules differ from ours on purpose, the
game says until where the two agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from string import ascii_lowercase
from typing import Any

import click

from pbmserv.games.base import Options, Result
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import GridGame
from pbmserv.games.sequential import SequentialGame

CHANCE = Chance(bytes(16), "oracle")


@dataclass(frozen=True)
class Oracle:
    """A game of OpenSpiel's, and how its words for moves become ours.

    `passing` is its word for no move at all; `parts` is of how many moves of theirs one of ours consists. Where the
    rules differ, they `may_end_earlier`, or see another winner where the reason of ours begins with what
    `ends_differently`. A move onto the first stone that swaps sides is left out: with us the table swaps.
    """

    word: str
    theirs: str
    translated: Callable[[str], str]
    parameters: Mapping[str, int] = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    passing: str = ""
    seat_of_theirs: tuple[int, int] = (0, 1)
    parts: int = 1
    may_end_earlier: bool = False
    ends_differently: str | tuple[str, ...] = ""
    swaps_on_first: bool = False

    @property
    def name(self) -> str:
        """What the comparison is called."""
        return " ".join((self.word, *(f"-{name}={value}" for name, value in self.options.items())))


def _upside_down(size: int) -> Callable[[str], str]:
    """`a7b6` becomes `a2-b3`: where the first player sits at the other side."""

    def translated(move: str) -> str:
        columns = re.findall("[a-z]", move.rstrip("*"))
        rows = re.findall(r"\d+", move)
        return "-".join(f"{column}{size + 1 - int(row)}" for column, row in zip(columns, rows, strict=True))

    return translated


def _column(move: str) -> str:
    """`x3` becomes `d`."""
    return "abcdefg"[int(move[1])]


def _taking(move: str) -> str:
    """`c1xa3` becomes `c1-a3`."""
    return move.replace("x", "-")


def _two_squares(move: str) -> str:
    """`a5b5` becomes `a5-b5`."""
    return f"{move[:2]}-{move[2:]}"


def _crossing(move: str) -> str:
    """`14,0` becomes `a1`."""
    row, column = map(int, move.split(","))
    return f"{'abcdefghjklmnop'[column]}{15 - row}"


def _shot(size: int) -> Callable[[str], str]:
    """`X From (7, 1) X To (2, 6) X Shoot: (1, 5)` becomes `a4-f9/e10`."""

    def translated(move: str) -> str:
        start, end, arrow = (
            f"{'abcdefghij'[int(column) - 1]}{size + 1 - int(row)}"
            for row, column in re.findall(r"\((\d+), (\d+)\)", move)
        )
        return f"{start}-{end}/{arrow}"

    return translated


def _between_dots(move: str) -> str:
    """`P1(h,0,2)` becomes `f1`: the third line of those that run across from the first row of dots."""
    way, row, column = re.findall(r"[hv]|\d+", move.partition("(")[2])
    across, down = (2 * int(column) + 1, 2 * int(row)) if way == "h" else (2 * int(column), 2 * int(row) + 1)
    return f"{ascii_lowercase[across]}{down + 1}"


def _hole(move: str) -> str:
    """`xd4` becomes `d4`."""
    return move[1:]


def _other_way_up(size: int) -> Callable[[str], str]:
    """`a1` becomes `a13`: theirs is a triangle that stands on its point."""
    return lambda move: f"{move[0]}{size + 1 - int(move[1:])}"


def _fence_from_above(move: str) -> str:
    """`e8` becomes `e2`, and `e8h` becomes `e1h`: their rows count from above, and theirs is the upper square."""
    kind = move.rstrip("hv")
    return f"{move[0]}{(9 if kind != move else 10) - int(kind[1:])}{move.removeprefix(kind)}"


_TIE = "Neither"
"""What ours says first of a tie that theirs plays out."""

ORACLES = (
    Oracle("amazons", "amazons", _shot(10), parts=3),
    Oracle("amazons", "amazons", _shot(6), {"board_size": 6}, {"size": 6}, parts=3),
    Oracle("gomoku", "gomoku", _crossing),
    Oracle("connect4", "connect_four", _column),
    Oracle("dots", "dots_and_boxes", _between_dots, {"num_rows": 7, "num_cols": 7}),
    Oracle("dots", "dots_and_boxes", _between_dots, {"num_rows": 3, "num_cols": 3}, {"size": 3}),
    Oracle("twixt", "twixt", _hole, {"board_size": 24}, {}, ends_differently=_TIE, swaps_on_first=True),
    Oracle("twixt", "twixt", _hole, {"board_size": 8}, {"size": 8}, ends_differently=_TIE, swaps_on_first=True),
    Oracle("hex", "hex", str),
    Oracle("hex", "hex", str, {"num_cols": 5, "num_rows": 5}, {"size": 5}),
    Oracle("havannah", "havannah", str),
    Oracle("havannah", "havannah", str, {"board_size": 4}, {"size": 4}),
    Oracle("y", "y", _other_way_up(13), {"board_size": 13}),
    Oracle("y", "y", _other_way_up(5), {"board_size": 5}, {"size": 5}),
    Oracle("loa", "lines_of_action", _taking, may_end_earlier=True, ends_differently="One move has joined"),
    Oracle("othello", "othello", str, passing="pass"),
    Oracle("clobber", "clobber", _two_squares, {"rows": 5, "columns": 6}),
    Oracle("clobber", "clobber", _two_squares, {"rows": 8, "columns": 8}, {"board": "8x8"}),
    Oracle(
        "walls",
        "quoridor",
        _fence_from_above,
        may_end_earlier=True,
        ends_differently=("The same position", "No fence was laid"),
    ),
    Oracle("breakthrough", "breakthrough", _upside_down(8)),
    Oracle("breakthrough", "breakthrough", _upside_down(6), {"rows": 6, "columns": 6}, {"size": 6}),
)


@dataclass
class Compared:
    """How much was compared, and where the two differed."""

    games: int = 0
    plies: int = 0
    ended_earlier: int = 0
    ended_differently: int = 0


def compare(oracle: Oracle, games: int, seed: int = 1, most_plies: int = 400) -> Compared:
    """Play random games, and compare legal moves, whose turn it is, and who has won. Raises `AssertionError`."""
    import pyspiel

    game = installed()[oracle.word]
    assert isinstance(game, SequentialGame)
    compared, choices = Compared(), Random(seed)  # noqa: S311 - it has to be the same
    for _ in range(games):
        state = pyspiel.load_game(oracle.theirs, dict(oracle.parameters)).new_initial_state()
        usual = {option.name: option.default for option in game.options}
        position: Any = game.start({**usual, **oracle.options}, 2, CHANCE)
        compared.games += 1
        for turn in range(most_plies):
            actions = _actions(oracle, state)
            result = game.result(position)
            if state.is_terminal() or result:
                if state.is_terminal() and not result and oracle.may_end_earlier:
                    compared.ended_earlier += 1
                elif result and oracle.ends_differently and result.reason.startswith(oracle.ends_differently):
                    compared.ended_differently += 1
                else:
                    _compare_ends(oracle, state, result, game.draw(position, None))
                break
            ours = game.moves(position)
            if oracle.swaps_on_first and turn == 1 and isinstance(game, GridGame):
                actions.pop(game.board(position).names[position.last[0]], None)
            assert sorted(actions) == sorted(ours), f"{state}\n{game.draw(position, None)}\n{actions}\n{ours}"
            assert oracle.seat_of_theirs[state.current_player()] == game.to_move(position)[0]
            move = choices.choice(sorted(ours))
            for action in actions[move]:
                state.apply_action(action)
            position = game.play(position, game.to_move(position)[0], move, CHANCE).position
            compared.plies += 1
    return compared


def _actions(oracle: Oracle, state: Any) -> dict[str, tuple[int, ...]]:
    """Their legal moves in our words; where they have to pass, that is done."""
    while not state.is_terminal():
        named = dict(_in_parts(state, oracle.parts))
        if [*named] != [oracle.passing]:
            return {oracle.translated(name): actions for name, actions in named.items()}
        state.apply_action(*named[oracle.passing])
    return {}


def _in_parts(state: Any, parts: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Their words for moves of so many parts, and the parts."""
    for action in state.legal_actions():
        words = state.action_to_string(state.current_player(), action)
        if parts == 1:
            yield words, (action,)
            continue
        for more, actions in _in_parts(state.child(action), parts - 1):
            yield f"{words} {more}", (action, *actions)


def _compare_ends(oracle: Oracle, state: Any, result: Result | None, board: str) -> None:
    assert state.is_terminal(), f"ours has ended, theirs has not:\n{state}\n{board}\n{result}"
    assert result, f"theirs has ended, ours has not:\n{state}\n{board}"
    returns = state.returns()
    theirs = None if returns[0] == returns[1] else oracle.seat_of_theirs[int(returns[1] > returns[0])]
    assert theirs == result.winner, f"{state}\n{board}\n{result}"


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games of each.")
@click.option("--game", "words", multiple=True, help="Only this game.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, words: tuple[str, ...], seed: int) -> None:
    """Compare random games with OpenSpiel's."""
    for oracle in ORACLES:
        if not words or oracle.word in words:
            compared = compare(oracle, games, seed)
            click.echo(
                f"{oracle.name}: {compared.games:,} games, {compared.plies:,} plies alike,"
                f" {compared.ended_earlier} ended earlier there, {compared.ended_differently} differently"
            )


if __name__ == "__main__":
    main()
