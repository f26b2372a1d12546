"""What games are called, whose trademarks their names are, and what `docs/games.md` says of that."""

from __future__ import annotations

from typing import Any

import pytest

from pbmserv.commands.help.generated import game_page
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.other_words import game_called
from tests.docs import PAGES
from tests.games.test_testing import Countdown

GAMES = list(installed().values())
_SECTION = PAGES["docs/games.md"].partition("\n## Names and trademarks\n")[2].partition("\n## ")[0]
ROWS = {
    cells[0].strip("`"): cells[1:]
    for line in _SECTION.splitlines()
    if line.startswith("| `")
    for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
}
"""Usual name, other names, trademark and reason, by the word of the game."""

NOTICE = (
    "\n"
    "\n"
    "The name\n"
    "--------\n"
    "\n"
    "Yahtzee is a trademark of Hasbro. This server has no connection with the\n"
    "owners. The names only say which game is played here.\n"
    "\n"
    "\n"
    "Games like this\n"
)


class Marked(Countdown):
    """A game of another package, without a written help page."""

    name = "Countup"
    trademark = "Countup is a trademark of Example Games."


def test_the_table_of_names_has_each_game_once_and_in_their_order() -> None:
    assert [line.split("`")[1] for line in _SECTION.splitlines() if line.startswith("| `")] == sorted(installed())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.word)
def test_the_table_says_whose_trademark_a_name_is_as_the_help_page_does(game: Game[Any]) -> None:
    usual, others, mark, reason = ROWS[game.word]

    assert mark == game.trademark if game.trademark else mark in {"no, traditional", "none found"}
    assert all(name in usual + others for name in game.also_called)
    assert reason


@pytest.mark.parametrize("word", sorted(ROWS))
def test_a_game_is_found_by_its_usual_name(word: str) -> None:
    assert game_called(ROWS[word][0], installed()) == word


@pytest.mark.parametrize("word", ["abalone", "connect4", "othello", "pente", "triominoes", "twixt", "yacht"])
def test_games_with_a_name_that_is_a_trademark_have_a_notice(word: str) -> None:
    game = installed()[word]

    assert "trademark" in game.trademark
    assert game_page(game).count("\nThe name\n--------\n") == 1


def test_the_notice_stands_between_where_a_game_comes_from_and_games_like_it() -> None:
    assert NOTICE in game_page(installed()["yacht"], GAMES)


def test_a_game_whose_names_are_nobodys_has_no_notice() -> None:
    page = game_page(installed()["hex"], GAMES)

    assert "The name\n" not in page
    assert "trademark" not in page


def test_a_game_of_another_package_has_the_notice_on_its_generated_page() -> None:
    assert game_page(Marked()).endswith(
        "\n"
        "\n"
        "The name\n"
        "--------\n"
        "\n"
        "Countup is a trademark of Example Games. This server has no connection with the\n"
        "owners. The names only say which game is played here.\n"
    )
