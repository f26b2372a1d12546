"""The games that a sentence names, found in time that grows with the sentence and no faster."""

from __future__ import annotations

import time

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.play.games_in_sentences import games_named


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("hex", ["hex"]), ("please, go", ["go"]), ("Go, please. Thanks!", ["go"]), ("let's go", []),
        ("Schach oder Mühle?", ["chess", "morris"]), ("connect four", ["connect4"]), ("4 in a row", ["connect4"]),
        ("quatre", []), ("y", ["y"]), ("y a-t-il un tournoi ?", []), ("a game of y", ["y"]),
    ],
)  # fmt: skip
def test_names_are_found_and_other_words_are_none(text: str, games: list[str]) -> None:
    assert [each.word for each in games_named(text, installed())] == games


@pytest.mark.parametrize("word", ["hex ", "4 ", "four ", "connect ", "please ", "go ", "chess and ", "nothing "])
def test_a_long_text_takes_no_more_time_than_its_length(word: str) -> None:
    games_named(word, installed())
    began = time.process_time()

    games_named(word * (20_000 // len(word)), installed())

    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Сыграем в морской бой?", ["fleets"]),
        ("Хочу сыграть в шахматы в тумане", ["darkchess"]),
        ("пришлите правила чёт-нечет пожалуйста", ["pairimpair"]),
        ("Это был настоящий прорыв в моей жизни, спасибо", []),
        ("У меня пятьсот писем не прочитано сегодня", []),
    ],
)
def test_names_in_russian_are_found_but_not_where_they_are_ordinary_words(text: str, words: list[str]) -> None:
    assert [each.word for each in games_named(text, installed())] == words
