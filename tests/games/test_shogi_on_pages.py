"""Shogi and minishogi in the notations of western and Japanese players, as pages write moves."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.shogi.game import Shogi

OPENING = ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "4a5b", "4e6c+", "5b6c")


def test_western_players_name_the_piece_and_what_it_does() -> None:
    told = installed()["shogi"].listed_on_pages({}, OPENING, False)

    assert told == ["P-7f", "P-3d", "Bx2b+", "Sx2b", "B*4e", "G4a-5b", "Bx6c+", "Gx6c"]


def test_japanese_players_name_the_square_and_then_the_piece() -> None:
    told = installed()["shogi"].listed_on_pages({}, OPENING, True)

    assert told == ["７六歩", "３四歩", "２二角成", "同銀", "４五角打", "５二金(41)", "６三角成", "同金"]


def test_who_does_not_promote_says_so() -> None:
    moves = ("7g7f", "3c3d", "8h2b")

    assert installed()["shogi"].listed_on_pages({}, moves, False)[-1] == "Bx2b="
    assert installed()["shogi"].listed_on_pages({}, moves, True)[-1] == "２二角不成"


@pytest.mark.parametrize("word", ["shogi", "minishogi"])
@pytest.mark.parametrize("in_characters", [False, True])
def test_each_can_be_typed_and_means_the_same_move(word: str, in_characters: bool) -> None:
    game, chance = installed()[word], Chance(word.encode(), "moves")
    assert isinstance(game, Shogi)
    for _ in range(6):
        position, moves = game.begun, list[str]()
        while game.result(position) is None and len(moves) < 120:
            moves.append(chance.choice([*game.known_moves(position)]))
            position = game.play(position, position.next_seat, moves[-1], chance).position

        position = game.begun
        for move, told in zip(moves, game.listed_on_pages({}, moves, in_characters), strict=True):
            played = game.play(position, position.next_seat, told, chance)
            assert played.move == move, told
            position = played.position
