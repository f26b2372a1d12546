"""Janggi compared with Fairy-Stockfish: `python -m tests.games.oracles.fairy_janggi --games 1000`.

Its variant `janggi` comes as the package `pyffish` (Fabian Fichter, GPL), which is in the extra `oracles` and never
imported by the package. In random games legal moves, checks, passes and the whole end of the game are compared, at
each move or at every so many: checkmate, the generals' facing each other, two passes, a position that comes for the
third time, perpetual check, and fifty moves without a capture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import click

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.xiangqi.janggi import Janggi
from pbmserv.games.xiangqi.janggi.game import BEGUN
from pbmserv.games.xiangqi.janggi.rules import BOARD, SETUPS, Position
from pbmserv.games.xiangqi.rules import Move
from tests.games.oracles.fairy_xiangqi import fen, in_uci

__all__ = ["BOARD", "GAME", "Position", "begun", "compare", "fen", "in_uci"]

GAME = Janggi()


@dataclass
class Alike:
    """What was alike, and how often; ends by the first words that our game says of them."""

    plies: int = 0
    positions: int = 0
    checks: int = 0
    facing: int = 0
    ends: dict[str, int] = field(default_factory=dict)


def compare(games: int, seed: int = 1, every: int = 1) -> Alike:
    """Play random games, and say what was alike; positions are compared at `every` so many plies, ends always."""
    choices, alike = Random(seed), Alike()  # noqa: S311 - it has to be the same
    for _ in range(games):
        position = begun(choices.choice(SETUPS), choices.choice(SETUPS))
        earlier, told = [position], list[str]()
        style = choices.choice(STYLES)
        while True:
            result = GAME.result(position)
            if result or alike.plies % every == 0:
                _check(earlier, told, position, alike)
            if result:
                reason = " ".join(result.reason.split()[:4])
                alike.ends[reason] = alike.ends.get(reason, 0) + 1
                break
            move = style.chosen(position, choices)
            if position.cells[move.end] != EMPTY and move.start != move.end:
                # What comes before a capture does not come again, but the generals may face each other already.
                earlier, told = [position], []
            told.append(in_uci(move))
            position = position.after(move)
            earlier.append(position)
            alike.plies += 1
    return alike


def _check(earlier: list[Position], told: list[str], position: Position, alike: Alike) -> None:
    import pyffish

    now, result = fen(position), GAME.result(position)
    alike.positions += 1
    alike.facing += position.is_facing
    if position.in_check:
        assert pyffish.gives_check("janggi", now, []), now
        alike.checks += 1
    # Two moves tell whether the generals face each other, or both have passed; all tell of repetition, and take long.
    two_before = fen(earlier[-3]) if len(told) > 1 else fen(earlier[0])
    has_ended, value = pyffish.is_immediate_game_end("janggi", two_before, told[-2:])
    if not has_ended and (result or position.digest in position.earlier or alike.positions % 10 == 0):
        has_ended, value = pyffish.is_optional_game_end("janggi", fen(earlier[0]), told)
    ours = {*map(in_uci, position.legal_moves)}
    if not has_ended:
        assert {*pyffish.legal_moves("janggi", now, [])} == ours, now
        if not ours:
            has_ended, value = True, pyffish.game_result("janggi", now, [])
    # There, who has no piece left that can give check plays on.
    assert has_ended == bool(result) or position.is_dead, (now, told)
    if result and has_ended:
        assert result.winner == (position.next_seat if value > 0 else 1 - position.next_seat), (now, told)


@dataclass(frozen=True)
class Style:
    """How a random player plays: the chances of a capture, of a pass, and of a move to and fro."""

    captures: float
    passes: float
    returns: float

    def chosen(self, position: Position, choices: Random) -> Move:
        moves = [move for move in position.legal_moves if move.start != move.end]
        if len(moves) < len(position.legal_moves) and (not moves or choices.random() < self.passes):
            return Move(position.general, position.general)
        captures = [move for move in moves if position.cells[move.end] != EMPTY]
        if captures and choices.random() < self.captures:
            return choices.choice(captures)
        generals = [move for move in moves if move.start == position.general]
        if generals and choices.random() < self.returns:
            return choices.choice(generals)
        return choices.choice(moves)


STYLES = (
    Style(0.4, 0.01, 0),
    Style(0.9, 0, 0.1),
    Style(0.3, 0.01, 0.9),
    Style(0.6, 0.02, 0.4),
    Style(0.6, 0.0, 0),
)


def begun(blue: str, red: str) -> Position:
    """The position after these set-ups."""
    return BEGUN.laid_out[red].laid_out[blue]


@click.command()
@click.option("--games", default=1000, show_default=True)
@click.option("--every", default=1, show_default=True, help="Compare positions at every so many plies.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, every: int, seed: int) -> None:
    """Compare random games with those of Fairy-Stockfish."""
    alike = compare(games, seed, every)
    click.echo(
        f"{games} games, {alike.positions:,} positions alike of {alike.plies:,} plies, {alike.checks:,} checks,"
        f" {alike.facing:,} with facing generals"
    )
    for reason, number in sorted(alike.ends.items()):
        click.echo(f"{number:6,} {reason}")


if __name__ == "__main__":
    main()
