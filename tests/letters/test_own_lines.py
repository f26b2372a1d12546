"""By which lines a letter of ours is recognised, and how much of a line is looked at."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from pbmserv.letters.own_lines import has_our_subject, is_certainly_ours, is_subject, plain


def test_two_thousand_characters_of_a_line_are_looked_at() -> None:
    assert plain("x" * 2000) == "x" * 2000
    assert plain("x" * 1999 + "yz") == "x" * 1999 + "y"


@pytest.mark.parametrize(("length", "expected"), [(200, True), (201, False)])
def test_no_subject_of_ours_is_longer_than_two_hundred_characters(length: int, expected: bool) -> None:
    assert is_subject("Message from " + "x" * (length - 13)) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Hex Board 101 bob", False),
        ("Betreff: Hex Board 101 bob", True),
        ("Betreff: Re: [EXT]: Hex Board 101 bob", True),
        ("Betreff: Re: AW: [EXT]: Hex Board 101 bob", False),
    ],
)
def test_a_subject_of_ours_stands_behind_three_labels_at_most(line: str, expected: bool) -> None:
    assert has_our_subject(line) is expected


@pytest.mark.parametrize(
    "line", ["Ваш ход, alice (№ 3).", "Ходит bob: ход 3.", "Hex Board 101: сводка", "Hex Board 101 im Überblick"]
)
def test_lines_in_other_languages_are_ours_however_short_and_however_their_accents_are_written(line: str) -> None:
    assert is_certainly_ours(plain(line))
    assert is_certainly_ours(plain(normalize("NFD", line)))


@pytest.mark.parametrize("line", ["Ваш ход, друзья (если можно).", "Ходит медленно: ход за ходом."])
def test_other_lines_that_begin_like_them_are_not(line: str) -> None:
    assert not is_certainly_ours(plain(line))
