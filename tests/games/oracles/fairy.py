"""Shogi compared with Fairy-Stockfish: `python -m tests.games.oracles.fairy --games 1000`.

Its rules come as the package `pyffish` (Fabian Fichter, GPL), which is in the extra `oracles` and never imported by
the package. Legal moves, positions, checks and the loss of a player without a move are compared at every ply. There,
a pawn that is dropped to checkmate loses the game; we refuse such a move. It has no declaration and no end after 500
moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import click

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.shogi.game import Shogi
from pbmserv.games.shogi.notation import words_of
from pbmserv.games.shogi.rules import DECLARE, KINDS, PLAIN, PROMOTES, Position

CHANCE = Chance(bytes(16), "oracle")
WORDS = ("minishogi", "shogi")


@dataclass
class Alike:
    """What was alike, and how often."""

    plies: int = 0
    drops: int = 0
    checks: int = 0
    mates: int = 0
    mates_by_pawn: int = 0


def compare(word: str, games: int, seed: int = 1) -> Alike:
    """Play random games, and say what was alike."""
    import pyffish

    game = shogi_called(word)
    choices, alike = Random(seed), Alike()  # noqa: S311 - it has to be the same
    for _ in range(games):
        position, last = game.start({}, 2, CHANCE), ""
        assert _parts(fen(position)) == _parts(pyffish.start_fen(word))
        while True:
            now = fen(position)
            theirs = {from_uci(position, move) for move in pyffish.legal_moves(word, now, [])}
            board = position.geometry.board
            ours = {words_of(board, move) for move in position.legal_moves}
            assert ours <= theirs, now
            for move in theirs - ours:
                assert move.startswith("P*"), now
                assert pyffish.legal_moves(word, now, [in_uci(position, move)]) == [], now
                assert pyffish.game_result(word, now, [in_uci(position, move)]) > 0, now
                alike.mates_by_pawn += 1
            if position.in_check:
                # Each question takes them a millisecond, and no check that we do not see leaves the same moves.
                assert pyffish.gives_check(word, now, []), now
                alike.checks += 1
            result = game.result(position)
            if not theirs:
                # Whoever cannot move has lost, checkmated or not.
                assert pyffish.game_result(word, now, []) < 0
                assert result is not None
                assert result.winner == 1 - position.next_seat
                assert not (position.in_check and last.startswith("P*"))
                alike.mates += 1
            if result:
                break
            last = choices.choice(sorted({*game.moves(position)} - {DECLARE}))
            after = pyffish.get_fen(word, now, [in_uci(position, last)])
            position = game.play(position, position.next_seat, last, CHANCE).position
            assert _parts(after) == _parts(fen(position)), f"{now} {last}"
            alike.plies, alike.drops = alike.plies + 1, alike.drops + ("*" in last)
    return alike


def shogi_called(word: str) -> Shogi:
    game = installed()[word]
    assert isinstance(game, Shogi)
    return game


def fen(position: Position) -> str:
    """A position as Fairy-Stockfish writes it, which calls the first player White: `lnsgkgsnl/1r5b1/…[-] w 0 1`."""
    width = position.width
    rows = []
    for begin in range(0, len(position.cells), width):
        row = "".join(map(_piece, position.cells[begin : begin + width]))
        for free in range(width, 0, -1):
            row = row.replace(EMPTY * free, str(free))
        rows.append(row)
    held = "".join(
        (kind if seat else kind.upper())
        for seat, hand in enumerate(position.pockets)
        for kind in KINDS
        if kind in hand
        for _ in range(hand.count(kind))
    )
    return f"{'/'.join(rows)}[{held or '-'}] {'wb'[position.next_seat]} 0 {len(position.earlier) // 2 + 1}"


def _piece(piece: str) -> str:
    plain = PLAIN.get(piece.lower(), "")
    return f"{PROMOTES}{plain.upper() if piece.isupper() else plain}" if plain else piece


def in_uci(position: Position, move: str) -> str:
    """A move of ours as Fairy-Stockfish writes it: `h8b2+` for `8h2b+`, `P@e5` for `P*5e`."""
    kind, drop, square = move.partition("*")
    if drop:
        return f"{kind}@{_square(position, square)}"
    return f"{_square(position, move[:2])}{_square(position, move[2:4])}{move[4:]}"


def from_uci(position: Position, move: str) -> str:
    """The inverse of `in_uci`."""
    kind, drop, square = move.partition("@")
    if drop:
        return f"{kind}*{_name(position, square)}"
    return f"{_name(position, move[:2])}{_name(position, move[2:4])}{move[4:]}"


def _square(position: Position, name: str) -> str:
    """A square with columns from the left by letters, and rows from below: `h8` for `2b`."""
    place = position.geometry.board.place_of[name]
    return f"{'abcdefghi'[place % position.width]}{position.width - place // position.width}"


def _name(position: Position, square: str) -> str:
    place = (position.width - int(square[1])) * position.width + "abcdefghi".index(square[0])
    return position.geometry.board.names[place]


def _parts(text: str) -> tuple[str, list[str], str]:
    """What stands on the board, what is held, and whose turn it is."""
    board, _, rest = text.partition("[")
    held, _, others = rest.partition("]")
    return board, sorted(held.strip("-")), others.split()[0]


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many games of each.")
@click.option("--game", "words", multiple=True, help="Only this one.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, words: tuple[str, ...], seed: int) -> None:
    """Compare random games with those of Fairy-Stockfish."""
    for word in words or WORDS:
        alike = compare(word, games, seed)
        click.echo(
            f"{word}: {games} games, {alike.plies:,} plies alike, {alike.drops:,} drops, {alike.checks:,} checks,"
            f" {alike.mates:,} ended for want of moves, {alike.mates_by_pawn:,} mates by a dropped pawn refused"
        )


if __name__ == "__main__":
    main()
