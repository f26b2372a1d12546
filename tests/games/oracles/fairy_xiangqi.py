"""Xiangqi compared with Fairy-Stockfish: `python -m tests.games.oracles.fairy_xiangqi --games 1000 --cycles 10000`.

Its rules come as the package `pyffish` (Fabian Fichter, GPL), which is in the extra `oracles` and never imported by
the package. Legal moves, checks and the loss of a player without a move are compared in random games, and the whole
game at its end. Ends by repetition are compared in short cycles from random positions, in which one side attacks the
same piece by both of its moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import click

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.xiangqi import COLUMNS
from pbmserv.games.xiangqi import Xiangqi
from pbmserv.games.xiangqi.rules import BOARD, Move, Position, is_home, moved, of_seat, reached, seat_of

GAME = Xiangqi()
IN_FEN = str.maketrans("GEHSgehs", "KBNPkbnp")
SIXTY = "[sixty:xiangqi]\nnMoveRule = 60\n"
"""Fairy-Stockfish has fifty moves without a capture, as chess."""


@dataclass
class Alike:
    """What was alike, and how often."""

    plies: int = 0
    positions: int = 0
    checks: int = 0
    mates: int = 0
    draws: int = 0


@dataclass
class Cycles:
    """How many cycles were compared, how many were lost by one side, and those that ended otherwise there."""

    number: int = 0
    by_check: int = 0
    by_chase: int = 0
    others: list[str] = field(default_factory=list)


def compare(games: int, seed: int = 1, every: int = 1) -> Alike:
    """Play random games, and say what was alike.

    Each question takes Fairy-Stockfish over a millisecond, so that it may be asked at `every` so many plies only.
    """
    import pyffish

    pyffish.load_variant_config(SIXTY)
    choices, alike = Random(seed), Alike()  # noqa: S311 - it has to be the same
    for _ in range(games):
        position, told = Position(), list[str]()
        while True:
            if len(told) % every == 0 or not position.legal_moves:
                now = fen(position)
                alike.positions += 1
                assert {*pyffish.legal_moves("xiangqi", now, [])} == {*map(in_uci, position.legal_moves)}, now
                if position.in_check:
                    # No check that we do not see leaves the same moves.
                    assert pyffish.gives_check("xiangqi", now, []), now
                    alike.checks += 1
            if not position.legal_moves:
                assert pyffish.game_result("xiangqi", now, []) < 0, now
                alike.mates += 1
            if result := GAME.result(position):
                break
            captures = [move for move in position.legal_moves if position.cells[move.end] != EMPTY]
            # Without many captures a random game hardly ends before its sixty moves.
            move = choices.choice(captures if captures and choices.random() < 0.4 else position.legal_moves)
            told.append(in_uci(move))
            position = position.after(move)
            alike.plies += 1
        start = pyffish.start_fen("xiangqi")
        assert pyffish.get_fen("sixty", start, told).split()[:2] == fen(position).split()[:2]
        if position.legal_moves and not position.is_dead:
            has_ended, value = pyffish.is_optional_game_end("sixty", start, told)
            assert has_ended, told
            assert not pyffish.is_optional_game_end("sixty", start, told[:-1])[0]
            assert _winner(position, value) == result.winner
        alike.draws += result.winner is None
    return alike


def compare_cycles(number: int, seed: int = 1) -> Cycles:
    """Play cycles twice, and say how they ended."""
    import pyffish

    choices, found = Random(seed), Cycles()  # noqa: S311 - it has to be the same
    while found.number < number:
        start = random_position(choices)
        cycles = [*attacking_cycles(start)]
        for cycle in choices.sample(cycles, min(len(cycles), 12)):
            end = start
            for move in cycle * 2:
                if move not in end.legal_moves:
                    break
                end = end.after(move)
            if len(end.earlier) < 8 or not end.legal_moves:
                continue
            told = [*map(in_uci, cycle * 2)]
            has_ended, value = pyffish.is_optional_game_end("xiangqi", fen(start), told)
            result = GAME.result(end)
            assert has_ended
            assert result
            found.number += 1
            if result.winner != _winner(end, value):
                found.others.append(f"{fen(start)} {told}")
            elif result.winner is not None:
                found.by_check += "check" in result.reason
                found.by_chase += "chased" in result.reason
    return found


def random_position(choices: Random) -> Position:
    """Generals and up to five pieces of each, wherever they can stand."""
    while True:
        cells = [EMPTY] * len(BOARD.places)
        for seat in (0, 1):
            palace = BOARD.palaces[1 - seat]
            spots = {
                "g": palace,
                "a": palace[::2],
                "e": [place for place in ELEPHANTS if is_home(place, seat)],
                "s": [place for place in BOARD.places if not is_home(place, seat)],
            }
            for kind in ("g", *choices.choices("rrhhccaes", k=choices.randrange(1, 6))):
                place = choices.choice([each for each in spots.get(kind, BOARD.places) if cells[each] == EMPTY])
                cells[place] = of_seat(kind, seat)
        position = Position(cells="".join(cells))
        if not position.in_check and not Position(cells=position.cells, next_seat=1).in_check:
            return position


ELEPHANTS = [
    BOARD.place_of[name]
    for name in ("c0", "g0", "a2", "e2", "i2", "c4", "g4", "c5", "g5", "a7", "e7", "i7", "c9", "g9")
]


def attacking_cycles(position: Position) -> Iterator[tuple[Move, ...]]:
    """Cycles of four moves, to and fro: both moves of the side to move attack the same piece, or give check."""
    seat, before = position.next_seat, _attacks(position.cells, position.next_seat)
    for there in position.legal_moves:
        if position.cells[there.end] != EMPTY:
            continue
        away = position.after(there)
        attacked = {end for start, end in _attacks(away.cells, seat) - before}
        for answer in away.legal_moves if attacked else ():
            if away.cells[answer.end] != EMPTY:
                continue
            back = Move(there.end, there.start)
            again = {end for _, end in _attacks(moved(moved(away.cells, answer), back), seat)}
            if any((answer.end if end == answer.start else end) in again for end in attacked):
                yield there, answer, back, Move(answer.end, answer.start)


def _attacks(cells: str, seat: int) -> set[tuple[int, int]]:
    return {
        (start, end)
        for start, piece in enumerate(cells)
        if piece != EMPTY and seat_of(piece) == seat and piece not in "GgSs"
        for end in reached(cells, start, piece)
        if cells[end] != EMPTY and seat_of(cells[end]) != seat
    }


def _winner(position: Position, value: int) -> int | None:
    """The seat for which a value speaks, as Fairy-Stockfish tells it to the side to move."""
    return None if not value else position.next_seat if value > 0 else 1 - position.next_seat


def fen(position: Position) -> str:
    """A position as Fairy-Stockfish writes it, which calls the first player White."""
    rows = []
    for begin in range(0, len(position.cells), COLUMNS):
        row = position.cells[begin : begin + COLUMNS].translate(IN_FEN)
        for free in range(COLUMNS, 0, -1):
            row = row.replace(EMPTY * free, str(free))
        rows.append(row)
    return f"{'/'.join(rows)} {'wb'[position.next_seat]} - - 0 1"


def in_uci(move: Move) -> str:
    """A move as Fairy-Stockfish writes it, whose ranks begin with 1: `h3e3` for `h2e2`."""
    start, end = (f"{name[0]}{int(name[1]) + 1}" for name in (move.words[:2], move.words[2:]))
    return f"{start}{end}"


@click.command()
@click.option("--games", default=1000, show_default=True)
@click.option("--cycles", default=10_000, show_default=True)
@click.option("--every", default=20, show_default=True, help="Compare legal moves at every so many plies.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, cycles: int, every: int, seed: int) -> None:
    """Compare random games and cycles with those of Fairy-Stockfish."""
    alike = compare(games, seed, every)
    click.echo(
        f"{games} games, {alike.positions:,} positions alike of {alike.plies:,} plies, {alike.checks:,} checks,"
        f" {alike.mates:,} ended for want of moves, {alike.draws:,} draws"
    )
    found = compare_cycles(cycles, seed)
    click.echo(
        f"{found.number:,} cycles, {found.by_check:,} lost by check, {found.by_chase:,} by chase,"
        f" {len(found.others):,} ended otherwise there"
    )


if __name__ == "__main__":
    main()
