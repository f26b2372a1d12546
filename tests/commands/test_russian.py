"""Commands in Russian: their words, beside those of all other languages, and what is no command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbmserv.commands.help.written import pages_in
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.games.other_words import OTHER_WORDS, game_called
from pbmserv.language.meaning import move_for
from pbmserv.language.russian import OF_EVERY_GAME, OF_GAMES, OF_TOURNAMENTS, OTHERS, in_english
from pbmserv.language.words import split
from pbmserv.play.yes_and_no import STOP_WORDS, told_by
from tests.conversation import FOUR, Server

ALL = [*OTHERS, *OF_GAMES, *OF_TOURNAMENTS]
GAMES = {*installed(), *OTHER_WORDS}
NAMES_OF_GAMES = [name for name in OTHER_WORDS if not name.isascii()]
PAGE = (Path(__file__).parents[2] / "help/russian.txt").read_text("utf-8")


def english(line: str) -> str:
    return " ".join(word.text for word in in_english(split(line), GAMES))


@pytest.mark.parametrize("word", OTHERS)
def test_a_word_that_stands_first_is_a_command(word: str) -> None:
    assert OTHERS[word] in COMMANDS.first_words or COMMANDS.find(OTHERS[word], of_a_game=False)


@pytest.mark.parametrize("word", OF_GAMES)
def test_a_word_behind_a_game_is_one_of_its_commands(word: str) -> None:
    assert COMMANDS.find(OF_GAMES[word], of_a_game=True)


@pytest.mark.parametrize("word", OF_TOURNAMENTS)
def test_so_is_one_behind_that_of_tournaments(word: str) -> None:
    assert COMMANDS.find(f"tournament {OF_TOURNAMENTS[word]}", of_a_game=False)


def test_no_word_is_a_game_and_a_command() -> None:
    assert not GAMES & {*ALL, *OF_EVERY_GAME}
    assert not {*OTHERS} & {*OF_GAMES} - {word for word in OTHERS if OTHERS[word] == OF_GAMES.get(word)}


def test_no_word_says_yes_or_no_or_stop_in_any_language() -> None:
    leaving = {"отписаться", "уйти", "выйти", "покинуть"}
    assert [word for word in ALL if told_by(word) or (word in STOP_WORDS and word not in leaving)] == []


def test_all_words_are_cyrillic_so_none_is_a_word_of_another_command() -> None:
    assert [word for word in [*ALL, *OF_EVERY_GAME] if not re.fullmatch("[а-яё]+", word)] == []


@pytest.mark.parametrize("line", [command.example for command in COMMANDS if command.example])
def test_every_command_in_english_stays_what_it_is(line: str) -> None:
    assert english(line) == " ".join(word.text for word in split(line))


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("помощь", "help"),
        ("Помощь! шахматы", "help шахматы"),
        ("помощь ход", "help move"),
        ("правила го", "help го"),
        ("гекс ход 101 alice secret7 d3", "гекс move 101 alice secret7 d3"),
        ("hex ХОД 101 alice secret7 d3", "hex move 101 alice secret7 d3"),
        ("вызов гекс alice bob", "challenge гекс alice bob"),
        ("турнир создать alice secret7 hex cup", "tournament create alice secret7 hex cup"),
        ("tournament список", "tournament list"),
        ("change password alice помощь ход", "change password alice помощь ход"),
        ("signup alice помощь", "signup alice помощь"),
        ("регистрация ход помощь", "signup ход помощь"),
        ("сообщение alice secret7 bob", "message alice secret7 bob"),
        ('"помощь" гекс', "помощь гекс"),
        ("привет ход", "привет ход"),
    ],
)
def test_only_names_of_commands_are_understood(line: str, means: str) -> None:
    assert english(line) == means


def test_a_game_is_played_in_russian(server: Server) -> None:
    alice, bob = "alice@example.org", "bob@example.org"
    assert server.hear(alice, "гекс вызов alice bob -size=5").ok
    assert server.hear(alice, f"гекс ход 101 alice {FOUR['alice']} d3").ok
    assert server.hear(bob, f"Hex Ход 101 bob {FOUR['bob']} c3").ok
    assert server.hear(alice, "гекс показать 101").ok
    assert server.hear(bob, f"гекс сдаюсь 101 bob {FOUR['bob']}").ok
    assert server.hear(alice, f"гекс реванш 101 alice {FOUR['alice']}").ok
    assert "start reversi" in server.hear(alice, "реверси вызов alice bob").text
    assert "variant russian" in server.hear(alice, "шашки вызов alice bob").text


def test_a_refusal_shows_the_command_in_english_and_no_password(server: Server) -> None:
    refused = server.say("alice@example.org", "гекс ход 999 alice secret7 d3")

    assert "hex move 999 alice" in refused.text
    assert "secret7" not in refused.text


def test_a_tie_behind_a_game_is_told_as_it_is_written(server: Server) -> None:
    assert "hex move BOARD USERID PASSWORD propose" in server.say("alice@example.org", "гекс ничья 101").text
    assert (move_for("ничья"), move_for("отменить")) == ("propose", "undo")


def test_places_in_cyrillic_letters_are_none(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob -size=5")

    for place in ("д3", "с3", "а1"):
        assert not server.say("alice@example.org", f"hex move 101 alice secret7 {place}").ok


def test_userids_stay_latin_and_the_reason_is_told(server: Server) -> None:
    refused = server.say("zed@example.org", "регистрация ход password7")

    assert not refused.ok
    assert "letters" in refused.text


@pytest.mark.parametrize("word", [*ALL, *OF_EVERY_GAME])
def test_help_names_every_word(word: str) -> None:
    assert re.search(rf"(?<!\w){word}(?!\w)", PAGE)


@pytest.mark.parametrize("name", NAMES_OF_GAMES)
def test_help_names_every_game(name: str) -> None:
    words = r"[-\s]".join(name.replace("ё", "е").split("-"))
    assert re.search(rf"(?<!\w){words}(?!\w)", PAGE.replace("ё", "е"))


def test_every_game_whose_help_page_is_in_russian_can_be_called_in_it() -> None:
    named = {OTHER_WORDS[name] for name in NAMES_OF_GAMES}

    assert {*installed()} & {*pages_in("ru")} - named == set()


@pytest.mark.parametrize("name", NAMES_OF_GAMES)
def test_a_name_of_a_game_and_a_word_for_a_command_mean_the_same_together_as_in_english(name: str) -> None:
    for typed in {name, name.replace("-", " "), name.upper()}:
        for word, command in OF_GAMES.items():
            game, behind = english(f"{typed} {word} 101 alice").split(" ", 1)
            assert game_called(game, installed()) == OTHER_WORDS[name]
            assert behind == f"{command} 101 alice"


@pytest.mark.parametrize("name", NAMES_OF_GAMES)
def test_no_name_of_a_game_is_a_word_of_an_answer(name: str) -> None:
    assert not told_by(name)
    assert name not in {*ALL, *OF_EVERY_GAME, *STOP_WORDS, *COMMANDS.first_words}
    assert english(f"help {name}") == f"help {name}"


@pytest.mark.parametrize(
    "line", ["морской бой вызов alice bob", "вызов морской бой alice bob", "Морской-бой вызов alice bob"]
)
def test_a_game_is_called_by_a_name_of_several_words(server: Server, line: str) -> None:
    assert "A new Fleets board (101)" in server.hear("alice@example.org", line).text


def test_a_name_that_begins_with_that_of_another_game_is_its_own(server: Server) -> None:
    assert server.hear("alice@example.org", "шахматы в тумане вызов alice bob").ok
    assert server.hear("alice@example.org", "darkchess show 101").ok


def test_help_on_a_game_is_found_by_its_name(server: Server) -> None:
    for asked in ("помощь царь горы", "помощь царь-горы", "help kingofthehill"):
        assert "KingOfTheHill" in server.hear("alice@example.org", asked).text


def test_games_are_found_by_their_names_in_russian(server: Server) -> None:
    assert "Chess (2 players)" in server.hear("alice@example.org", "list ШАХМАТЫ").text


@pytest.mark.parametrize("line", ["язык alice secret7 {}", "Sprache alice secret7 {}", "language alice secret7 {}"])
@pytest.mark.parametrize(
    ("named", "thanked_in"), [("ru", "отныне"), ("русский", "отныне"), ("Deutsch", "von jetzt an")]
)
def test_the_language_is_chosen_with_its_word_alone(server: Server, line: str, named: str, thanked_in: str) -> None:
    chosen = server.hear("alice@example.org", line.format(named))

    assert thanked_in in chosen.text
