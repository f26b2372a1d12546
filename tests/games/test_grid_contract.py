"""Every game on a grid keeps the contract, whatever its options, and tells what its moves are."""

from __future__ import annotations

import pytest

from pbmserv.games.base import NeverLegal, Unreadable
from pbmserv.games.testing import check_contract
from tests.games.grids import OUR_GAMES, OnGrid, move_read, refusal, started

every_game = pytest.mark.parametrize("game", OUR_GAMES.values(), ids=OUR_GAMES)
SLOW = {
    "abalone",
    "amazons",
    "ataxx",
    "canter",
    "catchup",
    "checkers",
    "chess",
    "chinesecheckers",
    "connect6",
    "dots",
    "draughts",
    "einstein",
    "epaminondas",
    "fanorona",
    "gomoku",
    "havannah",
    "halma",
    "hnefatafl",
    "antichess",
    "atomic",
    "crazyhouse",
    "darkchess",
    "horde",
    "janggi",
    "kingofthehill",
    "makruk",
    "marshal",
    "racingkings",
    "loa",
    "morris",
    "minishogi",
    "pente",
    "phutball",
    "renju",
    "shogi",
    "slither",
    "surakarta",
    "threecheck",
    "tumbleweed",
    "twixt",
    "walls",
    "xiangqi",
    "y",
}
"""Games of which a single random one takes the kit longer than a second."""
WITH_PASSES = {"abande", "janggi", "tumbleweed"}
"""Games in which a pass is a move."""


@pytest.mark.in_part
@pytest.mark.parametrize(
    "word", [word if word not in SLOW else pytest.param(word, marks=pytest.mark.long) for word in OUR_GAMES]
)
def test_it_keeps_the_contract(word: str) -> None:
    check_contract(OUR_GAMES[word], games=2)


@pytest.mark.in_part
@pytest.mark.long
@every_game
def test_it_keeps_the_contract_in_other_games(game: OnGrid) -> None:
    check_contract(game, games=2 if game.word in SLOW else 10, seed=2)


@every_game
def test_a_text_that_is_no_move_is_answered_with_how_a_move_is_written(game: OnGrid) -> None:
    refused = refusal(game, started(game), "hello world")

    assert isinstance(refused, Unreadable)
    how = f'A move is expected, not "hello world": write {game.move_form}.'
    assert refused.words.startswith(how if game.word != "einstein" else "First your cubes are laid out: write ")


@every_game
def test_the_answer_has_an_example_that_can_be_made_at_once_however_small_the_board(game: OnGrid) -> None:
    smallest = {option.name: max(option.low, 0) for option in game.options if option.low is not None}
    fewest = {option.name: option.choices[0] for option in game.options if option.choices}
    for options in ({}, smallest, fewest):
        position = started(game, **options)
        words = {word.strip(",.;:") for word in refusal(game, position, "hello world").words.split()}
        assert words & {*game.moves(position)}, options


@every_game
def test_a_place_that_is_not_on_the_board_is_never_legal(game: OnGrid) -> None:
    refused = refusal(game, started(game), "z99")

    assert isinstance(refused, NeverLegal)
    assert "z99 is not on the board" in refused.words


@pytest.mark.parametrize("game", [game for word, game in OUR_GAMES.items() if word not in WITH_PASSES])
def test_who_wants_to_pass_is_told_why_there_is_no_passing(game: OnGrid) -> None:
    refused = refusal(game, started(game), "Pass")

    assert isinstance(refused, NeverLegal)
    assert refused.words == f"{game.no_passing} A move is {game.move_form}."


@every_game
def test_moves_are_understood_in_capitals_and_with_blanks_around_them(game: OnGrid) -> None:
    position = started(game)

    for move in game.moves(position)[:5]:
        assert move_read(game, position, f" {move.upper()} ") == move
