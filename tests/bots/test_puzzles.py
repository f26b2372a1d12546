"""A machine fills every board of the puzzles, and also one that somebody else has spoilt."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import levels_of
from pbmserv.games.base import Options
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.macmahon import MacMahon
from pbmserv.games.triangles.filling import FillingGame
from pbmserv.games.trioker_puzzle import TriokerPuzzle
from pbmserv.games.trioker_puzzle.shapes import SHAPES, WITH_JOKER

SEED = bytes(SEED_BYTES)
SHAPED: list[Options] = [{"shape": shape, "joker": shape in WITH_JOKER, "moves": 240} for shape in SHAPES]
BORDERED: list[Options] = [{"border": border, "moves": 240} for border in range(1, 5)]
PUZZLES: list[tuple[FillingGame, Options]] = [
    *((TriokerPuzzle(), options) for options in SHAPED),
    *((MacMahon(), options) for options in BORDERED),
]


def filled(game: FillingGame, position: Any) -> Any:
    """The position when a machine of the lowest level has played on to the end."""
    easy = levels_of(game)[0]
    while game.to_move(position):
        move = choose(game, position, 0, easy, SEED)
        position = game.play(position, 0, move, Chance(SEED, "move")).position
    return position


@pytest.mark.parametrize(("game", "options"), PUZZLES)
@pytest.mark.alike
def test_a_board_is_filled_without_a_hint_or_a_wrong_move(game: FillingGame, options: Options) -> None:
    end = filled(game, game.start(options, 1, Chance(SEED, "start")))

    assert end.free_cells == ()
    assert end.hints == 0
    assert end.moves == len(end.cells)


@pytest.mark.parametrize(("game", "options"), PUZZLES[6::10])
def test_what_cannot_be_filled_is_taken_off_as_far_as_it_has_to_be(game: FillingGame, options: Options) -> None:
    chance = Chance(SEED, "spoil")
    position = game.start(options, 1, chance)
    while lays := [move for move in game.moves(position) if "@" in move]:
        position = game.play(position, 0, chance.choice(lays), chance).position
    assert position.free_cells

    end = filled(game, position)

    assert end.free_cells == ()
