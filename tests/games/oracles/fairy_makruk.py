"""Makruk compared with Fairy-Stockfish: `python -m tests.games.oracles.fairy_makruk --games 1000`.

Its rules come as the package `pyffish` (Fabian Fichter, GPL), which is in the extra `oracles` and never imported by
the package. Legal moves, notation, checks and ends are compared, and at the end of a game what has been counted. It
counts half-moves, so that its count is over a half-move early where the lone king itself has captured the last pawn,
or where there are more pieces than the count allows.
There the third time of a position is the end of the game, and here it can be claimed.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import click

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.fen import rows
from pbmserv.games.chess.notation import san
from pbmserv.games.chess.rules import BOARD, Move
from pbmserv.games.chess.variants.makruk import Makruk, Position, counted

GAME = Makruk()
WORD = "makruk"


@dataclass
class Alike:
    """What was alike, and how often."""

    plies: int = 0
    positions: int = 0
    checks: int = 0
    mates: int = 0
    by_board: int = 0
    by_pieces: int = 0


def compare(games: int, seed: int = 1, every: int = 1) -> Alike:
    """Play random games, and say what was alike; moves are compared at `every` so many plies."""
    import pyffish

    choices, alike = Random(seed), Alike()  # noqa: S311 - it has to be the same
    for _ in range(games):
        position, told = counted(GAME.begun({})), list[str]()
        while True:
            now = fen(position)
            moves = {in_uci(move): move for move in position.legal_moves}
            if len(told) % every == 0 or not moves:
                alike.positions += 1
                assert {*pyffish.legal_moves(WORD, now, [])} == {*moves}, now
                assert pyffish.gives_check(WORD, now, []) == position.in_check, now
                alike.checks += position.in_check
                if moves:
                    move = choices.choice(sorted(moves))
                    assert san(position, moves[move]) == pyffish.get_san(WORD, now, move), now
            start = pyffish.start_fen(WORD)
            result = GAME.result(position)
            if not moves:
                assert result
                alike.mates += result.winner is not None
                assert (pyffish.game_result(WORD, now, []) < 0) == (result.winner is not None), now
            is_late = position.limit <= max(position.counts)
            if position.limit and moves and (is_late or len(told) % every == 0) and not _is_otherwise_over(position):
                is_over, _ = pyffish.is_optional_game_end(WORD, start, told)
                assert is_over == position.is_counted_out or _is_half_early(position), told
            if result:
                alike.by_board += position.is_counted_out and position.lone_king is None
                alike.by_pieces += position.is_counted_out and position.lone_king is not None
                break
            captures = [move for move in position.legal_moves if position[move.to_square] != EMPTY or move.promotion]
            # Without many captures a random game hardly gets to its counts.
            chosen = choices.choice(captures if captures and choices.random() < 0.5 else position.legal_moves)
            told.append(in_uci(chosen))
            position = position.after(chosen)
            alike.plies += 1
    return alike


def _is_otherwise_over(position: Position) -> bool:
    return position.is_dead or position.has_come_again


def _is_half_early(position: Position) -> bool:
    """Whether the lone king's next move would be one too many."""
    lone = position.lone_king
    return lone == position.next_seat and position.counts[lone] >= position.limit


def fen(position: Position) -> str:
    """A position as Fairy-Stockfish writes it, without its count."""
    return f"{rows(position.cells)} {'wb'[position.next_seat]} - - 0 1"


def in_uci(move: Move) -> str:
    """A move as Fairy-Stockfish writes it."""
    return f"{BOARD.names[move.from_square]}{BOARD.names[move.to_square]}{move.promotion}"


@click.command()
@click.option("--games", default=1000, show_default=True)
@click.option("--every", default=20, show_default=True, help="Compare legal moves at every so many plies.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, every: int, seed: int) -> None:
    """Compare random games with those of Fairy-Stockfish."""
    alike = compare(games, seed, every)
    click.echo(
        f"{games} games, {alike.positions:,} positions alike of {alike.plies:,} plies, {alike.checks:,} checks,"
        f" {alike.mates:,} checkmates, {alike.by_board:,} ended by the board's count, {alike.by_pieces:,} by the"
        " pieces'"
    )


if __name__ == "__main__":
    main()
