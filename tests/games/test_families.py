"""Families, themes and other names: by these games are listed, found, and named on each other's pages."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any, ClassVar

import pytest

from pbmserv.games.base import Game
from pbmserv.games.breakthrough import Breakthrough
from pbmserv.games.catalogue import COMMAND_WORDS, GROUP, Catalogue, installed
from pbmserv.games.families import HEXAGONS, IN_ORDER, OTHERS, SQUARES
from pbmserv.games.finding import MOST_RELATED, fitting, in_families, related
from pbmserv.games.hex import Hex
from pbmserv.games.other_words import OTHER_WORDS, game_called
from pbmserv.games.y import Y
from tests.games.test_testing import Countdown

GAMES = list(installed().values())


class Draughtsmen(Breakthrough):
    """A game on a grid, as another package may have it, that says nothing of families."""

    name = "Draughtsmen"


class Words(Countdown):
    """A game of another package that is in a family of its own."""

    name = "Words"
    family = "Words and letters"
    themes = ("spelling",)


class Nim(Countdown):
    name = "Nim"


def names(games: list[Game[Any]]) -> list[str]:
    return [game.name for game in games]


# Families


def test_a_game_on_a_grid_is_in_the_family_of_its_board() -> None:
    assert [Draughtsmen().family, Y().family, Hex().family] == [SQUARES, HEXAGONS, HEXAGONS]


def test_each_game_of_ours_is_in_a_family_that_lists_know() -> None:
    assert {game.family for game in GAMES} == set(IN_ORDER)


def test_families_of_other_packages_come_after_ours_and_games_without_one_at_the_end() -> None:
    games: list[Game[Any]] = [Nim(), Words(), Y(), Draughtsmen(), Hex()]

    assert [(family, names(members)) for family, members in in_families(games)] == [
        ("Squares", ["Draughtsmen"]),
        ("Hexagons", ["Hex", "Y"]),
        ("Words and letters", ["Words"]),
        (OTHERS, ["Nim"]),
    ]


# Games that are alike


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.word)
def test_every_game_is_named_on_the_page_of_another_and_names_a_few(game: Game[Any]) -> None:
    alike = related(game, GAMES)

    assert 1 <= len(alike) <= MOST_RELATED
    assert game not in alike
    assert all(set(game.themes) & set(other.themes) for other in alike)


def test_games_that_share_more_themes_come_first_and_then_those_of_the_same_family() -> None:
    othello = installed()["othello"]

    assert names(related(othello, GAMES)) == ["Ataxx", "Abande", "Catchup", "ConHex"]
    assert names(related(Hex(), GAMES)) == ["Havannah", "Y", "ConHex", "LOA"]


def test_a_game_without_themes_is_like_those_of_its_family() -> None:
    other = type("Other", (Nim,), {"name": "Other"})()

    assert names(related(Nim(), [Hex(), Nim(), other])) == ["Other"]
    assert related(Words(), [Words(), Hex()]) == []


# Searching


def test_a_game_of_another_package_is_found_by_what_it_declares() -> None:
    games: list[Game[Any]] = [Nim(), Words(), Hex()]

    assert names(fitting(games, ["spelling"])) == ["Words"]
    assert names(fitting(games, ["letter"])) == ["Words"]
    assert names(fitting(games, ["other"])) == ["Nim"]


@pytest.mark.parametrize("words", [[], [""], ["the"], ["?"], ["--"], ["games", "for"]])
def test_words_that_say_nothing_find_nothing(words: list[str]) -> None:
    assert fitting(GAMES, words) == []


class NoFamily(Countdown):
    name = "Nim"
    family: ClassVar[Any] = None


class OneTheme(Countdown):
    name = "Nim"
    themes: ClassVar[Any] = "taking"


class TwoLines(Countdown):
    name = "Nim"
    also_called = ("Marienbad\nSubject: help",)


class LongNotice(Countdown):
    name = "Nim"
    trademark = "Nim is a trademark.\n\nThe rules\n---------"


@pytest.mark.parametrize(
    ("wrong", "attribute"),
    [("NoFamily", "family"), ("OneTheme", "themes"), ("TwoLines", "also_called"), ("LongNotice", "trademark")],
)
def test_a_game_that_lists_could_not_show_is_left_out(wrong: str, attribute: str) -> None:
    catalogue = Catalogue([EntryPoint("nim", f"{__name__}:{wrong}", GROUP)])

    assert list(catalogue) == []
    assert [*catalogue.left_out.values()] == [f"{wrong}.{attribute} is no text, or tuple of texts, in a line"]


@pytest.mark.parametrize(("plural", "word"), [("hexes", "hex"), ("hexagons", "hexagon"), ("rows", "row")])
def test_games_are_found_by_plurals(plural: str, word: str) -> None:
    assert fitting(GAMES, [plural]) == fitting(GAMES, [word]) != []


def test_other_words_name_games_of_ours_and_nothing_else_here() -> None:
    words = set(OTHER_WORDS)

    assert set(OTHER_WORDS.values()) <= set(installed())
    assert words.isdisjoint(installed())
    assert words.isdisjoint(COMMAND_WORDS)


def test_a_game_can_be_called_in_commands_by_its_other_names_that_are_one_word() -> None:
    names = {(name.lower(), game.word) for game in GAMES for name in game.also_called if " " not in name}

    assert names <= set(OTHER_WORDS.items())


def test_a_game_is_found_by_each_of_its_names_however_it_is_written() -> None:
    for game in GAMES:
        for name in (game.word, game.name, *game.also_called):
            for written in (name, name.upper(), name.replace("-", " ")):
                assert game_called(written, installed()) == game.word, written


@pytest.mark.parametrize("name", ["", "-", "Trioker-", "tri", "Echecs", "even"])
def test_nothing_else_is_the_name_of_a_game(name: str) -> None:
    assert game_called(name, installed()) == ("trioker" if name == "Trioker-" else None)


def test_other_words_for_values_mean_values_that_there_are() -> None:
    options = [option for game in GAMES for option in game.options]

    assert [(word, option.read(word)) for option in options for word in option.also] == [
        *(("bowl", "belgian"), ("small", "tablut"), ("original", "1970")),
        *(("single", 1), ("double", 2), ("triple", 3), ("56", 5), ("84", 6)),
    ]
