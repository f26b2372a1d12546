"""Checkers and draughts compared with pydraughts: `python -m tests.games.oracles.pydraughts --games 200`.

pydraughts (Ioannis Pantidis, GPL) is in the extra `oracles`, and never imported by the package. Legal moves are
compared at every ply, as the squares on which a piece lands. It has other rules for ties: games go on until ours end.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import click

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.men_and_kings import MenAndKings, numbered

CHANCE = Chance(bytes(16), "oracle")


@dataclass(frozen=True)
class Variant:
    """A game of ours and what pydraughts calls it; some of its numbers count from below."""

    word: str
    variant: str
    theirs: str
    from_below: bool = False


VARIANTS = (
    Variant("checkers", "", "english"),
    Variant("draughts", "international", "standard"),
    Variant("draughts", "russian", "russian", from_below=True),
    Variant("draughts", "brazilian", "brazilian", from_below=True),
)


def compare(variant: Variant, games: int, seed: int = 1) -> tuple[int, int]:
    """Play random games, and say how many plies and captures of several pieces were alike."""
    from draughts import Board

    game = installed()[variant.word]
    assert isinstance(game, MenAndKings)
    choices, plies, long_captures = Random(seed), 0, 0  # noqa: S311 - it has to be the same
    for _ in range(games):
        theirs = Board(variant=variant.theirs)
        position: Any = game.start({"variant": variant.variant}, 2, CHANCE)
        names = _names(game, position, variant)
        while not game.result(position):
            known = {tuple(names[square] for square in move.steps_move): move for move in theirs.legal_moves()}
            ours = {tuple(move.split("-")): move for move in game.moves(position)}
            assert sorted(known) == sorted(ours), f"{theirs.fen}\n{game.draw(position, None)}\n{known}\n{ours}"
            way = choices.choice(sorted(ours))
            theirs.push(known[way])
            position = game.play(position, position.next_seat, ours[way], CHANCE).position
            plies, long_captures = plies + 1, long_captures + (len(way) > 2)
        if game.is_stuck(position):
            assert theirs.legal_moves() == []
    return plies, long_captures


def _names(game: MenAndKings, position: Any, variant: Variant) -> dict[int, str]:
    """The names of squares by their numbers."""
    names = numbered(game.board(position))
    if variant.from_below:
        names = tuple(sorted(names, key=lambda name: (int(name[1:]), name[0])))
    return dict(enumerate(names, 1))


@click.command()
@click.option("--games", default=200, show_default=True, help="How many games of each.")
@click.option("--variant", "named", multiple=True, help="Only this one, as pydraughts calls it.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, named: tuple[str, ...], seed: int) -> None:
    """Compare random games with those of pydraughts."""
    for variant in [each for each in VARIANTS if not named or each.theirs in named]:
        plies, long_captures = compare(variant, games, seed)
        click.echo(f"{variant.theirs}: {games} games, {plies:,} plies alike, {long_captures:,} long captures")


if __name__ == "__main__":
    main()
