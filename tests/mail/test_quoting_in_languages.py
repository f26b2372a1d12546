"""Letters in other languages below an answer are known as well as those in English: nobody reads them again."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbmserv.locale.catalogs import languages
from pbmserv.mail.reading.quote_stripping import own_words
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS
from tests.golden.conversations import FILES
from tests.letters.test_languages import COMMON, letters_in

ANSWER = "d3\nWell played!"
OTHERS = languages()[1:]


def bare(letter: Mapping[str, Any]) -> str:
    return f"{ANSWER}\n\n{letter['text']}"


def narrow(letter: Mapping[str, Any]) -> str:
    """As a program that breaks lines at sixty."""
    lines = [textwrap.fill(line, 60) if len(line) > 60 else line for line in letter["text"].splitlines()]
    return "\n".join([ANSWER, "", *lines])


def below_a_head(letter: Mapping[str, Any]) -> str:
    head = (
        f"From: Somebody <{ADDRESS}>\nSent: Friday, March 1, 2024 12:00 PM\nTo: alice\nSubject: {letter['subject']}"
    )
    return f"{ANSWER}\n\n________________________________\n{head}\n\n{letter['text']}"


def below_a_head_in_russian(letter: Mapping[str, Any]) -> str:
    head = f"От: {ADDRESS}\nОтправлено: 1 марта 2024 г. 12:00\nКому: alice\nТема: {letter['subject']}"
    return f"{ANSWER}\n\n{head}\n\n{letter['text']}"


def marked(letter: Mapping[str, Any]) -> str:
    quoted = "\n".join(f"> {line}" for line in letter["text"].splitlines())
    return f"{ANSWER}\n\nпт, 1 мар. 2024 г. в 12:00, <{ADDRESS}>:\n\n{quoted}"


def without_breaks(letter: Mapping[str, Any]) -> str:
    """As a gateway that removes all line breaks of what is quoted."""
    return f"{ANSWER}\n\n{' '.join(letter['text'].split())}"


WAYS: tuple[Callable[[Mapping[str, Any]], str], ...] = (
    *(bare, narrow, below_a_head, below_a_head_in_russian, marked, without_breaks),
)


def check(database: Database, file: Path) -> None:
    english = [*letters_in(database, file, "")]
    worse = [
        f"{way.__name__}: {language}: {other['subject']}: {words_in(way(other))[:300]}"
        for language in OTHERS
        for letter, other in zip(english, letters_in(database, file, language), strict=True)
        for way in WAYS
        if words_in(way(other)) != ANSWER == words_in(way(letter))
    ]
    assert "\n".join(worse) == ""


def words_in(mail: str) -> str:
    return own_words(mail, [ADDRESS], "alice@example.org").text.strip()


@pytest.mark.parametrize("file", COMMON, ids=lambda file: file.stem)
def test_a_letter_below_an_answer_is_no_part_of_it(sqlite_database: Database, file: Path) -> None:
    check(sqlite_database, file)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("file", [each for each in FILES if each not in COMMON], ids=lambda file: file.stem)
def test_nor_is_one_of_any_conversation(sqlite_database: Database, file: Path) -> None:
    check(sqlite_database, file)
